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
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// geminiVersion is the Gemini CLI that is fetched, 100 MB: GORTEX_GEMINI=fetch gets it from
// npm into the same cache as Pi; GORTEX_GEMINI=PATH names its gemini.js.
const geminiVersion = "0.61.0"

func geminiCLI(t *testing.T) (script string) {
	t.Helper()
	script = os.Getenv("GORTEX_GEMINI")
	if script == "" {
		t.Skip("GORTEX_GEMINI=fetch plays a session of the real Gemini CLI")
	}
	need(t, "node", "npm")
	if script == "fetch" {
		script = fetched(t, "@google/gemini-cli@"+geminiVersion, "bundle/gemini.js")
	}
	return script
}

// content is a scripted model behind the wire of Gemini's content.
type content struct {
	mu     sync.Mutex
	script []turn
	read   []string // each request, whole
}

func (m *content) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || !strings.Contains(r.URL.Path, "enerateContent") {
		http.NotFound(w, r)
		return
	}
	answer := turn{Text: "done"}
	if strings.Contains(string(body), `"run_shell_command"`) { // the session's own, not one of its helpers
		m.mu.Lock()
		m.read = append(m.read, string(body))
		if len(m.script) > 0 {
			answer, m.script = m.script[0], m.script[1:]
		}
		m.mu.Unlock()
	}
	var parts []any
	if answer.Text != "" {
		parts = append(parts, args{"text": answer.Text})
	}
	for _, c := range answer.Calls {
		parts = append(parts, args{"functionCall": args{"name": c.Name, "args": c.Args}})
	}
	data, _ := json.Marshal(args{"candidates": []any{args{"content": args{"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": args{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}})
	if strings.Contains(r.URL.Path, "streamGenerateContent") {
		w.Header().Set("content-type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\r\n\r\n", data)
		return
	}
	w.Header().Set("content-type", "application/json")
	_, _ = w.Write(data)
}

// results are what the model read of its calls, oldest first.
func (m *content) results(t *testing.T) (all []string) {
	t.Helper()
	var last struct {
		Contents []struct {
			Parts []struct {
				Response *struct {
					Response map[string]string `json:"response"`
				} `json:"functionResponse"`
			} `json:"parts"`
		} `json:"contents"`
	}
	if len(m.read) == 0 || json.Unmarshal([]byte(m.read[len(m.read)-1]), &last) != nil {
		t.Fatalf("%d requests", len(m.read))
	}
	for _, c := range last.Contents {
		for _, p := range c.Parts {
			if p.Response != nil {
				all = append(all, p.Response.Response["error"]+p.Response.Response["output"])
			}
		}
	}
	return all
}

// The real Gemini CLI, whose host is a folder and nothing else: with the settings that
// docs/mcp-clients.md gives, its session is briefed, a search is answered by the graph,
// and so is the reading of a whole file; a few lines of it pass.
func TestTheRealGeminiCLI(t *testing.T) {
	script := geminiCLI(t)
	w := newWorld(t, map[string]string{
		"go.mod":         "module example.com/r\n",
		"store/store.go": "package store\n\n// OpenStore opens it.\nfunc OpenStore(path string) error { return nil }\n",
		"main.go":        "package main\n\nimport \"example.com/r/store\"\n\nfunc main() { store.OpenStore(\"x\") }\n",
	})
	w.gortex("init", "--quiet")
	page, err := os.ReadFile("../docs/mcp-clients.md")
	if err != nil {
		t.Fatal(err)
	}
	_, settings, _ := strings.Cut(string(page), "`~/.gemini/settings.json`:\n")
	settings, _, _ = strings.Cut(settings, "\nThe hook")
	home := t.TempDir()
	file := filepath.Join(home, ".gemini", "settings.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal([]byte(settings), &whole); err != nil {
		t.Fatalf("%v: %s", err, settings)
	}
	whole["security"], whole["privacy"] = args{"auth": args{"selectedType": "gemini-api-key"}}, args{"usageStatisticsEnabled": false}
	b, _ := json.Marshal(whole)
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}

	model := &content{script: []turn{
		calls(call{"run_shell_command", args{"command": "grep -rn OpenStore .", "description": "look"}}),
		calls(call{"mcp_gortex_search", args{"query": "OpenStore"}}),
		calls(call{"read_file", args{"file_path": "main.go"}}),
		calls(call{"read_file", args{"file_path": "main.go", "start_line": 5, "end_line": 5}}),
		{Text: "It is in store/store.go."},
	}}
	server := httptest.NewServer(model)
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", script, "-p", "Where is OpenStore?", "--yolo", "--model", "gemini-2.5-flash")
	cmd.Dir, cmd.WaitDelay = w.repo, time.Second
	cmd.Env = []string{"PATH=" + filepath.Dir(w.bin) + string(filepath.ListSeparator) + os.Getenv("PATH"), "HOME=" + home, "GORTEX_HOME=" + w.home,
		"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL=" + server.URL, "GEMINI_CLI_TRUST_WORKSPACE=true"}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || !strings.Contains(stdout.String(), "It is in store/store.go.") {
		t.Fatalf("gemini: %v\n%s%.2000s", err, stdout.String(), stderr.String())
	}
	if first := model.read[0]; !strings.Contains(first, "ready: 3 files") || !strings.Contains(first, `"mcp_gortex_relations"`) {
		t.Errorf("the first request is not briefed, or lacks the tools: %.3000s", first)
	}
	got := model.results(t)
	want := []string{"This call was not run: the graph knows `OpenStore`", "GCX1 ", "This call was not run: main.go is indexed and fresh", "func main() { store.OpenStore"}
	if !slices.EqualFunc(got, want, strings.Contains) {
		t.Errorf("the model read\n%q\nwant\n%q", got, want)
	}
}
