//go:build unix

package engine

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// mapped returns the bytes of a file of that size as memory that outlives the process. The
// file is this process's until it is closed; the memory stays good.
func mapped(file string, size int) (memory []byte, closeFile func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, nil, fmt.Errorf("lock: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() != int64(size) {
		// Written, not only made so long: a page for which the disk has no room ends the process.
		if _, err := f.WriteAt(make([]byte, size), 0); err != nil {
			return nil, nil, err
		}
		if err := f.Truncate(int64(size)); err != nil {
			return nil, nil, err
		}
	}
	memory, err = unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("map: %w", err)
	}
	return memory, f.Close, nil
}
