package edit

import (
	"context"
	"slices"
	"sync"
)

// locks has one lock for each file that is being edited. Files are locked in
// the order of their names, so that calls with several cannot wait for each other.
type locks struct {
	mu   sync.Mutex // guards held
	held map[string]*fileLock
}

type fileLock struct {
	turn  chan struct{} // holds a token while somebody has the lock
	users int           // who has it or waits for it
}

// lock waits for all files or the end of ctx.
func (l *locks) lock(ctx context.Context, files []string) (unlock func(), err error) {
	files = slices.Sorted(slices.Values(files))
	files = slices.Compact(files)
	for i, file := range files {
		select {
		case l.use(file) <- struct{}{}:
		case <-ctx.Done():
			l.leave(file)
			l.unlock(files[:i])
			return nil, context.Cause(ctx)
		}
	}
	return func() { l.unlock(files) }, nil
}

func (l *locks) use(file string) chan<- struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[string]*fileLock{}
	}
	f := l.held[file]
	if f == nil {
		f = &fileLock{turn: make(chan struct{}, 1)}
		l.held[file] = f
	}
	f.users++
	return f.turn
}

func (l *locks) unlock(files []string) {
	for _, file := range files {
		l.mu.Lock()
		f := l.held[file]
		l.mu.Unlock()
		<-f.turn
		l.leave(file)
	}
}

func (l *locks) leave(file string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.held[file]; f.users == 1 {
		delete(l.held, file)
	} else {
		f.users--
	}
}
