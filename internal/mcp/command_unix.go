//go:build unix

package mcp

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup lets the child's whole group be ended, and keeps a terminal's ^C from it.
func ownGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	if !cmd.SysProcAttr.Setsid { // a session of its own is a group of its own
		cmd.SysProcAttr.Setpgid = true
	}
}

func terminateGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }
func killGroup(p *os.Process) error      { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
