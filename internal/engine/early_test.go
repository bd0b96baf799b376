package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// TestSymbolsAndTextAnswerBeforeEdges: while a first index is being linked, names and
// lines are found already; what uses what is not known, and nothing is made up.
func TestSymbolsAndTextAnswerBeforeEdges(t *testing.T) {
	t.Parallel()
	dir := tempRoot(t)
	write(t, dir, "a.go", "package a\n\nfunc Load() { helper() }\n")
	write(t, dir, "b.go", "package a\n\nfunc helper() {}\n")
	r := newRepository(openEngine(t, Options{}), dir)
	w := r.startWalk(t.Context(), func() {})
	readings, err := r.extract(t.Context(), w.queue, &run{})
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]*graph.File{}
	for _, x := range readings {
		changes[x.path] = x.file
	}
	var once sync.Once
	r.apply(changes, func(int, int) {
		once.Do(func() {
			s := r.Snapshot()
			if got, _ := s.Search(SymbolQuery{Query: "helper"}); ids(got) != "b.go::helper" {
				t.Errorf("the symbol is not found before edges: %q", ids(got))
			}
			if _, lines, err := s.Text(context.Background(), TextQuery{Query: "helper()"}); err != nil || lines != 2 {
				t.Errorf("%d lines (%v) before edges, want 2", lines, err)
			}
			if got := s.References("b.go::helper", NameOnly, lang.Call); len(got) > 0 || s.g.Edges() > 0 {
				t.Errorf("edges before they are known: %s", sites(got))
			}
			if got := s.Places("a.go", "helper"); len(got) != 1 || len(got[0].To) > 0 {
				t.Errorf("places before edges: %+v", got)
			}
		})
	})
	if got := sites(r.Snapshot().References("b.go::helper", Likely, lang.Call)); got != "a.go::Load" {
		t.Errorf("callers are %q", got)
	}
}

// TestAStoredIndexAnswersBeforeItIsChecked: and says that it is not, until the disk was compared with it.
func TestAStoredIndexAnswersBeforeItIsChecked(t *testing.T) {
	t.Parallel()
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	dir := tempRoot(t)
	write(t, dir, "a.go", "package a\n\nfunc Before() {}\n")
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Track(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "a.go", "package a\n\nfunc Afterwards() {}\n")

	gate := make(chan struct{})
	o.Limits = func(string) Limits { <-gate; return Limits{} } // a walk asks, and waits here: the disk is slow
	e, err = Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	r := e.Find(dir)
	eventually(t, "the stored index answers", func() bool { got, _ := r.Snapshot().Search(SymbolQuery{Query: "Before"}); return len(got) == 1 })
	if st := r.Status(); !st.Unchecked || st.State != Indexing {
		t.Errorf("it answers unchecked and does not say so: %+v", st)
	}
	close(gate)
	if _, err := e.Track(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := r.Snapshot().Search(SymbolQuery{Query: "Afterwards"}); len(got) != 1 || r.Status().Unchecked {
		t.Errorf("after the comparison: %s, %+v", ids(got), r.Status())
	}
}

// TestWhatAKilledWriterLeftIsNoIndex: whatever stands in the index's place after a kill or a
// crash, a start opens it or builds it again, and answers the same.
func TestWhatAKilledWriterLeftIsNoIndex(t *testing.T) {
	t.Parallel()
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	dir := tempRoot(t)
	write(t, dir, "a.go", "package a\n\nfunc Load() { helper() }\n\nfunc helper() {}\n")
	long := time.Now().Add(-time.Hour) // a time that is believed
	if err := os.Chtimes(filepath.Join(dir, "a.go"), long, long); err != nil {
		t.Fatal(err)
	}
	start := func() string {
		e, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Track(t.Context(), dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := sites(r.Snapshot().References("a.go::helper", Likely, lang.Call))
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		return got
	}
	want := start()
	file := newRepository(&Engine{options: o, life: t.Context()}, dir).indexFile()
	whole, err := os.ReadFile(file)
	if err != nil || want != "a.go::Load" {
		t.Fatal(want, err)
	}
	flipped := []byte(strings.Clone(string(whole)))
	flipped[len(flipped)/2] ^= 1
	for name, left := range map[string][]byte{
		"nothing": {}, "the magic alone": whole[:8], "half": whole[:len(whole)/2], "all but a byte": whole[:len(whole)-1],
		"a bit is wrong": flipped, "zeros, as a crash of the machine leaves": make([]byte, len(whole)), "more behind it": append(whole[:len(whole):len(whole)], 0),
	} {
		if err := os.WriteFile(file, left, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := start(); got != want {
			t.Errorf("%s: callers are %q, want %q", name, got, want)
		}
		if again, err := os.ReadFile(file); err != nil || len(again) != len(whole) {
			t.Errorf("%s: it was not stored again: %d bytes (%v)", name, len(again), err)
		}
	}
}
