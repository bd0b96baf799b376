package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Whatever is missing, Pi works on, and one line says what to do.

func TestWithoutTheBinary(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, map[string]string{"a.go": "package a\n"})
			out := w.pi(run{Version: pi.version, Mode: "rpc", Env: map[string]string{"GORTEX_BIN": filepath.Join(w.home, "gone")},
				Steps:  []any{args{"prompt": "one"}, args{"prompt": "two"}},
				Script: []turn{calls(call{"bash", args{"command": "echo works"}}), {Text: "finished"}, {Text: "again"}}})
			if got := out.result(t, 1, 1); strings.TrimSpace(got) != "works" {
				t.Errorf("bash: %s", got)
			}
			if tools := out.Requests[0].tools(); slices.ContainsFunc(tools, func(n string) bool { return strings.Contains(n, "gortex") }) {
				t.Errorf("tools without a binary: %v", tools)
			}
			oneLine(t, "the user", out.notices(), "gortex pi install")
			last := out.Requests[len(out.Requests)-1]
			oneLine(t, "the model", ours(last), "gortex pi install")
		})
	}
}

func TestTheDaemonIsKilledInMidSession(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, map[string]string{"store.go": "package store\n\nfunc OpenStore() {}\n"})
			w.gortex("init", "--quiet")
			var status struct{ Daemon struct{ PID int } }
			if err := json.Unmarshal([]byte(w.gortex("status", "--json")), &status); err != nil {
				t.Fatal(err)
			}
			out := w.pi(run{Version: pi.version, Mode: "rpc", Steps: []any{args{"prompt": "go"}}, Script: []turn{
				calls(call{pi.tool("search"), args{"query": "OpenStore"}}),
				calls(call{"bash", args{"command": fmt.Sprintf("kill -9 %d", status.Daemon.PID)}}),
				calls(call{pi.tool("search"), args{"query": "OpenStore"}}),
				calls(call{"bash", args{"command": "grep -rn OpenStore ."}}),
				{Text: "finished"},
			}})
			for _, turn := range []int{1, 3} {
				if got := out.result(t, turn, 1); !strings.Contains(got, "store.go") {
					t.Errorf("search in turn %d: %s", turn, got)
				}
			}
			if got := out.result(t, 4, 1); !strings.Contains(got, "store.go:3") {
				t.Errorf("grep with the next daemon: %s", got)
			}
		})
	}
}

func TestPlacesWithoutAGraph(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		for name, tt := range map[string]struct {
			files map[string]string
			track bool
			mend  string // what the briefing must name
		}{
			"a repository that is not tracked": {map[string]string{"store.go": "package store\n\nfunc OpenStore() {}\n"}, false, "gortex "},
			"an empty repository":              {map[string]string{}, true, "gortex "},
		} {
			t.Run("Pi "+pi.version+" "+name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, tt.files)
				if tt.track {
					w.gortex("init", "--quiet")
				}
				out := w.pi(run{Version: pi.version, Prompt: "go", Script: []turn{
					calls(call{"bash", args{"command": "grep -rn OpenStore . | grep -v '^./.git'; echo done"}}, call{pi.tool("search"), args{"query": "OpenStore"}}),
					{Text: "finished"},
				}})
				if got := out.result(t, 1, 1); !strings.HasSuffix(strings.TrimSpace(got), "done") {
					t.Errorf("bash: %s", got)
				}
				oneLine(t, "the model", ours(out.Requests[0]), tt.mend)
				if got := out.result(t, 1, 2); got == "" || strings.Contains(got, "panic") {
					t.Errorf("search: %q", got)
				}
			})
		}
	}
}

func TestWithoutGit(t *testing.T) {
	need(t, "node", "npm", "git", "go", "bash")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, map[string]string{"store.go": "package store\n\nfunc OpenStore() {}\n"})
			path := t.TempDir()
			for _, tool := range []string{"bash", "sh", "echo", "cat", "ls", "grep", "node", "env"} {
				where, err := exec.LookPath(tool)
				if err != nil {
					t.Skipf("%s is missing", tool)
				}
				if err := os.Symlink(where, filepath.Join(path, tool)); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(w.bin, "init", "--quiet", w.repo)
			cmd.Env = []string{"PATH=" + path, "GORTEX_HOME=" + w.home, "HOME=" + w.home}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("init without git: %v\n%s", err, out)
			}
			out := w.pi(run{Version: pi.version, Prompt: "go", Env: map[string]string{"PATH": path}, Script: []turn{
				calls(call{"bash", args{"command": "echo works"}}, call{pi.tool("search"), args{"query": "OpenStore"}}),
				{Text: "finished"},
			}})
			if got := out.result(t, 1, 1); strings.TrimSpace(got) != "works" {
				t.Errorf("bash: %s", got)
			}
			if got := out.result(t, 1, 2); !strings.Contains(got, "store.go") {
				t.Errorf("search: %s", got)
			}
		})
	}
}

// ours are the messages that gortex put in front of the model.
func ours(r request) []string {
	return slices.DeleteFunc(r.said("user"), func(s string) bool { return !strings.Contains(s, "gortex") })
}

func oneLine(t *testing.T, who string, said []string, names string) {
	t.Helper()
	if len(said) != 1 || !strings.Contains(said[0], names) {
		t.Errorf("%s was told %q; want one message that names %q", who, said, names)
	}
}
