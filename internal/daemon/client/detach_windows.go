package client

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// detached returns a command with no console and in a process group of its own.
func detached(bin string, args ...string) *exec.Cmd {
	cmd := exec.Command(bin, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP}
	return cmd
}

// exists is not known here; that the lock is free has to do.
func exists(int) bool { return false }
