package pi

import (
	"context"
	"errors"
	"os"
	"time"
)

var errOrphaned = errors.New("the parent process has ended")

// parentPoll is often enough to be gone within a second.
const parentPoll = 500 * time.Millisecond

// withParent returns a context that also ends when the parent process does. The end of
// standard input says so first, but for a parent that was killed while another of its
// children holds the pipe's other end.
func withParent(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	parent, done := os.Getppid(), make(chan struct{})
	go func() { // ends with ctx, which the caller's cancel ends and waits for
		defer close(done)
		tick := time.NewTicker(parentPoll)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if os.Getppid() != parent {
					cancel(errOrphaned)
				}
			}
		}
	}()
	return ctx, func() {
		cancel(nil)
		<-done
	}
}
