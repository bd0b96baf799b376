package engine

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestOldIndexesAreSwept: only what a tracked repository has stays, and what is being written.
func TestOldIndexesAreSwept(t *testing.T) {
	t.Parallel()
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	dir := tempRoot(t)
	write(t, dir, "a.go", "package a\n")
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Track(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	own := filepath.Base(r.indexFile())
	for _, name := range []string{"gone-0123.index", own + ".1.part", own + ".2.part", ".gortex-1.part", ".gortex-2.part", "notes.txt"} {
		write(t, o.CacheDir, name, "x")
	}
	long := time.Now().Add(-2 * partAge)
	for _, name := range []string{own + ".1.part", ".gortex-1.part"} {
		if err := os.Chtimes(filepath.Join(o.CacheDir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	there := func(name string) bool {
		_, err := os.Stat(filepath.Join(o.CacheDir, name))
		return err == nil
	}
	openEngine(t, o)
	eventually(t, "the old ones are gone", func() bool { return !there("gone-0123.index") && !there(own+".1.part") && !there(".gortex-1.part") })
	for _, name := range []string{own, own + ".2.part", ".gortex-2.part", "notes.txt"} {
		if !there(name) {
			t.Errorf("%s is gone too", name)
		}
	}
}
