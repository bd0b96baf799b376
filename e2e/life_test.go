package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestNoProcessOutlivesItsSession, whichever way the session ends.
func TestNoProcessOutlivesItsSession(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		children := 1 // the bridge
		if pi.native {
			children = 2 // and the shim
		}
		search := calls(call{pi.tool("search"), args{"query": "OpenStore"}})

		t.Run("what replaces it has its own, and quitting leaves none", func(t *testing.T) {
			t.Parallel()
			w := w.in(t)
			count, prompt := args{"count": true}, args{"prompt": "go"}
			command := func(kind string, more ...any) any {
				c := args{"type": kind}
				for i := 0; i+1 < len(more); i += 2 {
					c[more[i].(string)] = more[i+1]
				}
				return args{"command": c}
			}
			out := w.pi(run{Version: pi.version, Mode: "rpc",
				Script: []turn{search, {Text: "1"}, search, {Text: "2"}, search, {Text: "3"}, search, {Text: "4"}, search, {Text: "5"}, search, {Text: "6"}},
				Steps: []any{
					prompt, count, args{"reload": true}, prompt, count, args{"remember": true}, command("new_session"), prompt, count,
					args{"fork": true}, prompt, count, command("clone"), prompt, count, args{"resume": true}, prompt, count,
				}})
			if want := slices.Repeat([]int{children}, 6); !slices.Equal(out.Held, want) {
				t.Errorf("after start, reload, new, fork, clone and resume there ran %v processes beside Pi and the daemon, want %v", out.Held, want)
			}
			for n := 1; n <= 11; n += 2 {
				if got := out.result(t, n, 1); !strings.Contains(got, "store.go") {
					t.Errorf("search in turn %d: %s", n, got)
				}
			}
		})
		for signal, code := range map[string]any{"SIGTERM": float64(143), "SIGKILL": "SIGKILL"} {
			t.Run(signal+" of Pi in the middle of a call", func(t *testing.T) {
				t.Parallel()
				w := w.in(t)
				w.pi(run{Version: pi.version, Mode: "rpc", ends: code,
					Script: []turn{search, calls(call{"bash", args{"command": "sleep 2; echo slept"}}), {Text: "finished"}},
					Steps:  []any{args{"start": "go"}, args{"until": 2}, args{"kill": `^pi$`, "signal": signal}, args{"exited": true}}})
			})
		}
	})
}

// TestARunEndsWithItsAnswer: within a second of when Pi alone would, and never before it.
func TestARunEndsWithItsAnswer(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		for _, mode := range []string{"print", "json"} {
			after := func(bare bool, c call) int64 { // ms from the request that is answered to the end
				out := w.pi(run{Version: pi.version, Mode: mode, Prompt: "go", bare: bare, Script: []turn{calls(c), {Text: "the answer"}}})
				if !strings.Contains(out.Stdout, "the answer") {
					t.Fatalf("%s mode ended without its answer: %s", mode, out.Stdout)
				}
				return out.Ended - out.Requests[len(out.Requests)-1].At
			}
			var longer []int64
			for range 4 { // a machine that is busy is not what this is about
				longer = append(longer, after(false, call{pi.tool("search"), args{"query": "OpenStore"}})-after(true, call{"bash", args{"command": "echo"}}))
				if longer[len(longer)-1] < 1000 {
					break
				}
			}
			if slices.Min(longer) >= 1000 {
				t.Errorf("%s mode ended %v ms later than Pi without gortex", mode, longer)
			}
		}
	})
}

// TestSessionsFollowEachOther is a soak: cycles of new, fork, resume and reload leave
// nothing. GORTEX_SOAK asks for more of them.
func TestSessionsFollowEachOther(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	cycles := setting(t, "GORTEX_SOAK", 10)
	versions := []piVersion{oldest()}
	if newest() != oldest() {
		versions = append(versions, newest())
	}
	for _, pi := range versions {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := aWorld(t)
			steps := []any{args{"prompt": "go"}, args{"count": true}, args{"remember": true}}
			lives := args{"sleep": 100} // until its bridge has started, which a session that ends at once never does
			for i := range cycles {
				steps = append(steps, args{"command": args{"type": "new_session"}}, lives, args{"resume": true}, args{"fork": true}, lives, args{"resume": true}, args{"reload": true}, lives)
				if n := i + 1; n%10 == 0 || n == 3 {
					steps = append(steps, args{"count": true}, args{"prompt": "/spy"})
				}
			}
			out := w.pi(run{Version: pi.version, Mode: "rpc", Extensions: []string{"testdata/spy.ts"}, Steps: steps, Script: []turn{{Text: "1"}}, Within: time.Duration(120+10*cycles) * time.Second})
			for i, n := range out.Held {
				if n != out.Held[0] {
					t.Errorf("at count %d there ran %d processes, at first %d", i, n, out.Held[0])
				}
			}
			spied := out.spies(t)
			if len(spied) < 2 {
				t.Fatalf("%d looks at the handles", len(spied))
			}
			first, last := spied[0].Handles, spied[len(spied)-1].Handles
			if len(last) > len(first)+2 { // a timer more or less
				t.Errorf("handles of Node: first %v, then %v", first, last)
			}
		})
	}
}
