package engine

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	if _, err := e.Untrack(main); err != nil {
		t.Fatal(err)
	}
	if got, _ := second.Snapshot().Search(SymbolQuery{Query: "OnlyHere"}); len(got) != 1 {
		t.Errorf("alone, the second tree has %q", ids(got))
	}
}

// TestAWorkTreeOfATrackedRepositoryIsFollowed: inside of the first one too, which keeps its own answers.
func TestAWorkTreeOfATrackedRepositoryIsFollowed(t *testing.T) {
	t.Parallel()
	above := tempRoot(t)
	main, stranger := filepath.Join(above, "main"), filepath.Join(above, "stranger")
	for _, root := range []string{main, stranger} {
		write(t, root, "a.go", "package a\n\nfunc First() {}\n")
		git(t, root, "init", "-q")
		git(t, root, "add", "-A")
		git(t, root, "commit", "-qm", "a")
	}
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir(), Watch: true}
	e := openEngine(t, o)
	if e.Follow(main) {
		t.Error("a repository is followed that nobody tracks")
	}
	first, err := e.Track(t.Context(), main, nil)
	if err != nil {
		t.Fatal(err)
	}
	beside, inside := filepath.Join(above, "beside"), filepath.Join(main, ".trees", "inside")
	for _, root := range []string{beside, inside} {
		git(t, main, "worktree", "add", "-q", "--detach", root)
		write(t, root, "a.go", "package a\n\nfunc Second() {}\n")
		write(t, root, "deep/b.go", "package deep\n")
		if !e.Follow(filepath.Join(root, "deep")) || e.Follow(root) {
			t.Errorf("%s is not followed, or twice", root)
		}
		r := e.Find(filepath.Join(root, "a.go"))
		if r == nil || r.Root() != root {
			t.Fatalf("%s belongs to %v", root, r)
		}
		eventually(t, "it is ready", func() bool { return r.Status().State == Ready })
		if got, _ := r.Snapshot().Search(SymbolQuery{Query: "Second"}); len(got) != 1 {
			t.Errorf("%s has %q", root, ids(got))
		}
	}
	if err := first.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, _ := first.Snapshot().Search(SymbolQuery{Query: "Second"}); len(got) != 0 {
		t.Errorf("the first one has %q", ids(got))
	}
	if e.Follow(stranger) || e.Follow(above) || e.Follow(filepath.Join(above, "nothing")) {
		t.Error("what is no work tree of it is followed")
	}

	if roots, err := readRoots(o.StateDir, e.log); err != nil || len(roots.tracked) != 1 {
		t.Errorf("the list has %v, %v", roots, err)
	}
	git(t, main, "worktree", "remove", "--force", beside)
	eventually(t, "what is gone is forgotten", func() bool { return e.Find(beside) == nil })
	if _, err := e.Untrack(inside); err != nil {
		t.Fatal(err)
	}
	if e.Follow(inside) {
		t.Error("what was untracked is followed again")
	}
	if _, err := e.Track(t.Context(), inside, nil); err != nil {
		t.Fatal(err)
	}
	if roots, err := readRoots(o.StateDir, e.log); err != nil || len(roots.tracked) != 2 {
		t.Errorf("the list has %v, %v", roots, err)
	}
}

