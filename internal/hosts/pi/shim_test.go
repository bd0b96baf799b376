package pi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

func startShim(t *testing.T, cwd string, connect func(context.Context, func()) (*mcp.Client, error)) *wire {
	t.Helper()
	s := &shim{opts: Options{Getenv: quiet(t), CWD: cwd}.filled(), tools: catalog.Tools("")}
	s.upstream = newUpstream(connect, s.announce, time.Minute)
	s.differ = &differ{cwd: cwd, maxBytes: 1 << 20}
	return start(t, func(in io.Reader, out io.Writer) error { return s.serve(context.Background(), in, out) })
}

const (
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"pi","version":"1.6.0"}}}`
	listTools  = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
)

func TestTheShimAnswersItselfWhateverTheDaemonDoes(t *testing.T) {
	t.Parallel()
	for name, connect := range map[string]func(context.Context, func()) (*mcp.Client, error){
		"a daemon that hangs": func(ctx context.Context, _ func()) (*mcp.Client, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
		"no daemon": func(context.Context, func()) (*mcp.Client, error) { return nil, errors.New("no") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := startShim(t, t.TempDir(), connect)
				began := time.Now()
				w.send(initialize + "\n" + listTools)
				if tools, _ := w.result(2)["tools"].([]any); len(tools) != len(catalog.Tools("")) {
					t.Errorf("%d tools", len(tools))
				}
				w.send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
				w.result(3)
				w.in.Close()
				w.end()
				if took := time.Since(began); took != 0 { // nothing is waited for
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

func TestTheShimHandsCallsOnAsTheyCame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var got string
		f := newFakeTools(func(ctx context.Context, name string, arguments json.RawMessage) (*mcp.ToolResult, error) {
			got = name + " " + string(arguments)
			mcp.ReportProgress(ctx, mcp.Progress{Progress: 1, Message: "half way"})
			return &mcp.ToolResult{Content: []mcp.Content{{Type: "text", Text: "<x>"}}, StructuredContent: json.RawMessage(`{"n":1}`)}, nil
		})
		w := startShim(t, t.TempDir(), f.connect)
		w.send(initialize)
		w.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search","arguments":{"n":9007199254740993,"s":"<"},"_meta":{"progressToken":3}}}`)
		if m := w.next(func(m map[string]any) bool { return m["method"] == "notifications/progress" }); m["params"].(map[string]any)["message"] != "half way" {
			t.Errorf("progress: %v", m)
		}
		if r := w.result(3); fmt.Sprint(r["content"]) != "[map[text:<x> type:text]]" || fmt.Sprint(r["structuredContent"]) != "map[n:1]" {
			t.Errorf("result: %v", r)
		}
		if got != `search {"n":9007199254740993,"s":"<"}` {
			t.Errorf("the daemon got %s", got)
		}
		w.send(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":""}}`)
		if m := w.next(func(m map[string]any) bool { return m["id"] == 4.0 }); m["error"] == nil {
			t.Errorf("no name: %v", m)
		}
	})
}

func TestAnEditThroughTheShimCarriesItsDiff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "a.go"), "one\n")
		f := newFakeTools(func(context.Context, string, json.RawMessage) (*mcp.ToolResult, error) {
			write(t, filepath.Join(dir, "a.go"), "two\n")
			return &mcp.ToolResult{StructuredContent: edited("a.go", "one\n", "two\n")}, nil
		})
		w := startShim(t, dir, f.connect)
		w.send(initialize)
		w.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"edit","arguments":{"file":"a.go"}}}`)
		r := w.result(3)
		structured, _ := r["structuredContent"].(map[string]any)
		diff, _ := structured[diffKey].(map[string]any)
		if structured["status"] != "applied" || diff["firstChangedLine"] != 1.0 || strings.Contains(fmt.Sprint(r["content"]), "two") {
			t.Errorf("%v", r)
		}
	})
}

func TestTheShimCancels(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started, cancelled := make(chan struct{}), make(chan struct{})
		f := newFakeTools(func(ctx context.Context, _ string, _ json.RawMessage) (*mcp.ToolResult, error) {
			close(started)
			<-ctx.Done()
			close(cancelled)
			return nil, ctx.Err()
		})
		w := startShim(t, t.TempDir(), f.connect)
		w.send(initialize)
		w.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search","arguments":{}}}`)
		<-started
		w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`)
		select {
		case <-cancelled:
		case <-time.After(patience):
			t.Error("the daemon never heard of it")
		}
	})
}

func TestTheShimTakesOverTheDaemonsList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFakeTools(nil)
		f.tools = append(catalog.Tools(""), mcp.Tool{Name: "later", InputSchema: json.RawMessage(`{"type":"object"}`)})
		w := startShim(t, t.TempDir(), f.connect)
		w.send(initialize)
		w.next(func(m map[string]any) bool { return m["method"] == "notifications/tools/list_changed" })
		w.send(listTools)
		if tools, _ := w.result(2)["tools"].([]any); len(tools) != len(f.tools) {
			t.Errorf("%d tools, want the daemon's %d", len(tools), len(f.tools))
		}
	})
}

func TestAnyStdioServerIsProxied(t *testing.T) {
	t.Parallel()
	cat, err := exec.LookPath("cat")
	if err != nil {
		t.Skip("cat is missing")
	}
	o := ShimOptions{Options: Options{Getenv: quiet(t), CWD: t.TempDir()}, Command: []string{cat}}
	w := start(t, func(in io.Reader, out io.Writer) error { return RunShim(context.Background(), in, out, o) })
	w.send(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"n":1}}`)
	if m := w.next(func(map[string]any) bool { return true }); m["method"] != "x" {
		t.Errorf("%v", m)
	}
	w.in.Close()
	w.end()

	o.Command = []string{filepath.Join(t.TempDir(), "absent")}
	if err := RunShim(t.Context(), strings.NewReader(""), io.Discard, o); err == nil || !strings.Contains(err.Error(), "absent") {
		t.Errorf("a command that is not there: %v", err)
	}
}

