//go:build unix

package mcp

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// writeNow writes what the system takes without a wait: n may be short.
func writeNow(c syscall.RawConn, b []byte) (n int, err error) {
	failed := c.Write(func(fd uintptr) bool {
		for {
			if n, err = syscall.Write(int(fd), b); err != syscall.EINTR {
				return true
			}
		}
	})
	n = max(n, 0)
	switch {
	case failed != nil:
		return n, failed
	case err == syscall.EAGAIN:
		return n, nil
	}
	return n, err
}

// pollable returns f as a file that the runtime polls, so that no thread hangs in a read
// or a write of it and closing frees who waits; nil where f is not a pipe or a socket. A
// terminal or a file is left as it is: others hold it too, and would not expect it.
func pollable(f *os.File) *os.File {
	info, err := f.Stat()
	if err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return nil
	}
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		_ = syscall.Close(fd)
		return nil
	}
	return os.NewFile(uintptr(fd), f.Name())
}
