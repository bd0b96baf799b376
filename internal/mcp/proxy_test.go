package mcp_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

// proxied is a proxy and the outer ends of its two streams.
func proxied(t *testing.T, filter func(mcp.Direction, mcp.Message, []byte) ([]byte, bool)) (client, server *wire, p *mcp.Proxy, done <-chan error) {
	t.Helper()
	c, pc := pair()
	s, ps := pair()
	p = &mcp.Proxy{Client: pc, Server: ps, Filter: filter}
	ended := make(chan error, 1)
	over := make(chan struct{})
	go func() { defer close(over); ended <- p.Run(context.Background()) }()
	t.Cleanup(func() { _, _ = c.Close(), s.Close(); <-over })
	return byHand(t, c), byHand(t, s), p, ended
}

func TestFramesPassThroughUnchanged(t *testing.T) {
	t.Parallel()
	c, s, _, _ := proxied(t, nil)
	for _, frame := range []string{
		`{"z": 9007199254740993,  "jsonrpc":"2.0","id":1.50,"method":"x","unknown":"\u003c<"}`,
		`not JSON at all`,
		`[{"jsonrpc":"2.0"}]`,
	} {
		c.send(frame)
		if got := s.next(); got != frame {
			t.Errorf("to the server: %s, want %s", got, frame)
		}
		s.send(frame)
		if got := c.next(); got != frame {
			t.Errorf("to the client: %s, want %s", got, frame)
		}
	}
}

