// Package keylock is one lock a key, for keys that come and go, such as the files
// of edits. What a key stands for is its callers' business.
package keylock

import (
	"context"
	"slices"
	"sync"
)

// Locks has one lock for each key that somebody has or waits for. Keys are locked in
// their order, so that callers with several cannot wait for each other. The zero
// value is ready; all methods may be called from several goroutines at once.
type Locks struct {
	mu   sync.Mutex // guards held
	held map[string]*lock
}

type lock struct {
	turn  chan struct{} // holds a token while somebody has the lock
	users int           // who has it or waits for it
}

// Lock waits for all keys, whatever their order and however often they are named, or
// for the end of ctx, whose cause it returns; it holds nothing then.
func (l *Locks) Lock(ctx context.Context, keys []string) (unlock func(), err error) {
	keys = slices.Sorted(slices.Values(keys))
	keys = slices.Compact(keys)
	for i, key := range keys {
		select {
		case l.use(key) <- struct{}{}:
		case <-ctx.Done():
			l.leave(key)
			l.unlock(keys[:i])
			return nil, context.Cause(ctx)
		}
	}
	return func() { l.unlock(keys) }, nil
}

// Held is how many keys somebody has or waits for.
func (l *Locks) Held() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.held)
}

func (l *Locks) use(key string) chan<- struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[string]*lock{}
	}
	f := l.held[key]
	if f == nil {
		f = &lock{turn: make(chan struct{}, 1)}
		l.held[key] = f
	}
	f.users++
	return f.turn
}

func (l *Locks) unlock(keys []string) {
	for _, key := range keys {
		l.mu.Lock()
		f := l.held[key]
		l.mu.Unlock()
		<-f.turn
		l.leave(key)
	}
}

func (l *Locks) leave(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.held[key]; f.users == 1 {
		delete(l.held, key)
	} else {
		f.users--
	}
}
