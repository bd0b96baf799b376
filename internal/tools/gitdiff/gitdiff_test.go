package gitdiff_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/tools/gitdiff"
)

// repository is a real git repository in a temporary folder.
type repository struct {
	*testing.T
	root string
}

func newRepository(t *testing.T) repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	r := repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r repository) git(args ...string) {
	r.Helper()
	cmd := exec.Command("git", append([]string{"-C", r.root, "-c", "user.name=t", "-c", "user.email=t@example.test", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		r.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

func (r repository) write(path, text string) {
	r.Helper()
	file := filepath.Join(r.root, path)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		r.Fatal(err)
	}
}

func (r repository) commit(message string) { r.git("add", "-A"); r.git("commit", "-q", "-m", message) }

func (r repository) changes(base string) []gitdiff.File {
	r.Helper()
	d, err := gitdiff.Changes(context.Background(), r.root, base)
	if err != nil {
		r.Fatal(err)
	}
	return d.Files
}

func TestChangesOfTheWorkTree(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.go", "1\n2\n3\n4\n5\n")
	r.write("gone.go", "x\n-- a/not a header\n")
	r.write("sp ace.go", "one\n")
	r.write("moved.go", "many\nlines\nthat\nstay\nas\nthey\nare\n")
	r.write("ümlaut\".go", "x\n")
	r.commit("first")
	r.write("a.go", "1\nzwei\n3\n5\n6\n7\n")
	r.write("sp ace.go", "two\n")
	r.write("new.go", "x\n")
	r.write("ümlaut\".go", "y\n")
	r.git("rm", "-q", "gone.go")
	r.git("mv", "moved.go", "sub.go")
	want := []gitdiff.File{
		{Path: "a.go", Old: "a.go", Status: gitdiff.Modified, Added: 3, Removed: 2, Hunks: []gitdiff.Hunk{{Line: 2, Count: 1, Removed: 1}, {Line: 3, Removed: 1}, {Line: 5, Count: 2}}},
		{Path: "gone.go", Old: "gone.go", Status: gitdiff.Deleted, Removed: 2, Hunks: []gitdiff.Hunk{{Removed: 2}}},
		{Path: "sp ace.go", Old: "sp ace.go", Status: gitdiff.Modified, Added: 1, Removed: 1, Hunks: []gitdiff.Hunk{{Line: 1, Count: 1, Removed: 1}}},
		{Path: "sub.go", Old: "moved.go", Status: gitdiff.Renamed},
		{Path: "ümlaut\".go", Old: "ümlaut\".go", Status: gitdiff.Modified, Added: 1, Removed: 1, Hunks: []gitdiff.Hunk{{Line: 1, Count: 1, Removed: 1}}},
		{Path: "new.go", Status: gitdiff.Added},
	}
	if diff := cmp.Diff(want, r.changes("")); diff != "" {
		t.Error(diff)
	}
}

func TestABaseIsWhereTheBranchesParted(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.go", "1\n")
	r.commit("first")
	r.git("checkout", "-q", "-b", "topic")
	r.write("a.go", "1\n2\n")
	r.commit("topic")
	r.git("checkout", "-q", "main")
	r.write("b.go", "of main alone\n")
	r.commit("main goes on")
	r.git("checkout", "-q", "topic")
	got := r.changes("main")
	if len(got) != 1 || got[0].Path != "a.go" {
		t.Errorf("got %+v", got)
	}
	_, err := gitdiff.Changes(context.Background(), r.root, "--output=x")
	unknown, ok := errors.AsType[*gitdiff.UnknownBaseError](err)
	if !ok || len(unknown.Known) != 2 {
		t.Errorf("an option as a base gave %v", err)
	}
}

func TestBeforeTheFirstCommitAllIsNew(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.go", "1\n")
	r.write("b.go", "1\n")
	r.git("add", "a.go")
	got := r.changes("")
	if len(got) != 2 || got[0].Status != gitdiff.Added || got[1].Status != gitdiff.Added {
		t.Errorf("got %+v", got)
	}
}

func TestWithoutGitTheErrorSaysSo(t *testing.T) {
	t.Parallel()
	if _, err := gitdiff.Changes(context.Background(), t.TempDir(), ""); !errors.Is(err, gitdiff.ErrNoGit) {
		t.Errorf("got %v", err)
	}
}

// What a repository's own configuration names is not run, whatever door it came by.
func TestARepositoryRunsNothing(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.txt", "1\n")
	r.write("sub/b.txt", "1\n")
	r.write("sub/c.txt", "1\n")
	r.commit("first")
	mark := filepath.Join(r.root, ".git", "ran")
	script := filepath.Join(r.root, ".git", "evil.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho \"$0 $*\" >> '"+mark+"'\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.write(".gitattributes", "a.txt filter=evil diff=evil\nsub/b.txt filter=a=b diff=evil\nsub/c.txt filter=p=q=r\n")
	for key, value := range map[string]string{
		"core.fsmonitor": script, "diff.external": script, "diff.evil.command": script, "diff.evil.textconv": script,
		"filter.evil.clean": script, "filter.evil.smudge": script, "filter.evil.process": script, "filter.evil.required": "true",
		"filter.a=b.clean": script, "filter.a=b.smudge": script, "filter.a=b.required": "true", "filter.p=q=r.process": script, "filter.p=q=r.required": "true",
		"core.pager": script, "core.sshCommand": script, "core.editor": script,
	} {
		r.gitConfig(key, value)
	}
	hooks := filepath.Join(r.root, ".git", "hooks")
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "reference-transaction"} {
		if err := os.MkdirAll(hooks, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(hooks, hook), []byte("#!/bin/sh\necho hook >> '"+mark+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	changed := []string{"a.txt", "sub/b.txt", "sub/c.txt"}
	for _, path := range changed {
		r.write(path, "1\n2\n")
	}
	if got := r.changes(""); len(got) != 4 || got[0].Path != "a.txt" {
		t.Errorf("got %+v", got)
	}
	for _, path := range changed {
		if got, err := gitdiff.Blame(t.Context(), r.root, path, 1, 2); err != nil || len(got) != 2 {
			t.Errorf("blame of %s: %+v, %v", path, got, err)
		}
		if got, _, err := gitdiff.Log(t.Context(), r.root, path, 1, 1); err != nil || len(got) != 1 {
			t.Errorf("log of %s: %+v, %v", path, got, err)
		}
	}
	if _, err := gitdiff.Churn(t.Context(), r.root); err != nil {
		t.Error(err)
	}
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("the repository ran:\n%s", ran)
	}
}

// core.worktree would have git compare another folder, and show what is in it.
func TestARepositoryDoesNotPointElsewhere(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.txt", "1\n")
	r.commit("first")
	elsewhere := t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, "secret"), []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.gitConfig("core.worktree", elsewhere)
	if got := r.changes(""); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
}

// gitConfig writes a setting without git, which would itself start to use it.
func (r repository) gitConfig(key, value string) {
	r.Helper()
	cmd := exec.Command("git", "config", "--file", filepath.Join(r.root, ".git", "config"), key, value)
	if out, err := cmd.CombinedOutput(); err != nil {
		r.Fatalf("%v\n%s", err, out)
	}
}
