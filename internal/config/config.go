// Package config is the one table of settings: keys, environment, files, layers,
// bounds, and where each value in force came from. It reads and judges; what a
// setting does is told in the room that uses it.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Config is every value in force.
type Config struct {
	Bin       string // path of the gortex binary, "" when none is configured
	NativeMCP bool   // let Pi's own MCP client have the tools where it can
	Hook      struct {
		Enabled bool
		Posture string // deny, enrich, consult-unlock, nudge
	}
	Brief struct{ Enabled bool }
	Diff  struct {
		Enabled      bool
		MaxFileBytes int64
	}
	Timeouts struct{ Init, RPC, Call, Hook, Ready, ReadyNative time.Duration }
	Limits   struct{ FrameBytes int64 }
	Tools    struct{ Preset string }
	Daemon   struct {
		IdleExit time.Duration // 0: never
		Socket   string        // "" is the default place
	}
	Index struct {
		MaxFileBytes int64
		Exclude      []string // gitignore patterns
	}

	// Origin says where the value of each key came from: "default", the name of
	// an environment variable, or "file:line" ("file" alone for JSON).
	Origin map[string]string
}

// Layer is one file; Load takes them strongest first.
type Layer struct {
	File    string // a file that is not there is an empty layer
	Project bool   // keys that a project may not set are refused, and said so
	JSON    bool   // as the earlier extension wrote it; else TOML
}

// Problem is one thing wrong with a layer. The rest of the layer counts, unless
// the file cannot be read as a whole.
type Problem struct {
	File         string // "" for the environment
	Line, Column int    // 1-based; 0 when there is no telling
	Text         string // one sentence that names the mend
	Whole        bool   // none of the file counts
}

// String gives "file:line:column: text" as far as these are known.
func (p Problem) String() string {
	switch {
	case p.File == "":
		return p.Text
	case p.Line == 0:
		return p.File + ": " + p.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Text)
}

// Load resolves the environment over the layers over the defaults. It never
// fails: what is wrong is in the problems, and the next layer's value counts.
func Load(getenv func(string) string, layers []Layer) (Config, []Problem) {
	cfg := Config{Origin: make(map[string]string, len(table))}
	var problems []Problem
	for _, r := range table {
		if err := r.set(&cfg, r.Default); err != nil {
			panic(fmt.Sprintf("config: default of %s: %v", r.Key, err)) // the table's own fault; a test loads it
		}
		cfg.Origin[r.Key] = "default"
	}
	for i := len(layers) - 1; i >= 0; i-- { // weakest first, so that the stronger overwrites
		problems = append(problems, apply(&cfg, layers[i])...)
	}
	for _, r := range table {
		text := ""
		if r.Env != "" {
			text = getenv(r.Env)
		}
		if text == "" {
			continue
		}
		if err := r.set(&cfg, text); err != nil {
			problems = append(problems, Problem{Text: fmt.Sprintf("%s=%s: %v", r.Env, text, err)})
			continue
		}
		cfg.Origin[r.Key] = r.Env
	}
	return cfg, problems
}

// apply lays one file over cfg.
func apply(cfg *Config, l Layer) []Problem {
	src, err := os.ReadFile(l.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return []Problem{{File: l.File, Whole: true, Text: fmt.Sprintf("cannot be read, so its settings do not count: %v", err)}}
	}
	read := parseTOML
	if l.JSON {
		read = parseJSON
	}
	entries, problem := read(src)
	if problem != nil {
		problem.File, problem.Whole = l.File, true
		problem.Text += "; none of this file's settings count until that is mended"
		return []Problem{*problem}
	}
	var problems []Problem
	for _, e := range entries {
		if text := applyEntry(cfg, l, e); text != "" {
			problems = append(problems, Problem{File: l.File, Line: e.line, Column: e.column, Text: text})
		}
	}
	return problems
}

// applyEntry sets one key, or says why not.
func applyEntry(cfg *Config, l Layer, e entry) string {
	r, known := rows[e.key]
	switch {
	case !known:
		if near := nearest(e.key); near != "" {
			return fmt.Sprintf("unknown key %q; did you mean %q?", e.key, near)
		}
		return fmt.Sprintf("unknown key %q; the keys are listed in the README", e.key)
	case l.Project && !r.Project:
		return fmt.Sprintf("a project may not set %q, since a cloned repository must not choose what runs; set it in your own config.toml%s", e.key, orEnv(r))
	}
	if err := r.set(cfg, e.value); err != nil {
		return fmt.Sprintf("%s: %v", e.key, err)
	}
	cfg.Origin[e.key] = l.File
	if e.line > 0 {
		cfg.Origin[e.key] = fmt.Sprintf("%s:%d", l.File, e.line)
	}
	return ""
}

func orEnv(r row) string {
	if r.Env == "" {
		return ""
	}
	return " or in " + r.Env
}
