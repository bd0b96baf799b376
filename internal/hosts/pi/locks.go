package pi

import (
	"context"
	"sync"
)

// keyedLocks is one lock a key. A key that nobody holds takes no room.
type keyedLocks struct {
	mu   sync.Mutex // guards held
	held map[string]*heldLock
}

type heldLock struct {
	slot  chan struct{} // holds one
	users int
}

// lock takes the locks of sorted, distinct keys, in that order, so that two callers
// cannot wait for each other.
func (k *keyedLocks) lock(ctx context.Context, keys []string) (unlock func(), err error) {
	var taken []string
	unlock = func() {
		for _, key := range taken {
			k.release(key, true)
		}
	}
	for _, key := range keys {
		h := k.claim(key)
		select {
		case h.slot <- struct{}{}:
			taken = append(taken, key)
		case <-ctx.Done():
			k.release(key, false)
			unlock()
			return nil, context.Cause(ctx)
		}
	}
	return unlock, nil
}

func (k *keyedLocks) claim(key string) *heldLock {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.held == nil {
		k.held = map[string]*heldLock{}
	}
	h := k.held[key]
	if h == nil {
		h = &heldLock{slot: make(chan struct{}, 1)}
		k.held[key] = h
	}
	h.users++
	return h
}

func (k *keyedLocks) release(key string, locked bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	h := k.held[key]
	if locked {
		<-h.slot
	}
	if h.users--; h.users == 0 {
		delete(k.held, key)
	}
}
