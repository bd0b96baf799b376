package pi

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/hosts/pi/editdiff"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

func TestFortyCallsOutliveTheDaemon(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const calls = 40
		var arrived atomic.Int32
		var f *fakeTools
		f = newFakeTools(func(ctx context.Context, name string, arguments json.RawMessage) (*mcp.ToolResult, error) {
			switch n := arrived.Add(1); {
			case n == calls:
				f.drop()
				fallthrough
			case n < calls:
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return mcp.Text(name + " " + string(arguments)), nil
		})
		w := startShim(t, t.TempDir(), f.connect)
		w.send(initialize)
		var lines []string
		for n := range calls {
			name := "search"
			if n%4 == 0 {
				name = "edit"
			}
			lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"n":%d,"file":"f%d"}}}`, 100+n, name, n, n))
		}
		w.send(strings.Join(lines, "\n"))
		for answered := map[float64]bool{}; len(answered) < calls; {
			m := w.next(func(m map[string]any) bool { id, ok := m["id"].(float64); return ok && id >= 100 })
			id := m["id"].(float64)
			text := fmt.Sprint(m["result"].(map[string]any)["content"])
			want := fmt.Sprintf(`search {"n":%d,`, int(id)-100)
			if int(id)%4 == 0 {
				want = "the change was not made"
			}
			if answered[id] || !strings.Contains(text, want) {
				t.Errorf("call %v was answered %v, want %q, once", id, text, want)
			}
			answered[id] = true
		}
	})
}

func TestAWriteThatTheDaemonDidNotLiveToAnswerIsLookedAt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "a.go"), "one\n")
		var f *fakeTools
		f = newFakeTools(func(ctx context.Context, _ string, _ json.RawMessage) (*mcp.ToolResult, error) {
			write(t, filepath.Join(dir, "a.go"), "two\n")
			f.drop()
			<-ctx.Done()
			return nil, ctx.Err()
		})
		w := startShim(t, dir, f.connect)
		w.send(initialize)
		w.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"edit","arguments":{"file":"a.go"}}}`)
		if r := w.result(3); r["isError"] != true || !strings.Contains(fmt.Sprint(r["content"]), "the change was made: a.go has changed") {
			t.Errorf("%v", r)
		}
	})
}

func TestASessionGetsItsToolsBackFromANewDaemon(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var searched []string
		f := newFakeTools(func(_ context.Context, name string, arguments json.RawMessage) (*mcp.ToolResult, error) {
			mu.Lock()
			defer mu.Unlock()
			searched = append(searched, string(arguments))
			return &mcp.ToolResult{StructuredContent: json.RawMessage(`{"tools":[{"name":"trace"},{"name":"history"}]}`)}, nil
		})
		changes := make(chan struct{}, 10)
		u := newUpstream(f.connect, func() { changes <- struct{}{} }, time.Minute)
		u.rejoin = f.connect
		var following sync.WaitGroup
		ctx, stop := context.WithCancel(t.Context())
		following.Go(func() { u.follow(ctx) })
		defer func() { stop(); following.Wait(); u.close() }()
		if _, err := u.call(t.Context(), searchTool, json.RawMessage(`{"query":"calls"}`), nil); err != nil {
			t.Fatal(err)
		}
		f.drop()
		select {
		case <-changes:
		case <-time.After(patience):
			t.Fatal("nobody heard that there is another daemon")
		}
		mu.Lock()
		defer mu.Unlock()
		if len(searched) != 2 || searched[1] != `{"limit":2,"query":"select:trace,history"}` {
			t.Errorf("asked %q", searched)
		}
	})
}

func TestTheShimEndsWithinASecondThoughACallRuns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started := make(chan struct{})
		f := newFakeTools(func(ctx context.Context, _ string, _ json.RawMessage) (*mcp.ToolResult, error) {
			close(started)
			<-ctx.Done()
			return nil, ctx.Err()
		})
		w := startShim(t, t.TempDir(), f.connect)
		w.send(initialize)
		w.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search","arguments":{}}}`)
		<-started
		began := time.Now()
		w.in.Close()
		w.end()
		if took := time.Since(began); took > time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestProgressOnlyGrows(t *testing.T) {
	t.Parallel()
	l := &lively{ctx: t.Context()}
	var last float64
	for _, p := range []float64{1, 0, 0, 2, 2, 1.5} {
		l.report(mcp.Progress{Progress: p})
		if l.last <= last {
			t.Errorf("%v after %v", l.last, last)
		}
		last = l.last
	}
}

