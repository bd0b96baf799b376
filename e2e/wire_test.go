//go:build unix

package e2e

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// What travels between a session of Pi and the daemon, seen by a middleman.

// TestAnAbortInPiReachesTheDaemon, and the daemon's progress Pi's row, whichever way the
// tools come.
func TestAnAbortInPiReachesTheDaemon(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		m := w.through(func(int) fate { return passed })
		var held atomic.Pointer[frame]
		m.keep = func(message frame, answer io.Writer) bool {
			if message.Method != "tools/call" || message.Params.Name != "explore" {
				return false
			}
			held.Store(&message)
			fmt.Fprintf(answer, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1,"message":"half way"}}`+"\n", message.Params.Meta.ProgressToken)
			return true
		}
		out := w.pi(run{Version: pi.version, Mode: "rpc", Env: map[string]string{"GORTEX_SOCKET": m.socket},
			Steps:  []any{args{"start": "one"}, args{"seen": "tool_execution_update"}, args{"command": args{"type": "abort"}}, args{"settle": true}, args{"prompt": "two"}},
			Script: []turn{calls(call{pi.tool("explore"), args{"task": "opening"}}), calls(call{pi.tool("search"), args{"query": "OpenStore"}}), {Text: "finished"}}})
		if call := held.Load(); call == nil || !slices.ContainsFunc(m.said("notifications/cancelled"), func(c frame) bool { return string(c.Params.RequestID) == string(call.ID) }) {
			t.Errorf("the call was %+v, cancelled were %+v", call, m.said("notifications/cancelled"))
		}
		if !slices.ContainsFunc(out.Events, func(e map[string]any) bool {
			return e["type"] == "tool_execution_update" && strings.Contains(fmt.Sprint(e["partialResult"]), "half way")
		}) {
			t.Error("its progress was not shown")
		}
		if got := out.result(t, 2, 1); !strings.Contains(got, "store.go") {
			t.Errorf("search, after it: %s", got)
		}
	})
}

// TestWhatTheDaemonPutsAwayLeavesTheSession, and comes back to it, where the extension
// registers the tools; of the burst of announcements that all deferred tools make, the
// list is asked for twice at most: for the search's answer, and once after the last.
func TestWhatTheDaemonPutsAwayLeavesTheSession(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		m := w.through(func(int) fate { return passed })
		var names []string
		for _, tool := range catalog.Deferred("core") {
			names = append(names, tool.Name)
		}
		search := func(a args) turn { return calls(call{"tools_search", a}) }
		all := search(args{"query": "select:" + strings.Join(names, ",")})
		trace := calls(call{"trace", args{"operation": "tree", "symbol": "OpenStore"}})
		out := w.pi(pi.ownClient(run{Env: map[string]string{"GORTEX_SOCKET": m.socket}, Steps: []any{args{"prompt": "go"}},
			Script: []turn{all, search(args{"withdraw": []string{"trace"}}), trace, all, trace, {Text: "finished"}}}))
		out.offered(t, "trace", false, true, false, false, true, true)
		if got := out.result(t, 3, 1); !strings.Contains(got, "not found") {
			t.Errorf("put away, it answers %s", got)
		}
		if got := out.result(t, 5, 1); !strings.Contains(got, "OpenStore") {
			t.Errorf("back again, it answers %s", got)
		}
		if n := len(m.said("tools/list")); n < 4 || n > 1+2*3 {
			t.Errorf("the list was asked for %d times: at the start, and for three searches", n)
		}
	})
}
