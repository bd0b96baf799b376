package tools

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	words "github.com/gortexhq/gortex/internal/engine/search"
)

func TestWordsAreLearntOnceAndNoLongerThanThereIsTime(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n\nfunc Do() { retry() }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(engine.Options{CacheDir: t.TempDir(), StateDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	tracked, err := e.Track(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	repo := &repository{Repository: tracked, snap: tracked.Snapshot(), used: map[string]bool{}}
	terms, _ := termsOf("where it is retried")
	var lexicon words.Lexicon
	for i, step := range []struct {
		until time.Time
		found bool
	}{{time.Time{}, false}, {time.Now().Add(time.Hour), true}, {time.Time{}, true}} {
		r := ranking{terms: terms, until: step.until, by: map[string]*candidate{}}
		if err := r.ask(t.Context(), &lexicon, repo, "", ""); err != nil {
			t.Fatal(err)
		}
		if found := len(r.by) > 0; found != step.found || r.short == step.found {
			t.Errorf("question %d: found %v, cut short %v", i, found, r.short)
		}
	}
}
