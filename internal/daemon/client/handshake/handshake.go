// Package handshake is the first exchange on a connection to the daemon, both its
// sides: the client says who it is and what it wants, the daemon says which one it
// is. What follows on the connection is none of its business.
//
//	→ {"jsonrpc":"2.0","id":0,"method":"gortex/hello","params":{"version":"0.1.0","protocol":1,"kind":"control","pid":7}}
//	← {"jsonrpc":"2.0","id":0,"result":{"version":"0.1.0","protocol":1,"pid":9}}
//
// This exchange and the methods that Stable names stay as they are in every protocol
// to come, so that a newer gortex can say what is wrong with an older daemon, and end it.
package handshake

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

// Kinds of connections.
const (
	Control = "control" // gortex/… methods
	MCP     = "mcp"     // an MCP server whose session Params describes
	Hook    = "hook"    // as Control; for the eye in a log
)

const method = "gortex/hello"

// maxLine bounds the first line: it comes from someone who is not known yet.
const maxLine = 16 << 10

// patience is how long either side waits for the other's line. The daemon answers
// from memory, so only a stopped process takes longer.
const patience = 10 * time.Second

// Params is what a client says.
type Params struct {
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
	Kind     string `json:"kind"`
	PID      int    `json:"pid"`

	// Of the session, for kind MCP.
	CWD    string `json:"cwd,omitempty"`
	Agent  string `json:"agent,omitempty"`  // decides the text format; "" leaves it to clientInfo.name
	Preset string `json:"preset,omitempty"` // "": the daemon's configured one
}

// Hello is what the daemon says of itself.
type Hello struct {
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
	PID      int    `json:"pid"`
}

// Methods that every protocol has, and in the same form.
const (
	Stop   = "gortex/stop"
	Status = "gortex/status"
)

// Stable says that a peer of another protocol may call the method.
func Stable(name string) bool { return name == Stop || name == Status }

type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  Params          `json:"params"`
}

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  *Hello          `json:"result,omitempty"`
	Error   *mcp.Error      `json:"error,omitempty"`
}

// Greet does the client's side. The stream that it returns is conn with what may
// have been read ahead; closing it closes conn, and so does an error.
func Greet(ctx context.Context, conn net.Conn, p Params) (io.ReadWriteCloser, Hello, error) {
	s, release := guard(ctx, conn)
	hello, err := s.greet(p)
	if err = release(err); err != nil {
		conn.Close()
		return nil, Hello{}, fmt.Errorf("greet the daemon: %w", err)
	}
	return s, hello, nil
}

func (s *stream) greet(p Params) (Hello, error) {
	if err := s.writeLine(request{"2.0", json.RawMessage("0"), method, p}); err != nil {
		return Hello{}, err
	}
	line, err := s.readLine()
	if err != nil {
		return Hello{}, err
	}
	var r response
	switch err := json.Unmarshal(line, &r); {
	case err != nil:
		return Hello{}, fmt.Errorf("its answer is no JSON: %w", err)
	case r.Error != nil:
		return Hello{}, r.Error
	case r.Result == nil:
		return Hello{}, errors.New("its answer is no hello")
	}
	return *r.Result, nil
}

// Accept does the daemon's side. What is no hello is answered with an error, and
// conn is closed; so it is with every error.
func Accept(ctx context.Context, conn net.Conn, self Hello) (io.ReadWriteCloser, Params, error) {
	s, release := guard(ctx, conn)
	p, err := s.accept(self)
	if err = release(err); err != nil {
		conn.Close()
		return nil, Params{}, fmt.Errorf("hello: %w", err)
	}
	return s, p, nil
}

func (s *stream) accept(self Hello) (Params, error) {
	line, err := s.readLine()
	if err != nil {
		return Params{}, err
	}
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return Params{}, s.refuse(r.ID, mcp.CodeParse, "the first line is no request: "+err.Error())
	}
	switch {
	case r.Method != method:
		return r.Params, s.refuse(r.ID, mcp.CodeInvalidRequest, "the first request is "+method)
	case r.Params.Kind != Control && r.Params.Kind != MCP && r.Params.Kind != Hook:
		return r.Params, s.refuse(r.ID, mcp.CodeInvalidParams, fmt.Sprintf("kind is %s, %s or %s, not %q", Control, MCP, Hook, r.Params.Kind))
	}
	return r.Params, s.writeLine(response{"2.0", r.ID, &self, nil})
}

func (s *stream) refuse(id json.RawMessage, code int, text string) error {
	if id == nil {
		id = json.RawMessage("null")
	}
	refusal := &mcp.Error{Code: code, Message: text}
	return errors.Join(refusal, s.writeLine(response{"2.0", id, nil, refusal}))
}

// stream reads through the buffer that the first line was read through.
type stream struct {
	net.Conn
	r   *bufio.Reader
	now mcp.Prompt
}

func (s *stream) Read(p []byte) (int, error)              { return s.r.Read(p) }
func (s *stream) WriteNow(p []byte) (n int, failed error) { return s.now.WriteNow(p) }

// CloseWrite says that nothing more will come; answers to what came still can.
func (s *stream) CloseWrite() error {
	if half, ok := s.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}

func (s *stream) readLine() ([]byte, error) {
	line, err := s.r.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("the first line has more than %d bytes", maxLine)
	case errors.Is(err, io.EOF) && len(line) > 0:
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	}
	return bytes.TrimSpace(line), nil
}

func (s *stream) writeLine(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = s.Write(append(b, '\n'))
	return err
}

// guard puts conn under ctx and patience until release, which returns the error
// that says most: the end of ctx before what it did to the connection.
func guard(ctx context.Context, conn net.Conn) (s *stream, release func(error) error) {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("no line within %v: %w", patience, context.DeadlineExceeded))
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	return &stream{conn, bufio.NewReaderSize(mcp.PromptReader(conn), maxLine), mcp.NewPrompt(conn)}, func(err error) error {
		inTime := stop()
		cause := context.Cause(ctx)
		cancel()
		if !inTime {
			return cause
		}
		return err
	}
}
