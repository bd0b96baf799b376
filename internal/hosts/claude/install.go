package claude

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/hosts/jsonedit"
)

// Options say whose Claude Code it is.
type Options struct {
	Getenv  func(string) string
	CWD     string // absolute
	Bin     string // the gortex that hooks and server run; "": this executable
	Project bool   // the project's files instead of the user's; they name gortex by the PATH, since they are shared
	Force   bool   // replace a server called gortex that is not ours
}

// Change is what became of one file.
type Change struct {
	Path   string       `json:"path"`
	Action hosts.Action `json:"action"`
	What   string       `json:"what"`
}

// Report is what an install or uninstall did.
type Report struct {
	Changes []Change `json:"changes"`
	Note    string   `json:"note,omitempty"`
}

// String is the report for a person.
func (r Report) String() string {
	var lines []string
	for _, c := range r.Changes {
		switch c.Action {
		case hosts.Nothing:
			lines = append(lines, fmt.Sprintf("nothing of ours in %s", c.Path))
		case hosts.Current:
			lines = append(lines, fmt.Sprintf("%s is already current (%s)", c.Path, c.What))
		default:
			lines = append(lines, fmt.Sprintf("%s %s (%s)", c.Action, c.Path, c.What))
		}
	}
	if r.Note != "" {
		lines = append(lines, r.Note)
	}
	return strings.Join(lines, "\n")
}

// part is one of Claude Code's files and what we have in it.
type part struct {
	path, what              string
	add                     func(*jsonedit.Doc) error
	remove                  func(*jsonedit.Doc) error
	addByHand, removeByHand string // what to do where the file cannot be edited
}

func (o Options) parts() ([]part, error) {
	home := o.Getenv("HOME")
	if home == "" {
		home = o.Getenv("USERPROFILE")
	}
	settings, servers := filepath.Join(home, ".claude", "settings.json"), filepath.Join(home, ".claude.json")
	if dir := o.Getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		settings, servers = filepath.Join(dir, "settings.json"), filepath.Join(dir, ".claude.json")
	}
	bin := o.Bin
	switch {
	case o.Project:
		settings, servers, bin = filepath.Join(o.CWD, ".claude", "settings.json"), filepath.Join(o.CWD, ".mcp.json"), "gortex"
	case home == "" && o.Getenv("CLAUDE_CONFIG_DIR") == "":
		return nil, errors.New("no home folder is known; set HOME, or CLAUDE_CONFIG_DIR to Claude Code's folder")
	case bin == "":
		var err error
		if bin, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("find this program's own path: %w", err)
		}
	}
	return []part{
		{settings, "hooks " + strings.Join(hookNames(), ", "), func(d *jsonedit.Doc) error { return addHooks(d, bin) }, removeHooks,
			"add by hand hooks of " + strings.Join(hookNames(), ", ") + " that run " + strconv.Quote(word(bin)+hookArgs),
			`take out by hand the hooks that run "gortex hook"`},
		{servers, "MCP server " + serverName, func(d *jsonedit.Doc) error { return addServer(d, bin, o.Force) }, removeServer,
			`add by hand "mcpServers": {"gortex": {"command": "gortex", "args": ["mcp"], "alwaysLoad": true}}`,
			`take out by hand the MCP server called "gortex"`},
	}, nil
}

// Install puts hooks and server into Claude Code's files, and changes nothing else in
// them. Both files are judged before either is written.
func Install(o Options) (Report, error) {
	report, err := o.each(func(p part) (func(*jsonedit.Doc) error, string) { return p.add, p.addByHand })
	if err == nil {
		report.Note = "next: claude, in a repository that gortex init has tracked; sessions that are open read it when they start anew"
	}
	return report, err
}

// Uninstall takes out what Install put in, and a file that then holds nothing.
func Uninstall(o Options) (Report, error) {
	report, err := o.each(func(p part) (func(*jsonedit.Doc) error, string) { return p.remove, p.removeByHand })
	for i, c := range report.Changes {
		if c.Action == hosts.Current {
			report.Changes[i].Action = hosts.Nothing
		}
	}
	return report, err
}

func (o Options) each(what func(part) (edit func(*jsonedit.Doc) error, byHand string)) (Report, error) {
	parts, err := o.parts()
	if err != nil {
		return Report{}, err
	}
	var report Report
	after := make([][]byte, len(parts))
	for i, p := range parts {
		before, err := os.ReadFile(p.path)
		missing := errors.Is(err, fs.ErrNotExist)
		if err != nil && !missing {
			return Report{}, err
		}
		edit, byHand := what(p)
		doc, err := jsonedit.Parse(before)
		var start []byte
		if err == nil {
			start = doc.Bytes()
			err = edit(doc)
		}
		if err != nil {
			return Report{}, fmt.Errorf("%s was left as it is: %w; mend it, or %s", p.path, err, byHand)
		}
		change := Change{p.path, hosts.Updated, p.what}
		switch after[i] = doc.Bytes(); {
		case missing && doc.Len() <= 0:
			change.Action, after[i] = hosts.Nothing, nil
		case missing:
			change.Action = hosts.Wrote
		case bytes.Equal(start, after[i]):
			change.Action, after[i] = hosts.Current, nil
		case doc.Len() == 0:
			change.Action = hosts.Removed
		}
		report.Changes = append(report.Changes, change)
	}
	for i, c := range report.Changes {
		if err := apply(c, after[i]); err != nil {
			return report, err
		}
	}
	return report, nil
}

func apply(c Change, content []byte) error {
	switch {
	case content == nil:
		return nil
	case c.Action == hosts.Removed:
		if err := os.Remove(c.Path); err != nil {
			return err
		}
		_ = os.Remove(filepath.Dir(c.Path)) // fails, as it should, when there is more in it
		return nil
	}
	return hosts.Replace(c.Path, content)
}
