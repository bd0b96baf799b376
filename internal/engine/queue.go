package engine

import (
	"slices"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/walk"
)

// queue hands files to those who read them, while a walk still finds more.
type queue struct {
	mu     sync.Mutex
	more   sync.Cond    // on mu: something below has changed
	all    []walk.Entry // guarded by mu, as all below
	taken  int          // of all
	ended  bool         // no more will come
	wanted func(e walk.Entry) bool
}

func newQueue() *queue {
	q := &queue{wanted: func(walk.Entry) bool { return true }}
	q.more.L = &q.mu
	return q
}

// queueOf has these files and no more.
func queueOf(all []walk.Entry) *queue {
	q := newQueue()
	q.all, q.ended = all, true
	return q
}

func (q *queue) add(e walk.Entry) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.wanted(e) {
		q.all = append(q.all, e)
		q.more.Signal()
	}
}

// only drops the files that are not wanted, of those found so far, none of which was taken,
// and of those to come.
func (q *queue) only(wanted func(walk.Entry) bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.wanted = wanted
	q.all = slices.DeleteFunc(q.all, func(e walk.Entry) bool { return !wanted(e) })
}

func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended = true
	q.more.Broadcast()
}

// next waits for a file and returns it, and how many came before; false when there are no more.
func (q *queue) next() (e walk.Entry, before int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.taken == len(q.all) && !q.ended {
		q.more.Wait()
	}
	if q.taken == len(q.all) {
		return walk.Entry{}, q.taken, false
	}
	q.taken++
	return q.all[q.taken-1], q.taken - 1, true
}

// size returns how many files there are, and whether that is all.
func (q *queue) size() (n int, all bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.all), q.ended
}
