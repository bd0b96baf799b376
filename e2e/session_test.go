package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

var builtins = []string{"read", "bash", "edit", "write"}

// TestASession is the main job: a real Pi session reads real answers out of a real graph.
func TestASession(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			w.gortex("init", "--quiet")
			const file, symbol = "context.go", "NewContext"
			declaration := "func NewContext("
			line := w.line(file, declaration)
			old := strings.Split(w.read(file), "\n")[line-1]

			out := w.pi(run{Version: pi.version, Mode: "rpc",
				Steps: []any{args{"prompt": "Where is NewContext, and who calls it?"}, args{"prompt": "and again"}, args{"command": args{"type": "get_entries"}}},
				Script: []turn{
					calls(call{"bash", args{"command": "grep -rn " + symbol + " ."}}),                                                     // 1
					calls(call{"read", args{"path": file}}),                                                                               // 2
					calls(call{pi.tool("search"), args{"query": symbol}}),                                                                 // 3
					calls(call{pi.tool("relations"), args{"operation": "callers", "symbol": symbol}}),                                     // 4
					calls(call{pi.tool("edit"), args{"file": file, "edits": []any{args{"old": old, "new": "// Unmistakable.\n" + old}}}}), // 5
					calls(call{"bash", args{"command": "echo harmless"}}, call{"read", args{"path": file, "offset": 1, "limit": 3}}),      // 6
					{Text: "finished"}, {Text: "once more"},
				}})
			if len(out.Requests) < 8 {
				t.Fatalf("%d requests, stderr %s", len(out.Requests), out.Stderr)
			}
			first := out.Requests[0]

			t.Run("the tools are in the first request, the built-ins still there", func(t *testing.T) {
				for _, bare := range []string{"explore", "search", "read", "relations", "change", "edit", "workspace"} {
					if !slices.Contains(first.tools(), pi.tool(bare)) {
						t.Errorf("%s is missing in %v", pi.tool(bare), first.tools())
					}
				}
				for i, tool := range first.Tools {
					if slices.Contains(builtins, tool.Function.Name) && strings.Contains(tool.Function.Description, "gortex") {
						t.Errorf("tool %d: the built-in %s is ours now", i, tool.Function.Name)
					}
				}
				for _, name := range builtins {
					if !slices.Contains(first.tools(), name) {
						t.Errorf("the built-in %s is missing in %v", name, first.tools())
					}
				}
			})
			t.Run("the briefing is a user message, once, and nothing of ours is in the system prompt", func(t *testing.T) {
				for i, r := range out.Requests {
					briefings := 0
					for _, said := range r.said("user") {
						if strings.Contains(said, pi.tool("search")) && strings.Contains(said, "ready") {
							briefings++
						}
					}
					if briefings != 1 {
						t.Errorf("request %d has %d briefings: %q", i+1, briefings, r.said("user"))
					}
					if system := strings.Join(append(r.said("system"), r.said("developer")...), "\n"); strings.Contains(strings.ToLower(system), "gortex") && !strings.Contains(w.repo, "gortex") {
						t.Errorf("request %d: the system prompt speaks of gortex", i+1)
					}
				}
			})
			place := fmt.Sprintf("%s:%d", file, line)
			t.Run("a grep and a whole-file read come back blocked, with the place of the definition", func(t *testing.T) {
				if got := out.result(t, 1, 1); !strings.Contains(got, place) || !strings.Contains(got, pi.tool("search")) && !strings.Contains(got, pi.tool("relations")) {
					t.Errorf("grep: %s", got)
				}
				if got := out.result(t, 2, 1); !strings.Contains(got, symbol) || !strings.Contains(got, fmt.Sprint(line)) || !strings.Contains(got, pi.tool("read")) || strings.Contains(got, old+"\n") {
					t.Errorf("read: %s", got)
				}
			})
			t.Run("search and callers name the right files", func(t *testing.T) {
				if got := out.result(t, 3, 1); !strings.Contains(got, file) || !strings.Contains(got, fmt.Sprint(line)) {
					t.Errorf("search: %s", got)
				}
				got := out.result(t, 4, 1)
				for _, caller := range callers(w, symbol) {
					if !strings.Contains(got, caller) {
						t.Errorf("callers lack %s:\n%s", caller, got)
					}
				}
			})
			t.Run("the edit lands, and its reply carries no content", func(t *testing.T) {
				if !strings.Contains(w.read(file), "// Unmistakable.\n"+old) {
					t.Error("it has not landed")
				}
				if got := out.result(t, 5, 1); strings.Contains(got, "Unmistakable") || !strings.Contains(got, file) {
					t.Errorf("reply: %s", got)
				}
			})
			t.Run("the session's entry has the diff, and the model never read it", func(t *testing.T) {
				details := editDetails(out, pi.tool("edit"))
				if details == nil {
					t.Fatalf("no entry with details")
				}
				diff, _ := details["diff"].(string)
				patch, _ := details["patch"].(string)
				if !strings.Contains(diff, "// Unmistakable.") || !strings.Contains(patch, "+// Unmistakable.") || !strings.Contains(patch, file) || details["firstChangedLine"] != float64(line) {
					t.Errorf("%v", details)
				}
				for i, r := range out.Requests {
					for _, m := range r.Messages {
						if got := text(m.Content); m.Role == "tool" && m.ToolCallID != "call_6_1" && (strings.Contains(got, "Unmistakable") || strings.Contains(got, "gortex_diff")) {
							t.Errorf("request %d: %s", i+1, got)
						}
					}
				}
			})
			t.Run("a harmless command and a narrow read run untouched", func(t *testing.T) {
				if got := out.result(t, 6, 1); strings.TrimSpace(got) != "harmless" {
					t.Errorf("bash: %s", got)
				}
				if got := out.result(t, 6, 2); !strings.HasPrefix(got, strings.Split(w.read(file), "\n")[0]) {
					t.Errorf("read: %s", got)
				}
			})
			if got := out.notices(); len(got) != 0 {
				t.Errorf("the user was told %q", got)
			}
		})
	}
}

