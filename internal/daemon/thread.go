package daemon

import (
	"runtime"
	"time"
)

// thread is what a goroutine decides on. The system shares out processors by what each
// thread has had of them: on one that has just collected garbage, or made a list for
// somebody, a decision waits for up to four milliseconds behind those that have not. A
// thread that does nothing but decide has had little, and goes first. That is worth it
// while somebody indexes; at rest, handing over to it would cost more than it saves. The
// zero value is ready for use by one goroutine.
type thread struct {
	own   bool
	until time.Time
}

// threadStays is how long a thread stays its goroutine's once nobody indexes, and then until
// the next decision: who saves files saves more of them, and the first decision on another
// thread would be slow again.
const threadStays = 10 * time.Second

// decides gives the goroutine a thread of its own if busy, for as long as that is worth it.
func (t *thread) decides(busy bool, now time.Time) {
	if busy {
		t.until = now.Add(threadStays)
	}
	t.keep(now.Before(t.until))
}

func (t *thread) keep(own bool) {
	switch {
	case own && !t.own:
		runtime.LockOSThread()
	case t.own && !own:
		runtime.UnlockOSThread()
	}
	t.own = own
}
