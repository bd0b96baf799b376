package mcp_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

func TestAPromptReaderReadsAsTheStreamDoes(t *testing.T) {
	t.Parallel()
	pipe := func() (io.ReadCloser, io.WriteCloser) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		return r, w
	}
	socket := func() (io.ReadCloser, io.WriteCloser) {
		l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		w, err := net.Dial("unix", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		return r, w
	}
	inMemory := func() (io.ReadCloser, io.WriteCloser) { return io.Pipe() }
	for name, open := range map[string]func() (io.ReadCloser, io.WriteCloser){"a pipe": pipe, "a socket": socket, "neither": inMemory} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, w := open()
			read := mcp.PromptReader(r)
			want := strings.Repeat("all of it, in order; ", 20_000)
			go func() {
				_, _ = io.WriteString(w, want[:7])
				time.Sleep(time.Millisecond) // the reader waits by now, mostly
				_, _ = io.WriteString(w, want[7:])
				w.Close()
			}()
			if got, err := io.ReadAll(read); string(got) != want || err != nil {
				t.Errorf("%d of %d bytes, %v", len(got), len(want), err)
			}
			r.Close()
		})
		t.Run(name+" that is closed", func(t *testing.T) {
			t.Parallel()
			r, w := open()
			defer w.Close()
			ended := make(chan error, 1)
			go func() {
				_, err := mcp.PromptReader(r).Read(make([]byte, 10))
				ended <- err
			}()
			time.Sleep(time.Millisecond)
			r.Close()
			if err := <-ended; err == nil || errors.Is(err, io.EOF) {
				t.Errorf("the reader heard %v", err)
			}
		})
	}
}

func TestWhatThePeerDoesNotReadIsWrittenAside(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	in, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	frames := mcp.NewFrameWriter(mcp.Stdio(in, w))
	large := strings.Repeat("x", 300_000) // several times what a pipe takes
	written := make(chan error, 1)
	go func() {
		written <- errors.Join(frames.WriteFrame([]byte("first")), frames.WriteFrame([]byte(large)), w.Close())
	}()
	got := mcp.NewFrameReader(r, 0)
	for _, want := range []string{"first", large} {
		if frame, err := got.Next(); string(frame) != want || err != nil {
			t.Errorf("%d of %d bytes, %v", len(frame), len(want), err)
		}
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}
