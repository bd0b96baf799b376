package daemon

import (
	"sync"
	"time"
)

// idleWatch counts connections and says when there have been none for a while.
type idleWatch struct {
	expired chan struct{} // closed when it is time to end

	mu     sync.Mutex    // guards what is below
	after  time.Duration // 0: never
	open   int
	since  time.Time // when open became 0
	timer  *time.Timer
	closed bool // no connection is taken any more
}

func newIdleWatch(after time.Duration) *idleWatch {
	w := &idleWatch{after: after, expired: make(chan struct{}), since: time.Now()}
	w.timer = time.AfterFunc(after, w.expire)
	if after <= 0 {
		w.timer.Stop()
	}
	return w
}

// enter counts a connection in. It says false when the daemon is about to end: the
// client finds the connection closed, and starts another daemon.
func (w *idleWatch) enter() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	w.open++
	w.timer.Stop()
	return true
}

func (w *idleWatch) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open--
	if w.open == 0 && w.after > 0 && !w.closed {
		w.since = time.Now()
		w.timer.Reset(w.after)
	}
}

// set changes how long it is. What has passed already counts.
func (w *idleWatch) set(after time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.after = after; w.closed {
		return
	}
	w.timer.Stop()
	if w.open == 0 && after > 0 {
		w.timer.Reset(time.Until(w.since.Add(after)))
	}
}

func (w *idleWatch) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	// A timer that fires as a connection comes may get here after it has gone again.
	if w.after > 0 && w.open == 0 && !w.closed && time.Since(w.since) >= w.after {
		w.closed = true
		close(w.expired)
	}
}

// close takes no more connections, and says whether there are none.
func (w *idleWatch) close() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open == 0 {
		w.closed = true
	}
	return w.closed
}

// end stops the timer.
func (w *idleWatch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.timer.Stop()
}
