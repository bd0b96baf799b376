package engine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/walk"
)

// TestFilesAreReadWhileTheWalkGoesOn: what was found is gone before the walk is over, and
// its symbols are known all the same.
func TestFilesAreReadWhileTheWalkGoesOn(t *testing.T) {
	t.Parallel()
	dir := tempRoot(t)
	write(t, dir, "a.go", "package a\n\nfunc Load() {}\n")
	r := newRepository(openEngine(t, Options{Workers: 2}), dir)
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		var readings []reading
		var err error
		over := make(chan struct{})
		go func() {
			defer close(over)
			readings, err = r.extract(t.Context(), q, &run{})
		}()
		synctest.Wait()
		q.add(walk.Entry{Path: "a.go"})
		synctest.Wait()
		if err := os.Remove(filepath.Join(dir, "a.go")); err != nil {
			t.Fatal(err)
		}
		q.end()
		<-over
		if err != nil || len(readings) != 1 || readings[0].path != "a.go" || readings[0].file == nil || len(readings[0].file.Symbols) == 0 {
			t.Errorf("%+v, %v", readings, err)
		}
	})
}

// TestAQueueHandsOutWhatIsWanted: whether it was found before that was known or after.
func TestAQueueHandsOutWhatIsWanted(t *testing.T) {
	t.Parallel()
	q := newQueue()
	q.add(walk.Entry{Path: "a.go"})
	q.add(walk.Entry{Path: "b.md"})
	q.only(func(e walk.Entry) bool { return filepath.Ext(e.Path) == ".go" })
	q.add(walk.Entry{Path: "c.md"})
	q.add(walk.Entry{Path: "d.go"})
	if n, all := q.size(); n != 2 || all {
		t.Errorf("%d files, all of them: %v", n, all)
	}
	q.end()
	if n, all := q.size(); n != 2 || !all {
		t.Errorf("at the end %d files, all of them: %v", n, all)
	}
	var got []string
	for e, before, ok := q.next(); ok; e, before, ok = q.next() {
		got = slices.Insert(got, before, e.Path)
	}
	if diff := cmp.Diff([]string{"a.go", "d.go"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
