// Package flock takes advisory locks on files that are never removed: a lock
// belongs to the inode, so a file that is removed and made again would lock
// nobody out. The system frees a lock when its process ends, however it ends.
package flock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"
)

// ErrLocked: another process, or another Lock of this one, has it.
var ErrLocked = errors.New("locked by another process")

// Lock is a lock that is held until Unlock or the end of the process.
type Lock struct{ file *os.File }

// Try takes the lock on the file at path, making the file where there is none, or
// returns an error that is ErrLocked. The file then holds this process's number.
func Try(path string) (*Lock, error) {
	l, err := try(path)
	if err != nil {
		return nil, err
	}
	if err := l.sign(); err != nil {
		l.Unlock()
		return nil, fmt.Errorf("sign lock %s: %w", path, err)
	}
	return l, nil
}

func try(path string) (*Lock, error) {
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

func (l *Lock) sign() error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt(strconv.AppendInt(nil, int64(os.Getpid()), 10), 0)
	return err
}

// Holder returns the process that has the lock, or had it last; 0 when it is not known.
func Holder(path string) int {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(string(b))
	if err != nil {
		return 0
	}
	return pid
}

// retryEvery is how often a lock is asked for again: flock cannot be waited for with a deadline.
const retryEvery = 10 * time.Millisecond

// Wait takes the lock once it is free. When ctx ends first, the error is its cause
// and ErrLocked.
func Wait(ctx context.Context, path string) (l *Lock, err error) {
	err = poll(ctx, func() (err error) {
		l, err = Try(path)
		return err
	})
	return l, err
}

// WaitFor returns once the process pid no longer has the lock: it is free, or
// another process has it. It takes the lock for a moment to find out.
func WaitFor(ctx context.Context, path string, pid int) error {
	return poll(ctx, func() error {
		l, err := try(path)
		if err == nil {
			l.Unlock()
			return nil
		}
		if now := Holder(path); now != pid && now != 0 {
			return nil
		}
		return err
	})
}

// poll asks until the answer is not ErrLocked.
func poll(ctx context.Context, ask func() error) error {
	tick := time.NewTicker(retryEvery)
	defer tick.Stop()
	for {
		err := ask()
		if !errors.Is(err, ErrLocked) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", err, context.Cause(ctx))
		case <-tick.C:
		}
	}
}

// Unlock gives the lock back. The file stays.
func (l *Lock) Unlock() { l.file.Close() }
