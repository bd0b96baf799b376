package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	gojson "github.com/goccy/go-json"
)

// maxToolPages is Pi's own bound.
const maxToolPages = 1000

// ClientOptions are all optional but Info.
type ClientOptions struct {
	Info           Implementation
	Capabilities   any    // e.g. map[string]any{"roots": …}; nil: what follows from the other fields
	Roots          []Root // answers roots/list; nil: not offered
	OnToolsChanged func() // called from its own goroutine, one at a time; calls in a burst are joined
	Timeouts       Timeouts
	MaxFrameBytes  int
	Log            *slog.Logger
}

// Timeouts of the three classes of requests; zero values take the defaults 60 s,
// 30 s, 600 s. Progress of a call starts its time anew.
type Timeouts struct{ Init, RPC, Call time.Duration }

func (t Timeouts) orDefaults() Timeouts {
	for _, d := range []struct {
		of    *time.Duration
		value time.Duration
	}{{&t.Init, 60 * time.Second}, {&t.RPC, 30 * time.Second}, {&t.Call, 600 * time.Second}} {
		if *d.of <= 0 {
			*d.of = d.value
		}
	}
	return t
}

// Client is the MCP client's side over a Conn. Its methods may be called from
// several goroutines at once.
type Client struct {
	conn    *Conn
	opts    ClientOptions
	init    InitializeResult
	changed chan struct{} // holds one token while the list has changed and nobody was told

	stop func()
	own  sync.WaitGroup // the goroutines below
}

// Connect serves rwc and does the handshake. ctx bounds the handshake only; the
// client lives until Close or until the stream ends. Connect closes rwc when it fails.
func Connect(ctx context.Context, rwc io.ReadWriteCloser, opts ClientOptions) (*Client, error) {
	opts.Timeouts = opts.Timeouts.orDefaults()
	c := &Client{opts: opts, changed: make(chan struct{}, 1)}
	c.conn = NewConn(rwc, ConnOptions{Handler: c.handle, MaxFrameBytes: opts.MaxFrameBytes, Log: opts.Log})
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	c.own.Go(func() {
		if err := c.conn.Serve(life); err != nil && life.Err() == nil {
			c.conn.log.Debug("connection ended", "err", err)
		}
	})
	c.own.Go(c.tellChanges)
	if err := c.handshake(ctx); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

func (c *Client) handshake(ctx context.Context) error {
	ctx, cancel := within(ctx, c.opts.Timeouts.Init, methodInitialize)
	defer cancel()
	o := object{}
	o.text("protocolVersion", Versions[0])
	o.value("capabilities", c.capabilities())
	o.value("clientInfo", c.opts.Info)
	params, err := o.end()
	if err != nil {
		return fmt.Errorf("params of initialize: %w", err)
	}
	if err := c.conn.Call(ctx, methodInitialize, json.RawMessage(params), &c.init); err != nil {
		return fmt.Errorf("handshake: %w", err)
	}
	if !slices.Contains(Versions, c.init.ProtocolVersion) {
		return fmt.Errorf("handshake: the server speaks protocol %q, known are %v", c.init.ProtocolVersion, Versions)
	}
	return c.conn.Notify(ctx, methodInitialized, nil)
}

func (c *Client) capabilities() any {
	switch {
	case c.opts.Capabilities != nil:
		return c.opts.Capabilities
	case c.opts.Roots != nil:
		return json.RawMessage(`{"roots":{}}`)
	}
	return nil // {}
}

// Initialized returns the server's half of the handshake.
func (c *Client) Initialized() InitializeResult { return c.init }

// Conn returns the connection, for requests that have no method here.
func (c *Client) Conn() *Conn { return c.conn }

// ListTools returns all pages of the server's tools, in its order.
func (c *Client) ListTools(ctx context.Context) ([]Tool, error) {
	var all []Tool
	var params any
	seen := map[string]bool{}
	for range maxToolPages {
		page, err := c.toolPage(ctx, params)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Tools...)
		if page.Next == "" {
			return all, nil
		}
		if seen[page.Next] {
			return nil, fmt.Errorf("tools/list: the server gave the cursor %q twice", page.Next)
		}
		seen[page.Next] = true
		params = map[string]string{"cursor": page.Next}
	}
	return nil, fmt.Errorf("tools/list: more than %d pages", maxToolPages)
}

type toolPage struct {
	Tools []Tool `json:"tools"`
	Next  string `json:"nextCursor"`
}

func (c *Client) toolPage(ctx context.Context, params any) (page toolPage, err error) {
	ctx, cancel := within(ctx, c.opts.Timeouts.RPC, methodListTools)
	defer cancel()
	return page, c.conn.Call(ctx, methodListTools, params, &page)
}

// CallTool calls a tool. onProgress may be nil; progress starts the time anew in any case.
func (c *Client) CallTool(ctx context.Context, name string, arguments json.RawMessage, onProgress func(Progress)) (*ToolResult, error) {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	o := object{}
	o.text("name", name)
	o.raw("arguments", arguments)
	params, err := o.end()
	if err != nil {
		return nil, fmt.Errorf("arguments of %s: %w", name, err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	limit := c.opts.Timeouts.Call
	timer := time.AfterFunc(limit, func() { cancel(lateError{"tools/call " + name, limit}) })
	defer timer.Stop()
	var result ToolResult
	err = c.conn.CallWithProgress(ctx, methodCallTool, json.RawMessage(params), &result, func(p Progress) {
		timer.Reset(limit)
		if onProgress != nil {
			onProgress(p)
		}
	})
	if err != nil {
		return nil, err
	}
	return &result, nil
}

// lateError says which limit was reached; it is a context.DeadlineExceeded too.
type lateError struct {
	what  string
	limit time.Duration
}

func (e lateError) Error() string        { return fmt.Sprintf("%s: no answer within %v", e.what, e.limit) }
func (e lateError) Is(target error) bool { return target == context.DeadlineExceeded }

func within(ctx context.Context, limit time.Duration, what string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, lateError{what, limit})
}

// handle answers what a server may ask of us.
func (c *Client) handle(_ context.Context, _ *Conn, req *Request) (any, error) {
	switch req.Method {
	case methodPing:
		return nil, nil
	case methodListRoots:
		if c.opts.Roots != nil {
			return map[string][]Root{"roots": c.opts.Roots}, nil
		}
	case methodToolsChanged:
		select {
		case c.changed <- struct{}{}:
		default:
		}
		return nil, nil
	}
	if req.Notification {
		return nil, nil // logs and the like
	}
	return nil, methodNotFound(req.Method)
}

func (c *Client) tellChanges() {
	for {
		select {
		case <-c.changed:
			if c.opts.OnToolsChanged != nil {
				c.opts.OnToolsChanged()
			}
		case <-c.conn.Done():
			return
		}
	}
}

// Close ends the connection and waits until all of it has ended, OnToolsChanged
// included: not to be called from there.
func (c *Client) Close() error {
	err := c.conn.Close()
	c.stop()
	c.own.Wait()
	if errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}

// UnmarshalJSON exists so that one odd block does not fail a whole result:
// blocks of other types (images, links) are kept as their type.
func (c *Content) UnmarshalJSON(b []byte) error {
	type plain Content
	if err := gojson.Unmarshal(b, (*plain)(c)); err != nil {
		*c = Content{Type: "unknown"}
	}
	return nil
}