// TestAnUntrackedWorkTreeStaysSo over a start too, and another one around it does not answer for it.
func TestAnUntrackedWorkTreeStaysSo(t *testing.T) {
	t.Parallel()
	main := mainTree(t, tempRoot(t))
	inside := filepath.Join(main, ".trees", "inside")
	git(t, main, "worktree", "add", "-q", "--detach", inside)
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	var e *Engine
	start := func() {
		t.Helper()
		var err error
		if e != nil {
			err = e.Close()
		}
		if err == nil {
			e, err = Open(o)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range e.Repositories() {
			if err := r.join().wait(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	start()
	t.Cleanup(func() { _ = e.Close() })
	if _, err := e.Track(t.Context(), main, nil); err != nil || !e.Follow(inside) {
		t.Fatal("the work tree is not followed", err)
	}
	file := filepath.Join(inside, "a.go")
	untracked := func(when string) {
		t.Helper()
		if e.Follow(inside) || e.Find(file) != nil || len(e.Workspace(inside)) != 0 {
			t.Errorf("%s, %s belongs to %v", when, file, e.Find(file))
		}
		if r := e.Find(filepath.Join(main, ".trees")); r == nil || r.Root() != main {
			t.Errorf("%s, what is beside it belongs to %v", when, r)
		}
	}
	tracked := func(when string) {
		t.Helper()
		if r := e.Find(file); r == nil || r.Root() != inside {
			t.Errorf("%s, %s belongs to %v", when, file, r)
		}
	}
	untrack := func() {
		t.Helper()
		if _, err := e.Untrack(inside); err != nil {
			t.Fatal(err)
		}
	}
	untrack()
	untracked("untracked")
	start()
	untracked("after a start")
	if _, err := e.Track(t.Context(), inside, nil); err != nil {
		t.Fatal(err)
	}
	tracked("tracked by name")
	start()
	tracked("tracked by name, and started")
	untrack()
	untracked("untracked, as it was tracked by name")
	git(t, main, "worktree", "remove", "--force", inside)
	write(t, main, ".trees/inside/a.go", "package a\n\nfunc Second() {}\n")
	start()
	if r := e.Find(file); r == nil || r.Root() != main {
		t.Errorf("a folder that is no work tree any more belongs to %v", r)
	}
}

// TestAFollowedFolderOfAnotherRepositoryIsForgotten: nobody asked for that one.
func TestAFollowedFolderOfAnotherRepositoryIsForgotten(t *testing.T) {
	t.Parallel()
	above := tempRoot(t)
	main, beside := filepath.Join(above, "main"), filepath.Join(above, "beside")
	write(t, main, "a.go", "package a\n")
	git(t, main, "init", "-q")
	git(t, main, "add", "-A")
	git(t, main, "commit", "-qm", "a")
	git(t, main, "worktree", "add", "-q", "--detach", beside)
	e := openEngine(t, Options{Watch: true})
	if _, err := e.Track(t.Context(), main, nil); err != nil || !e.Follow(beside) {
		t.Fatal("it is not followed", err)
	}
	if err := e.Find(beside).join().wait(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(beside, ".git")); err != nil {
		t.Fatal(err)
	}
	git(t, beside, "init", "-q")
	eventually(t, "it is forgotten", func() bool { return e.Find(beside) == nil })
	if e.Find(main) == nil {
		t.Error("the other one is forgotten too")
	}
	if _, err := e.Track(t.Context(), beside, nil); err != nil || e.Find(beside) == nil {
		t.Error("it cannot be tracked", err)
	}
}

// mainTree is a repository with a commit.
func mainTree(t *testing.T, above string) (main string) {
	t.Helper()
	main = filepath.Join(above, "main")
	write(t, main, "a.go", "package a\n\nfunc First() {}\n")
	git(t, main, "init", "-q")
	git(t, main, "add", "-A")
	git(t, main, "commit", "-qm", "a")
	return main
}

// TestUntrackingInsideOfARepositoryKeepsThatOne, unless the folder is a part of it.
func TestUntrackingInsideOfARepositoryKeepsThatOne(t *testing.T) {
	t.Parallel()
	above := tempRoot(t)
	main := mainTree(t, above)
	nested, stranger := filepath.Join(main, "nested"), filepath.Join(main, "stranger")
	git(t, main, "worktree", "add", "-q", "--detach", nested)
	write(t, nested, "deep/b.go", "package deep\n")
	write(t, main, "part/c.go", "package part\n")
	outside := filepath.Join(above, "outside")
	for _, root := range []string{stranger, outside} {
		write(t, root, "a.go", "package a\n")
		git(t, root, "init", "-q")
	}
	link := filepath.Join(main, "link")
	if err := os.Symlink(outside, link); err != nil {
		t.Fatal(err)
	}
	o := Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	e := openEngine(t, o)
	if _, err := e.Track(t.Context(), main, nil); err != nil {
		t.Fatal(err)
	}
	if root, err := e.Untrack(filepath.Join(nested, "deep")); root != nested || err != nil {
		t.Errorf("untracked is %s, %v", root, err)
	}
	if e.Follow(nested) || e.Find(nested) != nil {
		t.Errorf("it belongs to %v", e.Find(nested))
	}
	if roots, err := readRoots(o.StateDir, e.log); err != nil || len(roots.tracked) != 1 || roots.unwanted[nested] != filepath.Join(main, ".git") {
		t.Errorf("the list has %v, %v", roots, err)
	}
	for _, dir := range []string{nested, stranger, link} {
		if root, err := e.Untrack(dir); err == nil || !strings.Contains(err.Error(), "gortex repos") {
			t.Errorf("%s: untracked is %s, %v", dir, root, err)
		}
	}
	if e.Find(main) == nil {
		t.Fatal("the repository around it is untracked")
	}
	if root, err := e.Untrack(filepath.Join(main, "part")); root != main || err != nil {
		t.Errorf("by a folder of it, untracked is %s, %v", root, err)
	}
}

// TestAnotherRepositoryInPlaceOfAnUnwantedWorkTreeIsNoOrphan: what is around it reads it, and answers for it.
func TestAnotherRepositoryInPlaceOfAnUnwantedWorkTreeIsNoOrphan(t *testing.T) {
	t.Parallel()
	main := mainTree(t, tempRoot(t))
	nested := filepath.Join(main, "nested")
	git(t, main, "worktree", "add", "-q", "--detach", nested)
	e := openEngine(t, Options{})
	if _, err := e.Track(t.Context(), main, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Untrack(nested); err != nil {
		t.Fatal(err)
	}
	git(t, main, "worktree", "remove", "--force", nested)
	write(t, nested, "b.go", "package b\n")
	git(t, nested, "init", "-q")
	if e.Follow(nested) {
		t.Error("another repository is followed")
	}
	if r := e.Find(nested); r == nil || r.Root() != main {
		t.Errorf("it belongs to %v", r)
	}
}

// TestWhatIsFollowedGoesWithTheLastOneTracked, and nothing is followed for it.
func TestWhatIsFollowedGoesWithTheLastOneTracked(t *testing.T) {
	t.Parallel()
	above := tempRoot(t)
	main := mainTree(t, above)
	second, followed, later := filepath.Join(above, "second"), filepath.Join(above, "followed"), filepath.Join(above, "later")
	for _, root := range []string{second, followed, later} {
		git(t, main, "worktree", "add", "-q", "--detach", root)
	}
	e := openEngine(t, Options{})
	for _, root := range []string{main, second} {
		if _, err := e.Track(t.Context(), root, nil); err != nil {
			t.Fatal(err)
		}
	}
	if !e.Follow(followed) {
		t.Fatal("it is not followed")
	}
	for _, tt := range []struct {
		untracked string
		left      int
	}{{second, 2}, {main, 0}} {
		if _, err := e.Untrack(tt.untracked); err != nil {
			t.Fatal(err)
		}
		if got := e.Repositories(); len(got) != tt.left {
			t.Errorf("without %s there are %v", tt.untracked, got)
		}
	}
	if e.Follow(later) || e.Follow(followed) {
		t.Error("a work tree is followed of what nobody tracks")
	}
	if _, err := e.Track(t.Context(), main, nil); err != nil || !e.Follow(followed) {
		t.Error("tracked again, it is not followed", err)
	}
}

// TestAnUnwantedWorkTreeStaysSoWhileItsDiskIsAway: it may be mounted again.
func TestAnUnwantedWorkTreeStaysSoWhileItsDiskIsAway(t *testing.T) {
	t.Parallel()
	above := tempRoot(t)
	main := mainTree(t, above)
	disk := filepath.Join(above, "disk")
	tree := filepath.Join(disk, "tree")
	git(t, main, "worktree", "add", "-q", "--detach", tree)
	e := openEngine(t, Options{})
	if _, err := e.Track(t.Context(), main, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Untrack(tree); err != nil {
		t.Fatal(err)
	}
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	rename(disk, disk+".away")
	if _, err := e.Track(t.Context(), main, nil); err != nil {
		t.Fatal(err)
	}
	rename(disk+".away", disk)
	if e.Follow(tree) {
		t.Error("it is followed again")
	}
}
