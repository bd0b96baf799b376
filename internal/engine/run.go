package engine

import (
	"context"
	"sync"
	"time"
)

// Progress of an indexing run.
type Progress struct {
	Phase string `json:"phase"` // "walk", "extract", "link"
	Done  int    `json:"done"`
	Total int    `json:"total"`
}

// run is one pass over a whole repository that any number of callers wait for.
type run struct {
	done chan struct{} // closed when err is set

	mu      sync.Mutex
	err     error           // guarded by mu until done is closed
	now     Progress        // guarded by mu
	waiting []chan struct{} // guarded by mu; each holds at most one notice
	told    time.Time       // guarded by mu: when those that wait were told last
}

// tellEvery is how often those that wait are told of steps within a phase: to wake
// somebody for every file costs as much as reading a small one.
const tellEvery = 20 * time.Millisecond

func (n *run) progress() Progress {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.now
}

// report tells all that wait. It never blocks: who is slow misses some steps, and of
// those that follow each other closely only some are told.
func (n *run) report(phase string, done, total int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	within := phase == n.now.Phase && done < total
	n.now = Progress{phase, done, total}
	now := time.Now()
	if within && now.Sub(n.told) < tellEvery {
		return
	}
	n.told = now
	for _, w := range n.waiting {
		select {
		case w <- struct{}{}:
		default:
		}
	}
}

func (n *run) finish(err error) {
	n.mu.Lock()
	n.err = err
	n.mu.Unlock()
	close(n.done)
}

// wait returns the run's error once it is over, or ctx's.
func (n *run) wait(ctx context.Context, progress func(Progress)) error {
	notice := make(chan struct{}, 1)
	if progress != nil {
		n.mu.Lock()
		n.waiting = append(n.waiting, notice)
		if n.now.Phase != "" {
			notice <- struct{}{} // who comes late hears at once how far it is
		}
		n.mu.Unlock()
	}
	for {
		select {
		case <-notice:
			progress(n.progress())
		case <-n.done:
			if last := n.progress(); progress != nil && last.Phase != "" {
				progress(last)
			}
			return n.err
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
