package pi

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/version"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds every wait of a test.
const patience = time.Minute

// fakeDaemon decides and briefs as it is told to.
type fakeDaemon struct {
	decide func(context.Context, client.HookRequest) (decision, error)
	brief  func(context.Context, client.BriefRequest) (string, error)
	hello  client.Hello
	done   chan struct{}
	once   sync.Once

	mu    sync.Mutex // guards asked
	asked []client.HookRequest
}

func newFakeDaemon() *fakeDaemon {
	return &fakeDaemon{hello: client.Hello{Version: version.Version}, done: make(chan struct{})}
}

func (d *fakeDaemon) Daemon() client.Hello { return d.hello }

func (d *fakeDaemon) Decide(ctx context.Context, r client.HookRequest) (decision, error) {
	d.mu.Lock()
	d.asked = append(d.asked, r)
	d.mu.Unlock()
	if d.decide == nil {
		return decision{}, nil
	}
	return d.decide(ctx, r)
}

func (d *fakeDaemon) Brief(ctx context.Context, r client.BriefRequest) (client.Briefing, error) {
	if d.brief == nil {
		return client.Briefing{Text: "briefing"}, nil
	}
	text, err := d.brief(ctx, r)
	return client.Briefing{Text: text}, err
}

func (d *fakeDaemon) Done() <-chan struct{} { return d.done }

func (d *fakeDaemon) Close() error {
	d.once.Do(func() { close(d.done) })
	return nil
}

// fakeTools is an MCP server whose tools are the catalog's and whose calls a function answers.
type fakeTools struct {
	call func(ctx context.Context, name string, arguments json.RawMessage) (*mcp.ToolResult, error)

	mu    sync.Mutex // guards what follows
	tools []mcp.Tool
	conns []*mcp.Conn
}

func newFakeTools(call func(context.Context, string, json.RawMessage) (*mcp.ToolResult, error)) *fakeTools {
	return &fakeTools{call: call, tools: catalog.Tools("")}
}

func (f *fakeTools) Tools() []mcp.Tool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.tools
}

func (f *fakeTools) Call(ctx context.Context, name string, arguments json.RawMessage) (*mcp.ToolResult, error) {
	return f.call(ctx, name, arguments)
}

// connect is what an upstream connects with.
func (f *fakeTools) connect(ctx context.Context, changed func()) (*mcp.Client, error) {
	here, there := net.Pipe()
	server := mcp.NewServer(mcp.ServerOptions{Info: mcp.Implementation{Name: "fake"}, Open: func(context.Context, mcp.Implementation, json.RawMessage) (mcp.Session, error) { return f, nil }})
	conn := mcp.NewConn(there, mcp.ConnOptions{Handler: server.Handle, Grace: 10 * time.Millisecond})
	f.mu.Lock()
	f.conns = append(f.conns, conn)
	f.mu.Unlock()
	go conn.Serve(context.Background()) //nolint:errcheck // ends with its client
	return mcp.Connect(ctx, here, mcp.ClientOptions{Info: mcp.Implementation{Name: agent}, OnToolsChanged: changed})
}

// drop ends the connections there are, as a daemon that dies does.
func (f *fakeTools) drop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.conns {
		c.Close()
	}
	f.conns = nil
}

// replace changes the list of tools and announces it.
func (f *fakeTools) replace(t *testing.T, tools []mcp.Tool, announcements int) {
	t.Helper()
	f.mu.Lock()
	f.tools = tools
	conns := f.conns
	f.mu.Unlock()
	for range announcements {
		for _, c := range conns {
			if err := mcp.ToolsChanged(t.Context(), c); err != nil {
				t.Error(err)
			}
		}
	}
}

// wire is the far end of something that speaks JSON lines on two pipes.
type wire struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan map[string]any
	ended chan error
}

// start runs serve between two pipes.
func start(t *testing.T, serve func(in io.Reader, out io.Writer) error) *wire {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	w := &wire{t: t, in: inW, lines: make(chan map[string]any, 100), ended: make(chan error, 1)}
	var reading sync.WaitGroup
	reading.Go(func() {
		defer close(w.lines)
		lines := bufio.NewScanner(outR)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var m map[string]any
			if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
				t.Errorf("not JSON: %s", lines.Bytes())
			}
			w.lines <- m
		}
	})
	go func() {
		err := serve(inR, outW)
		outW.Close()
		w.ended <- err
	}()
	t.Cleanup(func() {
		inW.Close()
		w.end()
		reading.Wait()
	})
	return w
}

func (w *wire) send(line string) {
	w.t.Helper()
	if _, err := io.WriteString(w.in, line+"\n"); err != nil {
		w.t.Fatalf("send %s: %v", line, err)
	}
}

// next returns the next message that match accepts; the others are dropped.
func (w *wire) next(match func(map[string]any) bool) map[string]any {
	w.t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case m, ok := <-w.lines:
			if !ok {
				w.t.Fatal("the stream has ended")
			}
			if match(m) {
				return m
			}
		case <-deadline:
			w.t.Fatal("no such message")
		}
	}
}

// result returns the result of the request with that id.
func (w *wire) result(id float64) map[string]any {
	w.t.Helper()
	m := w.next(func(m map[string]any) bool { return m["id"] == id })
	r, ok := m["result"].(map[string]any)
	if !ok {
		w.t.Fatalf("no result: %v", m)
	}
	return r
}

// end waits for serve to have returned.
func (w *wire) end() {
	w.t.Helper()
	select {
	case err := <-w.ended:
		w.ended <- err
		if err != nil {
			w.t.Errorf("ended with %v", err)
		}
	case <-time.After(patience):
		w.t.Error("it does not end")
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// quiet is an environment in which nothing is configured.
func quiet(t *testing.T) func(string) string {
	home := t.TempDir()
	return func(name string) string {
		switch name {
		case "HOME", "GORTEX_HOME":
			return home
		}
		return ""
	}
}
