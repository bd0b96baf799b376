package mcp

import (
	"os"
	"syscall"
)

// Windows has no such write, and polls what it polls by itself.
func writeNow(syscall.RawConn, []byte) (int, error) { return 0, nil }
func pollable(*os.File) *os.File                    { return nil }
