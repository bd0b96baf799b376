// Package client is how every gortex process talks to the daemon: dial it, start it
// when needed, call its control methods, open MCP sessions. It knows no engine, so
// that what only talks to the daemon stays small.
package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client/handshake"
	"github.com/gortexhq/gortex/internal/daemon/client/peer"
	"github.com/gortexhq/gortex/internal/home"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/version"
)

var (
	// ErrNotRunning: no daemon answers on the socket (and none was to be started).
	ErrNotRunning = errors.New("no daemon is running; gortex daemon start starts one")

	// ErrNoAnswer: a daemon is there, and does not say hello in the time there was.
	ErrNoAnswer = errors.New("gortex daemon restart ends it and starts another")

	// ErrSkew: the daemon speaks another protocol.
	ErrSkew = errors.New("the running daemon is of another version; run gortex daemon restart")
)

// Options say which daemon, and how much to do for it.
type Options struct {
	Dirs  home.Dirs
	Start bool     // start a daemon when none answers (detached: own session, none of our pipes)
	Bin   string   // the gortex to start; "" is this executable
	Env   []string // environment of the daemon to start; nil is ours

	// AnyProtocol connects also to a daemon of another protocol: enough for Stop and Status.
	AnyProtocol bool
}

// Hello is what the daemon says of itself.
type Hello = handshake.Hello

// startTimeout bounds Dial where its context has no deadline.
const startTimeout = 10 * time.Second

// Client is one control connection. Safe for use from several goroutines.
type Client struct {
	dirs   home.Dirs
	hello  Hello
	conn   *mcp.Conn
	end    context.CancelFunc
	served chan struct{} // closed once conn is no longer served
	once   sync.Once
}

// Dial connects; with Start it starts the daemon and waits for it until ctx ends
// (10 s when ctx has no deadline). The connection outlives ctx. Without Start the
// error is ErrNotRunning where no daemon answers; a daemon of another protocol
// gives ErrSkew.
func Dial(ctx context.Context, opts Options) (*Client, error) {
	stream, hello, err := dial(ctx, opts, handshake.Params{Kind: handshake.Control})
	if err != nil {
		return nil, err
	}
	serving, end := context.WithCancel(context.Background()) // the connection's own life, until Close
	c := &Client{dirs: opts.Dirs, hello: hello, conn: mcp.NewConn(stream, mcp.ConnOptions{}), end: end, served: make(chan struct{})}
	go func() {
		defer close(c.served)
		_ = c.conn.Serve(serving) // its end is all that matters: calls in flight say why
	}()
	return c, nil
}

// Close ends the connection; calls in flight fail.
func (c *Client) Close() error {
	c.once.Do(func() {
		c.end()
		c.conn.Close()
	})
	<-c.served
	return nil
}

// Done is closed when the daemon goes away, or the client is closed.
func (c *Client) Done() <-chan struct{} { return c.served }

// Daemon returns what the daemon said of itself.
func (c *Client) Daemon() Hello { return c.hello }

// SessionOptions open an MCP connection to the daemon.
type SessionOptions struct {
	Options
	CWD    string
	Agent  string // the name that decides the text format: "pi"; "" leaves it to clientInfo.name
	Preset string
}

// Session opens a raw MCP stream: frames written are MCP messages for the daemon, frames read its own (hello is already done).
// Version is the daemon's. The stream ends when the daemon does, or when it is closed; it outlives ctx.
func Session(ctx context.Context, opts SessionOptions) (stream io.ReadWriteCloser, daemon Hello, err error) {
	return dial(ctx, opts.Options, handshake.Params{Kind: handshake.MCP, CWD: opts.CWD, Agent: opts.Agent, Preset: opts.Preset})
}

// dial connects and says hello, starting the daemon where that is wanted.
func dial(ctx context.Context, opts Options, p handshake.Params) (io.ReadWriteCloser, Hello, error) {
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("waited %v for the daemon", startTimeout))
		defer cancel()
	}
	p.Version, p.Protocol, p.PID = version.Version, version.DaemonProtocol, os.Getpid()
	stream, hello, err := connect(ctx, opts.Dirs.Socket, p)
	if errors.Is(err, ErrNotRunning) && opts.Start {
		stream, hello, err = start(ctx, opts, p)
	}
	if err != nil {
		return nil, Hello{}, err
	}
	if hello.Protocol != p.Protocol && !opts.AnyProtocol {
		stream.Close()
		return nil, hello, fmt.Errorf("%w (it is version %s with protocol %d, this is %s with %d)", ErrSkew, hello.Version, hello.Protocol, p.Version, p.Protocol)
	}
	return stream, hello, nil
}

// connect makes one attempt. Whoever is there but cannot be talked to (another
// user, a stopped process) is an error of its own; what only time or a new daemon
// mends is ErrNotRunning.
func connect(ctx context.Context, socket string, p handshake.Params) (io.ReadWriteCloser, Hello, error) {
	conn, err := net.Dial("unix", socket) // never waits: a full backlog is EAGAIN
	if absent(err) {
		return nil, Hello{}, ErrNotRunning
	}
	if err != nil {
		return nil, Hello{}, fmt.Errorf("connect to the daemon: %w", err)
	}
	if err := peer.Check(conn, peer.Self()); err != nil {
		conn.Close()
		return nil, Hello{}, fmt.Errorf("%s: %w", socket, err)
	}
	stream, hello, err := handshake.Greet(ctx, conn, p)
	if absent(err) { // it ended between accept and answer
		return nil, Hello{}, ErrNotRunning
	}
	if err != nil && (errors.Is(err, context.DeadlineExceeded) || errors.Is(ctx.Err(), context.DeadlineExceeded)) {
		return nil, Hello{}, fmt.Errorf("the daemon does not answer (%w); %w", err, ErrNoAnswer)
	}
	return stream, hello, err
}

// absent says that nobody answers on the socket: no such file, nobody who listens,
// or an end in the middle of the hello. EAGAIN is a full backlog: a daemon that is
// starting or very busy, so that asking again helps.
func absent(err error) bool {
	for _, e := range []error{syscall.ENOENT, syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EPIPE, syscall.EAGAIN, io.EOF, io.ErrUnexpectedEOF} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
