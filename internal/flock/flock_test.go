package flock_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/flock"
)

func TestALockIsHeldByOne(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	first, err := flock.Try(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := flock.Try(path); !errors.Is(err, flock.ErrLocked) {
		t.Fatalf("a second lock: %v, want ErrLocked", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := flock.Wait(ctx, path); !errors.Is(err, flock.ErrLocked) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for it: %v, want ErrLocked and the deadline", err)
	}
	first.Unlock()
	second, err := flock.Wait(t.Context(), path)
	if err != nil {
		t.Fatalf("once it is free: %v", err)
	}
	second.Unlock()
}

func TestALockInNoFolderIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := flock.Wait(t.Context(), filepath.Join(t.TempDir(), "none", "lock")); err == nil || errors.Is(err, flock.ErrLocked) {
		t.Errorf("got %v, want an error that waiting does not mend", err)
	}
}

func TestALockSaysWhoHasIt(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	if pid := flock.Holder(path); pid != 0 {
		t.Errorf("before the first: %d", pid)
	}
	l, err := flock.Try(path)
	if err != nil {
		t.Fatal(err)
	}
	if pid := flock.Holder(path); pid != os.Getpid() {
		t.Errorf("held by %d, want %d", pid, os.Getpid())
	}
	if err := flock.WaitFor(t.Context(), path, os.Getpid()+1); err != nil {
		t.Errorf("waiting for a process that does not have it: %v", err)
	}
	l.Unlock()
	if err := flock.WaitFor(t.Context(), path, os.Getpid()); err != nil {
		t.Errorf("waiting for one that had it: %v", err)
	}
}
