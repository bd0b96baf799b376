package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Direction is where a frame is going.
type Direction int

const (
	ToServer Direction = iota
	ToClient
)

func (d Direction) String() string {
	if d == ToClient {
		return "to client"
	}
	return "to server"
}

// privatePrefix is the daemon's control side, which no MCP client may reach.
const privatePrefix = "gortex/"

// ErrServerEnded is what Run returns when the server's stream ended first.
var ErrServerEnded = errors.New("the server's stream ended")

// Proxy copies frames between a client and a server as they are: encoding them
// again would sort keys, round numbers and drop what it does not know. Requests
// of the client whose method starts with gortex/ are refused, such
// notifications dropped.
type Proxy struct {
	Client, Server io.ReadWriteCloser

	// Filter, when set, sees every frame on its way, in order per direction;
	// frame is valid during the call only. It returns what to send in its place
	// (nil: the frame itself), or drop. A frame that is no message comes with a zero Message.
	Filter func(dir Direction, m Message, frame []byte) (out []byte, drop bool)

	// Ended, when set, hears that the server's stream ended, and why, while frames can
	// still be sent to the client.
	Ended func(error)

	MaxFrameBytes int           // either way; 0: 64 MiB
	Grace         time.Duration // for the server's last answers after the client's end of stream; 0: 700 ms

	clientEnded atomic.Bool

	once     sync.Once
	toServer *FrameWriter
	toClient *FrameWriter
}

// proxyGrace is longer than a Conn's own, and keeps the process within a second.
const proxyGrace = 700 * time.Millisecond

func (p *Proxy) prepare() {
	p.once.Do(func() {
		p.toServer, p.toClient = NewFrameWriter(p.Server), NewFrameWriter(p.Client)
		if p.Grace <= 0 {
			p.Grace = proxyGrace
		}
	})
}

// Send puts in a frame of our own. It may be called from several goroutines, from Filter too.
func (p *Proxy) Send(dir Direction, frame []byte) error {
	p.prepare()
	return p.writer(dir).WriteFrame(frame)
}

func (p *Proxy) writer(dir Direction) *FrameWriter {
	if dir == ToClient {
		return p.toClient
	}
	return p.toServer
}

// Run copies until one side ends or ctx does, then closes both. The client's
// end of stream is passed on, and gives nil; the server's gives ErrServerEnded.
func (p *Proxy) Run(ctx context.Context) error {
	p.prepare()
	outer := ctx
	ctx, cancel := context.WithCancelCause(outer)
	defer cancel(nil)
	defer context.AfterFunc(ctx, p.close)()
	var copying sync.WaitGroup
	copying.Go(func() {
		err := p.copy(ToServer, p.Client)
		if err != errClientEnded || !closeWrite(p.Server) {
			cancel(err)
			return
		}
		// The server may still answer what is under way; it ends the stream when it is through.
		select {
		case <-ctx.Done():
		case <-time.After(p.Grace):
		}
		cancel(errClientEnded)
	})
	copying.Go(func() {
		err := p.copy(ToClient, p.Server)
		if p.Ended != nil && ctx.Err() == nil {
			p.Ended(err)
		}
		cancel(err)
	})
	copying.Wait()
	p.close()
	return p.verdict(outer, ctx)
}

var errClientEnded = errors.New("the client's stream ended")

func (p *Proxy) verdict(outer, inner context.Context) error {
	if outer.Err() != nil {
		return context.Cause(outer)
	}
	if cause := context.Cause(inner); cause != errClientEnded && !p.clientEnded.Load() {
		return cause
	}
	return nil
}

// copy passes frames on until a stream ends, and says which.
func (p *Proxy) copy(dir Direction, from io.Reader) error {
	frames := NewFrameReader(from, p.MaxFrameBytes)
	for {
		frame, err := frames.Next()
		switch {
		case err == io.EOF && dir == ToServer:
			p.clientEnded.Store(true)
			return errClientEnded
		case err == io.EOF:
			return ErrServerEnded
		case err != nil && dir == ToServer && errors.Is(err, ErrFrameTooLarge):
			_ = p.toClient.writeLine(encodeError(nil, lastWord(err)))
			return fmt.Errorf("read what goes %v: %w", dir, err)
		case err != nil:
			return fmt.Errorf("read what goes %v: %w", dir, err)
		}
		if err := p.pass(dir, frame); err != nil {
			return fmt.Errorf("write %v: %w", dir, err)
		}
	}
}

func (p *Proxy) pass(dir Direction, frame []byte) error {
	var m Message
	if dir == ToServer || p.Filter != nil {
		m, _ = ParseMessage(frame) // what is no message is for the other end to refuse
	}
	if dir == ToServer && strings.HasPrefix(m.Method, privatePrefix) {
		if m.ID == nil {
			return nil
		}
		refusal := encodeError(m.ID, methodNotFound(m.Method))
		return p.toClient.writeLine(refusal)
	}
	if p.Filter != nil {
		out, drop := p.Filter(dir, m, frame)
		switch {
		case drop:
			return nil
		case out != nil:
			frame = out
		}
	}
	return p.writer(dir).WriteFrame(frame)
}

func (p *Proxy) close() {
	_ = p.Client.Close()
	_ = p.Server.Close()
}

// closeWrite passes an end of stream on where the stream can say it.
func closeWrite(s io.ReadWriteCloser) bool {
	half, ok := s.(interface{ CloseWrite() error })
	return ok && half.CloseWrite() == nil
}
