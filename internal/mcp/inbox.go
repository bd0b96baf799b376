package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/workers"
)

// maxQueuedRequests wait for a free worker; more are refused, not stored.
const maxQueuedRequests = 4096

// errCancelled is the cause in the context of a request that its sender took back.
var errCancelled = errors.New("cancelled by the sender")

// incoming is a request, or a notification, on its way through the handler.
type incoming struct {
	conn   *Conn
	id     json.RawMessage
	req    Request
	ctx    context.Context // the request's own life: from its frame to its answer
	cancel context.CancelCauseFunc
	over   atomic.Bool // answered: no more progress

	findToken sync.Once
	token     json.RawMessage // nil: its sender wants no progress
}

// inbox holds the requests that are being handled and those that wait. Workers
// come with work and go when there is none; the reading goroutine never waits
// for them, so that answers and cancellations are always heard.
type inbox struct {
	limit   int
	workers workers.Group

	mu        sync.Mutex // guards what follows
	open      map[string]*incoming
	queue     []*incoming
	handshake *incoming // what comes behind an initialize waits for its answer
	working   int
	notes     []*incoming // notifications, handled one after the other
	noting    bool
}

// request takes a request on, or refuses it.
func (b *inbox) request(in *incoming) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := string(in.id)
	switch {
	case b.open[key] != nil:
		return &Error{Code: CodeInvalidRequest, Message: "a request with this id is being answered: use a new id"}
	case len(b.queue) >= maxQueuedRequests:
		return &Error{Code: CodeInternal, Message: "too many requests at once: wait for answers"}
	}
	b.open[key] = in
	b.queue = append(b.queue, in)
	b.work()
	return nil
}

// work brings in workers for what waits, as far as their number allows. Who has b.mu calls it.
func (b *inbox) work() {
	for b.working < b.limit {
		in := b.next()
		if in == nil {
			return
		}
		b.working++
		b.workers.Go(func() {
			for ; in != nil; in = b.finished(in) {
				in.answer()
			}
		})
	}
}

// next takes the request that has waited longest, unless a handshake is under way.
func (b *inbox) next() *incoming {
	if len(b.queue) == 0 || b.handshake != nil {
		return nil
	}
	in := b.queue[0]
	b.queue[0] = nil
	b.queue = b.queue[1:]
	if in.req.Method == methodInitialize {
		b.handshake = in
	}
	return in
}

// finished forgets a request and returns the next.
func (b *inbox) finished(in *incoming) *incoming {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.open, string(in.id))
	if b.handshake == in {
		b.handshake = nil
	}
	next := b.next()
	if next == nil {
		b.working--
	}
	b.work()
	return next
}

// notification takes a notification on; false when too many wait.
func (b *inbox) notification(in *incoming) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.notes) >= maxQueuedRequests {
		return false
	}
	b.notes = append(b.notes, in)
	if !b.noting {
		b.noting = true
		b.workers.Go(b.handleNotes)
	}
	return true
}

func (b *inbox) handleNotes() {
	for {
		b.mu.Lock()
		if len(b.notes) == 0 {
			b.noting = false
			b.mu.Unlock()
			return
		}
		in := b.notes[0]
		b.notes = b.notes[1:]
		b.mu.Unlock()
		if _, err := in.handle(); err != nil {
			in.conn.log.Debug("notification", "method", in.req.Method, "err", err)
		}
		in.cancel(nil)
	}
}

// takeBack cancels a request that is open; one that is answered already is nobody's.
func (b *inbox) takeBack(id json.RawMessage) {
	b.mu.Lock()
	in := b.open[string(id)]
	b.mu.Unlock()
	if in != nil {
		in.cancel(errCancelled)
	}
}

func (in *incoming) answer() {
	line := in.line()
	in.over.Store(true)
	takenBack := context.Cause(in.ctx) == errCancelled
	in.cancel(nil)
	if !takenBack { // MCP: a cancelled request gets no answer
		_ = in.conn.out.put(context.Background(), line) // fails only when nobody is left to answer
	}
}

// line is the answer's frame.
func (in *incoming) line() []byte {
	if in.ctx.Err() != nil {
		return encodeError(in.id, asError(context.Cause(in.ctx)))
	}
	result, err := in.handle()
	if err == nil {
		var line []byte
		if line, err = encodeSafely(in.id, result); err == nil {
			return line
		}
		err = fmt.Errorf("answer to %s: %w", in.req.Method, err)
		in.conn.log.Error("encode", "method", in.req.Method, "err", err)
	}
	return encodeError(in.id, asError(err))
}

// handle calls the handler; what panics in it becomes an error.
func (in *incoming) handle() (result any, err error) {
	defer func() {
		if v := recover(); v != nil {
			in.conn.log.Error("panic in a handler", "method", in.req.Method, "panic", v, "stack", string(debug.Stack()))
			result, err = nil, &Error{Code: CodeInternal, Message: fmt.Sprintf("internal error in %s: %v", in.req.Method, v)}
		}
	}()
	if in.conn.handler == nil {
		return nil, methodNotFound(in.req.Method)
	}
	return in.conn.handler(context.WithValue(in.ctx, requestKey{}, in), in.conn, &in.req)
}

// encodeSafely guards against a result whose own marshaling panics.
func encodeSafely(id json.RawMessage, result any) (line []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("marshal: %v", v)
		}
	}()
	return encodeResult(id, result)
}

func methodNotFound(method string) *Error {
	return &Error{Code: CodeMethodNotFound, Message: "method not found: " + method}
}

func asError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Code: CodeInternal, Message: err.Error()}
}

type requestKey struct{}

// ReportProgress sends progress for the request that ctx belongs to, when its
// sender asked for it; else it does nothing. It never waits for the peer: with
// a peer that reads too slowly, progress is dropped.
func ReportProgress(ctx context.Context, p Progress) {
	in, ok := ctx.Value(requestKey{}).(*incoming)
	if !ok || in.over.Load() {
		return
	}
	in.findToken.Do(func() { in.token = progressToken(in.req.Params) })
	if in.token == nil {
		return
	}
	params, err := progressParams{Token: in.token, Progress: p}.appendJSON(nil)
	if err == nil {
		in.conn.out.offer(encodeRequest(nil, methodProgress, params))
	}
}

func progressToken(params json.RawMessage) json.RawMessage {
	var p struct {
		Meta struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	}
	if len(params) == 0 || gojson.Unmarshal(params, &p) != nil || bytes.Equal(p.Meta.Token, null) {
		return nil
	}
	return p.Meta.Token
}
