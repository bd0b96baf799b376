package engine

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTwoEnginesKeepOneList: what one tracks is not lost when the other writes, nor is what it untracks back.
func TestTwoEnginesKeepOneList(t *testing.T) {
	t.Parallel()
	above := tempRoot(t)
	root := func(name string) string { return filepath.Join(above, name) }
	for _, name := range []string{"a", "b", "c"} {
		write(t, root(name), "a.go", "package a\n")
	}
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	first, second := openEngine(t, o), openEngine(t, o)
	track := func(e *Engine, name string) {
		t.Helper()
		if _, err := e.Track(t.Context(), root(name), nil); err != nil {
			t.Fatal(err)
		}
	}
	untrack := func(e *Engine, name string) {
		t.Helper()
		if _, err := e.Untrack(root(name)); err != nil {
			t.Fatal(err)
		}
	}
	list := func(what string, names ...string) {
		t.Helper()
		var want []string
		for _, name := range names {
			want = append(want, root(name))
		}
		got, err := readRoots(o.StateDir, first.log)
		if err != nil || got == nil {
			t.Fatal(what, got, err)
		}
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(got.tracked))); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", what, diff)
		}
	}
	track(first, "a")
	track(second, "b")
	track(first, "c")
	list("each tracked its own", "a", "b", "c")
	untrack(first, "a")
	track(second, "c")
	list("one untracked what it had", "b", "c")
	untrack(second, "c")
	list("the other untracked what the first has too", "b")
	track(first, "c")
	list("it is tracked again by who had it all the time", "b", "c")
	if err := os.Remove(filepath.Join(o.StateDir, rootsFile)); err != nil {
		t.Fatal(err)
	}
	track(first, "a")
	list("the list was taken away", "a", "c")
}
