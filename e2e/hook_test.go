package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What the hook does to a real session: each posture over a sequence of calls, one
// guidance a batch, scripts' calls, and a daemon that is gone.

const hookStore = "package store\n\n// OpenStore opens it.\nfunc OpenStore() {}\n\n// CloseStore closes it.\nfunc CloseStore() {}\n"

// What a result or a message can be.
const (
	wasBlocked = "This call was not run"
	guided     = "The graph answers this too"
)

// outcome of a call: b it was blocked, c it ran with guidance in the request after it, . it ran.
func (r report) outcome(t *testing.T, turn, call int) string {
	t.Helper()
	switch got := r.result(t, turn, call); {
	case strings.Contains(got, wasBlocked):
		return "b"
	case !strings.Contains(got, "OpenStore"):
		t.Errorf("turn %d: neither blocked nor run: %s", turn, got)
	}
	if r.guidance(turn+1) > r.guidance(turn) {
		return "c"
	}
	return "."
}

// guidance counts the messages of guidance in the nth request, from 1.
func (r report) guidance(n int) int {
	if n > len(r.Requests) {
		return 0
	}
	said := r.Requests[n-1].said("user")
	return len(slices.DeleteFunc(said, func(s string) bool { return !strings.Contains(s, guided) }))
}

func TestPosturesOverASession(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, map[string]string{"store.go": hookStore})
			w.gortex("init", "--quiet")
			for _, tt := range []struct{ posture, steps, want, says string }{
				{"deny", "rgr", "b.b", "outline"},
				{"enrich", "rrr", "ccc", ""},
				{"consult-unlock", "rrgr", "bb.c", "unlocks"},
				{"nudge", "rrgrrrr", "cc.ccbc", "next call will pass"},
			} {
				t.Run(tt.posture+" "+tt.steps, func(t *testing.T) {
					t.Parallel()
					var script []turn
					for _, step := range tt.steps {
						if step == 'g' {
							script = append(script, calls(call{pi.tool("search"), args{"query": "OpenStore"}}))
						} else {
							script = append(script, calls(call{"read", args{"path": "store.go"}}))
						}
					}
					out := w.pi(run{Version: pi.version, Prompt: "go", Env: map[string]string{"GORTEX_POSTURE": tt.posture}, Script: append(script, turn{Text: "finished"})})
					got, reasons := "", ""
					for i := range tt.steps {
						got += out.outcome(t, i+1, 1)
						reasons += out.result(t, i+1, 1)
					}
					if got != tt.want || !strings.Contains(reasons, tt.says) {
						t.Errorf("%s, want %s; says %q: %s", got, tt.want, tt.says, reasons)
					}
				})
			}
		})
	}
}

func TestGuidanceComesOnceABatch(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, map[string]string{"store.go": hookStore})
			w.gortex("init", "--quiet")
			read, grep := call{"read", args{"path": "store.go"}}, call{"bash", args{"command": "grep -rn OpenStore ."}}
			out := w.pi(run{Version: pi.version, Prompt: "go", Env: map[string]string{"GORTEX_POSTURE": "enrich"}, Script: []turn{
				calls(read, grep, read), calls(grep, read), {Text: "finished"},
			}})
			if len(out.Requests) != 3 {
				t.Fatalf("%d requests", len(out.Requests))
			}
			for i, want := range []int{0, 1, 2} {
				if got := out.guidance(i + 1); got != want {
					t.Errorf("request %d has %d messages of guidance, want %d: %q", i+1, got, want, out.Requests[i].said("user"))
				}
			}
		})
	}
}

// Only newer Pi runs scripts. What a script calls is judged as what the model calls,
// and a graph call within one counts.
func TestAScriptsCallsAreJudged(t *testing.T) {
	eachNative(t, func(t *testing.T, pi piVersion) {
		w := newWorld(t, map[string]string{"store.go": hookStore})
		w.gortex("init", "--quiet")
		const script = `
const said = [];
for (const call of [
  () => tools.bash({command: "grep -rn OpenStore ."}),
  () => tools.read({path: "store.go"}),
  () => tools.read({path: "store.go", offset: 1, limit: 3}),
  () => tools.bash({command: "echo harmless"}),
  () => tools.mcp__gortex__search({query: "OpenStore"}),
  () => tools.read({path: "store.go"}),
]) {
  try { await call(); said.push("ran"); } catch (error) { said.push(String(error.message).includes("was not run") ? "blocked" : "failed: " + error.message); }
}
return said.join(" ");`
		for posture, want := range map[string]string{"deny": "blocked blocked ran ran ran blocked", "consult-unlock": "blocked blocked ran ran ran ran"} {
			t.Run(posture, func(t *testing.T) {
				t.Parallel()
				out := w.pi(run{Version: pi.version, Prompt: "go", Env: map[string]string{"GORTEX_POSTURE": posture}, Setting: args{"defaultTools": []string{"+codemode"}},
					Script: []turn{calls(call{"codemode", args{"code": script}}), {Text: "finished"}}})
				if got := out.result(t, 1, 1); !strings.Contains(got, want) {
					t.Errorf("got %s\nwant %s", got, want)
				}
			})
		}
	})
}

// A daemon that was killed and cannot come back: calls run as they are, and the user
// hears of it once.
func TestAKilledDaemonMakesTheHookSilent(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, map[string]string{"store.go": hookStore})
			shared := w.bin
			w.bin = filepath.Join(t.TempDir(), "gortex")
			if err := os.Link(shared, w.bin); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { w.bin = shared })
			w.gortex("pi", "install", "--agent-dir", w.agent, "--force")
			w.gortex("init", "--quiet")
			var status struct{ Daemon struct{ PID int } }
			if err := json.Unmarshal([]byte(w.gortex("status", "--json")), &status); err != nil {
				t.Fatal(err)
			}
			read := calls(call{"read", args{"path": "store.go"}})
			out := w.pi(run{Version: pi.version, Mode: "rpc", Steps: []any{args{"prompt": "go"}}, Script: []turn{
				read, calls(call{"bash", args{"command": fmt.Sprintf("rm %s; kill -9 %d", w.bin, status.Daemon.PID)}}), read, read, read, {Text: "finished"},
			}})
			got := ""
			for _, turn := range []int{1, 3, 4, 5} {
				got += out.outcome(t, turn, 1)
			}
			if got != "b..." {
				t.Errorf("%s, want the first blocked and the others run", got)
			}
			said := slices.DeleteFunc(out.notices(), func(s string) bool { return !strings.Contains(s, "its daemon has ended") })
			if len(said) != 1 {
				t.Errorf("said %d times, want once: %q", len(said), out.notices())
			}
		})
	}
}
