package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTrackedRepositoriesSurviveAStart(t *testing.T) {
	t.Parallel()
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	above := tempRoot(t)
	write(t, above, "one/app/a.go", "package a\n\nfunc A() {}\n")
	write(t, above, "two/app/b.go", "package b\n\nfunc B() {}\n")
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"one/app", "two/app"} {
		if _, err := e.Track(t.Context(), filepath.Join(above, dir), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}

	e = openEngine(t, o)
	var names []string
	for _, r := range e.Repositories() {
		names = append(names, r.Name())
	}
	if diff := cmp.Diff([]string{"one-app", "two-app"}, names); diff != "" {
		t.Error(diff)
	}
	if got := len(e.Workspace(above)); got != 2 {
		t.Errorf("a session above sees %d repositories", got)
	}
	if got := e.Workspace(filepath.Join(above, "two/app/deep")); len(got) != 1 || got[0].Name() != "two-app" {
		t.Errorf("a session inside sees %v", got)
	}
	r := e.Find(filepath.Join(above, "one/app/a.go"))
	if r == nil {
		t.Fatal("a file's repository is not found")
	}
	eventually(t, "ready by itself", func() bool { return r.Status().State == Ready })
	if _, err := e.Untrack(filepath.Join(above, "one/app")); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Untrack(filepath.Join(above, "one/app")); err == nil || !strings.Contains(err.Error(), "gortex repos") {
		t.Errorf("untracking twice: %v", err)
	}
	if stored, _ := filepath.Glob(filepath.Join(o.CacheDir, "*.index*")); len(stored) != 1 {
		t.Errorf("stored after untracking one of two: %v", stored)
	}
	if got := e.Repositories()[0].Name(); got != "app" {
		t.Errorf("a name that is unique again is %q", got)
	}
}

func TestTrackRefusesWhatIsNoProject(t *testing.T) {
	t.Parallel()
	e := openEngine(t, Options{})
	dir := tempRoot(t)
	write(t, dir, "file", "x")
	for _, tt := range []struct{ dir, want string }{
		{filepath.Join(dir, "gone"), "no such file"},
		{filepath.Join(dir, "file"), "name a folder"},
		{"/", "whole machine"},
	} {
		if _, err := e.Track(t.Context(), tt.dir, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("track %s: %v", tt.dir, err)
		}
	}
	if got := e.Repositories(); len(got) != 0 {
		t.Errorf("tracked all the same: %v", got)
	}
}

func TestAnEmptyFolderIsReady(t *testing.T) {
	t.Parallel()
	r := track(t, Options{Watch: true}, nil)
	st := r.Status()
	if st.State != Ready || st.Files != 0 || st.Error != "" {
		t.Errorf("%+v", st)
	}
	s := r.Snapshot()
	if got, total := s.Search(SymbolQuery{Query: "x"}); len(got) != 0 || total != 0 {
		t.Error(got, total)
	}
	if got, _, err := s.Text(t.Context(), TextQuery{Query: "x"}); len(got) != 0 || err != nil {
		t.Error(got, err)
	}
}

func TestManyTracksOfOneRootAreOneRun(t *testing.T) {
	t.Parallel()
	dir := tempRoot(t)
	for i := range 200 {
		write(t, dir, fmt.Sprintf("p%d/a.go", i), fmt.Sprintf("package p%d\n\nfunc F%d() {}\n", i, i))
	}
	e := openEngine(t, Options{})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			phases := map[string]bool{}
			r, err := e.Track(t.Context(), dir, func(p Progress) { phases[p.Phase] = true })
			if err != nil {
				t.Error(err)
				return
			}
			if st := r.Status(); st.State != Ready || st.Symbols != 200 {
				t.Errorf("%+v", st)
			}
			if !phases["link"] {
				t.Errorf("progress said %v", phases)
			}
		})
	}
	all.Wait()
	if got := len(e.Repositories()); got != 1 {
		t.Errorf("%d repositories", got)
	}
	if g := e.Repositories()[0].Snapshot().Generation(); g != 2 { // symbols, then their edges
		t.Errorf("generation %d after one run", g)
	}
}

func TestARunOutlivesWhoAskedForIt(t *testing.T) {
	t.Parallel()
	dir := tempRoot(t)
	write(t, dir, "a.go", "package a\n\nfunc A() {}\n")
	e := openEngine(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Track(ctx, dir, nil); err == nil {
		t.Log("it was faster than the cancellation")
	}
	r, err := e.Track(t.Context(), dir, nil)
	if err != nil || r.Snapshot().g.Symbols() != 1 {
		t.Error(err)
	}
}

func TestARootThatVanishesFailsAndComesBack(t *testing.T) {
	t.Parallel()
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	above := tempRoot(t)
	write(t, above, "app/a.go", "package a\n\nfunc A() {}\n")
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Track(t.Context(), filepath.Join(above, "app"), nil); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	rename(t, above, "app", "away")
	e = openEngine(t, o)
	r := e.Repositories()[0]
	eventually(t, "failed", func() bool { return r.Status().State == Failed })
	if got := r.Status().Error; !strings.Contains(got, "gortex untrack") {
		t.Errorf("the error names no mend: %s", got)
	}
	rename(t, above, "away", "app")
	if err := r.Refresh(t.Context(), "a.go"); err != nil {
		t.Fatal(err)
	}
	if st := r.Status(); st.State != Ready || st.Symbols != 1 {
		t.Errorf("%+v", st)
	}
}

func TestFilesThatCannotBeReadAreSkippedAndSaid(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Log("root reads everything: only the broken files are checked")
	}
	dir := tempRoot(t)
	write(t, dir, "ok.go", "package a\n\nfunc A() {}\n")
	write(t, dir, "closed.go", "package a\n")
	write(t, dir, "broken.go", "package a\n\nfunc B( {\n\nfunc C() {}\n")
	write(t, dir, "picture.png", "\x89PNG\x00\x00")
	if err := os.Chmod(filepath.Join(dir, "closed.go"), 0); err != nil {
		t.Fatal(err)
	}
	r, err := openEngine(t, Options{}).Track(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	st := r.Status()
	if len(r.Snapshot().Lookup("A")) != 1 {
		t.Error("a file beside the broken ones is not indexed")
	}
	if os.Geteuid() != 0 && !strings.Contains(fmt.Sprint(st.Skipped), "closed.go") {
		t.Errorf("skipped: %v", st.Skipped)
	}
	if _, ok := r.Snapshot().File("picture.png"); ok {
		t.Error("a picture is a text file")
	}
}

func TestADamagedListIsPutAside(t *testing.T) {
	t.Parallel()
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	write(t, o.StateDir, rootsFile, "{not json")
	e := openEngine(t, o)
	if len(e.Repositories()) != 0 {
		t.Error("it was read")
	}
	if _, err := os.Stat(filepath.Join(o.StateDir, rootsFile+".damaged")); err != nil {
		t.Error(err)
	}
}

func TestAStatusIsReadableJSON(t *testing.T) {
	t.Parallel()
	r := track(t, Options{}, archive(t, "testdata/shop.txtar"))
	data, err := json.Marshal(r.Status())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"state":"ready"`, `"languages":{"go":5}`, `"behind":0`, `"watching":"off"`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s is not in %s", want, data)
		}
	}
}
