//go:build unix

package walk_test

import (
	"syscall"
	"testing"
)

// pipe makes a named one.
func pipe(t *testing.T, file string) {
	t.Helper()
	must(t, syscall.Mkfifo(file, 0o644))
}
