package engine

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.test"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// TestWorkTreesShareWhatIsEqual: the same bytes are extracted once, and each tree
// answers from its own files.
func TestWorkTreesShareWhatIsEqual(t *testing.T) {
	t.Parallel()
	above := tempRoot(t)
	main := filepath.Join(above, "main")
	for path, text := range archive(t, "testdata/shop.txtar") {
		write(t, main, path, text)
	}
	git(t, main, "init", "-q")
	git(t, main, "add", "-A")
	git(t, main, "commit", "-qm", "shop")
	e := openEngine(t, Options{})
	first, err := e.Track(t.Context(), main, nil)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(above, "other")
	git(t, main, "worktree", "add", "-q", other)
	write(t, other, "store/cache.go", "package store\n\nfunc OnlyHere() { New() }\n")
	second, err := e.Track(t.Context(), other, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range second.Snapshot().g.Files {
		of, _ := first.Snapshot().g.File(f.Path)
		same := first.Snapshot().g.Files[of]
		if len(f.Symbols) > 0 && (&f.Symbols[0] == &same.Symbols[0]) != (f.Path != "store/cache.go") {
			t.Errorf("file %d, %s, is shared: %v", i, f.Path, f.Path == "store/cache.go")
		}
	}
	for _, r := range []*Repository{first, second} {
		fresh, err := openEngine(t, Options{}).Track(t.Context(), r.Root(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(graphText(fresh.Snapshot()), graphText(r.Snapshot())); diff != "" {
			t.Errorf("%s: (-alone +beside the other)\n%s", r.Root(), diff)
		}
	}
	if got, _ := first.Snapshot().Search(SymbolQuery{Query: "OnlyHere"}); len(got) != 0 {
		t.Errorf("the first tree has %s", ids(got))
	}
	if err := e.Untrack(main); err != nil {
		t.Fatal(err)
	}
	if got, _ := second.Snapshot().Search(SymbolQuery{Query: "OnlyHere"}); len(got) != 1 {
		t.Errorf("alone, the second tree has %q", ids(got))
	}
}
