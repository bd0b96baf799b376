//go:build unix

package pi

import (
	"encoding/json"
	"path/filepath"
	"syscall"
	"testing"
)

// An edit that names a pipe is refused by the daemon; who reads the file around the call
// must not wait for somebody to write into it.
func TestAPipeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	root, cwd := repository(t)
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := &differ{cwd: cwd, maxBytes: 1000}
	called := false
	_, err := d.around(t.Context(), json.RawMessage(`{"file":"pipe"}`), func() (json.RawMessage, error) {
		called = true
		return json.RawMessage(`{"content":[],"isError":true}`), nil
	})
	if err != nil || !called {
		t.Errorf("%v, called %v", err, called)
	}
}
