package mcp

import (
	"io"
	"strings"
	"testing"
)

func TestTheBufferShrinksAgainAfterAGiant(t *testing.T) {
	t.Parallel()
	giant := strings.Repeat("x", 8<<20) + "\n"
	f := NewFrameReader(io.MultiReader(strings.NewReader(giant), strings.NewReader("small\nsmall\n")), 0)
	for _, want := range []int{8 << 20, 5, 5} {
		frame, err := f.Next()
		if err != nil || len(frame) != want {
			t.Fatalf("%d bytes, %v; want %d", len(frame), err, want)
		}
	}
	if len(f.buf) > keptBufferBytes {
		t.Errorf("the buffer still has %d bytes", len(f.buf))
	}
}

// TestNoByteIsScannedTwice counts what a frame in many chunks costs: the search
// for the line end must not start at the frame's start again with each chunk.
func TestNoByteIsScannedTwice(t *testing.T) {
	t.Parallel()
	f := NewFrameReader(&drip{rest: 1 << 20, step: 1000}, 0)
	last := 0
	for range 500 {
		if _, whole := f.take(); whole {
			t.Fatal("a frame came too early")
		}
		if f.scanned-f.start < last || f.scanned != f.end {
			t.Fatalf("scanned %d of %d, was %d before", f.scanned-f.start, f.end-f.start, last)
		}
		last = f.scanned - f.start
		f.fill()
		if f.scanned-f.start != last {
			t.Fatalf("filling forgot what was scanned: %d, was %d", f.scanned-f.start, last)
		}
	}
}

type drip struct{ rest, step int }

func (d *drip) Read(b []byte) (int, error) {
	n := min(len(b), d.step, d.rest)
	if n == 0 {
		return 0, io.EOF
	}
	for i := range b[:n] {
		b[i] = 'x'
	}
	d.rest -= n
	return n, nil
}
