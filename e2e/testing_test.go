package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience bounds one run of Pi; installing Pi from npm, once, is part of the first.
const patience = 5 * time.Minute

// atOnce is how many sessions of Pi run at a time.
const atOnce = 3

var temp string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "gortex-e2e-")
	if err != nil {
		log.Fatal(err)
	}
	temp = dir
	flag.Parse()
	if runtime.GOMAXPROCS(0) < atOnce { // most of a run is waiting
		if err := flag.Set("test.parallel", strconv.Itoa(atOnce)); err != nil {
			log.Fatal(err)
		}
	}
	if os.Getenv("PI_RIG_CACHE") == "" {
		cache, err := filepath.Abs("../.cache/pi")
		if err != nil {
			log.Fatal(err)
		}
		os.Setenv("PI_RIG_CACHE", cache)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// need skips the test where a tool is missing, or where these tests are not wanted.
func need(t *testing.T, tools ...string) {
	t.Helper()
	mode := os.Getenv("GORTEX_E2E")
	if mode == "off" || testing.Short() && mode != "require" {
		t.Skip("end-to-end tests are off")
	}
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err == nil {
			continue
		}
		if mode == "require" {
			t.Fatalf("%s is missing, and GORTEX_E2E=require", tool)
		}
		t.Skipf("%s is missing", tool)
	}
}

// binary builds gortex, once, and returns its path; GORTEX_E2E_BIN names one that is there.
var binary = sync.OnceValues(func() (string, error) {
	if bin := os.Getenv("GORTEX_E2E_BIN"); bin != "" {
		return bin, nil
	}
	bin := filepath.Join(temp, "bin", "gortex")
	out, err := exec.Command("go", "build", "-tags", "urfave_cli_no_docs", "-o", bin, "../cmd/gortex").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build gortex: %w\n%s", err, out)
	}
	return bin, nil
})

// corpus is a real Go module of 140 files, from the module proxy.
const corpus = "github.com/urfave/cli/v2@v2.27.7"

var downloaded = sync.OnceValues(func() (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", corpus)
	cmd.Dir = temp // outside any module
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("download %s: %w\n%s", corpus, err, out)
	}
	var m struct{ Dir string }
	return m.Dir, json.Unmarshal(out, &m)
})

// world is a repository, a home of gortex's, and an installed extension, all throwaway.
type world struct {
	t     *testing.T
	bin   string
	home  string
	repo  string
	agent string // the agent folder that the extension was installed into
	pid   int    // the daemon, once it was asked
}

