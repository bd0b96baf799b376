package pi

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hosts"
)

func TestTheLinkComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		life, end := context.WithCancel(t.Context())
		var dialed []*fakeDaemon
		l := newLink(life, func(context.Context) (daemon, error) {
			time.Sleep(20 * time.Millisecond)
			dialed = append(dialed, newFakeDaemon())
			return dialed[len(dialed)-1], nil
		})
		first, err := l.get(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := l.get(t.Context()); again != first || len(dialed) != 1 {
			t.Errorf("a link that stands was dialed %d times", len(dialed))
		}
		first.Close() // the daemon goes away
		if next, err := l.get(t.Context()); err != nil || next == first {
			t.Errorf("got %v, %v, want a new one", next, err)
		}
		end()
		l.close()
	})
}

func TestAskingWaitsNoLongerThanItsOwnDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		life, end := context.WithCancel(t.Context())
		l := newLink(life, func(ctx context.Context) (daemon, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
		defer cancel()
		if _, err := l.get(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 250*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		end()
		l.close()
	})
}

func TestAFailingDialIsNotRepeatedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		life, end := context.WithCancel(t.Context())
		dialed := 0
		l := newLink(life, func(context.Context) (daemon, error) {
			dialed++
			return nil, errors.New("no")
		})
		for range 100 {
			if _, err := l.get(t.Context()); err == nil {
				t.Fatal("no error")
			}
		}
		if dialed != 1 {
			t.Errorf("dialed %d times", dialed)
		}
		time.Sleep(firstBackoff)
		l.get(t.Context())
		if dialed != 2 {
			t.Errorf("dialed %d times after the pause", dialed)
		}
		end()
		l.close()
	})
}

func TestBackoffGrowsToItsCap(t *testing.T) {
	t.Parallel()
	last := time.Duration(0)
	for n := range 20 {
		d := backoff(n)
		if d < last || d > lastBackoff {
			t.Errorf("backoff(%d) = %v after %v", n, d, last)
		}
		last = d
	}
	if last != lastBackoff || backoff(0) != 0 {
		t.Errorf("from %v to %v", backoff(0), last)
	}
}

func TestALinkWhoseSessionHasEndedGivesAnError(t *testing.T) {
	t.Parallel()
	life, end := context.WithCancel(t.Context())
	end()
	l := newLink(life, func(context.Context) (daemon, error) { return newFakeDaemon(), nil })
	if d, err := l.get(t.Context()); d != nil || err == nil {
		t.Errorf("%v, %v", d, err)
	}
	l.close()
}

func TestACallDoesNotWaitLongForADaemonThatIsNotThereYet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		life, end := context.WithCancel(t.Context())
		l := newLink(life, func(ctx context.Context) (daemon, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		began := time.Now()
		if _, err := decide(t.Context(), l, client.HookRequest{}); err == nil || time.Since(began) != hosts.HookTimeout {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		end()
		l.close()
	})
}
