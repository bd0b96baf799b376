package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// claudeVersion is the Claude Code that is fetched. It is 400 MB, so that these tests run
// only where they are asked for: GORTEX_CLAUDE=fetch gets it from npm, into the same cache
// as Pi; GORTEX_CLAUDE=PATH names a program that is there.
const claudeVersion = "2.1.332"

// claudeCode returns the program.
func claudeCode(t *testing.T) string {
	t.Helper()
	program := os.Getenv("GORTEX_CLAUDE")
	if program == "" {
		t.Skip("GORTEX_CLAUDE=fetch plays a session of the real Claude Code")
	}
	if program != "fetch" {
		return program
	}
	need(t, "npm")
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return fetched(t, "@anthropic-ai/claude-code-"+runtime.GOOS+"-"+arch+"@"+claudeVersion, "claude")
}

// fetched returns a file of a package of npm, @scope/name@version, which is kept beside Pi
// once it is there whole.
func fetched(t *testing.T, pkg, file string) string {
	t.Helper()
	name := pkg[:strings.LastIndexByte(pkg, '@')]
	dir := filepath.Join(os.Getenv("PI_RIG_CACHE"), path.Base(pkg))
	program := filepath.Join(dir, "node_modules", filepath.FromSlash(name), filepath.FromSlash(file))
	if _, err := os.Stat(program); err == nil {
		return program
	}
	staging := fmt.Sprintf("%s.%d", dir, os.Getpid())
	if err := os.MkdirAll(staging, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", pkg)
	cmd.Dir = staging
	if err := os.WriteFile(filepath.Join(staging, "package.json"), []byte(`{"private": true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("fetch %s: %v\n%s", pkg, err, out)
	}
	if err := os.Rename(staging, dir); err != nil {
		t.Fatal(err)
	}
	return program
}

// messages is a scripted model behind the wire of Claude's messages.
type messages struct {
	*httptest.Server

	mu     sync.Mutex
	script []turn
	read   []claudeRequest // of the session's own model: it is the one with tools
}

type claudeRequest struct {
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Name string `json:"name"`
	} `json:"tools"`
	Model  string `json:"model"`
	Stream bool   `json:"stream"`
	whole  string
}

func startMessages(t *testing.T, script ...turn) *messages {
	m := &messages{script: script}
	m.Server = httptest.NewServer(http.HandlerFunc(m.serve))
	t.Cleanup(m.Close)
	return m
}

func (m *messages) serve(w http.ResponseWriter, r *http.Request) {
	var req claudeRequest
	body, err := io.ReadAll(r.Body)
	if r.URL.Path != "/v1/messages" || err != nil || json.Unmarshal(body, &req) != nil {
		http.NotFound(w, r)
		return
	}
	answer, n := turn{Text: "done"}, 0
	if len(req.Tools) > 0 {
		m.mu.Lock()
		req.whole = string(body)
		m.read = append(m.read, req)
		if n = len(m.read); len(m.script) > 0 {
			answer, m.script = m.script[0], m.script[1:]
		}
		m.mu.Unlock()
	}
	content, stop := []any{}, "end_turn"
	if answer.Text != "" {
		content = append(content, args{"type": "text", "text": answer.Text})
	}
	for i, c := range answer.Calls {
		content, stop = append(content, args{"type": "tool_use", "id": fmt.Sprintf("toolu_%d_%d", n, i+1), "name": c.Name, "input": c.Args}), "tool_use"
	}
	message := args{"id": fmt.Sprintf("msg_%d", n), "type": "message", "role": "assistant", "model": req.Model, "content": content,
		"stop_reason": stop, "stop_sequence": nil, "usage": args{"input_tokens": 1, "output_tokens": 1}}
	if !req.Stream {
		w.Header().Set("content-type", "application/json")
		_ = json.NewEncoder(w).Encode(message)
		return
	}
	w.Header().Set("content-type", "text/event-stream")
	event := func(kind string, more args) {
		more["type"] = kind
		data, _ := json.Marshal(more)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, data)
	}
	message["content"], message["stop_reason"] = []any{}, nil
	event("message_start", args{"message": message})
	for i, block := range content {
		b := block.(args)
		delta := args{"type": "text_delta", "text": b["text"]}
		if b["type"] == "tool_use" {
			input, _ := json.Marshal(b["input"])
			delta = args{"type": "input_json_delta", "partial_json": string(input)}
			b = args{"type": "tool_use", "id": b["id"], "name": b["name"], "input": args{}}
		} else {
			b = args{"type": "text", "text": ""}
		}
		event("content_block_start", args{"index": i, "content_block": b})
		event("content_block_delta", args{"index": i, "delta": delta})
		event("content_block_stop", args{"index": i})
	}
	event("message_delta", args{"delta": args{"stop_reason": stop, "stop_sequence": nil}, "usage": args{"output_tokens": 1}})
	event("message_stop", args{})
}

// result returns what the model read of the nth call of the script's nth turn, both from 1.
func (m *messages) result(t *testing.T, turn, call int) string {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	id := fmt.Sprintf("toolu_%d_%d", turn, call)
	for _, r := range m.read {
		for _, message := range r.Messages {
			var blocks []struct {
				ToolUseID string `json:"tool_use_id"`
				Content   any    `json:"content"`
			}
			if json.Unmarshal(message.Content, &blocks) != nil {
				continue
			}
			for _, b := range blocks {
				if b.ToolUseID == id {
					return text(b.Content)
				}
			}
		}
	}
	t.Fatalf("no result of call %d in turn %d, of %d requests", call, turn, len(m.read))
	return ""
}

// claude is Claude Code on a world, with a home of its own and none of our environment.
type claude struct {
	*world
	program, userHome string
}

func (c claude) run(stdin string, env []string, program string, arguments ...string) (stdout, stderr string, code int) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, arguments...)
	cmd.Dir, cmd.Stdin, cmd.WaitDelay = c.repo, strings.NewReader(stdin), time.Second
	cmd.Env = append([]string{
		"PATH=" + filepath.Dir(c.program) + string(filepath.ListSeparator) + os.Getenv("PATH"), "HOME=" + c.userHome, "GORTEX_HOME=" + c.home, "ANTHROPIC_API_KEY=none",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_AUTOUPDATER=1",
	}, env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		c.t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// session plays one prompt against a model, and returns the events that Claude Code printed.
func (c claude) session(m *messages, prompt string, more ...string) (events []map[string]any) {
	c.t.Helper()
	arguments := append([]string{"-p", prompt, "--model", "sonnet", "--output-format", "stream-json", "--verbose", "--include-hook-events",
		"--allowedTools", "Bash,mcp__gortex__search,mcp__gortex__edit"}, more...)
	stdout, stderr, code := c.run("", []string{"ANTHROPIC_BASE_URL=" + m.URL}, c.program, arguments...)
	if code != 0 {
		c.t.Fatalf("claude ended with %d\n%s%.2000s", code, stderr, stdout)
	}
	for line := range strings.Lines(stdout) {
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			c.t.Fatalf("%v: %s", err, line)
		}
		events = append(events, e)
	}
	return events
}

// hooked returns the names of the hooks that ran, and fails for each that Claude Code was not content with.
func (c claude) hooked(events []map[string]any) (names []string) {
	c.t.Helper()
	for _, e := range events {
		if e["subtype"] != "hook_response" {
			continue
		}
		name, _, _ := strings.Cut(fmt.Sprint(e["hook_name"]), ":")
		names = append(names, name)
		if e["outcome"] != "success" && e["outcome"] != nil || e["stderr"] != "" && e["stderr"] != nil {
			c.t.Errorf("hook %s: %v", name, e)
		}
	}
	return names
}

// serversIn are the MCP servers that a session began with.
func serversIn(events []map[string]any) string {
	for _, e := range events {
		if e["subtype"] == "init" {
			return fmt.Sprint(e["mcp_servers"])
		}
	}
	return "none was told"
}

// The real Claude Code, with a scripted model behind its API: what install wrote is taken,
// the session is briefed, a search is answered by the graph, tools and edit work, and what
// uninstall leaves is a Claude Code without us.
func TestTheRealClaudeCode(t *testing.T) {
	program := claudeCode(t)
	w := newWorld(t, map[string]string{
		"go.mod":         "module example.com/r\n",
		"store/store.go": "package store\n\n// OpenStore opens it.\nfunc OpenStore(path string) error { return nil }\n",
		"main.go":        "package main\n\nimport \"example.com/r/store\"\n\nfunc main() { store.OpenStore(\"x\") }\n",
	})
	c := claude{w, program, t.TempDir()}
	gortex := func(arguments ...string) string {
		t.Helper()
		stdout, stderr, code := c.run("", nil, w.bin, arguments...)
		if code != 0 {
			t.Fatalf("gortex %v: %d\n%s%s", arguments, code, stdout, stderr)
		}
		return stdout
	}
	gortex("init", "--quiet")
	gortex("claude", "install")
	if said := gortex("claude", "doctor"); !strings.Contains(said, "✓ claude") || strings.Contains(said, "✗") {
		t.Errorf("the doctor:\n%s", said)
	}
	model := startMessages(t,
		calls(call{"Bash", args{"command": "grep -rn OpenStore .", "description": "look"}}),
		calls(call{"mcp__gortex__search", args{"query": "OpenStore"}}, call{"Bash", args{"command": "ls", "description": "list"}}),
		calls(call{"mcp__gortex__edit", args{"operation": "replace", "file": "store/store.go", "edits": []any{args{"old": "opens it", "new": "opens a store"}}}}),
		turn{Text: "It is in store/store.go."},
	)
	events := c.session(model, "Where is OpenStore?")
	ran := c.hooked(events)
	if said := serversIn(events); !strings.Contains(said, "name:gortex") || !strings.Contains(said, "status:connected") {
		t.Errorf("MCP servers: %s", said)
	}
	if len(model.read) != 4 {
		t.Fatalf("the model was asked %d times", len(model.read))
	}
	var offered []string
	for _, tool := range model.read[0].Tools {
		offered = append(offered, tool.Name)
	}
	for _, name := range []string{"explore", "search", "read", "relations", "change", "edit"} {
		if !slices.Contains(offered, "mcp__gortex__"+name) {
			t.Errorf("the first request does not offer %s: %v", name, offered)
		}
	}
	if first := model.read[0].whole; !strings.Contains(first, "mcp__gortex__explore") || !strings.Contains(first, "ready: 3 files") {
		t.Errorf("the session is not briefed: %.3000s", first)
	}
	if said := model.result(t, 1, 1); !strings.Contains(said, "This call was not run: the graph knows `OpenStore`") || !strings.Contains(said, "main.go:5 uses OpenStore") {
		t.Errorf("grep: %s", said)
	}
	if said := model.result(t, 2, 1); !strings.HasPrefix(said, "GCX1 ") || !strings.Contains(said, "store/store.go::OpenStore") {
		t.Errorf("search: %s", said)
	}
	if said := model.result(t, 2, 2); !strings.Contains(said, "main.go") {
		t.Errorf("ls: %s", said)
	}
	if said := w.read("store/store.go"); !strings.Contains(said, "// OpenStore opens a store.") {
		t.Errorf("the edit: %s\n%s", model.result(t, 3, 1), said)
	}
	if count := len(slices.DeleteFunc(slices.Clone(ran), func(n string) bool { return n != "PreToolUse" })); count != 4 || !slices.Contains(ran, "SessionStart") {
		t.Errorf("hooks ran: %v", ran)
	}

	// A compaction, which ends one life of the session and begins another.
	log := filepath.Join(t.TempDir(), "debug")
	again := c.hooked(c.session(startMessages(t, turn{Text: "<summary>all</summary>"}), "/compact", "--continue", "--debug", "hooks", "--debug-file", log))
	if !slices.Contains(again, "SessionStart") {
		t.Errorf("hooks ran: %v", again)
	}
	debug, err := os.ReadFile(log)
	for _, event := range []string{"PreCompact:manual", "SessionEnd:other"} {
		if want := event + " [" + w.bin + " hook --agent claude] completed with status 0"; err != nil || !strings.Contains(string(debug), want) {
			t.Errorf("%v: the log does not say %q", err, want)
		}
	}

	// Without us: Claude Code's own values stay in its file, and a search passes.
	gortex("claude", "uninstall")
	var own map[string]any
	if b, err := os.ReadFile(filepath.Join(c.userHome, ".claude.json")); err != nil || json.Unmarshal(b, &own) != nil || len(own) == 0 || own["mcpServers"] != nil && len(own["mcpServers"].(map[string]any)) > 0 {
		t.Errorf("Claude Code's own file: %v, %v", own, err)
	}
	model = startMessages(t, calls(call{"Bash", args{"command": "grep -rn OpenStore .", "description": "look"}}))
	events = c.session(model, "Where is OpenStore?")
	if ran, said := c.hooked(events), serversIn(events); len(ran) > 0 || strings.Contains(said, "gortex") {
		t.Errorf("hooks ran: %v; MCP servers: %s", ran, said)
	}
	if said := model.result(t, 1, 1); !strings.Contains(said, "main.go:5:func main() {") {
		t.Errorf("grep: %s", said)
	}
}
