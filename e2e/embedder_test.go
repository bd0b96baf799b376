package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Sessions in a program that has Pi inside, by what Pi's package exports: see embedder.mjs.

// embed plays steps in such a program.
func (w *world) embed(pi piVersion, r run) report {
	w.t.Helper()
	r.Version, r.Mode, r.Program = pi.version, "embedded", "embedder.mjs"
	return w.pi(r)
}

// do is one of the program's commands.
func do(kind, session string, more ...any) any {
	command := args{"type": kind, "session": session}
	for i := 0; i+1 < len(more); i += 2 {
		command[more[i].(string)] = more[i+1]
	}
	return args{"command": command}
}

func ask(session, message string) any { return do("ask", session, "message", message) }

// noted is a binary that notes each start of a bridge in a file, and does more before it.
func (w *world) noted(more string) (bin, starts string) {
	w.t.Helper()
	starts = filepath.Join(w.t.TempDir(), "starts")
	return w.wrapped(`[ "$2" = bridge ] && { echo >> '` + starts + `'; ` + more + `:; }`), starts
}

func started(t *testing.T, starts string) int {
	t.Helper()
	b, err := os.ReadFile(starts)
	if err != nil {
		t.Error(err)
	}
	return strings.Count(string(b), "\n")
}

// look is a turn that shows whether a session has gortex.
var look = calls(call{"search", args{"query": "OpenStore"}}, call{"bash", args{"command": "grep -rn OpenStore ."}})

// looks are the script of that many prompts, with two turns each.
func looks(n int) []turn { return slices.Repeat([]turn{look, {Text: "finished"}}, n) }

// served holds the nth look of a script to what a session with gortex shows, or one without.
func (r report) served(t *testing.T, n int, has bool) {
	t.Helper()
	search, grep := r.result(t, 2*n-1, 1), r.result(t, 2*n-1, 2)
	if has && (!strings.Contains(search, "store.go") || !strings.Contains(grep, wasBlocked)) {
		t.Errorf("look %d: search %q, grep %q", n, search, grep)
	}
	if !has && (!strings.Contains(search, "Pi's own tools") && !strings.Contains(search, "not found") || !strings.Contains(grep, "./store.go:4:")) {
		t.Errorf("look %d, of a session without a bridge: search %q, grep %q", n, search, grep)
	}
}

// TestOfTwoSessionsOfALoaderTheLaterHasTheBridge: they share an instance of the
// extension, and its pi speaks for the later one. The other goes on as plain Pi does,
// and takes nothing from it, not when it ends either.
func TestOfTwoSessionsOfALoaderTheLaterHasTheBridge(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		bin, starts := w.noted("")
		out := w.embed(pi, run{Env: map[string]string{"GORTEX_BIN": bin}, Script: looks(5), Steps: []any{
			do("open", "a", "loader", "both"), do("bind", "a"), ask("a", "one"),
			do("open", "b", "loader", "both"), do("bind", "b"), args{"count": true}, ask("a", "two"), ask("b", "one"), ask("a", "three"), args{"count": true},
			do("shut", "a"), ask("b", "two"), args{"count": true},
		}})
		for i, has := range []bool{true, false, true, false, true} {
			out.served(t, i+1, has)
		}
		if !slices.Equal(out.Held, []int{1, 1, 1}) || started(t, starts) != 2 {
			t.Errorf("there ran %v bridges, and %d were started", out.Held, started(t, starts))
		}
		for _, n := range []int{5, 9} { // a's first and last, b's last
			if said := ours(out.Requests[n-1]); len(said) != 1 {
				t.Errorf("request %d has %d messages of gortex's: %q", n, len(said), said)
			}
		}
	})
}

// TestATurnIsNotLetThroughByAnotherSession: prompts of both come before any
// session_start, the hooks overlap, and the older session ends while the newer one's
// bridge is still starting.
func TestATurnIsNotLetThroughByAnotherSession(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		bin, starts := w.noted("sleep 1; ")
		out := w.embed(pi, run{Env: map[string]string{"GORTEX_BIN": bin}, Script: []turn{{Text: "1"}, {Text: "2"}},
			Steps: []any{
				do("open", "a", "loader", "both"), do("open", "b", "loader", "both"),
				do("ask", "a", "message", "the older", "wait", false), do("ask", "b", "message", "the newer", "wait", false),
				do("bind", "a"), do("bind", "b"), do("shut", "a"), do("settle", "b"), do("settle", "a"), args{"count": true},
			}})
		of := func(prompt string) request {
			n := slices.IndexFunc(out.Requests, func(r request) bool { return slices.Contains(r.said("user"), prompt) })
			if n < 0 {
				t.Fatalf("no request of %s", prompt)
			}
			return out.Requests[n]
		}
		if older := of("the older"); slices.Contains(older.tools(), "search") || len(ours(older)) > 0 {
			t.Errorf("the older one's turn: %v, %v", older.tools(), ours(older))
		}
		if newer := of("the newer"); !slices.Contains(newer.tools(), "search") || len(ours(newer)) != 1 {
			t.Errorf("the newer one's turn went ahead of its tools: %v, %v", newer.tools(), ours(newer))
		}
		if !slices.Equal(out.Held, []int{1}) || started(t, starts) != 2 {
			t.Errorf("there ran %v bridges, and %d were started", out.Held, started(t, starts))
		}
	})
}

