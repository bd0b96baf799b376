package mcp

import (
	"io"
	"syscall"
)

// promptWriter is a stream that can write without a wait. Who sends a frame then writes
// it himself; waking a goroutine for it costs as much as a whole answer.
type promptWriter interface {
	io.Writer

	// WriteNow writes what the system takes at once. n is short, and err nil, where it
	// would have had to wait for the rest.
	WriteNow(b []byte) (n int, err error)
}

// Prompt is the promptWriter of a socket or of a pipe that is polled.
type Prompt struct{ end promptEnd }

// NewPrompt returns the zero Prompt, which writes nothing, where w is neither.
func NewPrompt(w any) Prompt { return Prompt{promptEnd{rawConn(w), false}} }

// WriteNow writes what the system takes at once; n may be short.
func (p Prompt) WriteNow(b []byte) (n int, err error) {
	if p.end.raw == nil {
		return 0, nil
	}
	return p.end.writeNow(b)
}

// PromptReader reads r as r does, and wakes nothing beside: a socket, or a pipe that is
// polled, where the system has such a read; else it is r.
func PromptReader(r io.Reader) io.Reader { return readerOf(r, false) }

func readerOf(r io.Reader, shared bool) io.Reader {
	if raw := rawConn(r); raw != nil && readsNow {
		return promptReader{promptEnd{raw, shared}}
	}
	return r
}

type promptReader struct{ end promptEnd }

func (p promptReader) Read(b []byte) (n int, err error) {
	if len(b) == 0 {
		return 0, nil
	}
	return p.end.readSoon(b)
}

// promptEnd is a descriptor that the runtime polls. Of one that is shared, as a process's
// standard input is with whoever started it, others may say at any time that it blocks.
type promptEnd struct {
	raw    syscall.RawConn
	shared bool
}

// rawConn is nil where end has none.
func rawConn(end any) syscall.RawConn {
	c, ok := end.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return nil
	}
	return raw
}
