//go:build unix

package e2e

import (
	"slices"
	"strings"
	"testing"
)

// How sessions end and follow each other where it is not done gently.

// TestPiIsKilledInAnyMode in the middle of a call of its own, by the call itself, and
// leaves nothing; life_test.go has the same for RPC.
func TestPiIsKilledInAnyMode(t *testing.T) {
	needsTime(t)
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		for signal, code := range map[string]any{"TERM": float64(143), "KILL": "SIGKILL"} {
			script := []turn{calls(call{pi.tool("search"), args{"query": "OpenStore"}}), calls(call{"bash", args{"command": "kill -" + signal + " $PPID; sleep 2"}})}
			for _, mode := range []string{"print", "json"} {
				t.Run(signal+" in "+mode+" mode", func(t *testing.T) {
					t.Parallel()
					w := w.in(t)
					out := w.pi(run{Version: pi.version, Mode: mode, Prompt: "go", Script: script, ends: code})
					if got := out.result(t, 1, 1); !strings.Contains(got, "store.go") {
						t.Errorf("search, before it: %s", got)
					}
				})
			}
			t.Run(signal+" in the terminal", func(t *testing.T) {
				t.Parallel()
				w := w.in(t)
				s := w.look(run{Version: pi.version, Script: script})
				s.types("go")
				lines(t, s.log, 2)
				s.gone()
				s.end()
			})
		}
		t.Run("/quit in the terminal", func(t *testing.T) {
			t.Parallel()
			w := w.in(t)
			s := w.look(run{Version: pi.version, Script: []turn{script(pi), {Text: "the answer"}}})
			s.types("go")
			s.shows("the answer")
			s.types("/quit")
			s.gone()
			s.end()
		})
	})
}

func script(pi piVersion) turn { return calls(call{pi.tool("search"), args{"query": "OpenStore"}}) }

// gone waits until Pi has ended, and with it the terminal.
func (s *screen) gone() {
	s.t.Helper()
	eventually(s.t, func() bool { return s.text() == "" }, func() string { return "Pi goes on:\n" + s.text() })
}

// TestARushOfReplacementsLeavesOneSession: commands that do not wait for each other.
// Whatever Pi makes of them, one session is there in the end, with all it should have,
// and one bridge. (Of the MCP servers newer Pi forgets some then, anyone's, until it ends.)
func TestARushOfReplacementsLeavesOneSession(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		bin, starts := w.noted("")
		count := args{"count": "pi bridge"}
		reload, anew := args{"type": "prompt", "message": "/rig-reload"}, args{"type": "new_session"}
		out := w.pi(run{Version: pi.version, Mode: "rpc", Env: map[string]string{"GORTEX_BIN": bin},
			Script: []turn{script(pi), {Text: "1"}, script(pi), {Text: "2"}, script(pi), {Text: "3"}},
			Steps: []any{
				args{"prompt": "one"}, args{"atOnce": []any{reload, reload, reload}}, count, args{"prompt": "two"}, count,
				args{"atOnce": []any{anew, anew, reload}}, count, args{"prompt": "three"}, count,
			}})
		if want := []int{1, 1, 1, 1}; !slices.Equal(out.Held, want) {
			t.Errorf("there ran %v bridges, want %v; %d were started", out.Held, want, started(t, starts))
		}
		for _, n := range []int{1, 3, 5} {
			if got := out.result(t, n, 1); !strings.Contains(got, "store.go") {
				t.Errorf("search in turn %d: %s", n, got)
			}
			if said := ours(out.Requests[n-1]); len(said) != 1 {
				t.Errorf("turn %d has %d messages of gortex's: %q", n, len(said), said)
			}
		}
		if told := out.told(); len(told) > 0 {
			t.Errorf("the user was told %q", told)
		}
	})
}

// TestAReplacementStartsOneBridge, though older Pi says session_start twice of it.
func TestAReplacementStartsOneBridge(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		bin, starts := w.noted("")
		out := w.pi(run{Version: pi.version, Mode: "rpc", Env: map[string]string{"GORTEX_BIN": bin}, Extensions: []string{"testdata/starts.ts"},
			Script: []turn{{Text: "1"}, {Text: "2"}, {Text: "3"}}, Steps: []any{
				args{"prompt": "one"}, args{"command": args{"type": "new_session"}}, args{"prompt": "two"}, args{"fork": true}, args{"prompt": "three"}, args{"count": true},
			}})
		if n := started(t, starts); n != 3 {
			t.Errorf("%d bridges were started for three sessions", n)
		}
		events := len(slices.DeleteFunc(out.notices(), func(s string) bool { return !strings.HasPrefix(s, "session_start") }))
		if twice := pi.version != "1.6.0"; events != 3 && !twice || events != 5 && twice {
			t.Errorf("Pi said session_start %d times", events)
		}
		for i, r := range out.Requests {
			if said := ours(r); len(said) != 1 {
				t.Errorf("turn %d has %d messages of gortex's: %q", i+1, len(said), said)
			}
		}
	})
}

// TestInPrintModeTheModelIsToldOfADeadShim: Pi itself is silent about it there, and
// there is no user to tell.
func TestInPrintModeTheModelIsToldOfADeadShim(t *testing.T) {
	eachNative(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		for _, mode := range []string{"print", "json"} {
			out := w.pi(run{Version: pi.version, Mode: mode, Prompt: "go", Env: map[string]string{"GORTEX_BIN": w.wrapped(`[ "$2" = mcp-shim ] && exit 3`), "GORTEX_TIMEOUT_READY_NATIVE": "1s"},
				Script: []turn{calls(call{"bash", args{"command": "grep -c OpenStore store.go"}}), {Text: "the answer"}}})
			oneLine(t, "the model", naming(out.Requests[len(out.Requests)-1], "/reload"), "/reload")
			if got := strings.TrimSpace(out.result(t, 1, 1)); got != "3" {
				t.Errorf("bash: %s", got)
			}
			if !strings.Contains(out.Stdout, "the answer") || out.Stderr != "" {
				t.Errorf("%s mode: stdout %q, stderr %q", mode, out.Stdout, out.Stderr)
			}
		}
	})
}

// TestNothingIsRegisteredForABinaryThatIsNotThere, nor where the extension has switched
// to tools of its own.
func TestNothingIsRegisteredForABinaryThatIsNotThere(t *testing.T) {
	eachNative(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		for name, env := range map[string]map[string]string{"the binary is gone": gone(w), "native_mcp is off": ownClient} {
			out := w.pi(run{Version: pi.version, Mode: "rpc", Env: env, Extensions: []string{"testdata/spy.ts"}, Steps: []any{args{"prompt": "go"}, args{"prompt": "/spy"}}, Script: []turn{{Text: "finished"}}})
			if servers := out.spies(t)[0].Servers; len(servers) > 0 {
				t.Errorf("%s, and yet there is %s", name, servers)
			}
		}
	})
}
