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
type Prompt struct{ raw syscall.RawConn }

// NewPrompt returns the zero Prompt, which writes nothing, where w is neither.
func NewPrompt(w any) Prompt {
	if c, ok := w.(syscall.Conn); ok {
		if raw, err := c.SyscallConn(); err == nil {
			return Prompt{raw}
		}
	}
	return Prompt{}
}

// WriteNow writes what the system takes at once; n may be short.
func (p Prompt) WriteNow(b []byte) (n int, err error) {
	if p.raw == nil {
		return 0, nil
	}
	return writeNow(p.raw, b)
}
