//go:build unix

package client

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// detached returns a command that shares nothing with this process: a session of
// its own, stdin at /dev/null, and none of our descriptors. Go closes its own files
// on exec, not those that were handed to this process when it started: Pi waits
// for the pipes of a server to close, without limit, whoever holds them.
func detached(bin string, args ...string) *exec.Cmd {
	closeOnExec()
	cmd := exec.Command(bin, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd
}

// firstInherited is the first descriptor after stdin, stdout and stderr.
const firstInherited = 3

func closeOnExec() {
	open, err := os.ReadDir("/dev/fd")
	if err != nil {
		return // no such folder on this system; what we opened ourselves is closed anyway
	}
	for _, e := range open {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd >= firstInherited {
			syscall.CloseOnExec(fd)
		}
	}
}

// exists says that the process runs. One that has ended and that nobody waits for,
// as in a container without an init, still has its number; Linux tells.
func exists(pid int) bool {
	if pid <= 0 || syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return true // no such file system: what kill says has to do
	}
	_, state, _ := bytes.Cut(stat, []byte(") ")) // after the name, which may hold anything
	return !bytes.HasPrefix(state, []byte("Z"))
}
