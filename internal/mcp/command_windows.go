package mcp

import (
	"os"
	"os/exec"
)

// Windows has no signals and no such groups: the child itself is ended.
func ownGroup(*exec.Cmd) {}

func terminateGroup(p *os.Process) error { return p.Kill() }
func killGroup(p *os.Process) error      { return p.Kill() }
