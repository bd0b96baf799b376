package mcp

import (
	"os"
	"syscall"
)

// Windows has neither such a read nor such a write, and polls what it polls by itself.
const readsNow = false

func readSoon(syscall.RawConn, []byte) (int, error) { return 0, nil }
func writeNow(syscall.RawConn, []byte) (int, error) { return 0, nil }
func pollable(*os.File) *os.File                    { return nil }
