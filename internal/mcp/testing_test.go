package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/gortexhq/gortex/internal/mcp"
)

// serverEnv makes this test binary a server on its standard input and output.
const serverEnv = "GORTEX_TEST_MCP_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverEnv) != "" {
		c := mcp.NewConn(mcp.Stdio(os.Stdin, os.Stdout), mcp.ConnOptions{Handler: newServer(newToolbox()).Handle})
		if err := c.Serve(context.Background()); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// patience is far above what anything here takes.
const patience = time.Minute

func deadline(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// pair is a stream with two ends, without a buffer in between.
func pair() (a, b io.ReadWriteCloser) { return net.Pipe() }

// serve runs a Conn over one end and gives the other; the end of the test ends it.
func serve(t testing.TB, opts mcp.ConnOptions) (c *mcp.Conn, other io.ReadWriteCloser) {
	t.Helper()
	a, b := pair()
	c = mcp.NewConn(a, opts)
	run(t, c)
	t.Cleanup(func() { _ = b.Close() })
	return c, b
}

func run(t testing.TB, c *mcp.Conn) {
	t.Helper()
	served := make(chan error, 1)
	go func() { served <- c.Serve(context.Background()) }()
	t.Cleanup(func() {
		_ = c.Close()
		select {
		case <-served:
		case <-time.After(patience):
			t.Error("Serve did not return after Close")
		}
	})
}

// connected are two Conns that talk to each other.
func connected(t testing.TB, left, right mcp.ConnOptions) (l, r *mcp.Conn) {
	t.Helper()
	l, stream := serve(t, left)
	r = mcp.NewConn(stream, right)
	run(t, r)
	return l, r
}

// wire is the test's own end of a stream, spoken by hand.
type wire struct {
	t      testing.TB
	stream io.ReadWriteCloser
	frames *mcp.FrameReader
}

func byHand(t testing.TB, stream io.ReadWriteCloser) *wire {
	return &wire{t: t, stream: stream, frames: mcp.NewFrameReader(stream, 0)}
}

func (w *wire) send(line string) {
	w.t.Helper()
	if _, err := io.WriteString(w.stream, line+"\n"); err != nil {
		w.t.Fatalf("send %s: %v", line, err)
	}
}

func (w *wire) next() string {
	w.t.Helper()
	type read struct {
		frame string
		err   error
	}
	got := make(chan read, 1)
	go func() {
		frame, err := w.frames.Next()
		got <- read{string(frame), err}
	}()
	select {
	case r := <-got:
		if r.err != nil {
			w.t.Fatalf("read a frame: %v", r.err)
		}
		return r.frame
	case <-time.After(patience):
		_ = w.stream.Close()
		w.t.Fatal("no frame came")
	}
	return ""
}

// toolbox is a small session: echo, fail, a tool that panics, one that waits for its end.
type toolbox struct {
	tools   []mcp.Tool
	waiting chan struct{} // told when wait has begun
	ended   chan error    // told why wait ended
}

func newToolbox() *toolbox {
	return &toolbox{
		tools: []mcp.Tool{
			{Name: "echo", Description: "says <it> again", InputSchema: json.RawMessage(`{"type":"object","x-order":9007199254740993,"properties":{"b":{},"a":{}}}`)},
			{Name: "another", InputSchema: json.RawMessage(`{"type":"object"}`), Annotations: &mcp.Annotations{ReadOnlyHint: new(true)}},
		},
		waiting: make(chan struct{}, 1),
		ended:   make(chan error, 1),
	}
}

func (b *toolbox) Tools() []mcp.Tool { return b.tools }

func (b *toolbox) Call(ctx context.Context, name string, arguments json.RawMessage) (*mcp.ToolResult, error) {
	switch name {
	case "echo":
		r := mcp.Text("you said " + string(arguments))
		r.StructuredContent = arguments
		return r, nil
	case "fail":
		return nil, errors.New("no such file: name one that is there")
	case "panic":
		panic("the tool's own fault")
	case "wait":
		b.waiting <- struct{}{}
		<-ctx.Done()
		b.ended <- context.Cause(ctx)
		return nil, ctx.Err()
	case "steps":
		for i := range 3 {
			mcp.ReportProgress(ctx, mcp.Progress{Progress: float64(i + 1), Total: 3, Message: "step"})
		}
		return mcp.Text("done"), nil
	}
	return nil, &mcp.Error{Code: mcp.CodeInvalidParams, Message: "unknown tool: " + name}
}

func newServer(b *toolbox) *mcp.Server {
	return mcp.NewServer(mcp.ServerOptions{
		Info:         mcp.Implementation{Name: "test", Version: "1"},
		Instructions: "Use echo.",
		Open: func(context.Context, mcp.Implementation, json.RawMessage) (mcp.Session, error) {
			return b, nil
		},
	})
}

var us = mcp.Implementation{Name: "client", Version: "1"}

func client(t testing.TB, stream io.ReadWriteCloser, opts mcp.ClientOptions) *mcp.Client {
	t.Helper()
	if opts.Info.Name == "" {
		opts.Info = us
	}
	c, err := mcp.Connect(deadline(t), stream, opts)
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}
