package mcp

import (
	"io"
	"os"
	"sync"
)

// Stdio joins this process's input and output to one stream. Closing it frees a
// blocked Read at once. A pipe or a socket is polled for that, as its ends belong to
// this process and to whom it talks to; of anything else, a terminal say, the
// goroutine that hangs in the system's read belongs to the process and ends with it,
// or with the next byte.
func Stdio(in io.Reader, out io.WriteCloser) io.ReadWriteCloser {
	s := &stdio{out: out}
	if f := polled(in); f != nil {
		s.in, s.from = f, readerOf(f, true)
	} else {
		f := &freed{from: in, closed: make(chan struct{})}
		s.in, s.from = f, f
	}
	if f := polled(out); f != nil {
		s.out, s.prompt = both{f, out}, Prompt{promptEnd{rawConn(f), true}}
	}
	return s
}

func polled(end any) *os.File {
	if f, ok := end.(*os.File); ok {
		return pollable(f)
	}
	return nil
}

type stdio struct {
	in     io.Closer
	from   io.Reader
	out    io.WriteCloser
	prompt Prompt
	once   sync.Once
}

func (s *stdio) Read(b []byte) (int, error)         { return s.from.Read(b) }
func (s *stdio) Write(b []byte) (int, error)        { return s.out.Write(b) }
func (s *stdio) WriteNow(b []byte) (n int, e error) { return s.prompt.WriteNow(b) }

// CloseWrite ends the output only.
func (s *stdio) CloseWrite() error { return s.out.Close() }

func (s *stdio) Close() (err error) {
	s.once.Do(func() {
		_ = s.in.Close()
		err = s.out.Close()
	})
	return err
}

// both is a file under a second descriptor: its reader sees the end when both are closed.
type both struct {
	*os.File
	first io.Closer
}

func (b both) Close() error {
	err := b.File.Close()
	if e := b.first.Close(); err == nil {
		err = e
	}
	return err
}

// freed is a reader whose Read ends with Close, whatever the one behind it does.
type freed struct {
	from   io.Reader
	closed chan struct{}
	start  sync.Once
	piped  *io.PipeReader
}

func (f *freed) Read(b []byte) (int, error) {
	f.start.Do(func() {
		r, w := io.Pipe()
		f.piped = r
		go func() { // owned by the process, see Stdio
			_, err := io.CopyBuffer(onlyWriter{w}, onlyReader{f.from}, make([]byte, smallBufferBytes))
			_ = w.CloseWithError(err)
		}()
		go func() {
			<-f.closed
			_ = r.CloseWithError(io.ErrClosedPipe)
		}()
	})
	return f.piped.Read(b)
}

func (f *freed) Close() error {
	close(f.closed)
	return nil
}

// These hide ReadFrom and WriteTo, which would take a way round the buffer.
type (
	onlyReader struct{ io.Reader }
	onlyWriter struct{ io.Writer }
)
