package pi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/version"
)

const (
	// endGrace is what answers under way get once the extension has said all it will
	// say; with it the bridge is gone within a second.
	endGrace = 600 * time.Millisecond
	// briefTimeout bounds what a session's first turn waits for a daemon that starts.
	briefTimeout = 3 * time.Second
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
	work  sync.WaitGroup
	dial  func(settings) dialFunc
	open  func(settings) func(context.Context, func()) (*mcp.Client, error)
	tools func(preset string) []mcp.Tool

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
	b.life, b.out = life, mcp.NewFrameWriter(out)
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
	frames := mcp.NewFrameReader(stream, int(b.settings.Limits.FrameBytes))
	for {
		frame, err := frames.Next()
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

func (b *bridge) onHello(m mcp.Message) {
	var h Hello
	if !b.decode(m, &h) {
		return
	}
	b.mu.Lock()
	if h.CWD != "" {
		b.opts.CWD = h.CWD
	}
	b.configure(h.AgentDir, h.Trusted)
	b.readied = make(chan struct{}) // a second hello begins anew; who waits on the first one's tools waits to its cap
	effects := b.state.greet(h, b.preferences(), b.tools(b.settings.Tools.Preset))
	ready := b.state.channel == own // the effects of this very answer register them
	link, up, isOwn := b.link, b.upstream, ready
	b.mu.Unlock()
	b.answer(m.ID, helloAnswer{Protocol: version.BridgeProtocol, Version: version.Version, Effects: noNil(effects), Ready: ready})
	b.work.Go(func() { // a daemon that has to start does so while Pi does
		b.meet(link)
		if isOwn {
			b.relist(up)
		}
	})
}

// meet connects to the daemon, and has the user told of one that does not fit.
func (b *bridge) meet(l *link) {
	var hello client.Hello
	d, err := l.get(b.life)
	if err == nil {
		hello = d.Daemon()
	} else {
		b.opts.Log.Debug("no daemon yet", "err", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if effects := b.state.met(hello, err); len(effects) > 0 {
		b.notify("effects", effectsAnswer{effects})
	}
}

func (b *bridge) preferences() preferences {
	s := b.settings
	p := preferences{nativeMCP: s.NativeMCP, hook: s.Hook.Enabled, brief: s.Brief.Enabled, posture: s.posture(), problems: s.problems}
	configured := s.Bin != "" && s.chosen("bin") && s.Origin["bin"] != "GORTEX_BIN" // that one the extension has seen
	if !configured && !s.chosen("timeouts.call") {
		return p
	}
	command := s.Bin
	if command == "" {
		if command = b.opts.Bin; command == "" {
			command, _ = os.Executable()
		}
	}
	if command != "" {
		p.server = registration(command)
		p.server.Timeout = int(s.Timeouts.Call / time.Second)
	}
	return p
}

func (b *bridge) onEvent(m mcp.Message) error {
	var e Event
	if !b.decode(m, &e) {
		return nil
	}
	switch e.Type {
	case "tool_call":
		b.onToolCall(m, e)
	case "tool_result":
		b.onToolResult(m, e)
	case "turn":
		b.onTurn(m)
	case "shutdown":
		b.answerEffects(m.ID, nil)
		return errShutdown
	default:
		b.answerEffects(m.ID, b.on(e))
	}
	return nil
}

// on takes the events that the state alone answers.
func (b *bridge) on(e Event) []Effect {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e.Type {
	case "tools_changed":
		was := b.state.ready
		b.state.toolsChanged(e)
		if b.state.ready && !was {
			close(b.readied)
		}
	case "server_refused":
		return b.state.serverRefused(e.Reason, b.tools(b.settings.Tools.Preset))
	case "compacted":
		b.state.compacted(e)
	}
	return nil
}

// onToolCall asks the daemon. What it does not say in time is nothing.
func (b *bridge) onToolCall(m mcp.Message, e Event) {
	b.mu.Lock()
	ask, ok := b.state.asks(e, b.opts.userHome())
	request := client.HookRequest{Envelope: ask, Posture: b.state.prefs.posture, Tools: b.state.callable}
	link, differ := b.link, b.differ
	b.mu.Unlock()
	ride := b.rides.takeOff(e, differ, b.opts.userHome())
	ok = ok && (ask.GraphCall || len(request.Tools) > 0) // no tool to name: nothing to say
	if !ok && ride == nil {
		b.answerEffects(m.ID, nil)
		return
	}
	id := clone(m.ID)
	b.work.Go(func() {
		ctx, cancel := context.WithTimeout(b.life, hosts.HookTimeout)
		defer cancel()
		if ride != nil {
			b.rides.read(ctx, ride, differ, e.Input)
		}
		if !ok {
			b.answerEffects(id, nil)
			return
		}
		d, err := decide(ctx, link, request)
		if err != nil {
			b.opts.Log.Debug("no decision", "tool", request.Envelope.ToolName, "err", err)
		}
		gone := err != nil && (link.lost() || errors.Is(err, mcp.ErrClosed))
		b.mu.Lock()
		effects := b.state.decided(d)
		if gone {
			effects = append(effects, b.state.unjudged()...)
		}
		b.mu.Unlock()
		if d.Block {
			b.rides.blocked(e.ToolCallID)
		}
		b.answerEffects(id, effects)
	})
}

// onToolResult moves an edit's diff into its details. Files are read aside: what comes
// after does not wait for them.
func (b *bridge) onToolResult(m mcp.Message, e Event) {
	b.mu.Lock()
	effects := b.state.result(e)
	differ := b.differ
	b.mu.Unlock()
	var had json.RawMessage
	if len(effects) > 0 {
		had = effects[0].Details
	} else if e.ToolName == ownName(editTool) && e.ParentToolCallID != "" {
		had = e.Details
	}
	id := clone(m.ID)
	b.work.Go(func() { b.answerEffects(id, append(effects, b.rides.land(e, had, differ)...)) })
}

func decide(ctx context.Context, l *link, r client.HookRequest) (decision, error) {
	d, err := l.get(ctx)
	if err != nil {
		return decision{}, err
	}
	return d.Decide(ctx, r)
}

// onTurn gives a session's first turn its briefing, and one after a compaction again.
func (b *bridge) onTurn(m mcp.Message) {
	b.mu.Lock()
	wants := b.state.wantsBrief()
	request := client.BriefRequest{CWD: b.opts.CWD, Session: b.state.hello.SessionID, Posture: b.state.prefs.posture, Tools: b.state.expected()}
	link := b.link
	b.mu.Unlock()
	if !wants {
		b.answerEffects(m.ID, nil)
		return
	}
	id := clone(m.ID)
	b.work.Go(func() {
		ctx, cancel := context.WithTimeout(b.life, briefTimeout)
		defer cancel()
		text, down := brief(ctx, link, request)
		b.mu.Lock()
		effects := b.state.brief(text, down)
		b.mu.Unlock()
		b.answerEffects(id, effects)
	})
}

// onWaitReady answers once the tools can be called, or at the cap.
func (b *bridge) onWaitReady(m mcp.Message) {
	var p struct {
		CapMillis int64 `json:"cap_ms"`
	}
	if !b.decode(m, &p) {
		return
	}
	b.mu.Lock()
	limit := b.settings.Timeouts.Ready
	if b.state.channel == native {
		limit = b.settings.Timeouts.ReadyNative
	}
	readied := b.readied
	b.mu.Unlock()
	if asked := time.Duration(p.CapMillis) * time.Millisecond; p.CapMillis > 0 && asked < limit {
		limit = asked
	}
	id := clone(m.ID)
	b.work.Go(func() {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		select {
		case <-readied:
		case <-timer.C:
		case <-b.life.Done():
		}
		b.mu.Lock()
		effects := b.state.late(b.tools(b.settings.Tools.Preset))
		answer := readyAnswer{Ready: b.state.ready, Effects: noNil(effects)}
		b.mu.Unlock()
		b.answer(id, answer)
	})
}
