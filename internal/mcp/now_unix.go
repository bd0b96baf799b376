//go:build unix

package mcp

import (
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// readsNow says that there is a readSoon.
const readsNow = true

// readSoon reads once there is something to read.
func (p promptEnd) readSoon(b []byte) (n int, err error) {
	failed := p.raw.Read(func(fd uintptr) bool {
		if p.blocks(fd) {
			n, err = untilDone(syscall.Read, fd, b)
		} else {
			n, err = sysRead(fd, b)
		}
		return err != syscall.EAGAIN
	})
	switch {
	case failed != nil:
		return 0, failed
	case n == 0 && err == nil:
		return 0, io.EOF
	}
	return n, err
}

// writeNow writes what the system takes without a wait: n may be short.
func (p promptEnd) writeNow(b []byte) (n int, err error) {
	failed := p.raw.Write(func(fd uintptr) bool {
		if !p.blocks(fd) {
			n, err = sysWrite(fd, b)
		}
		return true
	})
	switch {
	case failed != nil:
		return n, failed
	case err == syscall.EAGAIN:
		return n, nil
	}
	return n, err
}

// blocks says whether somebody has made a shared descriptor block: a call that the runtime
// does not know of would then hold up the whole process.
func (p promptEnd) blocks(fd uintptr) bool {
	if !p.shared {
		return false
	}
	flags, err := sysFlags(fd)
	return err != nil || flags&syscall.O_NONBLOCK == 0
}

// untilDone makes a call that the runtime knows of.
func untilDone(call func(int, []byte) (int, error), fd uintptr, b []byte) (int, error) {
	for {
		if n, err := call(int(fd), b); err != syscall.EINTR {
			return max(n, 0), err
		}
	}
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
