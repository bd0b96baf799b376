package pi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// startBridge runs a bridge whose daemon and tools are fakes; nil is none at all.
func startBridge(t *testing.T, d *fakeDaemon, f *fakeTools) *wire {
	t.Helper()
	return startBridgeIn(t, quiet(t), d, f)
}

func startBridgeIn(t *testing.T, getenv func(string) string, d *fakeDaemon, f *fakeTools) *wire {
	t.Helper()
	b := &bridge{opts: Options{Getenv: getenv, CWD: t.TempDir()}.filled(), tools: catalog.Tools}
	b.dial = func(settings) dialFunc {
		return func(context.Context) (daemon, error) {
			if d == nil {
				return nil, client.ErrNotRunning
			}
			return d, nil
		}
	}
	b.open = func(settings) func(context.Context, func()) (*mcp.Client, error) {
		if f == nil {
			return func(context.Context, func()) (*mcp.Client, error) { return nil, client.ErrNotRunning }
		}
		return f.connect
	}
	return start(t, func(in io.Reader, out io.Writer) error { return b.serve(context.Background(), in, out) })
}

// nativeHello and ownHello are what the extension of a new and of an old Pi says.
const (
	nativeHello = `{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"registered":true,"session_id":"s","pi":{"commands":[{"name":"mcp","source":"builtin"}]}}}`
	ownHello    = `{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"registered":false,"session_id":"s"}}`
	nativeTools = `{"jsonrpc":"2.0","id":2,"method":"event","params":{"type":"tools_changed","names":["read","bash","mcp__gortex__search"]}}`
)

