//go:build !linux

package engine

// aside does nothing: elsewhere a thread's priority cannot be lowered alone.
func aside() {}
