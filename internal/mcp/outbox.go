package mcp

import (
	"context"
	"sync"
)

// maxWaitingBytes is how much may wait for a peer that reads slowly before
// senders wait with it.
const maxWaitingBytes = 1 << 20

// outbox is the line of frames to a peer. What the stream takes at once its sender
// writes; where there is more, one goroutine writes it, so that a peer that does not
// read holds up nobody beyond his own context. What was sent first arrives first.
type outbox struct {
	to   *FrameWriter
	wake chan struct{} // holds one token while there is news for run

	mu      sync.Mutex // guards what follows
	lines   [][]byte
	bytes   int           // in lines and in a writer's hands
	writing bool          // somebody has the stream: a sender, or run
	room    chan struct{} // closed and made anew when bytes shrink, closed for good at the end
	closed  bool
	err     error // why writing failed
}

func newOutbox(to *FrameWriter) *outbox {
	return &outbox{to: to, wake: make(chan struct{}, 1), room: make(chan struct{})}
}

// put sends a frame, with its line end; it waits while too much is queued.
func (o *outbox) put(ctx context.Context, line []byte) error {
	for {
		room, err := o.try(line, false)
		if room == nil {
			return err
		}
		select {
		case <-room:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// push sends a small frame that cannot wait, offer one that may be dropped.
func (o *outbox) push(line []byte)  { _, _ = o.try(line, true) }
func (o *outbox) offer(line []byte) { _, _ = o.try(line, false) }

// try writes line or queues it, or returns what to wait for.
func (o *outbox) try(line []byte, always bool) (room <-chan struct{}, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.closed:
		return nil, ErrClosed
	case !always && o.bytes > 0 && o.bytes+len(line) > maxWaitingBytes:
		return o.room, nil
	}
	o.lines = append(o.lines, line)
	o.bytes += len(line)
	if o.writing || len(o.lines) > 1 {
		o.signal()
	} else {
		o.writeNow()
	}
	return nil, nil
}

// writeNow writes the one frame that is queued as far as the stream takes it at once;
// the rest is run's. mu is held before and after.
func (o *outbox) writeNow() {
	line := o.lines[0]
	o.lines, o.writing = nil, true
	o.mu.Unlock()
	n, err := o.to.writeNow(line)
	o.mu.Lock()
	o.writing = false
	o.written(n)
	switch {
	case err != nil:
		o.fail(err)
	case n < len(line):
		o.lines = append([][]byte{line[n:]}, o.lines...)
	}
	if len(o.lines) > 0 || o.closed {
		o.signal()
	}
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// run writes what is queued until close was called and all is written, or writing fails.
func (o *outbox) run() error {
	for held := false; ; {
		lines, over, err := o.take(held)
		if over {
			return err
		}
		held = len(lines) > 0
		if !held {
			<-o.wake
		}
		for _, line := range lines {
			err := o.to.writeLine(line)
			o.mu.Lock()
			if o.written(len(line)); err != nil {
				o.fail(err)
			}
			o.mu.Unlock()
			if err != nil {
				return err
			}
		}
	}
}

// take hands the queue to run, and the stream with it while there is something to
// write; held says that run has it from before.
func (o *outbox) take(held bool) (lines [][]byte, over bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.writing && !held {
		return nil, false, nil
	}
	lines, o.lines = o.lines, nil
	o.writing = len(lines) > 0
	return lines, o.err != nil || o.closed && len(lines) == 0, o.err
}

// written counts n bytes as gone. Who has mu calls it, as with fail.
func (o *outbox) written(n int) {
	o.bytes -= n
	if n > 0 && !o.closed {
		close(o.room)
		o.room = make(chan struct{})
	}
}

func (o *outbox) fail(err error) {
	o.err, o.lines = err, nil
	o.shut()
}

func (o *outbox) shut() {
	if !o.closed {
		o.closed = true
		close(o.room)
		o.signal()
	}
}

// close takes no more frames; those that are queued are still written.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.shut()
}
