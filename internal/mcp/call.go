package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"

	gojson "github.com/goccy/go-json"
)

// Progress of a request.
type Progress struct {
	Progress float64 `json:"progress"`
	Total    float64 `json:"total,omitempty"`
	Message  string  `json:"message,omitempty"`
}

type progressParams struct {
	Token json.RawMessage `json:"progressToken"`
	Progress
}

func (p progressParams) appendJSON(dst []byte) ([]byte, error) {
	o := object{dst: dst}
	o.raw("progressToken", p.Token)
	o.value("progress", p.Progress.Progress)
	if p.Total != 0 {
		o.value("total", p.Total)
	}
	if p.Message != "" {
		o.text("message", p.Message)
	}
	return o.end()
}

// call is a request that waits for its answer.
type call struct {
	answer chan Message  // holds one
	more   chan struct{} // holds one token while there is progress to hear

	mu       sync.Mutex // guards what follows
	progress []Progress
}

// maxUnheardProgress is how many reports wait for a slow listener; the oldest go first.
const maxUnheardProgress = 64

// calls are the requests that this end has sent.
type calls struct {
	mu    sync.Mutex // guards what follows
	last  int64
	open  map[string]*call
	ended chan struct{} // closed when no answer can come any more
	cause error         // set before that, where the peer is to blame
}

// why no answer can come.
func (cs *calls) why() error {
	if cs.cause != nil {
		return fmt.Errorf("%w: %w", ErrClosed, cs.cause)
	}
	return ErrClosed
}

func (cs *calls) begin() (json.RawMessage, *call) {
	c := &call{answer: make(chan Message, 1), more: make(chan struct{}, 1)}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.last++
	id := strconv.AppendInt(nil, cs.last, 10)
	cs.open[string(id)] = c
	return id, c
}

func (cs *calls) end(id json.RawMessage) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	delete(cs.open, string(id))
}

func (cs *calls) find(id json.RawMessage) *call {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return cs.open[string(id)]
}

// answered gives a response to whoever waits for it; false when nobody does (any more).
func (cs *calls) answered(m Message) bool {
	c := cs.find(m.ID)
	if c == nil {
		return false
	}
	select {
	case c.answer <- m:
		return true
	default:
		return false
	}
}

func (c *call) report(p Progress) {
	c.mu.Lock()
	if len(c.progress) == maxUnheardProgress {
		c.progress = c.progress[1:]
	}
	c.progress = append(c.progress, p)
	c.mu.Unlock()
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// hear tells what was reported, on the caller's goroutine and in order.
func (c *call) hear(onProgress func(Progress)) {
	c.mu.Lock()
	reports := c.progress
	c.progress = nil
	c.mu.Unlock()
	if onProgress != nil {
		for _, p := range reports {
			onProgress(p)
		}
	}
}

// Call sends a request and waits for its answer, which is unmarshaled into
// result: nil, a *json.RawMessage that takes the bytes as they came, or any
// other pointer. An error answer is an *Error. When ctx ends first,
// notifications/cancelled goes out and the error wraps ctx's cause. Serve must be running.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	encoded, err := encodeParams(params)
	if err != nil {
		return fmt.Errorf("params of %s: %w", method, err)
	}
	return c.call(ctx, method, encoded, result, false, nil)
}

// CallWithProgress is Call with a progressToken in _meta; onProgress hears
// notifications/progress for it, on the caller's goroutine.
func (c *Conn) CallWithProgress(ctx context.Context, method string, params, result any, onProgress func(Progress)) error {
	encoded, err := encodeParams(params)
	if err != nil {
		return fmt.Errorf("params of %s: %w", method, err)
	}
	return c.call(ctx, method, encoded, result, true, onProgress)
}

func (c *Conn) call(ctx context.Context, method string, params []byte, result any, withToken bool, onProgress func(Progress)) error {
	id, waiting := c.calls.begin()
	defer c.calls.end(id)
	if withToken {
		var err error
		if params, err = withProgressToken(params, id); err != nil {
			return fmt.Errorf("params of %s: %w", method, err)
		}
	}
	if err := c.out.put(ctx, encodeRequest(id, method, params)); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	m, err := c.wait(ctx, waiting, onProgress)
	switch {
	case err != nil:
		if ctx.Err() != nil && method != methodInitialize { // MCP: initialize cannot be cancelled
			c.takeBack(id, err.Error())
		}
		return fmt.Errorf("%s: %w", method, err)
	case m.Error != nil:
		return m.Error
	}
	return decodeResult(method, m.Result, result)
}

func (c *Conn) wait(ctx context.Context, w *call, onProgress func(Progress)) (Message, error) {
	for {
		select {
		case m := <-w.answer:
			w.hear(onProgress)
			return m, nil
		case <-w.more:
			w.hear(onProgress)
		case <-ctx.Done():
			return Message{}, context.Cause(ctx)
		case <-c.calls.ended:
			select {
			case m := <-w.answer: // it was the last thing that came
				w.hear(onProgress)
				return m, nil
			default:
				return Message{}, c.calls.why()
			}
		}
	}
}

func (c *Conn) takeBack(id json.RawMessage, reason string) {
	o := object{}
	o.raw("requestId", id)
	o.text("reason", reason)
	if params, err := o.end(); err == nil {
		c.out.push(encodeRequest(nil, methodCancelled, params))
	}
}

func decodeResult(method string, raw json.RawMessage, result any) error {
	switch result := result.(type) {
	case nil:
		return nil
	case *json.RawMessage:
		*result = raw
		return nil
	}
	if err := gojson.Unmarshal(raw, result); err != nil {
		return fmt.Errorf("answer to %s: %w", method, err)
	}
	return nil
}

// Notify sends a notification.
func (c *Conn) Notify(ctx context.Context, method string, params any) error {
	encoded, err := encodeParams(params)
	if err != nil {
		return fmt.Errorf("params of %s: %w", method, err)
	}
	return c.out.put(ctx, encodeRequest(nil, method, encoded))
}

// withProgressToken puts _meta.progressToken into params; other bytes stay as they are.
func withProgressToken(params []byte, token json.RawMessage) ([]byte, error) {
	if len(params) == 0 {
		params = []byte("{}")
	}
	var members map[string]json.RawMessage
	if err := gojson.Unmarshal(params, &members); err != nil {
		return nil, fmt.Errorf("only an object can carry a progress token: %w", err)
	}
	meta := map[string]json.RawMessage{}
	if old, ok := members["_meta"]; ok && !bytes.Equal(old, null) {
		if err := gojson.Unmarshal(old, &meta); err != nil {
			return nil, fmt.Errorf("_meta: %w", err)
		}
	}
	meta["progressToken"] = token
	if members == nil {
		members = map[string]json.RawMessage{}
	}
	var err error
	if members["_meta"], err = appendMembers(nil, meta); err != nil {
		return nil, err
	}
	return appendMembers(nil, members)
}

func appendMembers(dst []byte, members map[string]json.RawMessage) ([]byte, error) {
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	dst = append(dst, '{')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, name), ':')
		var err error
		if dst, err = appendRaw(dst, members[name]); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}
