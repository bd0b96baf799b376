package mcp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

// A frame is one line: UTF-8 JSON without a raw line end in it, ended by LF. CR
// before the LF is taken off, blank lines between frames are skipped.

const (
	defaultMaxFrameBytes = 64 << 20 // the cap of the Pi extension's own reader
	smallBufferBytes     = 32 << 10 // what a connection keeps when it is idle
	keptBufferBytes      = 256 << 10
	maxEmptyReads        = 100 // as bufio: a reader that gives nothing, and no error, is broken
)

// ErrFrameTooLarge ends a stream: what follows in it could only be guessed at.
var ErrFrameTooLarge = errors.New("frame too large")

// lastWord is what a peer hears whose frame has ended the stream.
func lastWord(err error) *Error {
	return &Error{Code: CodeInvalidRequest, Message: err.Error() + "; this connection ends"}
}

// FrameReader reads lines incrementally: each byte is looked at once for the
// line end, however the stream was cut. Not safe for use from several goroutines.
//
//	buf  [ read before | start … scanned … end | free ]
//	                     └─ no LF in here ─┘
type FrameReader struct {
	r                   io.Reader
	max                 int
	buf                 []byte
	start, scanned, end int
	err                 error // sticky, from r or ErrFrameTooLarge
}

// NewFrameReader returns a reader of r. A frame above max bytes ends the stream
// with ErrFrameTooLarge, which names the limit; max 0 is 64 MiB.
func NewFrameReader(r io.Reader, max int) *FrameReader {
	if max <= 0 {
		max = defaultMaxFrameBytes
	}
	return &FrameReader{r: r, max: max}
}

// Limit sets the largest size of the frames from here on; 0 is 64 MiB.
func (f *FrameReader) Limit(max int) {
	if max <= 0 {
		max = defaultMaxFrameBytes
	}
	f.max = max
}

// Next returns the next frame without its line end, valid until the next call.
// A last line without LF is a frame too. At the end it returns io.EOF.
func (f *FrameReader) Next() ([]byte, error) {
	for {
		frame, whole := f.take()
		switch {
		case len(frame) > f.max:
			f.err = fmt.Errorf("%w: a line is at most %d bytes here", ErrFrameTooLarge, f.max)
			f.start, f.scanned, f.end, f.buf = 0, 0, 0, nil
			return nil, f.err
		case whole:
			if frame = trimLine(frame); len(frame) > 0 {
				return frame, nil
			}
		case f.err != nil:
			return nil, f.err
		default:
			f.fill()
		}
	}
}

// take returns what is there of the next line, and whether that is all of it.
func (f *FrameReader) take() (line []byte, whole bool) {
	if i := bytes.IndexByte(f.buf[f.scanned:f.end], '\n'); i >= 0 {
		line = f.buf[f.start : f.scanned+i]
		f.start = f.scanned + i + 1
		f.scanned = f.start
		return line, true
	}
	f.scanned = f.end
	line = f.buf[f.start:f.end]
	if f.err == io.EOF && len(line) > 0 {
		f.start = f.end
		return line, true
	}
	return line, false
}

// fill makes room and reads once.
func (f *FrameReader) fill() {
	f.makeRoom()
	for range maxEmptyReads {
		n, err := f.r.Read(f.buf[f.end:])
		f.end += n
		f.err = err
		if n > 0 || err != nil {
			return
		}
	}
	f.err = io.ErrNoProgress
}

// makeRoom leaves free bytes behind end: by moving the pending ones to the
// front, in a larger buffer when they fill this one, and in a small one again
// once a giant has gone through.
func (f *FrameReader) makeRoom() {
	pending := f.end - f.start
	size := len(f.buf)
	switch {
	case size == 0 || size > keptBufferBytes && pending <= smallBufferBytes/2:
		size = smallBufferBytes
	case f.end < size && pending > 0:
		return
	case pending > size/2:
		size *= 2
	}
	buf := f.buf
	if size != len(f.buf) {
		buf = make([]byte, size)
	}
	copy(buf, f.buf[f.start:f.end])
	f.buf, f.start, f.scanned, f.end = buf, 0, f.scanned-f.start, pending
}

// trimLine takes a CR off the end, and everything off a line of blanks.
func trimLine(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte{'\r'})
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\r' {
			return line
		}
	}
	return nil
}

// FrameWriter writes whole frames, each in one Write; safe for use from several goroutines.
type FrameWriter struct {
	mu  sync.Mutex
	w   io.Writer
	buf []byte
	err error // sticky: after part of a frame nothing sensible can follow
}

// NewFrameWriter returns a writer to w.
func NewFrameWriter(w io.Writer) *FrameWriter { return &FrameWriter{w: w} }

// WriteFrame writes one frame and its line end. The frame is not kept.
func (f *FrameWriter) WriteFrame(frame []byte) error {
	if bytes.IndexByte(frame, '\n') >= 0 {
		return errors.New("a frame cannot hold a line end: it would be read as two")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.buf = append(append(f.buf[:0], frame...), '\n')
	err := f.write(f.buf)
	if cap(f.buf) > keptBufferBytes {
		f.buf = nil
	}
	return err
}

// writeLine writes a frame that has its line end already.
func (f *FrameWriter) writeLine(line []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.write(line)
}

// writeNow writes as much of a line as the stream takes without a wait.
func (f *FrameWriter) writeNow(line []byte) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now, ok := f.w.(promptWriter); ok && f.err == nil {
		n, f.err = now.WriteNow(line)
	}
	return n, f.err
}

func (f *FrameWriter) write(line []byte) error {
	if now, ok := f.w.(promptWriter); ok && f.err == nil {
		var n int
		n, f.err = now.WriteNow(line)
		line = line[n:]
	}
	if f.err == nil && len(line) > 0 {
		_, f.err = f.w.Write(line)
	}
	return f.err
}
