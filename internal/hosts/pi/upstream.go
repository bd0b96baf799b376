package pi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/version"
)

const (
	connectRetry = time.Second // before the one more try of a handshake

	locateTimeout = 2 * time.Second // an edit waits for it
)

// upstream is this session's MCP connection to the daemon, for the shim and, on older
// Pi, for the bridge. It outlives the daemon: when that goes away, the next call
// connects anew, and a call that only reads is made once more.
type upstream struct {
	connect func(ctx context.Context, changed func()) (*mcp.Client, error)
	changed func() // the daemon says that its tools are others now, or a new daemon is there
	timeout time.Duration

	// rejoin connects to a daemon that is there, and starts none; nil: it is not tried.
	rejoin func(ctx context.Context, changed func()) (*mcp.Client, error)

	slot     chan struct{} // holds one: whoever uses what follows, so that one handshake is made at once
	current  *mcp.Client
	closed   bool
	err      error // of the last attempt
	failures int   // in a row
	joined   bool  // there has been a connection: first is closed
	notYet   time.Time

	first      chan struct{} // closed by the first connection
	promotions promotions
}

func newUpstream(connect func(context.Context, func()) (*mcp.Client, error), changed func(), timeout time.Duration) *upstream {
	return &upstream{connect: connect, changed: changed, timeout: timeout, slot: make(chan struct{}, 1), first: make(chan struct{})}
}

// open is how upstream connects in earnest.
func (o Options) open(s settings) func(context.Context, func()) (*mcp.Client, error) {
	return o.join(s, true)
}

// join is open with a choice: whether a daemon is started where none runs.
func (o Options) join(s settings, start bool) func(context.Context, func()) (*mcp.Client, error) {
	return func(ctx context.Context, changed func()) (*mcp.Client, error) {
		opts, err := o.daemon(s, start)
		if err != nil {
			return nil, err
		}
		stream, hello, err := client.Session(ctx, client.SessionOptions{Options: opts, CWD: o.CWD, Agent: agent, Preset: s.Tools.Preset})
		if err != nil {
			return nil, err
		}
		if hello.Version != version.Version { // it retires once its sessions are done
			o.Log.Info("the daemon is of another version", "daemon", hello.Version, "own", version.Version)
		}
		return mcp.Connect(ctx, stream, mcp.ClientOptions{
			Info:           mcp.Implementation{Name: agent, Version: version.Version},
			OnToolsChanged: changed,
			MaxFrameBytes:  int(s.Limits.FrameBytes),
			Timeouts:       mcp.Timeouts{Init: s.Timeouts.Init, RPC: s.Timeouts.RPC, Call: s.Timeouts.Call},
		})
	}
}

// client returns the connection, making one where there is none.
func (u *upstream) client(ctx context.Context) (*mcp.Client, error) {
	select {
	case u.slot <- struct{}{}:
		defer func() { <-u.slot }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	switch {
	case u.closed:
		return nil, mcp.ErrClosed
	case u.current != nil && !gone(u.current):
		return u.current, nil
	case time.Now().Before(u.notYet):
		return nil, u.err
	}
	if u.current != nil {
		u.current.Close()
		u.current = nil
	}
	c, err := u.handshake(ctx)
	if err != nil {
		u.failures++
		u.err, u.notYet = err, time.Now().Add(backoff(u.failures)) // calls of this time fail at once
		return nil, err
	}
	u.take(ctx, c)
	return c, nil
}

// take makes a connection the current one. The caller has the slot. A session that had
// tools promoted gets them back, and who lists them hears that they may be others.
func (u *upstream) take(ctx context.Context, c *mcp.Client) {
	again := u.promotions.again(ctx, c)
	first := u.current == nil && !u.joined
	if !u.joined {
		close(u.first)
	}
	u.current, u.joined, u.failures = c, true, 0
	if again || !first {
		u.changed()
	}
}

// handshake makes an attempt, and one more after a pause: it absorbs a daemon that is
// just starting or making way for another. One that stays silent has half the time.
func (u *upstream) handshake(ctx context.Context) (*mcp.Client, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, dialTimeout, fmt.Errorf("waited %v for the daemon", dialTimeout))
	defer cancel()
	first, end := context.WithTimeout(ctx, dialTimeout/2)
	c, err := u.connect(first, u.changed)
	end()
	if err == nil {
		return c, nil
	}
	select {
	case <-time.After(connectRetry):
		return u.connect(ctx, u.changed)
	case <-ctx.Done():
		return nil, err
	}
}