// newWorld lays out files as a repository of their own; "" stands for the corpus.
func newWorld(t *testing.T, files map[string]string) *world {
	t.Helper()
	bin, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, bin: bin, home: t.TempDir(), repo: filepath.Join(t.TempDir(), "repo"), agent: t.TempDir()}
	if w.repo, err = filepath.Abs(w.repo); err != nil {
		t.Fatal(err)
	}
	if files == nil {
		dir, err := downloaded()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(w.repo, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		if err := filepath.Walk(w.repo, func(path string, info os.FileInfo, err error) error {
			if err != nil {
				return err
			}
			return os.Chmod(path, info.Mode()|0o200) // the module cache is read-only
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(w.repo, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		w.write(name, text)
	}
	w.git("init", "-q")
	w.git("add", "-A")
	w.git("commit", "-q", "--allow-empty", "-m", "all")
	w.gortex("pi", "install", "--agent-dir", w.agent)
	t.Cleanup(func() { w.gortex("daemon", "stop") })
	return w
}

// in is the same world for a subtest.
func (w *world) in(t *testing.T) *world {
	same := *w
	same.t = t
	return &same
}

func (w *world) git(args ...string) {
	w.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", w.repo, "-c", "user.name=e2e", "-c", "user.email=e2e@example.test"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// gortex runs a command of the binary under test in the repository.
func (w *world) gortex(args ...string) string {
	w.t.Helper()
	cmd := exec.Command(w.bin, args...)
	cmd.Dir = w.repo
	cmd.Env = append(os.Environ(), "GORTEX_HOME="+w.home)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		w.t.Fatalf("gortex %v: %v\n%s%s", args, err, stdout.String(), stderr.String())
	}
	return stdout.String()
}

func (w *world) write(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.repo, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) read(name string) string {
	w.t.Helper()
	b, err := os.ReadFile(filepath.Join(w.repo, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}

// line returns the number of the first line of a file that starts with text.
func (w *world) line(name, text string) int {
	w.t.Helper()
	for i, l := range strings.Split(w.read(name), "\n") {
		if strings.HasPrefix(l, text) {
			return i + 1
		}
	}
	w.t.Fatalf("%s has no line that starts with %q", name, text)
	return 0
}

// run is one run of Pi as rig/run-pi.mjs takes it.
type run struct {
	Version string            `json:"version"`
	Mode    string            `json:"mode,omitempty"`    // print, json, rpc, embedded
	Program string            `json:"program,omitempty"` // for embedded
	Prompt  string            `json:"prompt,omitempty"`
	Steps   []any             `json:"steps,omitempty"`
	Script  []turn            `json:"script"`
	Env     map[string]string `json:"env,omitempty"`
	Args    []string          `json:"args,omitempty"`
	Setting args              `json:"settings,omitempty"` // of Pi's settings.json
	MCP     any               `json:"mcp,omitempty"`      // mcp.json
	Timeout int               `json:"timeout,omitempty"`  // ms

	CWD        string   `json:"cwd"`
	Extensions []string `json:"extensions"` // beside gortex's
	Allow      string   `json:"allow"`

	Within time.Duration `json:"-"` // how long all of it may take, instead of patience
	bare   bool          // without gortex
	ends   any           // the code that Pi ends with, or the signal; nil: 0
}

type turn struct {
	Text  string `json:"text,omitempty"`
	Calls []call `json:"calls,omitempty"`
}

type call struct {
	Name string `json:"name"`
	Args any    `json:"args"`
}

type args = map[string]any

func calls(cs ...call) turn { return turn{Calls: cs} }

// report is what a run gave.
type report struct {
	Code      any              `json:"code"`
	Ended     int64            `json:"ended"` // ms
	Held      []int            `json:"held"`  // at each step "count": processes of this run, Pi and the daemon aside
	Error     string           `json:"error"`
	TimedOut  bool             `json:"timedOut"`
	PipesHeld bool             `json:"pipesHeld"`
	Ms        float64          `json:"ms"`
	Stdout    string           `json:"stdout"`
	Stderr    string           `json:"stderr"`
	Noise     []string         `json:"noise"`
	Events    []map[string]any `json:"events"`
	Steps     []map[string]any `json:"steps"`
	Requests  []request        `json:"requests"`
	Left      []any            `json:"left"`
}

// request is what the model read.
type request struct {
	At       int64 `json:"at"` // ms
	Messages []struct {
		Role       string `json:"role"`
		Content    any    `json:"content"`
		ToolCallID string `json:"tool_call_id"`
	} `json:"messages"`
	Tools []struct {
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
}

// pi runs Pi in the world, and holds it to what every run must keep: Pi ends by itself,
// with 0, prints nothing that is not its own, and leaves nothing but a daemon.
func (w *world) pi(r run) report {
	w.t.Helper()
	r.CWD, r.Allow = w.repo, "daemon run"
	r.Extensions = append([]string{}, r.Extensions...) // in JSON a list, if an empty one
	if !r.bare {
		r.Extensions = append(r.Extensions, filepath.Join(w.agent, "extensions", "gortex"))
	}
	if r.ends == nil {
		r.ends = float64(0)
	}
	env := map[string]string{"GORTEX_HOME": w.home}
	for name, value := range r.Env {
		env[name] = value
	}
	r.Env = env
	if r.Mode == "" {
		r.Mode = "print"
	}
	in, err := json.Marshal(r)
	if err != nil {
		w.t.Fatal(err)
	}
	limit := patience
	if r.Within > limit {
		limit = r.Within
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "rig/run-pi.mjs", "-")
	cmd.Stdin = bytes.NewReader(in)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		w.t.Fatalf("run-pi: %v\n%s", err, stderr.String())
	}
	var out report
	if err := json.Unmarshal(stdout.Bytes(), &out); err != nil {
		w.t.Fatalf("report: %v\n%.500s", err, stdout.String())
	}
	if out.Error != "" || out.Code != r.ends || out.TimedOut || out.PipesHeld || len(out.Left) > 0 || len(out.Noise) > 0 {
		w.t.Errorf("Pi %s: error %q, code %v, timed out %v, pipes held %v, left %v, noise %q, stderr %.1000s",
			r.Version, out.Error, out.Code, out.TimedOut, out.PipesHeld, out.Left, out.Noise, out.Stderr)
	}
	for i, step := range out.Steps {
		if text, failed := step["error"].(string); failed {
			w.t.Fatalf("Pi %s: step %d: %s; stderr %.1000s", r.Version, i, text, out.Stderr)
		}
	}
	return out
}

// text of a message's content, whichever of the wire's shapes it has.
func text(content any) string {
	switch c := content.(type) {
	case string:
		return c
	case []any:
		var b strings.Builder
		for _, part := range c {
			if m, ok := part.(map[string]any); ok {
				if s, ok := m["text"].(string); ok {
					b.WriteString(s)
				}
			}
		}
		return b.String()
	}
	return ""
}

// said returns the texts of one role's messages.
func (r request) said(role string) []string {
	var all []string
	for _, m := range r.Messages {
		if m.Role == role {
			all = append(all, text(m.Content))
		}
	}
	return all
}

// result returns what came back for the nth call of the script's nth turn, both from 1.
func (r report) result(t *testing.T, turn, call int) string {
	t.Helper()
	id := fmt.Sprintf("call_%d_%d", turn, call-1)
	for _, request := range r.Requests {
		for _, m := range request.Messages {
			if m.ToolCallID == id {
				return text(m.Content)
			}
		}
	}
	t.Fatalf("no result of call %d in turn %d; %d requests, stderr %.500s", call, turn, len(r.Requests), r.Stderr)
	return ""
}

func (r request) tools() []string {
	var names []string
	for _, t := range r.Tools {
		names = append(names, t.Function.Name)
	}
	return names
}

// offered holds in which requests the model was offered a tool.
func (r report) offered(t *testing.T, name string, want ...bool) {
	t.Helper()
	var there []bool
	for _, request := range r.Requests {
		there = append(there, slices.Contains(request.tools(), name))
	}
	if !slices.Equal(there, want) {
		t.Errorf("%s was offered %v, want %v", name, there, want)
	}
}

// notices are what extensions told the user.
func (r report) notices() []string {
	var all []string
	for _, e := range r.Events {
		if e["type"] == "extension_ui_request" && e["method"] == "notify" {
			all = append(all, fmt.Sprint(e["message"]))
		}
	}
	return all
}

// setting reads a number from the environment.
func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}