func event(id int, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"event","params":%s}`, id, params)
}

func effectsOf(result map[string]any) []any {
	all, _ := result["effects"].([]any)
	return all
}

func TestASessionOfTheBridge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newFakeDaemon()
		d.decide = func(_ context.Context, r client.HookRequest) (decision, error) {
			if r.Envelope.ToolName == "Bash" {
				return decision{Block: true, Reason: "use " + r.Tools["search"]}, nil
			}
			return decision{}, nil
		}
		d.brief = func(_ context.Context, r client.BriefRequest) (string, error) {
			return "brief for " + r.Tools["search"], nil
		}
		w := startBridge(t, d, nil)
		w.send(nativeHello)
		hello := w.result(1)
		if hello["protocol"] != 1.0 || hello["ready"] != false || len(effectsOf(hello)) != 0 {
			t.Errorf("hello: %v", hello)
		}
		w.send(nativeTools)
		w.result(2)
		w.send(`{"jsonrpc":"2.0","id":3,"method":"wait_ready","params":{"cap_ms":5000}}`)
		if got := w.result(3); got["ready"] != true {
			t.Errorf("wait_ready: %v", got)
		}
		w.send(event(4, `{"type":"turn","prompt":"go"}`))
		if got := effectsOf(w.result(4)); len(got) != 1 || got[0].(map[string]any)["text"] != "brief for mcp__gortex__search" {
			t.Errorf("turn: %v", got)
		}
		w.send(event(5, `{"type":"turn","prompt":"go on"}`))
		if got := effectsOf(w.result(5)); len(got) != 0 {
			t.Errorf("the second turn: %v", got)
		}
		w.send(event(6, `{"type":"tool_call","toolName":"bash","toolCallId":"c","input":{"command":"grep -rn X ."}}`))
		if got := effectsOf(w.result(6)); len(got) != 1 || got[0].(map[string]any)["reason"] != "use mcp__gortex__search" {
			t.Errorf("tool_call: %v", got)
		}
		w.send(event(7, `{"type":"tool_result","toolName":"mcp__gortex__edit","structuredContent":{"structuredContent":{"gortex_diff":{"diff":"<d>","firstChangedLine":3}}}}`))
		want := []any{map[string]any{"type": "details", "details": map[string]any{"diff": "<d>", "firstChangedLine": 3.0}}}
		if diff := cmp.Diff(want, effectsOf(w.result(7))); diff != "" {
			t.Errorf("tool_result (-want +got):\n%s", diff)
		}
		w.send(event(8, `{"type":"shutdown","reason":"quit"}`))
		w.result(8)
		w.end()
	})
}

func TestRequestsAreTakenInTheirOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newFakeDaemon()
		d.decide = func(context.Context, client.HookRequest) (decision, error) {
			return decision{Block: true, Reason: "no"}, nil
		}
		w := startBridge(t, d, nil)
		w.send(nativeHello + "\n" + nativeTools + "\n" + event(3, `{"type":"tool_call","toolName":"bash","input":{}}`))
		w.in.Close() // what was asked is answered all the same
		if got := effectsOf(w.result(3)); len(got) != 1 {
			t.Errorf("%v", got)
		}
		w.end()
	})
}

func TestASecondHelloBeginsAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startBridge(t, newFakeDaemon(), nil)
		for range 3 {
			w.send(nativeHello)
			if got := w.result(1); got["ready"] != false {
				t.Errorf("%v", got)
			}
			w.send(nativeTools)
			w.result(2)
			w.send(`{"jsonrpc":"2.0","id":3,"method":"wait_ready","params":{}}`)
			if got := w.result(3); got["ready"] != true {
				t.Errorf("%v", got)
			}
		}
	})
}

func TestNothingIsDecidedBeforeThereIsAToolToName(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newFakeDaemon()
		d.decide = func(context.Context, client.HookRequest) (decision, error) {
			return decision{Block: true, Reason: "no"}, nil
		}
		w := startBridge(t, d, nil)
		w.send(event(9, `{"type":"tool_call","toolName":"bash","input":{}}`))
		if got := effectsOf(w.result(9)); len(got) != 0 {
			t.Errorf("before hello: %v", got)
		}
		w.send(nativeHello)
		w.send(event(3, `{"type":"tool_call","toolName":"bash","input":{}}`))
		if got := effectsOf(w.result(3)); len(got) != 0 {
			t.Errorf("before the tools: %v", got)
		}
	})
}

func TestADecisionThatIsLateIsNone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newFakeDaemon()
		d.decide = func(ctx context.Context, _ client.HookRequest) (decision, error) {
			<-ctx.Done()
			return decision{}, ctx.Err()
		}
		w := startBridge(t, d, nil)
		w.send(nativeHello)
		w.send(nativeTools)
		began := time.Now()
		w.send(event(3, `{"type":"tool_call","toolName":"bash","input":{}}`))
		if got := effectsOf(w.result(3)); len(got) != 0 || time.Since(began) != mostHookTime {
			t.Errorf("%v after %v", got, time.Since(began))
		}
	})
}

func TestWithoutADaemonTheBriefingSaysSo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startBridge(t, nil, nil)
		w.send(nativeHello)
		w.send(event(2, `{"type":"turn","prompt":"x"}`))
		got := effectsOf(w.result(2))
		if len(got) != 1 || !strings.Contains(fmt.Sprint(got[0]), "gortex daemon start") {
			t.Errorf("%v", got)
		}
		w.send(event(3, `{"type":"turn","prompt":"x"}`))
		if got := effectsOf(w.result(3)); len(got) != 0 {
			t.Errorf("said twice: %v", got)
		}
	})
}

func TestBadInputCostsOneAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startBridge(t, newFakeDaemon(), nil)
		for _, line := range []string{"no json", `[]`, `{"jsonrpc":"2.0","id":7,"method":"nope"}`, `{"jsonrpc":"2.0","id":8,"method":"hello","params":[1]}`, `{"jsonrpc":"2.0","id":9,"method":"event","params":"x"}`} {
			w.send(line)
			if m := w.next(func(map[string]any) bool { return true }); m["error"] == nil {
				t.Errorf("%s: %v", line, m)
			}
		}
		w.send(event(10, `{"type":"from the future"}`))
		if got := effectsOf(w.result(10)); len(got) != 0 {
			t.Errorf("%v", got)
		}
	})
}

func TestTheEndOfInputEndsWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hangs := newFakeTools(func(ctx context.Context, _ string, _ json.RawMessage) (*mcp.ToolResult, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		w := startBridge(t, newFakeDaemon(), hangs)
		w.send(ownHello)
		w.result(1)
		w.send(`{"jsonrpc":"2.0","id":2,"method":"tool/execute","params":{"name":"search","toolCallId":"c","arguments":{}}}`)
		w.send(`{"jsonrpc":"2.0","id":3,"method":"wait_ready","params":{}}`)
		began := time.Now()
		w.in.Close()
		w.end()
		if took := time.Since(began); took != endGrace || took >= time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestOnOlderPiTheBridgeIsTheClient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started := make(chan struct{}, 1)
		f := newFakeTools(func(ctx context.Context, name string, arguments json.RawMessage) (*mcp.ToolResult, error) {
			switch name {
			case "read":
				return mcp.Text("read " + string(arguments)), nil
			case "search":
				mcp.ReportProgress(ctx, mcp.Progress{Progress: 1, Message: "half way"})
				return &mcp.ToolResult{Content: []mcp.Content{{Type: "text", Text: "x"}}, StructuredContent: json.RawMessage(`{"n":9007199254740993}`)}, nil
			}
			started <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		})
		w := startBridge(t, newFakeDaemon(), f)
		w.send(ownHello)
		hello := w.result(1)
		effects := effectsOf(hello)
		if hello["ready"] != true || len(effects) != 1 {
			t.Fatalf("hello: %v", hello)
		}
		if tools := effects[0].(map[string]any)["tools"].([]any); len(tools) != len(catalog.Tools("")) {
			t.Errorf("%d tools", len(tools))
		}

		w.send(`{"jsonrpc":"2.0","id":2,"method":"tool/execute","params":{"name":"gortex_read","toolCallId":"a","arguments":{"file":"x"}}}`)
		if got := fmt.Sprint(w.result(2)["content"]); !strings.Contains(got, `read {"file":"x"}`) {
			t.Errorf("under its alias: %s", got)
		}
		w.send(`{"jsonrpc":"2.0","id":3,"method":"tool/execute","params":{"name":"search","toolCallId":"b","arguments":{}}}`)
		if m := w.next(func(m map[string]any) bool { return m["method"] == "tool/progress" }); fmt.Sprint(m["params"]) != "map[text:half way toolCallId:b]" {
			t.Errorf("progress: %v", m)
		}
		w.result(3)
		w.send(`{"jsonrpc":"2.0","id":4,"method":"tool/execute","params":{"name":"explore","toolCallId":"c","arguments":{}}}`)
		<-started
		w.send(`{"jsonrpc":"2.0","method":"tool/cancel","params":{"toolCallId":"c"}}`)
		if got := w.result(4); got["isError"] != true {
			t.Errorf("cancelled: %v", got)
		}

		promoted := append(catalog.Tools(""), mcp.Tool{Name: "trace", InputSchema: json.RawMessage(`{"type":"object"}`)})
		f.replace(t, promoted, 20)
		m := w.next(func(m map[string]any) bool { return m["method"] == "effects" })
		if got := fmt.Sprint(m["params"]); !strings.Contains(got, "tools.register") || !strings.Contains(got, "trace") {
			t.Errorf("a burst of announcements: %v", m)
		}
	})
}

func TestAnEditOnOlderPiHasItsDiffInDetails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "a.go"), "one\ntwo\n")
		f := newFakeTools(func(context.Context, string, json.RawMessage) (*mcp.ToolResult, error) {
			write(t, filepath.Join(dir, "a.go"), "one\n2\n")
			return &mcp.ToolResult{Content: []mcp.Content{{Type: "text", Text: "ok"}}, StructuredContent: edited("a.go", "one\ntwo\n", "one\n2\n")}, nil
		})
		w := startBridge(t, newFakeDaemon(), f)
		w.send(strings.Replace(ownHello, `"session_id"`, `"cwd":`+quote(dir)+`,"session_id"`, 1))
		w.result(1)
		w.send(`{"jsonrpc":"2.0","id":2,"method":"tool/execute","params":{"name":"gortex_edit","toolCallId":"a","arguments":{"file":"a.go"}}}`)
		got := w.result(2)
		details, _ := got["details"].(map[string]any)
		if details["firstChangedLine"] != 2.0 || !strings.Contains(fmt.Sprint(details["diff"]), "+2 2") || strings.Contains(fmt.Sprint(got["structuredContent"]), diffKey) {
			t.Errorf("%v", got)
		}
	})
}

func TestABriefingOfADaemonInTroubleSaysWhichKind(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  error
		want string
	}{
		"gone":    {client.ErrNotRunning, "gortex daemon start"},
		"slow":    {context.DeadlineExceeded, "busy"},
		"errored": {&mcp.Error{Message: "the disk is full"}, "the disk is full"},
		"strange": {errors.New("x"), "gortex daemon start"},
	} {
		if got := withoutDaemon(tt.err, client.BriefRequest{CWD: "/r"}).Text(); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func TestADaemonThatEndsIsSaidOnceAndSilent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newFakeDaemon()
		d.decide = func(ctx context.Context, r client.HookRequest) (decision, error) {
			select {
			case <-d.done:
				return decision{}, mcp.ErrClosed
			default:
				return decision{Block: true, Reason: "no"}, nil
			}
		}
		w := startBridge(t, d, nil)
		w.send(nativeHello)
		w.send(nativeTools)
		w.send(event(5, `{"type":"tool_call","toolName":"bash","input":{}}`))
		if got := fmt.Sprint(effectsOf(w.result(5))); !strings.Contains(got, "block") {
			t.Fatalf("with a daemon: %v", got)
		}
		d.Close()
		for i, want := range []string{"gortex daemon logs", "", ""} {
			w.send(event(6+i, `{"type":"tool_call","toolName":"bash","input":{}}`))
			got := effectsOf(w.result(float64(6 + i)))
			if text := fmt.Sprint(got); strings.Contains(text, "block") || (want == "") != (len(got) == 0) || !strings.Contains(text, want) {
				t.Errorf("call %d without a daemon: %v", i+1, got)
			}
		}
	})
}
