package mcp

import "os"

// Windows has neither such a read nor such a write, and polls what it polls by itself.
const readsNow = false

func (promptEnd) readSoon([]byte) (int, error) { return 0, nil }
func (promptEnd) writeNow([]byte) (int, error) { return 0, nil }
func pollable(*os.File) *os.File               { return nil }