// drop gives up a connection that has failed: its calls end before it says that it is done.
func (u *upstream) drop(c *mcp.Client) {
	u.slot <- struct{}{}
	defer func() { <-u.slot }()
	if u.current == c {
		u.current = nil
		c.Close()
	}
}

func gone(c *mcp.Client) bool {
	select {
	case <-c.Conn().Done():
		return true
	default:
		return false
	}
}

// call makes a tools/call and returns the result's bytes as they came. What goes wrong
// on the way is a result too, for the model to read; a *mcp.Error is the daemon's own.
func (u *upstream) call(ctx context.Context, name string, arguments json.RawMessage, onProgress func(mcp.Progress)) (json.RawMessage, error) {
	outer := ctx
	ctx, cancel := context.WithTimeoutCause(outer, u.timeout, fmt.Errorf("no answer within %v", u.timeout))
	defer cancel()
	for attempt := 0; ; attempt++ {
		c, err := u.client(ctx)
		if err != nil {
			return failed(name, fmt.Sprintf("the gortex daemon cannot be reached (%v). Use the host's own tools; `gortex daemon start` starts it, or says what is wrong", err)), nil
		}
		var result json.RawMessage
		err = c.Conn().CallWithProgress(ctx, "tools/call", callParams{name, arguments}, &result, onProgress)
		refusal, refused := errors.AsType[*mcp.Error](err)
		if err != nil && !refused && ctx.Err() == nil {
			u.drop(c)
		}
		switch {
		case err == nil:
			u.promotions.note(name, result)
			return result, nil
		case refused:
			return nil, refusal
		case ctx.Err() != nil:
			if outer.Err() == nil && !answers(outer, c) { // it will not answer the next call either
				u.drop(c)
			}
			return failed(name, context.Cause(ctx).Error()), nil
		case errors.Is(err, mcp.ErrFrameTooLarge) && catalog.ReadOnly(name):
			return failed(name, fmt.Sprintf("the answer is larger than limits.frame_bytes lets through (%v). Ask for less: a smaller limit or budget, or a narrower path", err)), nil
		case !catalog.ReadOnly(name):
			return failed(name, "the gortex daemon went away during this call, "+lostWrite), nil
		case attempt > 0:
			return failed(name, "the gortex daemon went away twice during this call. Use the host's own tools; `gortex daemon logs` says why"), nil
		}
	}
}

// pingTimeout is for what a daemon that is only busy with calls answers at once.
const pingTimeout = 2 * time.Second

// answers says whether the far end is alive, though a call was too slow.
func answers(ctx context.Context, c *mcp.Client) bool {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	return c.Conn().Call(ctx, "ping", nil, nil) == nil
}

// lostWrite is what is known of a write whose answer never came; differ.settle looks.
const lostWrite = "so it is not known whether the change was made. Read the file before trying again"

// locate asks where a symbol is defined, before an edit that names it alone.
func (u *upstream) locate(ctx context.Context, symbol string) []string {
	ctx, cancel := context.WithTimeout(ctx, locateTimeout)
	defer cancel()
	arguments, err := json.Marshal(map[string]string{"operation": "definition", "symbol": symbol})
	if err != nil {
		return nil
	}
	result, err := u.call(ctx, "relations", arguments, nil)
	if err != nil {
		return nil
	}
	var r struct {
		Structured struct {
			Definitions []struct {
				Path string `json:"path"`
			} `json:"definitions"`
		} `json:"structuredContent"`
	}
	if json.Unmarshal(result, &r) != nil {
		return nil
	}
	var paths []string
	for _, d := range r.Structured.Definitions {
		paths = append(paths, d.Path)
	}
	return paths
}

type callParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// failed is a tool result that is an error for the model to read.
func failed(name, why string) json.RawMessage {
	b, err := json.Marshal(map[string]any{
		"content": []map[string]string{{"type": "text", "text": name + ": " + why + "."}}, "isError": true,
	})
	if err != nil {
		return json.RawMessage(`{"content":[],"isError":true}`) // never: these are strings
	}
	return b
}

// tools asks the daemon for what it lists now.
func (u *upstream) tools(ctx context.Context) ([]mcp.Tool, error) {
	c, err := u.client(ctx)
	if err != nil {
		return nil, err
	}
	return c.ListTools(ctx)
}

func (u *upstream) close() {
	u.slot <- struct{}{}
	defer func() { <-u.slot }()
	u.closed = true
	if u.current != nil {
		u.current.Close()
	}
}