// TestASessionGetsItsBridgeBackFromOneThatWasDropped: that one lived within its life, on
// a loader of its own, and was dropped as programs do it, without a session_shutdown.
func TestASessionGetsItsBridgeBackFromOneThatWasDropped(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		bin, starts := w.noted("")
		out := w.embed(pi, run{Env: map[string]string{"GORTEX_BIN": bin}, Script: looks(4), Steps: []any{
			do("open", "a"), do("bind", "a"), ask("a", "one"),
			do("open", "b"), do("bind", "b"), ask("b", "one"), args{"count": true}, ask("a", "two"),
			do("dispose", "b"), ask("a", "three"), args{"count": true},
		}})
		for i, has := range []bool{true, true, false, true} {
			out.served(t, i+1, has)
		}
		if !slices.Equal(out.Held, []int{1, 1}) || started(t, starts) != 3 {
			t.Errorf("there ran %v bridges, and %d were started", out.Held, started(t, starts))
		}
		if said := ours(out.Requests[6]); len(said) != 1 {
			t.Errorf("it was briefed %d times: %q", len(said), said)
		}
	})
}

// TestAReloadOfASessionThatIsOverTakesNoBridge: Pi may be asked for one while it replaces
// the session, and then builds an instance that no event ever ends, before the next
// session starts or after.
func TestAReloadOfASessionThatIsOverTakesNoBridge(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		next, reload := do("bind", "b"), do("reload", "a")
		for when, steps := range map[string][]any{"before": {reload, next}, "after": {next, reload}} {
			t.Run(when+" the next one starts", func(t *testing.T) {
				t.Parallel()
				w := aWorld(t)
				bin, starts := w.noted("")
				out := w.embed(pi, run{Env: map[string]string{"GORTEX_BIN": bin}, Script: looks(2), Steps: slices.Concat(
					[]any{do("open", "a"), do("bind", "a"), ask("a", "one"), do("shut", "a"), do("dispose", "a"), do("open", "b")},
					steps, []any{args{"count": true}, ask("b", "one"), args{"count": true}})})
				out.served(t, 1, true)
				out.served(t, 2, true)
				if !slices.Equal(out.Held, []int{1, 1}) {
					t.Errorf("there ran %v bridges; %d were started", out.Held, started(t, starts))
				}
			})
		}
	})
}

// TestAProgramThatNeverStartsItsSessions emits no session_start: the first turn waits
// its cap for one, and has all there is; the next waits for nothing. MCP servers, which
// Pi connects at that event, never come.
func TestAProgramThatNeverStartsItsSessions(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		bin, starts := w.noted("")
		out := w.embed(pi, run{Env: map[string]string{"GORTEX_BIN": bin}, Script: looks(2), Steps: []any{
			do("open", "a", "mcp", true), ask("a", "one"), args{"count": true}, ask("a", "two"), args{"count": true},
		}})
		for _, request := range out.Requests {
			if said := ours(request); !slices.Contains(request.tools(), "search") || len(said) != 1 {
				t.Errorf("tools %v, messages %q", request.tools(), said)
			}
		}
		out.served(t, 1, true)
		out.served(t, 2, true)
		took := func(step int) float64 {
			data, _ := out.Steps[step]["data"].(map[string]any)
			ms, _ := data["ms"].(float64)
			return ms
		}
		if first, second := took(1), took(3); second == 0 || second > first/2 {
			t.Errorf("the first turn took %.0f ms, the second one %.0f", first, second)
		}
		if !slices.Equal(out.Held, []int{1, 1}) || started(t, starts) != 1 {
			t.Errorf("there ran %v bridges, and %d were started", out.Held, started(t, starts))
		}
	})
}

// TestAProgramThatExitsLeavesNothing, in the middle of a call and without a word, not
// of what Pi's MCP extension started either.
func TestAProgramThatExitsLeavesNothing(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		out := w.embed(pi, run{Script: []turn{calls(call{pi.tool("search"), args{"query": "OpenStore"}}), calls(call{"bash", args{"command": "sleep 2"}})}, Steps: []any{
			do("open", "a", "mcp", true), do("bind", "a"), do("ask", "a", "message", "go", "wait", false), args{"until": 2}, args{"count": true}, do("exit", "a"), args{"exited": true},
		}})
		if got := out.result(t, 1, 1); !strings.Contains(got, "store.go") {
			t.Errorf("search: %s", got)
		}
		if len(out.Held) != 1 || out.Held[0] < 1 {
			t.Errorf("there ran %v processes to leave", out.Held)
		}
	})
}