func TestALongCallSaysThatItLives(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		ended := make(chan struct{}, 2)
		server := mcp.NewConn(there, mcp.ConnOptions{Handler: func(ctx context.Context, _ *mcp.Conn, _ *mcp.Request) (any, error) {
			l := &lively{ctx: ctx}
			stop := l.start()
			time.Sleep(keepAlive + keepAlive/2)
			l.report(mcp.Progress{Progress: 1, Message: "half"})
			time.Sleep(keepAlive)
			stop()
			return nil, nil
		}})
		client := mcp.NewConn(here, mcp.ConnOptions{})
		for _, c := range []*mcp.Conn{server, client} {
			go func() {
				_ = c.Serve(t.Context()) // Close ends it
				ended <- struct{}{}
			}()
		}
		var heard []string
		if err := client.CallWithProgress(t.Context(), "x", nil, nil, func(p mcp.Progress) { heard = append(heard, p.Message) }); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff([]string{"still working", "half", "still working"}, heard); diff != "" {
			t.Error(diff)
		}
		client.Close()
		server.Close()
		<-ended
		<-ended
	})
}

func TestWhatIsStructuredKeepsItsShapeWhenItIsCut(t *testing.T) {
	t.Parallel()
	rows := make([]map[string]any, 5000)
	for i := range rows {
		rows[i] = map[string]any{"path": "a/file.go", "line": i}
	}
	result, err := json.Marshal(map[string]any{
		"content": []any{map[string]any{"type": "text", "text": strings.Repeat("äö<\x01", 50_000)}}, "structuredContent": map[string]any{"total": 5000, "rows": rows, "symbol": "a"},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := cut(result, 40_000)
	var r struct {
		Structured struct {
			Total  int
			Symbol string
			Rows   []struct{ Line int }
			Cut    bool
		} `json:"structuredContent"`
	}
	if err := json.Unmarshal(got, &r); err != nil || len(got) > 40_000 {
		t.Fatalf("%d bytes, %v", len(got), err)
	}
	if s := r.Structured; s.Total != 5000 || s.Symbol != "a" || !s.Cut || len(s.Rows) < 100 || s.Rows[99].Line != 99 {
		t.Errorf("%.300s", got)
	}
}

func TestWhatIsNoFrameDoesNotReachPi(t *testing.T) {
	t.Parallel()
	for frame, passes := range map[string]bool{
		"Server listening on stdio":            false,
		`{"jsonrpc":"2.0","method":"x"}`:       true,
		`{"jsonrpc":"2.0","id":1,"result":{}}`: true,
		`{"jsonrpc":"2.0","method":"x","p":"` + strings.Repeat("x", maxFrameBytes) + `"}`:                    false,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"` + strings.Repeat("x", maxFrameBytes) + `"}}`: true,
	} {
		m, _ := mcp.ParseMessage([]byte(frame))
		out, drop := fit(mcp.ToClient, m, []byte(frame))
		if drop == passes || len(out) > maxFrameBytes || len(frame) > maxFrameBytes && passes && out == nil {
			t.Errorf("%.60s: dropped %v, %d bytes", frame, drop, len(out))
		}
	}
}

func TestPresetsAreThoseOfTheCatalog(t *testing.T) {
	t.Parallel()
	for _, preset := range append(catalog.Presets(), "none") {
		cfg, problems := config.Load(func(key string) string {
			if key == "GORTEX_PRESET" {
				return preset
			}
			return ""
		}, nil)
		if known := preset != "none"; known != (len(problems) == 0) || known && cfg.Tools.Preset != preset {
			t.Errorf("the setting %s: %q, %v", preset, cfg.Tools.Preset, problems)
		}
	}
}

func TestAFileMayBeCalledAnything(t *testing.T) {
	t.Parallel()
	for _, name := range []string{`a"b.go`, "a\nb.go", `a\b.go`, "a\xffb.go"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("two\n"), 0o644); err != nil {
			continue // not on this system
		}
		d := &differ{maxBytes: 1 << 20}
		got := d.settle(failed("edit", lostWrite), map[string]content{path: {sum: "another"}})
		var r struct{ Content []struct{ Text string } }
		if err := json.Unmarshal(got, &r); err != nil || len(r.Content) != 1 || !strings.Contains(r.Content[0].Text, editdiff.OneLine(name)+" has changed") {
			t.Errorf("%q: %s, %v", name, got, err)
		}
	}
}

// Who makes the first connection has the slot for as long as that takes.
func TestNothingIsFollowedBeforeTheFirstConnection(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUpstream(nil, func() {}, time.Minute)
		u.slot <- struct{}{}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			u.follow(ctx)
		}()
		stop()
		select {
		case <-ended:
		case <-time.After(patience):
			t.Error("it waits for the slot, though there was no connection to look after")
		}
		<-u.slot
		<-ended
	})
}

