package pi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/workers"
)

const (
	// endGrace is what answers under way get once the extension has said all it will
	// say; with it the bridge is gone within a second.
	endGrace = 600 * time.Millisecond
	// resyncPause lets a burst of announcements pass before the tools are listed again.
	resyncPause = 200 * time.Millisecond
)

// bridge serves one Pi session. Requests are taken in their order, so that an event sees
// the state that the ones before it left; what has to wait waits in a goroutine of its
// own, and answers come in any order.
type bridge struct {
	opts  Options
	out   *mcp.FrameWriter
	life  context.Context // the session's own; ends what is under way
	work  workers.Group
	dial  func(settings) dialFunc
	open  func(settings) func(context.Context, func()) (*mcp.Client, error)
	tools func(preset string) []mcp.Tool

	frames *mcp.FrameReader // read's own: only what it calls may touch it

	mu       sync.Mutex // guards what follows
	state    state
	settings settings
	readied  chan struct{} // closed once the tools are there
	link     *link
	upstream *upstream
	differ   *differ
	rides    rides                         // guarded by itself
	calls    map[string]context.CancelFunc // by toolCallId
	resync   *time.Timer
	ended    bool // nothing is started any more
}

// RunBridge serves the bridge protocol until in ends, the extension says shutdown, the
// parent dies or ctx ends; what it started for the session has ended when it returns.
// The daemon is nobody's child and stays.
func RunBridge(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	o = o.filled()
	b := &bridge{opts: o, tools: catalog.Tools, dial: o.dial, open: o.open}
	return b.serve(ctx, in, out)
}

// dial connects to the daemon for decisions, starting it where none runs.
func (o Options) dial(s settings) dialFunc {
	return func(ctx context.Context) (daemon, error) {
		opts, err := o.daemon(s, true)
		if err != nil {
			return nil, err
		}
		c, err := client.Dial(ctx, opts)
		if err != nil {
			return nil, err
		}
		return c, nil
	}
}

func (b *bridge) serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := withParent(ctx)
	defer cancel()
	stream := mcp.Stdio(in, writeCloser(out))
	defer context.AfterFunc(ctx, func() { stream.Close() })()
	life, end := context.WithCancel(context.WithoutCancel(ctx)) // outlasts ctx by the grace, see finish
	defer end()
	b.life, b.out = life, mcp.NewFrameWriter(stream)
	b.readied, b.calls = make(chan struct{}), map[string]context.CancelFunc{}
	b.configure("", false)

	err := b.read(stream)
	b.finish(ctx, end)
	stream.Close()
	if errors.Is(err, io.EOF) || errors.Is(err, errShutdown) || ctx.Err() != nil {
		return nil
	}
	return err
}

// finish lets what is under way end, and then sees to it that it does.
func (b *bridge) finish(ctx context.Context, end context.CancelFunc) {
	b.mu.Lock()
	b.ended = true
	l, u := b.link, b.upstream
	if b.resync != nil {
		b.resync.Stop()
	}
	b.mu.Unlock()
	done := make(chan struct{})
	go func() { // ended below, whichever comes first
		b.work.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	case <-time.After(endGrace):
	}
	end()
	<-done
	u.close()
	l.close()
}

// configure resolves the settings for a session's place, and makes what depends on them.
func (b *bridge) configure(agentDir string, trusted bool) {
	s := b.opts.load(agentDir, trusted)
	b.settings = s
	if old := b.link; old != nil {
		b.work.Go(old.close)
	}
	if old := b.upstream; old != nil {
		b.work.Go(old.close)
	}
	b.link = newLink(b.life, b.dial(s))
	b.upstream = newUpstream(b.open(s), b.announce, s.Timeouts.Call)
	b.differ = &differ{cwd: b.opts.CWD, maxBytes: s.Diff.MaxFileBytes, off: !s.Diff.Enabled, locate: b.upstream.locate}
}

var errShutdown = errors.New("the extension said shutdown")

// read takes the extension's messages until there are no more.
func (b *bridge) read(stream io.Reader) error {
	b.frames = mcp.NewFrameReader(stream, int(b.settings.Limits.FrameBytes))
	for {
		frame, err := b.frames.Next()
		if err != nil {
			return err
		}
		m, err := mcp.ParseMessage(frame)
		if err != nil {
			refusal, ok := errors.AsType[*mcp.Error](err)
			if !ok {
				refusal = &mcp.Error{Code: mcp.CodeInvalidRequest, Message: err.Error()}
			}
			b.refuse(m.ID, refusal)
			continue
		}
		if err := b.take(m); err != nil {
			return err
		}
	}
}

// take answers a message, at once or from a goroutine. Params are copied by whoever
// keeps them past its return: they are the reader's.
func (b *bridge) take(m mcp.Message) error {
	switch m.Method {
	case "hello":
		b.onHello(m)
	case "event":
		return b.onEvent(m)
	case "wait_ready":
		b.onWaitReady(m)
	case "tool/execute":
		b.onExecute(m)
	case "tool/cancel":
		b.onCancel(m)
	case "":
		// An answer: this end asks nothing.
	default:
		b.refuse(m.ID, &mcp.Error{Code: mcp.CodeMethodNotFound, Message: fmt.Sprintf("the bridge has no %q; it has hello, event, wait_ready, tool/execute and tool/cancel", m.Method)})
	}
	return nil
}
