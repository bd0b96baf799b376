// Package workers runs functions on goroutines that stay for the next one. A fresh
// goroutine begins with a small stack, and growing it costs a decision of the hook a
// fifth of its time.
package workers

import "sync"

// kept is how many goroutines of a group stay: requests of one peer mostly come one after
// the other.
const kept = 2

// Group is a sync.WaitGroup whose goroutines stay. The zero value is ready for use.
type Group struct {
	running sync.WaitGroup // functions
	alive   sync.WaitGroup // goroutines

	mu   sync.Mutex // guards idle
	idle []chan func()
}

// Go runs f on a goroutine of its own.
func (g *Group) Go(f func()) {
	g.running.Add(1)
	if next := g.resting(); next != nil {
		next <- f
		return
	}
	g.alive.Go(func() {
		next := make(chan func(), 1)
		for f != nil {
			f()
			f = nil
			stays := g.rest(next)
			g.running.Done()
			if stays {
				f = <-next // nil once Wait has sent it home
			}
		}
	})
}

// Wait returns when all functions have, and no goroutine is left of those that ran them.
// It may be called again, and so may Go after it.
func (g *Group) Wait() {
	g.running.Wait()
	g.mu.Lock()
	for _, next := range g.idle {
		close(next)
	}
	g.idle = nil
	g.mu.Unlock()
	g.alive.Wait()
}

func (g *Group) resting() chan func() {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := len(g.idle)
	if n == 0 {
		return nil
	}
	next := g.idle[n-1] // the one whose memory is still at hand
	g.idle = g.idle[:n-1]
	return next
}

func (g *Group) rest(next chan func()) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.idle) == kept {
		return false
	}
	g.idle = append(g.idle, next)
	return true
}
