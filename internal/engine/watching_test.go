package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestAnEditIsSeenWithinASecond(t *testing.T) {
	t.Parallel()
	r := track(t, Options{Watch: true}, archive(t, "testdata/shop.txtar"))
	if got := r.Status().Watching; got != "notify" && got != "poll" {
		t.Fatalf("watching: %q", got)
	}
	lookup := func(name string) string { return ids(r.Snapshot().Lookup(name)) }

	write(t, r.Root(), "store/cache.go", "package store\n\nfunc Edited() {}\n")
	eventually(t, "the edit is indexed", func() bool { return lookup("Edited") == "store/cache.go::Edited" && lookup("Hits") == "" })

	write(t, r.Root(), "fresh/deep/new.go", "package deep\n\nfunc InNewFolder() {}\n")
	eventually(t, "a file in a new folder is indexed", func() bool { return lookup("InNewFolder") != "" })

	write(t, r.Root(), "fresh/deep/later.go", "package deep\n\nfunc LaterInNewFolder() {}\n")
	eventually(t, "the new folder is watched", func() bool { return lookup("LaterInNewFolder") != "" })

	rename(t, r.Root(), "fresh", "moved")
	eventually(t, "a moved folder is indexed where it is", func() bool { return lookup("InNewFolder") == "moved/deep/new.go::InNewFolder" })

	remove(t, r.Root(), "store")
	eventually(t, "what is removed is gone", func() bool { return lookup("Store") == "" })
	eventually(t, "nothing is behind", func() bool { return len(r.Behind()) == 0 })
}

// TestABranchSwitchIsFollowed: some hundred files at once, by git itself.
func TestABranchSwitchIsFollowed(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := tempRoot(t)
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.test"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	const files = 300
	fill := func(name string) {
		for i := range files {
			write(t, dir, fmt.Sprintf("p%d/a.go", i), fmt.Sprintf("package p%d\n\nfunc %s%d() {}\n", i, name, i))
		}
	}
	git("init", "-q", "-b", "main")
	write(t, dir, ".gitignore", "ignored/\n")
	fill("Main")
	git("add", ".")
	git("commit", "-qm", "main")
	git("checkout", "-qb", "other")
	fill("Other")
	write(t, dir, "only/b.go", "package only\n\nfunc OnlyThere() {}\n")
	git("add", ".")
	git("commit", "-qm", "other")

	r, err := openEngine(t, Options{Watch: true}).Track(t.Context(), filepath.Join(dir, "p1"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Root() != dir {
		t.Fatalf("the root is %s", r.Root())
	}
	git("checkout", "-q", "main")
	eventually(t, "the other branch is indexed", func() bool {
		s := r.Snapshot()
		_, there := s.Search(SymbolQuery{Query: "Other"})
		_, here := s.Search(SymbolQuery{Query: "Main"})
		return there == 0 && here == files && len(s.Lookup("OnlyThere")) == 0
	})

	write(t, dir, "ignored/x.go", "package x\n\nfunc Hidden() {}\n")
	write(t, dir, "seen.go", "package x\n\nfunc Seen() {}\n")
	eventually(t, "a new file is indexed", func() bool { return len(r.Snapshot().Lookup("Seen")) == 1 })
	if len(r.Snapshot().Lookup("Hidden")) != 0 {
		t.Error("an ignored file is indexed")
	}
	if !r.Ignored("ignored/x.go") || r.Ignored("seen.go") || r.Ignored("never/was.go") {
		t.Error("Ignored says otherwise than git")
	}
	write(t, dir, ".gitignore", "")
	eventually(t, "what is no longer ignored is indexed", func() bool { return len(r.Snapshot().Lookup("Hidden")) == 1 })
}