// callers are the files in which a call of the function stands, as a plain look at the text finds them.
func callers(w *world, symbol string) []string {
	var files []string
	for _, name := range []string{"app.go", "command.go", "context_test.go"} {
		if strings.Contains(w.read(name), symbol+"(") {
			files = append(files, name)
		}
	}
	if len(files) < 2 {
		w.t.Fatalf("the corpus has changed: %s is called in %v only", symbol, files)
	}
	return files
}

// editDetails returns the details of the entry that holds an edit's result.
func editDetails(out report, tool string) map[string]any {
	last := out.Steps[len(out.Steps)-1]
	data, _ := last["data"].(map[string]any)
	entries, _ := data["entries"].([]any)
	for _, e := range entries {
		entry, _ := e.(map[string]any)
		message, _ := entry["message"].(map[string]any)
		if message["role"] == "toolResult" && message["toolName"] == tool {
			details, _ := message["details"].(map[string]any)
			return details
		}
	}
	return nil
}

// TestPrintModeEndsByItself: a child that holds Pi's loop would keep it from ending, one
// that does not hold it while a request is pending would let it end before its answer.
func TestPrintModeEndsByItself(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		for _, mode := range []string{"print", "json"} {
			t.Run("Pi "+pi.version+" "+mode, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, map[string]string{"store.go": "package store\n\n// OpenStore opens it.\nfunc OpenStore() {}\n"})
				w.gortex("init", "--quiet")
				out := w.pi(run{Version: pi.version, Mode: mode, Prompt: "go", Script: []turn{
					calls(call{"bash", args{"command": "grep -rn OpenStore ."}}, call{pi.tool("search"), args{"query": "OpenStore"}}),
					{Text: "finished"},
				}})
				if got := out.result(t, 1, 1); !strings.Contains(got, "store.go:4") {
					t.Errorf("grep: %s", got)
				}
				if got := out.result(t, 1, 2); !strings.Contains(got, "store.go") {
					t.Errorf("search: %s", got)
				}
				if mode == "print" && strings.TrimSpace(out.Stdout) != "finished" || out.Stderr != "" {
					t.Errorf("stdout %q, stderr %q", out.Stdout, out.Stderr)
				}
			})
		}
	}
}

// TestTheBriefingSurvivesAndIsNotRepeated over what a session goes through.
func TestTheBriefingSurvivesAndIsNotRepeated(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, map[string]string{"store.go": "package store\n\nfunc OpenStore() {}\n"})
			w.gortex("init", "--quiet")
			prompt := func(text string) any { return args{"prompt": text + strings.Repeat(" and so on", 200)} } // enough to compact
			out := w.pi(run{Version: pi.version, Mode: "rpc", Setting: args{"compaction": args{"keepRecentTokens": 10}},
				Script: []turn{{Text: "1"}, {Text: "2"}, {Text: "3"}, {Text: "4"}, {Text: "a summary"}, {Text: "5"}, {Text: "6"}},
				Steps: []any{
					prompt("first"), args{"reload": true}, prompt("second"),
					args{"command": args{"type": "new_session"}}, prompt("third"), prompt("fourth"),
					args{"command": args{"type": "compact"}}, prompt("fifth"), prompt("sixth"),
				}})
			seen := 0
			for _, r := range out.Requests {
				if len(r.Tools) == 0 {
					continue // Pi's own request for a summary
				}
				seen++
				if n := strings.Count(strings.Join(r.said("user"), "\n"), "Callable now"); n != 1 {
					t.Errorf("request %d has %d briefings: %.300q", seen, n, r.said("user"))
				}
			}
			if seen != 6 {
				t.Errorf("%d requests with tools, want one a prompt", seen)
			}
		})
	}
}
