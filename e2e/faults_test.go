package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// fault is a row of the table in docs/pi.md: what is broken, and what is said of it, once.
type fault struct {
	env     func(w *world) map[string]string
	before  func(w *world) // with the daemon running
	after   func(w *world)
	steps   func(w *world) []any
	only    func(pi piVersion) bool // nil: every Pi
	user    string                  // what the one notice names; "": there is none
	model   string                  // what gortex's message to the model names; "": there is none but the briefing
	search  string                  // what the first search gives; "": not looked at
	missing bool                    // the graph's tools are not offered
	always  bool                    // played in every run; the others with GORTEX_PI_VERSIONS
	bridged bool                    // nor on older Pi, where the bridge brings them
	own     bool                    // a call of its own tools says it to the model: TestACallSaysThatItsBridgeIsGone
}

var faults = map[string]fault{
	"the binary is gone": {env: gone, user: "gortex pi install", model: "gortex pi install", missing: true},
	"the binary cannot be run": {env: func(w *world) map[string]string {
		bad := filepath.Join(w.t.TempDir(), "gortex")
		if err := os.WriteFile(bad, []byte("#!/nowhere/at/all\n"), 0o755); err != nil {
			w.t.Fatal(err)
		}
		return map[string]string{"GORTEX_BIN": bad}
	}, user: "gortex pi install", model: "gortex pi doctor", missing: true, always: true},
	"no daemon, and none can be started": {env: func(w *world) map[string]string {
		return map[string]string{"GORTEX_SOCKET": filepath.Join(w.repo, "store.go", "socket")} // below a file
	}, model: "gortex daemon start", search: "gortex daemon"},
	"the daemon is busy": {before: stopped("STOP"), after: stopped("CONT"), model: "busy", always: true},
	"a bridge whose handshake times out": {env: func(w *world) map[string]string {
		return map[string]string{"GORTEX_BIN": w.wrapped(`[ "$2" = bridge ] && exec sleep 60`)}
	}, user: "/reload", model: "gortex pi doctor", bridged: true},
	"a bridge that answers every hook with an error": {env: func(w *world) map[string]string {
		return map[string]string{"GORTEX_BIN": w.scripted("errs")}
	}, bridged: true},
	"a shim that is dead from the start": {env: func(w *world) map[string]string {
		return map[string]string{"GORTEX_BIN": w.wrapped(`[ "$2" = mcp-shim ] && exit 3`), "GORTEX_TIMEOUT_READY_NATIVE": "1s"}
	}, only: native, user: "/reload", model: "/reload", missing: true},
	"a shim that never answers": {env: func(w *world) map[string]string {
		return map[string]string{"GORTEX_BIN": w.wrapped(`[ "$2" = mcp-shim ] && exec sleep 600`), "GORTEX_TIMEOUT_READY_NATIVE": "1s"}
	}, only: native, user: "/reload", model: "/reload", missing: true},
	"a setting that cannot be read": {before: func(w *world) {
		// Pi's own folder is throwaway: gortex's is what both know
		w.setting("[hook\nposture = 1\n")
	}, user: "config.toml", search: "store.go"},
	"an extension that is older than the binary": {before: func(w *world) { w.stamped("0.0.1") }, user: "gortex pi install", search: "store.go"},
	"an extension that is newer than the binary": {before: func(w *world) { w.stamped("99.0.0") }, user: "gortex pi install", search: "store.go"},
	"the bridge is killed in mid-session": {steps: func(*world) []any {
		return []any{args{"start": "go"}, args{"until": 2}, args{"kill": "pi bridge"}, args{"settle": true}, args{"prompt": "again"}}
	}, user: "/reload", own: true},
	"the shim is killed in mid-session": {steps: func(*world) []any {
		return []any{args{"prompt": "go"}, args{"kill": "pi mcp-shim"}, args{"prompt": "again"}}
	}, only: native},
	"a daemon below the floor": {before: func(w *world) {
		w.gortex("daemon", "stop")
		w.olderDaemon()
	}, user: "gortex daemon restart", model: "may misbehave", search: "store.go", always: true},
}

func native(pi piVersion) bool { return pi.native }

