package watch

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var quick = Options{Quiet: 20 * time.Millisecond, Max: 200 * time.Millisecond, Poll: 20 * time.Millisecond}

// noSystem is a system that cannot notify at all; scarce one that has n watches.
func noSystem() (*notifier, error) { return nil, syscall.EMFILE }

func scarce(n int) func() (*notifier, error) {
	return func() (*notifier, error) {
		s, err := openSystem()
		if err != nil {
			return nil, err
		}
		add := s.add
		s.add = func(dir string) error {
			if n--; n < 0 {
				return fmt.Errorf("watch %s: %w", dir, syscall.ENOSPC)
			}
			return add(dir)
		}
		return s, nil
	}
}

// modes runs a test with the system's events and with polling.
func modes(t *testing.T, f func(t *testing.T, system func() (*notifier, error))) {
	t.Helper()
	t.Run("notify", func(t *testing.T) { t.Parallel(); f(t, openSystem) })
	t.Run("poll", func(t *testing.T) { t.Parallel(); f(t, noSystem) })
}

func start(t *testing.T, root string, dirs []string, system func() (*notifier, error)) *Watcher {
	t.Helper()
	w, err := open(root, dirs, quick, system)
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	return w
}

// wait reads batches until all paths came, or everything.
func wait(t *testing.T, w *Watcher, paths ...string) {
	t.Helper()
	missing := map[string]bool{}
	for _, p := range paths {
		missing[p] = true
	}
	deadline := time.After(time.Minute)
	for len(missing) > 0 {
		select {
		case b := <-w.Batches():
			if b.All {
				delete(missing, "*")
			}
			for _, p := range b.Paths {
				delete(missing, p)
			}
		case <-deadline:
			t.Fatalf("not reported: %v", missing)
		}
	}
}

func write(t *testing.T, parts ...string) {
	t.Helper()
	file := filepath.Join(parts[:len(parts)-1]...)
	must(t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(t, os.WriteFile(file, []byte(parts[len(parts)-1]), 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.test"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func TestWritesSavesByRenameAndRemovalsAreReported(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, system func() (*notifier, error)) {
		root := t.TempDir()
		write(t, root, "a.go", "one")
		write(t, root, "sub", "b.go", "one")
		w := start(t, root, []string{"", "sub"}, system)
		write(t, root, "a.go", "longer")
		wait(t, w, "a.go")
		write(t, root, "sub", "b.tmp", "by rename")
		must(t, os.Rename(filepath.Join(root, "sub", "b.tmp"), filepath.Join(root, "sub", "b.go")))
		wait(t, w, "sub/b.go")
		must(t, os.Remove(filepath.Join(root, "a.go")))
		wait(t, w, "a.go")
	})
}

func TestNewFoldersAreReportedAndWatchedOnceAdded(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, system func() (*notifier, error)) {
		root := t.TempDir()
		w := start(t, root, []string{""}, system)
		write(t, root, "new", "deep", "a.go", "")
		wait(t, w, "new")
		w.Add([]string{"", "new", "new/deep"})
		wait(t, w, "new") // once more, for what came between
		write(t, root, "new", "deep", "b.go", "")
		wait(t, w, "new/deep/b.go")
	})
}

func TestAMovedFolderIsFollowedUnderItsNewNameOnly(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, system func() (*notifier, error)) {
		root := t.TempDir()
		write(t, root, "old", "deep", "a.go", "")
		w := start(t, root, []string{"", "old", "old/deep"}, system)
		must(t, os.Rename(filepath.Join(root, "old"), filepath.Join(root, "new")))
		wait(t, w, "old", "new")
		w.Add([]string{"new", "new/deep"})
		wait(t, w, "new")
		write(t, root, "new", "deep", "b.go", "x")
		wait(t, w, "new/deep/b.go")
	})
}

func TestOnlyTheGivenFoldersAreWatched(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, system func() (*notifier, error)) {
		root := t.TempDir()
		write(t, root, "node_modules", "x", "a.js", "")
		write(t, root, "src", "a.ts", "")
		w := start(t, root, []string{"", "src"}, system)
		write(t, root, "node_modules", "x", "a.js", "changed")
		write(t, root, "src", "a.ts", "changed")
		b := <-w.Batches()
		if len(b.Paths) != 1 || b.Paths[0] != "src/a.ts" {
			t.Errorf("got %+v", b)
		}
	})
}

func TestABranchSwitchIsEverythingAndACommitIsNot(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, system func() (*notifier, error)) {
		top := t.TempDir()
		root := filepath.Join(top, "main")
		write(t, root, "a.go", "")
		git(t, root, "init", "-q", "-b", "main")
		git(t, root, "add", "-A")
		git(t, root, "commit", "-qm", "x")
		git(t, root, "worktree", "add", "-q", "--detach", filepath.Join(top, "linked"))
		for _, dir := range []string{root, filepath.Join(top, "linked")} {
			w := start(t, dir, []string{""}, system)
			write(t, dir, "b.go", "b")
			git(t, dir, "add", "b.go")
			if dir == root {
				git(t, dir, "commit", "-qm", "y")
			}
			if b := <-w.Batches(); b.All {
				t.Errorf("%s: a commit is everything", dir)
			}
			git(t, dir, "switch", "-q", "-c", "b"+filepath.Base(dir))
			wait(t, w, "*")
		}
	})
}

func TestChangedIgnoreRulesAreEverything(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, system func() (*notifier, error)) {
		root := t.TempDir()
		w := start(t, root, []string{""}, system)
		write(t, root, ".gitignore", "*.log\n")
		wait(t, w, "*")
	})
}

func TestTwoThousandFilesAreFewBatches(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	var want []string
	for i := range 2000 {
		want = append(want, fmt.Sprintf("f%d.go", i))
		write(t, root, fmt.Sprintf("f%d", i), "")
	}
	w := start(t, root, []string{""}, openSystem)
	for i := range want {
		must(t, os.Rename(filepath.Join(root, fmt.Sprintf("f%d", i)), filepath.Join(root, want[i])))
	}
	wait(t, w, want...)
}

func TestWithoutWatchesLeftItPolls(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, d := range []string{"a", "b", "c"} {
		write(t, root, d, "x.go", "")
	}
	w := start(t, root, []string{"", "a", "b", "c"}, scarce(2))
	wait(t, w, "*") // what was missed
	if w.Mode() != "poll" {
		t.Errorf("mode %s", w.Mode())
	}
	write(t, root, "c", "x.go", "changed")
	wait(t, w, "c/x.go")
}

func TestAddingTooManyFoldersPolls(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "a", "x.go", "")
	w := start(t, root, []string{""}, scarce(1))
	if w.Mode() != "notify" {
		t.Errorf("mode %s", w.Mode())
	}
	w.Add([]string{"a"})
	wait(t, w, "*")
	write(t, root, "a", "x.go", "changed")
	wait(t, w, "a/x.go")
}

func TestCloseEndsEverything(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, system func() (*notifier, error)) {
		root := t.TempDir()
		w, err := open(root, []string{""}, quick, system)
		must(t, err)
		write(t, root, "a.go", "nobody reads this batch")
		must(t, w.Close())
		must(t, w.Close())
		w.Add([]string{"x"})
		if _, open := <-w.Batches(); open {
			t.Error("a batch after Close")
		}
	})
}

func TestARootThatIsNoFolderIsRefused(t *testing.T) {
	t.Parallel()
	_, err := New(filepath.Join(t.TempDir(), "gone"), []string{""}, Options{})
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "watch ") {
		t.Errorf("got %v", err)
	}
}
