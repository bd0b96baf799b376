package mcp

import (
	"io"
	"sync"
)

// Stdio joins this process's input and output to one stream. Closing it frees a
// blocked Read at once, which closing a terminal or an inherited pipe does not:
// the goroutine that hangs in the system's read belongs to the process and ends
// with it, or with the next byte.
func Stdio(in io.Reader, out io.WriteCloser) io.ReadWriteCloser {
	return &stdio{in: in, out: out, closed: make(chan struct{})}
}

type stdio struct {
	in     io.Reader
	out    io.WriteCloser
	closed chan struct{}
	once   sync.Once
	start  sync.Once
	piped  *io.PipeReader
}

func (s *stdio) Read(b []byte) (int, error) {
	s.start.Do(func() {
		r, w := io.Pipe()
		s.piped = r
		go func() { // owned by the process, see Stdio
			_, err := io.CopyBuffer(onlyWriter{w}, onlyReader{s.in}, make([]byte, smallBufferBytes))
			_ = w.CloseWithError(err)
		}()
		go func() {
			<-s.closed
			_ = r.CloseWithError(io.ErrClosedPipe)
		}()
	})
	return s.piped.Read(b)
}

func (s *stdio) Write(b []byte) (int, error) { return s.out.Write(b) }

// CloseWrite ends the output only.
func (s *stdio) CloseWrite() error { return s.out.Close() }

func (s *stdio) Close() (err error) {
	s.once.Do(func() {
		close(s.closed)
		err = s.out.Close()
	})
	return err
}

// These hide ReadFrom and WriteTo, which would take a way round the buffer.
type (
	onlyReader struct{ io.Reader }
	onlyWriter struct{ io.Writer }
)