// What is no frame is answered as the protocol has it, and is all that it costs.
func TestGarbageCostsTheShimOneAnswerEach(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFakeTools(func(_ context.Context, name string, _ json.RawMessage) (*mcp.ToolResult, error) {
			if name == "read" {
				panic("the tool's own fault")
			}
			return mcp.Text("found"), nil
		})
		w := startShim(t, t.TempDir(), f.connect)
		w.send(initialize)
		for line, want := range map[string]float64{
			"listening on 8080": mcp.CodeParse, "\x00\xff\xfe": mcp.CodeParse, `{"jsonrpc":"2.0","id":`: mcp.CodeParse, `[{"jsonrpc":"2.0","id":5,"method":"ping"}]`: mcp.CodeInvalidRequest, `17`: mcp.CodeInvalidRequest,
			`{"jsonrpc":"2.0","id":6,"method":"gortex/stop"}`: mcp.CodeMethodNotFound, `{"jsonrpc":"2.0","id":7,"method":"$/unknown"}`: mcp.CodeMethodNotFound,
		} {
			w.send(line)
			m := w.next(func(m map[string]any) bool { return m["error"] != nil })
			if got := m["error"].(map[string]any)["code"]; got != want {
				t.Errorf("%q: %v, want code %v", line, m, want)
			}
		}
		w.send(`{"jsonrpc":"2.0","method":"$/progress"}`)
		w.send(`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"read","arguments":{}}}`)
		if r := w.result(8); r["isError"] != true {
			t.Errorf("a tool that panics: %v", r)
		}
		w.send(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"search","arguments":{}}}`)
		if r := w.result(9); !strings.Contains(fmt.Sprint(r["content"]), "found") {
			t.Errorf("after all that: %v", r)
		}
		if _, err := io.WriteString(w.in, `{"jsonrpc":"2.0","id":10,"method":"pi`); err != nil { // half a frame, and silence
			t.Fatal(err)
		}
		f.replace(t, append(catalog.Tools(""), mcp.Tool{Name: "later", InputSchema: json.RawMessage(`{"type":"object"}`)}), 1)
		w.next(func(m map[string]any) bool { return m["method"] == "notifications/tools/list_changed" })
		w.in.Close()
		w.end()
	})
}

// mute is a daemon that greets and then says half a frame at most.
func mute(f *fakeTools, half string) (connect func(context.Context, func()) (*mcp.Client, error), dialed *atomic.Int32) {
	dialed = new(atomic.Int32)
	return func(ctx context.Context, changed func()) (*mcp.Client, error) {
		if dialed.Add(1) > 1 {
			return f.connect(ctx, changed)
		}
		here, there := net.Pipe()
		go func() {
			frames := mcp.NewFrameReader(there, 0)
			for {
				frame, err := frames.Next()
				if err != nil {
					return
				}
				switch m, _ := mcp.ParseMessage(frame); m.Method {
				case "initialize":
					fmt.Fprintf(there, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"m","version":"1"}}}`+"\n", m.ID)
				case "tools/call":
					io.WriteString(there, half) //nolint:errcheck // the other end may be gone
				}
			}
		}()
		return mcp.Connect(ctx, here, mcp.ClientOptions{Info: mcp.Implementation{Name: agent}, OnToolsChanged: changed})
	}, dialed
}

func TestADaemonThatFallsSilentIsLeftAfterOneCall(t *testing.T) {
	for name, half := range map[string]string{"says nothing": "", "says half a frame": `{"jsonrpc":"2.0","id":2,"resu`} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFakeTools(func(context.Context, string, json.RawMessage) (*mcp.ToolResult, error) { return mcp.Text("found"), nil })
				connect, dialed := mute(f, half)
				u := newUpstream(connect, func() {}, 10*time.Minute)
				defer f.drop()
				defer u.close()
				began := time.Now()
				got, err := u.call(t.Context(), "search", json.RawMessage(`{}`), nil)
				if took := time.Since(began); err != nil || !strings.Contains(string(got), "no answer within 10m0s") || took > 10*time.Minute+pingTimeout {
					t.Errorf("%s, %v after %v", got, err, took)
				}
				began = time.Now()
				got, err = u.call(t.Context(), "search", json.RawMessage(`{}`), nil)
				if err != nil || !strings.Contains(string(got), "found") || dialed.Load() != 2 || time.Since(began) > time.Minute {
					t.Errorf("the next call: %s, %v after %d connections and %v", got, err, dialed.Load(), time.Since(began))
				}
			})
		})
	}
}

func TestACallThatIsOnlySlowLeavesTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakeTools(func(ctx context.Context, _ string, _ json.RawMessage) (*mcp.ToolResult, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		u := newUpstream(f.connect, func() {}, time.Minute)
		defer f.drop()
		defer u.close()
		if _, err := u.call(t.Context(), "search", json.RawMessage(`{}`), nil); err != nil {
			t.Fatal(err)
		}
		if u.current == nil || gone(u.current) {
			t.Error("a daemon that answers a ping was left")
		}
	})
}
