package pi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"sync"
	"time"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/version"
)

// keepAlive is how often a long call says that it lives: Pi's timer of a request, a
// minute where a user's own mcp.json sets none, starts anew with each word of progress.
const keepAlive = 15 * time.Second

// ShimOptions: Command is what stands after --; without one the daemon is proxied.
type ShimOptions struct {
	Options
	Command []string
	Trusted bool // Pi trusts the project: its files count
}

// RunShim is the MCP server that Pi starts, until in ends, the parent dies or ctx ends.
func RunShim(ctx context.Context, in io.Reader, out io.Writer, o ShimOptions) error {
	o.Options = o.filled()
	ctx, cancel := withParent(ctx)
	defer cancel()
	var err error
	s := o.load("", o.Trusted)
	if len(o.Command) > 0 {
		err = proxyCommand(ctx, in, out, o, int(s.Limits.FrameBytes))
	} else {
		shim := &shim{opts: o.Options, tools: catalog.Tools(s.Tools.Preset), maxFrame: int(s.Limits.FrameBytes)}
		shim.upstream = newUpstream(o.open(s), shim.announce, s.Timeouts.Call)
		shim.upstream.rejoin = o.join(s, false)
		shim.differ = &differ{cwd: o.CWD, maxBytes: s.Diff.MaxFileBytes, off: !s.Diff.Enabled, locate: shim.upstream.locate}
		err = shim.serve(ctx, in, out)
	}
	if ctx.Err() != nil {
		return nil // told to end, and done
	}
	return err
}

// shim is an MCP server that answers from its own binary whatever it can: the handshake,
// ping and the list of tools do not wait for a daemon, since Pi's timer runs for those
// too and a stall there holds up the first prompt. Calls go to the daemon as they are.
type shim struct {
	opts     Options
	maxFrame int // of what comes in, in bytes; 0: the default
	upstream *upstream
	differ   *differ
	life     context.Context
	conn     *mcp.Conn
	work     sync.WaitGroup

	mu     sync.Mutex // guards what follows
	tools  []mcp.Tool
	resync *time.Timer
	ended  bool // nothing is started any more
}

func (s *shim) serve(ctx context.Context, in io.Reader, out io.Writer) error {
	life, end := context.WithCancel(ctx)
	defer end()
	s.life = life
	server := mcp.NewServer(mcp.ServerOptions{
		Info: mcp.Implementation{Name: serverName, Version: version.Version},
		Open: func(context.Context, mcp.Implementation, json.RawMessage) (mcp.Session, error) {
			s.work.Go(func() { s.upstream.follow(life) })
			s.work.Go(s.relist) // connects, and starts the daemon where none runs, while Pi goes on
			return s, nil
		},
	})
	s.conn = mcp.NewConn(mcp.Stdio(in, writeCloser(out)), mcp.ConnOptions{Log: s.opts.Log, MaxFrameBytes: s.maxFrame, Handler: func(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
		switch req.Method {
		case "tools/call":
			return s.call(ctx, req.Params)
		case "tools/list": // also to who did not wait for the handshake's answer
			return toolList{s.Tools()}, nil
		}
		return server.Handle(ctx, c, req)
	}})
	err := s.conn.Serve(ctx)
	end()
	s.mu.Lock()
	s.ended = true
	if s.resync != nil {
		s.resync.Stop()
	}
	s.mu.Unlock()
	s.work.Wait()
	s.upstream.close()
	if errors.Is(err, mcp.ErrClosed) {
		return nil
	}
	return err
}

type toolList struct {
	Tools []mcp.Tool `json:"tools"`
}

// Tools is what tools/list shows right now.
func (s *shim) Tools() []mcp.Tool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tools
}

// Call is not reached: tools/call is forwarded as it came.
func (s *shim) Call(context.Context, string, json.RawMessage) (*mcp.ToolResult, error) {
	return nil, errors.New("tools/call is forwarded")
}

// call forwards a call; what comes back goes out as it is, a diff and the size aside.
func (s *shim) call(ctx context.Context, params json.RawMessage) (any, error) {
	var p callParams
	if gojson.Unmarshal(params, &p) != nil || p.Name == "" {
		return nil, &mcp.Error{Code: mcp.CodeInvalidParams, Message: `send {"name": "…", "arguments": {…}}`}
	}
	if len(p.Arguments) == 0 || string(p.Arguments) == "null" {
		p.Arguments = json.RawMessage("{}")
	}
	alive := &lively{ctx: ctx}
	defer alive.start()()
	call := func() (json.RawMessage, error) { return s.upstream.call(ctx, p.Name, p.Arguments, alive.report) }
	var result json.RawMessage
	var err error
	if p.Name == editTool {
		result, err = s.differ.around(ctx, p.Arguments, call)
	} else {
		result, err = call()
	}
	if err != nil {
		return nil, err
	}
	if p.Name == searchTool {
		s.relist()
	}
	return cut(result, maxResultBytes), nil
}

// lively hands on what a call says of its progress, and says that it lives where it says
// nothing itself. Each report is above the one before, as the protocol wants it.
type lively struct {
	ctx context.Context // the request's: a call lives no longer

	mu    sync.Mutex // guards what follows
	last  float64
	timer *time.Timer
	over  bool
}

// halfStep lies between the steps that a call counts.
const halfStep = 1.0 / 1024

func (l *lively) report(p mcp.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.say(p)
}

// say has mu.
func (l *lively) say(p mcp.Progress) {
	if p.Progress <= l.last {
		p.Progress = l.last + halfStep
	}
	l.last = p.Progress
	mcp.ReportProgress(l.ctx, p)
}

// start says "still working" every now and then until stop. A timer costs a call less
// than a goroutine.
func (l *lively) start() (stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.timer = time.AfterFunc(keepAlive, l.stillWorking)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.over = true
		l.timer.Stop()
	}
}

func (l *lively) stillWorking() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.say(mcp.Progress{Message: "still working"})
		l.timer.Reset(keepAlive)
	}
}

// announce hears of changed tools; see the bridge's.
func (s *shim) announce() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	if s.resync != nil {
		s.resync.Stop()
	}
	s.resync = time.AfterFunc(resyncPause, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.ended {
			s.work.Go(s.relist)
		}
	})
}

// relist takes over the daemon's list, and tells Pi where that is another one.
func (s *shim) relist() {
	ctx, cancel := context.WithTimeout(s.life, dialTimeout)
	defer cancel()
	tools, err := s.upstream.tools(ctx)
	if err != nil {
		s.opts.Log.Debug("no list of tools", "err", err)
		return
	}
	s.mu.Lock()
	same := reflect.DeepEqual(s.tools, tools)
	s.tools = tools
	s.mu.Unlock()
	if !same {
		if err := mcp.ToolsChanged(ctx, s.conn); err != nil {
			s.opts.Log.Debug("list_changed not sent", "err", err)
		}
	}
}
