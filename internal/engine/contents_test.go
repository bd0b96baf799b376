package engine

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gortexhq/gortex/internal/clocked"
)

func TestContentsAreReadUpToAByteMoreThanMost(t *testing.T) {
	t.Parallel()
	const most = 1000
	dir := t.TempDir()
	var buf []byte
	for _, size := range []int{0, 1, most - 1, most, most + 1, 5 * most, 7} {
		want := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
		path := filepath.Join(dir, "file")
		if err := os.WriteFile(path, want, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := contents(path, most, buf)
		if err != nil || !bytes.Equal(got, want[:min(size, most+1)]) {
			t.Errorf("of %d bytes, at most %d: %d, %v", size, most, len(got), err)
		}
		buf = got[:0]
	}
	if _, err := contents(dir, most, nil); !errors.Is(err, errIrregular) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := contents(filepath.Join(dir, "gone"), most, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
}

// TestAHurriedContextEnds: at its time, with a reason that can be shown, or with what it is made of.
func TestAHurriedContextEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		around, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		h := clocked.Context{Context: around, End: time.Now().Add(time.Second), Late: errSlow}
		if err := h.Err(); err != nil {
			t.Errorf("before its time: %v", err)
		}
		time.Sleep(time.Second)
		if err := context.Cause(h); err != errSlow {
			t.Errorf("at its time: %v", err)
		}
		stopped := make(chan struct{})
		context.AfterFunc(h, func() { close(stopped) })
		because := errors.New("untracked")
		cancel(because)
		<-stopped
		if err := context.Cause(h); err != because {
			t.Errorf("after what is around it: %v", err)
		}
	})
}