func TestTheControlSideIsOutOfReach(t *testing.T) {
	t.Parallel()
	c, s, _, _ := proxied(t, nil)
	for _, frame := range []string{
		`{"jsonrpc":"2.0","id":7,"method":"gortex/stop"}`,
		`{"jsonrpc":"2.0","id":7,"method":"gortex\u002fstop"}`,
		`{"id":7,"method":"gortex/stop"}`,
	} {
		c.send(frame)
		if got, want := c.next(), `{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"method not found: gortex/stop"}}`; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	c.send(`{"jsonrpc":"2.0","method":"gortex/stop"}`)
	c.send(`{"jsonrpc":"2.0","id":8,"method":"ping"}`)
	if got := s.next(); !strings.Contains(got, "ping") {
		t.Errorf("the server got %s", got)
	}
}

func TestAFilterMayReplaceDropAndAdd(t *testing.T) {
	t.Parallel()
	c, s, p, _ := proxied(t, func(dir mcp.Direction, m mcp.Message, frame []byte) ([]byte, bool) {
		switch {
		case dir == mcp.ToServer && m.Method == "replace":
			return []byte(`{"replaced":true}`), false
		case dir == mcp.ToClient && m.Method == "drop":
			return nil, true
		}
		return nil, false
	})
	c.send(`{"jsonrpc":"2.0","id":1,"method":"replace"}`)
	if got := s.next(); got != `{"replaced":true}` {
		t.Errorf("got %s", got)
	}
	s.send(`{"jsonrpc":"2.0","method":"drop"}`)
	s.send(`{"jsonrpc":"2.0","method":"keep"}`)
	if got := c.next(); !strings.Contains(got, "keep") {
		t.Errorf("got %s", got)
	}
	sent := make(chan error, 1)
	go func() { sent <- p.Send(mcp.ToClient, []byte(`{"ours":1}`)) }()
	if got := c.next(); got != `{"ours":1}` {
		t.Errorf("got %s", got)
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
}

func TestAProxySaysWhichSideEnded(t *testing.T) {
	t.Parallel()
	c, _, _, done := proxied(t, nil)
	_ = c.stream.Close()
	if err := <-done; err != nil {
		t.Errorf("the client ended: %v, want nil", err)
	}
	_, s, _, done := proxied(t, nil)
	_ = s.stream.Close()
	if err := <-done; !errors.Is(err, mcp.ErrServerEnded) {
		t.Errorf("the server ended: %v, want ErrServerEnded", err)
	}
}

// halves is a stream made of two pipes, so that one half can end alone.
type halves struct {
	io.Reader
	io.WriteCloser
	end func() error
}

func (h halves) CloseWrite() error { return h.WriteCloser.Close() }
func (h halves) Close() error      { return errors.Join(h.WriteCloser.Close(), h.end()) }

func TestAnswersUnderWayAreStillPassedAfterTheClientsEnd(t *testing.T) {
	t.Parallel()
	in, toIn := io.Pipe()
	fromOut, out := io.Pipe()
	toProxy, fromServer := io.Pipe()
	toServer, fromProxy := io.Pipe()
	p := &mcp.Proxy{
		Client: mcp.Stdio(in, out),
		Server: halves{toProxy, fromProxy, toProxy.Close},
		Grace:  patience,
	}
	done := make(chan error, 1)
	go func() { done <- p.Run(context.Background()) }()
	go func() {
		_, _ = io.WriteString(toIn, `{"jsonrpc":"2.0","id":1,"method":"m"}`+"\n")
		_ = toIn.Close()
	}()
	go func() { // the server answers when its input has ended
		_, _ = io.ReadAll(toServer)
		_, _ = io.WriteString(fromServer, "{\"late\":1}\n")
		_ = fromServer.Close()
	}()
	if said, err := io.ReadAll(fromOut); string(said) != "{\"late\":1}\n" || err != nil {
		t.Errorf("%q, %v", said, err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAServerThatStaysAfterTheClientsEndIsLeft(t *testing.T) {
	t.Parallel()
	c, pc := pair()
	toProxy, fromServer := io.Pipe()
	toServer, fromProxy := io.Pipe()
	defer fromServer.Close()
	go func() { _, _ = io.Copy(io.Discard, toServer) }()
	p := &mcp.Proxy{Client: pc, Server: halves{toProxy, fromProxy, toProxy.Close}, Grace: 20 * time.Millisecond}
	done := make(chan error, 1)
	go func() { done <- p.Run(context.Background()) }()
	_ = c.Close()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Error("Run did not return")
	}
}

func TestAFrameAboveTheLimitIsAnsweredOnceWithTheLimit(t *testing.T) {
	t.Parallel()
	const limit = 1000
	for name, run := range map[string]func(stream io.ReadWriteCloser) error{
		"a server": func(stream io.ReadWriteCloser) error {
			return mcp.NewConn(stream, mcp.ConnOptions{MaxFrameBytes: limit, Handler: newServer(newToolbox()).Handle}).Serve(context.Background())
		},
		"a proxy": func(stream io.ReadWriteCloser) error {
			server, far := pair()
			defer far.Close()
			return (&mcp.Proxy{Client: stream, Server: server, MaxFrameBytes: limit}).Run(context.Background())
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in, toIn := io.Pipe()
			fromOut, out := io.Pipe()
			ended := make(chan error, 1)
			go func() { ended <- run(mcp.Stdio(in, out)) }()
			go func() { _, _ = io.WriteString(toIn, strings.Repeat("x", 5*limit)) }()
			said, err := io.ReadAll(fromOut)
			if err != nil || strings.Count(string(said), "\n") != 1 || !strings.Contains(string(said), `"id":null`) || !strings.Contains(string(said), "at most 1000 bytes") {
				t.Errorf("%q, %v", said, err)
			}
			if err := <-ended; !errors.Is(err, mcp.ErrFrameTooLarge) || !strings.Contains(err.Error(), "1000") {
				t.Errorf("it ended with %v", err)
			}
			_ = toIn.Close()
		})
	}
}

func TestACallWhoseAnswerIsAboveTheLimitSaysSo(t *testing.T) {
	t.Parallel()
	near, far := pair()
	run(t, mcp.NewConn(far, mcp.ConnOptions{Handler: func(context.Context, *mcp.Conn, *mcp.Request) (any, error) {
		return strings.Repeat("x", 5000), nil
	}}))
	c := mcp.NewConn(near, mcp.ConnOptions{MaxFrameBytes: 1000})
	run(t, c)
	if err := c.Call(deadline(t), "m", nil, nil); !errors.Is(err, mcp.ErrFrameTooLarge) || !errors.Is(err, mcp.ErrClosed) {
		t.Errorf("%v", err)
	}
}
