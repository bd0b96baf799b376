package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	gojson "github.com/goccy/go-json"
)

const (
	defaultConcurrency = 64
	// defaultGrace is what handlers get to finish once the peer has said all it
	// will say: it may still read, as in `printf … | gortex mcp`.
	defaultGrace = 500 * time.Millisecond
)

// Request is an incoming request or notification.
type Request struct {
	Method       string
	Params       json.RawMessage
	Notification bool
}

// HandlerFunc answers one request. The result is marshaled (a json.RawMessage
// goes out as it is, nil as {}). An *Error goes out as such, any other error as
// CodeInternal with its text, a panic as CodeInternal; ctx ends when the peer
// cancels the request (notifications/cancelled) or the connection ends.
type HandlerFunc func(ctx context.Context, c *Conn, req *Request) (any, error)

// ConnOptions are all optional.
type ConnOptions struct {
	Handler HandlerFunc // nil: every request is answered with CodeMethodNotFound

	// AtOnce names the methods whose handler answers in less time than it takes to wake
	// another goroutine: the one that reads calls it. nil: none.
	AtOnce func(method string) bool

	MaxFrameBytes int           // incoming; 0: 64 MiB
	Concurrency   int           // requests handled at once; 0: 64. Notifications are handled in order of arrival.
	Grace         time.Duration // for handlers and their answers after the peer's end of stream; 0: 500 ms
	Log           *slog.Logger
}

// Conn is one JSON-RPC connection, both ends alike. All methods may be called
// from several goroutines at once.
//
//	stream ─► FrameReader ─► ParseMessage ─┬─ response, progress ─► call ─► whoever called
//	                                       ├─ cancelled ──────────► the request's context
//	                                       └─ the rest ───────────► inbox ─► handler ─┐
//	stream ◄─ FrameWriter ◄─ outbox ◄──────────────────── answers, calls, notifications ┘
type Conn struct {
	stream  io.ReadWriteCloser
	frames  *FrameReader
	handler HandlerFunc
	atOnce  func(method string) bool
	grace   time.Duration
	log     *slog.Logger

	calls calls
	in    inbox
	out   *outbox

	closing   chan struct{} // closed by the first Close
	closeOnce sync.Once
	closeErr  error

	mu      sync.Mutex // guards serving
	serving bool
	done    chan struct{}
}

// NewConn makes a connection of a stream, which Serve or Close will close.
func NewConn(rwc io.ReadWriteCloser, opts ConnOptions) *Conn {
	c := &Conn{
		stream:  rwc,
		frames:  NewFrameReader(rwc, opts.MaxFrameBytes),
		handler: opts.Handler,
		atOnce:  opts.AtOnce,
		grace:   opts.Grace,
		log:     opts.Log,
		calls:   calls{open: map[string]*call{}, ended: make(chan struct{})},
		in:      inbox{limit: opts.Concurrency, open: map[string]*incoming{}},
		out:     newOutbox(NewFrameWriter(rwc)),
		closing: make(chan struct{}),
		done:    make(chan struct{}),
	}
	if c.in.limit <= 0 {
		c.in.limit = defaultConcurrency
	}
	if c.grace <= 0 {
		c.grace = defaultGrace
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	return c
}

// Serve reads until the stream ends, ctx ends or Close; it returns after every
// handler has. A clean end of the stream and Close give nil, ctx its cause. It
// is called once.
func (c *Conn) Serve(ctx context.Context) error {
	if !c.begin() {
		return ErrClosed
	}
	defer close(c.done)
	outer := ctx
	ctx, cancel := context.WithCancelCause(outer)
	defer cancel(nil)
	defer context.AfterFunc(ctx, c.closeStream)()

	var writer sync.WaitGroup
	writer.Go(func() {
		if err := c.out.run(); err != nil {
			cancel(fmt.Errorf("write: %w", err))
		}
	})
	err := c.read(ctx)
	tooLarge := errors.Is(err, ErrFrameTooLarge)
	if tooLarge { // which request it was, if it was one, is not known: it is said once, and that is the end
		c.calls.cause = err
		c.refuse(ctx, nil, lastWord(err))
	}
	close(c.calls.ended)
	if err != io.EOF && !tooLarge {
		cancel(err)
	}
	late := time.AfterFunc(c.grace, func() { cancel(ErrClosed) })
	defer late.Stop()
	c.in.workers.Wait()
	c.out.close()
	late.Reset(c.grace)
	writer.Wait()
	c.closeStream()
	if tooLarge {
		cancel(err)
	}
	return c.verdict(outer, ctx, err == io.EOF)
}

func (c *Conn) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.closing:
		return false
	default:
	}
	if c.serving {
		return false
	}
	c.serving = true
	return true
}

