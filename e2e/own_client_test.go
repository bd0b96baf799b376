package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	hostpi "github.com/gortexhq/gortex/internal/hosts/pi"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// ownClient keeps newer Pi from connecting the server, so that there too the extension
// registers the tools.
var ownClient = map[string]string{"GORTEX_NATIVE_MCP": "false"}

// definition is a tool as the model is offered it.
func (r request) definition(t *testing.T, name string) (description string, parameters json.RawMessage) {
	t.Helper()
	for _, tool := range r.Tools {
		if tool.Function.Name == name {
			return tool.Function.Description, tool.Function.Parameters
		}
	}
	t.Fatalf("%s is not among %v", name, r.tools())
	return "", nil
}

// TestWhatIsSearchedForCanBeCalled: on the extension's own channel, every tool that a
// search names is offered with the reply; schemas reach the model byte for byte, and a
// tool that would hide one of Pi's says first what it is called.
func TestWhatIsSearchedForCanBeCalled(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		own := piVersion{}.tool
		out := w.pi(run{Version: pi.version, Prompt: "go", Env: ownClient, Script: []turn{
			calls(call{own("tools_search"), args{"query": ""}}),
			calls(call{own("trace"), args{"operation": "tree", "symbol": "OpenStore"}}, call{own("analyze"), args{"operation": "api"}}),
			{Text: "finished"},
		}})
		found := out.result(t, 1, 1)
		for _, tool := range catalog.Deferred("core") {
			if !strings.Contains(found, tool.Name) {
				t.Errorf("the search does not name %s:\n%s", tool.Name, found)
			}
			if slices.Contains(out.Requests[0].tools(), own(tool.Name)) || !slices.Contains(out.Requests[1].tools(), own(tool.Name)) {
				t.Errorf("%s: at first %v, with the reply %v", tool.Name, out.Requests[0].tools(), out.Requests[1].tools())
			}
		}
		for n := 1; n <= 2; n++ {
			if got := out.result(t, 2, n); strings.Contains(got, "not found") || !strings.Contains(got, "OpenStore") {
				t.Errorf("what it calls then: %s", got)
			}
		}
		for _, tool := range append(catalog.Tools("core"), catalog.Deferred("core")...) {
			description, parameters := out.Requests[1].definition(t, own(tool.Name))
			var want, got bytes.Buffer
			if json.Compact(&want, tool.InputSchema) != nil || json.Compact(&got, parameters) != nil || got.String() != want.String() {
				t.Errorf("%s: the schema became\n%s\nand was\n%s", tool.Name, got.String(), want.String())
			}
			if renamed := own(tool.Name) != tool.Name; renamed != strings.HasPrefix(description, "Called "+own(tool.Name)+" here") {
				t.Errorf("%s is described as %.80q", own(tool.Name), description)
			}
		}
	})
}

// TestAWithdrawnToolLeavesAndComesBack, as the bridge says.
func TestAWithdrawnToolLeavesAndComesBack(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		ask := func(what string) turn { return calls(call{"gortex_read", args{what: true}}) }
		out := w.pi(run{Version: pi.version, Prompt: "go", Env: map[string]string{"GORTEX_BIN": w.scripted("answers"), "GORTEX_NATIVE_MCP": "false"},
			Script: []turn{ask("promote"), ask("withdraw"), calls(call{"trace", args{}}), ask("promote"), calls(call{"trace", args{}}), {Text: "finished"}}})
		out.offered(t, "trace", false, true, false, false, true, true)
		if got := out.result(t, 3, 1); !strings.Contains(got, "not found") {
			t.Errorf("withdrawn, it answers %s", got)
		}
		if got := out.result(t, 5, 1); got != "trace" {
			t.Errorf("back again, it answers %s", got)
		}
	})
}

// TestACallsProgressIsShownAndItsEndPassedOn: what the bridge tells of a call reaches
// Pi's row, an abort in Pi reaches the bridge, and what a result holds beside its text
// reaches the session.
func TestACallsProgressIsShownAndItsEndPassedOn(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		out := w.pi(run{Version: pi.version, Mode: "rpc", Env: map[string]string{"GORTEX_BIN": w.scripted("answers"), "GORTEX_NATIVE_MCP": "false"},
			Steps:  []any{args{"prompt": "one"}, args{"start": "two"}, args{"seen": "tool_execution_update"}, args{"command": args{"type": "abort"}}, args{"settle": true}, args{"command": args{"type": "get_entries"}}},
			Script: []turn{calls(call{"gortex_read", args{"quick": true}}), {Text: "1"}, calls(call{"gortex_read", args{"progress": true, "wait": true}}), {Text: "2"}}})
		shown := false
		for _, e := range out.Events {
			shown = shown || e["type"] == "tool_execution_update" && strings.Contains(fmt.Sprint(e["partialResult"]), "half way")
		}
		if !shown {
			t.Error("its progress was not shown")
		}
		log, err := os.ReadFile(filepath.Join(w.home, "scripted.log"))
		if err != nil || !strings.Contains(string(log), "tool/cancel") {
			t.Errorf("the bridge did not hear of the abort: %s, %v", log, err)
		}
		if details := editDetails(out, "gortex_read"); details["diff"] != "+1 x" {
			t.Errorf("the first call's details: %v", details)
		}
	})
}

// TestNoToolOfPisIsHidden: whatever this Pi brings along keeps its name, and that is
// guarded whether a tool of ours has it today or not.
func TestNoToolOfPisIsHidden(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		look := run{Version: pi.version, Mode: "rpc", Env: ownClient, Extensions: []string{"testdata/spy.ts"}, Steps: []any{args{"prompt": "go"}, args{"prompt": "/spy"}}, Script: []turn{{Text: "finished"}}}
		with := w.pi(look).spies(t)[0]
		look.bare = true
		without := w.pi(look).spies(t)[0]
		if len(without.Tools) < len(builtins) {
			t.Fatalf("this Pi has %v only", without.Tools)
		}
		sources := map[string]string{}
		for _, tool := range with.Tools {
			sources[tool.Name] = tool.Source
		}
		for _, tool := range without.Tools {
			if got := sources[tool.Name]; got != tool.Source {
				t.Errorf("%s is of %q, and with gortex of %q", tool.Name, tool.Source, got)
			}
			if got := hostpi.OwnName(tool.Name); got == tool.Name {
				t.Errorf("%s is Pi's, and not among the names that are guarded", tool.Name)
			}
			if renamed := "gortex_" + tool.Name; slices.Contains(catalog.Names(), tool.Name) && sources[renamed] == "" {
				t.Errorf("%s is Pi's, and %s is not there", tool.Name, renamed)
			}
		}
	})
}

// TestAPersonInAnUntrackedRepositoryIsToldOnce how to track it.
func TestAPersonInAnUntrackedRepositoryIsToldOnce(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := newWorld(t, map[string]string{"store.go": store})
		out := w.pi(run{Version: pi.version, Mode: "rpc", Steps: []any{args{"prompt": "one"}, args{"prompt": "two"}}, Script: []turn{{Text: "1"}, {Text: "2"}}})
		oneLine(t, "the user", out.told(), "gortex init")
		if told := fmt.Sprint(out.told()); !strings.Contains(told, filepath.Base(w.repo)) {
			t.Errorf("which one? %s", told)
		}
	})
}
