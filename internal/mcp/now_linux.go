package mcp

import (
	"syscall"
	"unsafe"
)

// Go's runtime has a thread that watches for system calls that take long. Each call tells
// it, and when the process had nothing to do before, as between two frames, that wakes
// it: to find the call over, and to go back to sleep, for half of what a small frame
// costs. These calls never take long, the descriptor being one that does not block.

func sysRead(fd uintptr, b []byte) (int, error) { return sysNow(syscall.SYS_READ, fd, b) }

func sysWrite(fd uintptr, b []byte) (int, error) { return sysNow(syscall.SYS_WRITE, fd, b) }

func sysNow(call, fd uintptr, b []byte) (int, error) {
	for {
		n, _, errno := syscall.RawSyscall(call, fd, uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
		switch errno {
		case 0:
			return int(n), nil
		case syscall.EINTR:
		default:
			return 0, errno
		}
	}
}

func sysFlags(fd uintptr) (int, error) {
	flags, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, fd, syscall.F_GETFL, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(flags), nil
}