// verdict is what Serve has to say. A peer that is gone before it has read all
// answers has ended cleanly too.
func (c *Conn) verdict(outer, inner context.Context, atEnd bool) error {
	select {
	case <-c.closing:
		return nil
	default:
	}
	switch {
	case outer.Err() != nil:
		return context.Cause(outer)
	case atEnd:
		return nil
	}
	return context.Cause(inner)
}

// read takes messages until there are no more, and returns why.
func (c *Conn) read(ctx context.Context) error {
	for {
		frame, err := c.frames.Next()
		switch {
		case err == io.EOF:
			return err
		case err != nil:
			return fmt.Errorf("read: %w", err)
		}
		m, err := ParseMessage(frame)
		if err != nil {
			c.log.Debug("bad message", "err", err)
			c.refuse(ctx, m.ID, err)
			continue
		}
		c.take(ctx, m)
	}
}

func (c *Conn) take(ctx context.Context, m Message) {
	switch {
	case m.Method == "":
		if !c.calls.answered(m) {
			c.log.Debug("an answer that nobody waits for", "id", string(m.ID))
		}
	case m.Method == methodCancelled && m.ID == nil:
		c.cancelled(m.Params)
	case m.Method == methodProgress && m.ID == nil:
		c.progressed(m.Params)
	default:
		c.handOver(ctx, m)
	}
}

func (c *Conn) handOver(ctx context.Context, m Message) {
	in := &incoming{conn: c, id: m.ID, req: Request{Method: m.Method, Params: m.Params, Notification: m.ID == nil}}
	in.ctx, in.cancel = context.WithCancelCause(ctx)
	if m.ID == nil {
		if !c.in.notification(in) {
			in.cancel(nil)
			c.log.Warn("notification dropped: too many wait", "method", m.Method)
		}
		return
	}
	if c.atOnce != nil && c.atOnce(m.Method) {
		in.answer()
		return
	}
	if err := c.in.request(in); err != nil {
		in.cancel(nil)
		c.refuse(ctx, m.ID, err)
	}
}

// refuse answers without a handler. Reading waits for room here: who sends
// nonsense and reads no answers gets no further.
func (c *Conn) refuse(ctx context.Context, id json.RawMessage, err error) {
	_ = c.out.put(ctx, encodeError(id, asError(err)))
}

func (c *Conn) cancelled(params json.RawMessage) {
	if id, ok := CancelledID(params); ok {
		c.in.takeBack(id)
	}
}

// CancelledID is the id of the request that notifications/cancelled takes back.
func CancelledID(params json.RawMessage) (id json.RawMessage, ok bool) {
	var p struct {
		ID json.RawMessage `json:"requestId"`
	}
	err := gojson.Unmarshal(params, &p)
	return p.ID, err == nil
}

func (c *Conn) progressed(params json.RawMessage) {
	var p progressParams
	if err := gojson.Unmarshal(params, &p); err != nil {
		return
	}
	if call := c.calls.find(p.Token); call != nil {
		call.report(p.Progress)
	}
}

// Close ends the connection now; it does not wait for handlers, so that they
// may call it. Serve returns when they have ended.
func (c *Conn) Close() error {
	c.mu.Lock()
	select {
	case <-c.closing:
	default:
		close(c.closing)
		if !c.serving {
			close(c.calls.ended)
			c.out.close()
			close(c.done)
		}
	}
	c.mu.Unlock()
	c.closeStream()
	return c.closeErr
}

func (c *Conn) closeStream() {
	c.closeOnce.Do(func() { c.closeErr = c.stream.Close() })
}

// Done is closed when Serve has returned, or Close came before it.
func (c *Conn) Done() <-chan struct{} { return c.done }
