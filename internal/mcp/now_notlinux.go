//go:build unix && !linux

package mcp

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// These systems are called through their C library, which the runtime must know of.

func sysRead(fd uintptr, b []byte) (int, error) { return untilDone(syscall.Read, fd, b) }

func sysWrite(fd uintptr, b []byte) (int, error) { return untilDone(syscall.Write, fd, b) }

func sysFlags(fd uintptr) (int, error) { return unix.FcntlInt(fd, unix.F_GETFL, 0) }