func gone(w *world) map[string]string {
	return map[string]string{"GORTEX_BIN": filepath.Join(w.home, "gone")}
}

// TestEachFaultIsSaidOnceAndCostsNoSession plays the table of docs/pi.md.
func TestEachFaultIsSaidOnceAndCostsNoSession(t *testing.T) {
	for name, f := range faults {
		t.Run(name, func(t *testing.T) {
			if !f.always {
				needsTime(t)
			}
			eachPi(t, func(t *testing.T, pi piVersion) {
				if f.only != nil && !f.only(pi) {
					t.Skip("not on this Pi")
				}
				f.play(t, pi)
			})
		})
	}
}

func (f fault) play(t *testing.T, pi piVersion) {
	w := aWorld(t)
	r := run{Version: pi.version, Mode: "rpc", Steps: []any{args{"prompt": "one"}, args{"prompt": "two"}}, Script: []turn{
		calls(call{"bash", args{"command": "sleep 1; echo works"}}, call{pi.tool("search"), args{"query": "OpenStore"}}),
		calls(call{"bash", args{"command": "echo still"}}), {Text: "finished"}, calls(call{pi.tool("search"), args{"query": "OpenStore"}}), {Text: "again"},
	}}
	if f.before != nil {
		f.before(w)
	}
	if f.after != nil {
		defer f.after(w)
	}
	if f.env != nil {
		r.Env = f.env(w)
	}
	if f.steps != nil {
		r.Steps = f.steps(w)
	}
	out := w.pi(r)
	if got := out.result(t, 1, 1); strings.TrimSpace(got) != "works" {
		t.Errorf("bash: %s", got)
	}
	if got := out.result(t, 2, 1); strings.TrimSpace(got) != "still" {
		t.Errorf("bash, later: %s", got)
	}
	if told := out.told(); f.user == "" && len(told) > 0 || f.user != "" && (len(told) != 1 || !strings.Contains(told[0], f.user)) {
		t.Errorf("the user was told %q, want one notice that names %q", told, f.user)
	}
	last := out.Requests[len(out.Requests)-1]
	if f.model != "" {
		oneLine(t, "the model", naming(last, f.model), f.model)
	} else if said := slices.DeleteFunc(ours(last), func(s string) bool { return strings.Contains(s, "Callable now") }); len(said) > 0 {
		t.Errorf("the model was told %q", said)
	}
	if got := out.result(t, 1, 2); f.search != "" && !strings.Contains(got, f.search) {
		t.Errorf("search: %s", got)
	}
	if offered := strings.Contains(strings.Join(out.Requests[0].tools(), " "), pi.tool("search")); offered == (f.missing || f.bridged && !pi.native) {
		t.Errorf("the graph's tools are offered: %v", offered)
	}
}

// TestThePageHasTheFaultsThatAreTested, each with somebody who is told or nobody.
func TestThePageHasTheFaultsThatAreTested(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/pi.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| fault |")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")[2:]
	for _, row := range rows {
		cells := strings.Split(strings.Trim(row, "|"), "|")
		name, _, _ := strings.Cut(strings.TrimSpace(cells[0]), " (")
		f, tested := faults[name]
		if !tested {
			t.Errorf("%q has no test", name)
			continue
		}
		if said := strings.TrimSpace(cells[2]) != ""; said != (f.user != "") {
			t.Errorf("%s: the page says that the user is told: %v", name, said)
		}
		if said := strings.TrimSpace(cells[3]) != ""; said != (f.model != "" || f.own) {
			t.Errorf("%s: the page says that the model is told: %v", name, said)
		}
	}
	if len(rows) != len(faults) {
		t.Errorf("the page has %d rows, tested are %d", len(rows), len(faults))
	}
}

