package mcp

import (
	"context"
	"sync"
)

// maxWaitingBytes is how much may wait for a peer that reads slowly before
// senders wait with it.
const maxWaitingBytes = 1 << 20

// outbox is the line of frames to a peer. One goroutine writes them, so that a
// peer that does not read holds up nobody beyond his own context, and what was
// sent first arrives first.
type outbox struct {
	to   *FrameWriter
	wake chan struct{} // holds one token while there is news for run

	mu     sync.Mutex // guards what follows
	lines  [][]byte
	bytes  int           // in lines and in run's hands
	room   chan struct{} // closed and made anew when bytes shrink, closed for good at the end
	closed bool
}

func newOutbox(to *FrameWriter) *outbox {
	return &outbox{to: to, wake: make(chan struct{}, 1), room: make(chan struct{})}
}

// put queues a frame, with its line end; it waits while too much is queued.
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

// push queues a small frame that cannot wait, offer one that may be dropped.
func (o *outbox) push(line []byte)  { _, _ = o.try(line, true) }
func (o *outbox) offer(line []byte) { _, _ = o.try(line, false) }

// try queues line, or returns what to wait for.
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
	o.signal()
	return nil, nil
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// run writes until close was called and all is written, or writing fails.
func (o *outbox) run() error {
	for {
		lines, closed := o.take()
		if len(lines) == 0 {
			if closed {
				return nil
			}
			<-o.wake
			continue
		}
		for _, line := range lines {
			if err := o.to.writeLine(line); err != nil {
				o.close()
				return err
			}
			o.wrote(len(line))
		}
	}
}

func (o *outbox) take() (lines [][]byte, closed bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	lines, o.lines = o.lines, nil
	return lines, o.closed
}

func (o *outbox) wrote(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bytes -= n
	if !o.closed {
		close(o.room)
		o.room = make(chan struct{})
	}
}

// close takes no more frames; those that are queued are still written.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.closed = true
		close(o.room)
		o.signal()
	}
}
