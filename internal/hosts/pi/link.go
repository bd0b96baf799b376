package pi

import (
	"context"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
)

const (
	dialTimeout  = 10 * time.Second
	firstBackoff = 250 * time.Millisecond
	lastBackoff  = 30 * time.Second
)

// dialFunc connects to the daemon.
type dialFunc func(ctx context.Context) (daemon, error)

// daemon is what the bridge asks the daemon for.
type daemon interface {
	Decide(context.Context, client.HookRequest) (decision, error)
	Brief(context.Context, client.BriefRequest) (client.Briefing, error)
	Daemon() client.Hello
	Done() <-chan struct{}
	Close() error
}

// link is a control connection that comes back: it is dialed when it is first needed,
// and again, after a growing pause, when the daemon has gone. Asking never waits
// longer than the asker's own context.
type link struct {
	dial dialFunc
	life context.Context // the bridge's own; ends a dial that nobody waits for any more
	work sync.WaitGroup

	mu      sync.Mutex // guards what follows
	current daemon
	dialing chan struct{} // closed when the attempt under way is over
	err     error         // why the last attempt failed
	failed  int
	notYet  time.Time // no attempt before
}

func newLink(life context.Context, dial dialFunc) *link { return &link{dial: dial, life: life} }

// get returns the connection, waiting for one that is being made until ctx ends.
func (l *link) get(ctx context.Context) (daemon, error) {
	l.mu.Lock()
	if l.alive() {
		defer l.mu.Unlock()
		return l.current, nil
	}
	attempt := l.attempt()
	l.mu.Unlock()
	if attempt != nil {
		select {
		case <-attempt:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.alive():
		return l.current, nil
	case l.err == nil: // it came, and was gone before anyone could ask it
		return nil, mcp.ErrClosed
	}
	return nil, l.err
}

// alive says whether the connection stands. mu is held.
func (l *link) alive() bool {
	if l.current == nil {
		return false
	}
	select {
	case <-l.current.Done():
		return false
	default:
		return true
	}
}

// lost says that there was a connection, and that it has ended.
func (l *link) lost() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.current != nil && !l.alive()
}

// attempt returns the attempt under way, or starts one; nil while it is too early for
// that. mu is held.
func (l *link) attempt() <-chan struct{} {
	if l.dialing != nil {
		return l.dialing
	}
	if time.Now().Before(l.notYet) || l.life.Err() != nil {
		return nil
	}
	done := make(chan struct{})
	l.dialing = done
	l.work.Go(func() {
		ctx, cancel := context.WithTimeout(l.life, dialTimeout)
		defer cancel()
		d, err := l.dial(ctx)
		l.mu.Lock()
		defer l.mu.Unlock()
		old := l.current
		l.dialing, l.err = nil, err
		l.failed++
		if err == nil {
			l.current, l.failed = d, 0
		}
		l.notYet = time.Now().Add(backoff(l.failed))
		if old != nil && err == nil {
			old.Close()
		}
		close(done)
	})
	return done
}

// backoff is the pause after a number of failures in a row.
func backoff(failed int) time.Duration {
	if failed == 0 {
		return 0
	}
	d := firstBackoff
	for range failed - 1 {
		if d *= 2; d >= lastBackoff {
			return lastBackoff
		}
	}
	return d
}

// close ends the connection, after the attempt that life has ended.
func (l *link) close() {
	l.work.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current != nil {
		l.current.Close()
	}
}
