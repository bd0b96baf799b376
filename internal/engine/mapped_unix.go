//go:build unix

package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// mapped returns the first bytes of a file, so many, as memory that outlives the process, and
// whether the process before crashed: Go says behind those bytes why this one does, of C's
// faults too, but has no time to when it is killed. A process has one such file, the one it
// opened last. It is this process's until it is closed; the memory stays good.
func mapped(file string, size int) (memory []byte, crashed bool, closeFile func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, false, nil, err
	}
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, false, nil, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, false, nil, fmt.Errorf("lock: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, false, nil, err
	}
	if info.Size() < int64(size) {
		// Written, not only made so long: a page for which the disk has no room ends the process.
		err := f.Truncate(0)
		if err == nil {
			_, err = f.Write(make([]byte, size))
		}
		if err != nil {
			return nil, false, nil, errors.Join(err, f.Truncate(0))
		}
	}
	memory, err = unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, false, nil, fmt.Errorf("map: %w", err)
	}
	err = errors.Join(f.Truncate(int64(size)), debug.SetCrashOutput(f, debug.CrashOptions{}))
	if err != nil {
		return nil, false, nil, errors.Join(err, unix.Munmap(memory))
	}
	return memory, info.Size() > int64(size), func() error {
		return errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), f.Close()) // the former holds the lock too
	}, nil
}