// A server that breaks the limit cannot be followed any more, and one that is gone cannot
// answer: what it owes is said to be lost, the child is gone, and a new shim, which is what
// Pi starts with the next call, has a new child.
func TestAChildThatEndsOrBreaksTheLimitIsEndedAndStartedAnew(t *testing.T) {
	t.Parallel()
	const answer = `{"jsonrpc":"2.0","id":"a","result":{}}`
	for name, tt := range map[string]struct{ script, says string }{
		"a frame above the limit, in one piece": {`head -c 1200000 /dev/zero | tr "\\0" x; echo; sleep 60`, "a line is at most 1048576 bytes"},
		"the same, without an end":              {`head -c 1200000 /dev/zero | tr "\\0" x; sleep 60`, "a line is at most 1048576 bytes"},
		"the same, drop by drop":                {`i=0; while [ $i -lt 30 ]; do head -c 40000 /dev/zero | tr "\\0" x; i=$((i+1)); done; sleep 60`, "a line is at most 1048576 bytes"},
		"half a frame and its end":              {`printf '{"jsonrpc":'; exit 3`, "stream ended"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			script := `echo $$ >> pids; read a; echo '` + answer + `'; read b; ` + tt.script
			o := ShimOptions{Options: Options{Getenv: with(quiet(t), map[string]string{"GORTEX_FRAME_BYTES": "1 MiB"}), CWD: dir}, Command: []string{"/bin/sh", "-c", script}}
			for range 2 {
				w := start(t, func(in io.Reader, out io.Writer) error { return RunShim(context.Background(), in, out, o) })
				w.send(`{"jsonrpc":"2.0","id":"a","method":"x"}`)
				if m := w.next(func(m map[string]any) bool { return m["id"] == "a" }); m["result"] == nil {
					t.Errorf("the first answer: %v", m)
				}
				w.send(`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`)
				m := w.next(func(m map[string]any) bool { return m["id"] == 7.0 })
				if got := fmt.Sprint(m["error"]); !strings.Contains(got, tt.says) || !strings.Contains(got, "starts it anew") {
					t.Errorf("what it owes: %v", m)
				}
				select {
				case err := <-w.ended:
					w.ended <- nil
					if tooLarge := errors.Is(err, mcp.ErrFrameTooLarge); tooLarge != strings.Contains(tt.says, "at most") {
						t.Errorf("the shim ended with %v", err)
					}
				case <-time.After(patience):
					t.Fatal("the shim goes on")
				}
			}
			pids, err := os.ReadFile(filepath.Join(dir, "pids"))
			if err != nil || len(strings.Fields(string(pids))) != 2 {
				t.Fatalf("started %q, %v; want two children", pids, err)
			}
			for _, pid := range strings.Fields(string(pids)) {
				if exec.Command("/bin/kill", "-0", pid).Run() == nil {
					t.Errorf("the child %s is still there", pid)
				}
			}
		})
	}
}

func TestAFrameThatPiWouldDropIsCut(t *testing.T) {
	t.Parallel()
	result := `{"content":[{"type":"text","text":"` + strings.Repeat("x", maxFrameBytes) + `"}]}`
	frame := []byte(`{"jsonrpc":"2.0","id":"a","result":` + result + `}`)
	m, err := mcp.ParseMessage(frame)
	if err != nil {
		t.Fatal(err)
	}
	out, drop := fit(mcp.ToClient, m, frame)
	if drop || len(out) > maxFrameBytes || !json.Valid(out) || !strings.Contains(string(out), `"id":"a"`) || !strings.Contains(string(out), "[cut:") {
		t.Errorf("%d bytes: %.200s", len(out), out)
	}
	for _, dir := range []mcp.Direction{mcp.ToServer, mcp.ToClient} {
		if out, drop := fit(dir, mcp.Message{ID: json.RawMessage("1")}, []byte(`{}`)); out != nil || drop {
			t.Errorf("what fits is not touched: %s", out)
		}
	}
}
