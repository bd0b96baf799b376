//go:build unix && !linux

package mcp

import "syscall"

// These systems are called through their C library, which the runtime must know of.

func sysRead(fd uintptr, b []byte) (int, error) { return untilDone(syscall.Read, fd, b) }

func sysWrite(fd uintptr, b []byte) (int, error) { return untilDone(syscall.Write, fd, b) }

func untilDone(call func(int, []byte) (int, error), fd uintptr, b []byte) (int, error) {
	for {
		if n, err := call(int(fd), b); err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}