// TestACallSaysThatItsBridgeIsGone: it was killed, and so is each that follows it.
func TestACallSaysThatItsBridgeIsGone(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		was := filepath.Join(t.TempDir(), "was")
		search := calls(call{"search", args{"query": "OpenStore"}})
		out := w.pi(pi.ownClient(run{Env: map[string]string{"GORTEX_BIN": w.wrapped(fmt.Sprintf(`[ "$2" = bridge ] && { [ -e '%[1]s' ] && exit 3; touch '%[1]s'; }`, was))},
			Steps:  []any{args{"start": "go"}, args{"until": 2}, args{"kill": "pi bridge"}, args{"settle": true}},
			Script: []turn{search, calls(call{"bash", args{"command": "sleep 2; echo works"}}), search, search, {Text: "finished"}}}))
		if got := out.result(t, 1, 1); !strings.Contains(got, "store.go") {
			t.Errorf("search, before it: %s", got)
		}
		if got := out.result(t, 2, 1); strings.TrimSpace(got) != "works" {
			t.Errorf("bash: %s", got)
		}
		for turn := 3; turn <= 4; turn++ {
			if got := out.result(t, turn, 1); !strings.Contains(got, "se Pi's own tools") {
				t.Errorf("search, in turn %d: %s", turn, got)
			}
		}
		oneLine(t, "the user", out.told(), "/reload")
	})
}

// naming are the messages to the model, other than results of tools, that name what.
func naming(r request, what string) (all []string) {
	for _, said := range r.said("user") {
		if strings.Contains(said, what) {
			all = append(all, said)
		}
	}
	return all
}

// stopped sends the daemon a signal.
func stopped(signal string) func(*world) {
	return func(w *world) {
		if out, err := exec.Command("kill", "-"+signal, fmt.Sprint(w.daemon())).CombinedOutput(); err != nil {
			w.t.Fatalf("kill: %v %s", err, out)
		}
	}
}

// daemon returns the process that serves this world. It is asked once: one that is
// stopped does not answer.
func (w *world) daemon() int {
	w.t.Helper()
	if w.pid == 0 {
		var status struct{ Daemon struct{ PID int } }
		if err := json.Unmarshal([]byte(w.gortex("status", "--json")), &status); err != nil {
			w.t.Fatal(err)
		}
		w.pid = status.Daemon.PID
	}
	return w.pid
}

// scripted is a bridge that plays a part of scripted-bridge.mjs; every other process is the real one.
func (w *world) scripted(part string) string {
	return w.wrapped(fmt.Sprintf(`[ "$2" = bridge ] && SCRIPTED_BRIDGE='%s' SCRIPTED_LOG='%s' exec node '%s'`, part, filepath.Join(w.home, "scripted.log"), absolute("scripted-bridge.mjs")))
}

// setting writes gortex's own file of settings.
func (w *world) setting(text string) {
	w.t.Helper()
	dir := filepath.Join(w.home, "config")
	for _, dir := range []string{dir, w.home} { // whichever is read
		if err := os.MkdirAll(dir, 0o755); err != nil {
			w.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte(text), 0o600); err != nil {
			w.t.Fatal(err)
		}
	}
}

// stamped makes the installed extension one of another version.
func (w *world) stamped(version string) {
	w.t.Helper()
	path := filepath.Join(w.agent, "extensions", "gortex", "index.ts")
	b, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	before, after, ok := strings.Cut(string(b), `"version":"`)
	_, after, closed := strings.Cut(after, `"`)
	if !ok || !closed {
		w.t.Fatal("no version in the installed extension")
	}
	if err := os.WriteFile(path, []byte(before+`"version":"`+version+`"`+after), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// older builds a gortex of another version, once.
var older = sync.OnceValues(func() (string, error) {
	bin := filepath.Join(temp, "bin", "older")
	out, err := exec.Command("go", "build", "-tags", "urfave_cli_no_docs", "-ldflags", "-X github.com/gortexhq/gortex/internal/version.Version=0.0.1", "-o", bin, "../cmd/gortex").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build an older gortex: %w\n%s", err, out)
	}
	return bin, nil
})

// olderDaemon starts the daemon of a version that is below the floor.
func (w *world) olderDaemon() {
	w.t.Helper()
	bin, err := older()
	if err != nil {
		w.t.Fatal(err)
	}
	cmd := exec.Command(bin, "daemon", "start")
	cmd.Env = append(os.Environ(), "GORTEX_HOME="+w.home)
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("start it: %v\n%s", err, out)
	}
}
