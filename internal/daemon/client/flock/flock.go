// Package flock takes advisory locks on files that are never removed: a lock
// belongs to the inode, so a file that is removed and made again would lock
// nobody out. The system frees a lock when its process ends, however it ends.
package flock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrLocked: another process, or another Lock of this one, has it.
var ErrLocked = errors.New("locked by another process")

// Lock is a lock that is held until Unlock or the end of the process.
type Lock struct{ file *os.File }

// Try takes the lock on the file at path, making the file where there is none, or
// returns an error that is ErrLocked.
func Try(path string) (*Lock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	if err := lock(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return &Lock{file}, nil
}

// retryEvery is how often Wait asks again: flock cannot be waited for with a deadline.
const retryEvery = 10 * time.Millisecond

// Wait takes the lock once it is free. When ctx ends first, the error is its cause
// and ErrLocked.
func Wait(ctx context.Context, path string) (*Lock, error) {
	tick := time.NewTicker(retryEvery)
	defer tick.Stop()
	for {
		l, err := Try(path)
		if !errors.Is(err, ErrLocked) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", err, context.Cause(ctx))
		case <-tick.C:
		}
	}
}

// Unlock gives the lock back. The file stays.
func (l *Lock) Unlock() { l.file.Close() }
