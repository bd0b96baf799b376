package walk_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/walk"
)

// mixed has a nested repository, an ignored one, dependencies and a link.
func mixed(t *testing.T) string {
	root := temp(t)
	repository(t, root)
	layout(t, root, map[string]string{
		".gitignore": "*.log\n/out/\nhidden/\n", "a.go": "", "a.log": "", "sub/b.go": "", "sub/deep/c.go": "", "sub/x.log": "", "out/o.go": "",
		"nested/n.go": "", "nested/n.txt": "", "nested/.gitignore": "*.txt\n", "hidden/h.go": "", "node_modules/m.js": "", ":odd*.go": "",
	})
	repository(t, filepath.Join(root, "nested"))
	repository(t, filepath.Join(root, "hidden"))
	commit(t, filepath.Join(root, "nested"))
	must(t, os.Symlink("sub", filepath.Join(root, "link")))
	return root
}

func TestUnder(t *testing.T) {
	t.Parallel()
	root := mixed(t)
	for _, tt := range []struct {
		name       string
		paths      []string
		want, dirs []string
	}{
		{"a file is looked at alone", []string{"sub/b.go"}, []string{"sub/b.go"}, []string{"", "sub"}},
		{"a folder means everything below it", []string{"sub"}, []string{"sub/b.go", "sub/deep/c.go"}, []string{"", "sub", "sub/deep"}},
		{"gone, ignored and foreign paths are absent", []string{"gone.go", "gone/x.go", "a.log", "out", "out/o.go", "../x", "/etc/passwd", "link/b.go", "node_modules/m.js", ".git/HEAD"}, []string{}, nil},
		{"nested repositories have their own rules", []string{"nested/n.go", "nested/n.txt"}, []string{"nested/n.go"}, []string{"", "nested"}},
		{"a nested repository as a whole", []string{"nested"}, []string{"nested/.gitignore", "nested/n.go"}, []string{"", "nested"}},
		{"an ignored repository stays out", []string{"hidden/h.go", "hidden"}, []string{}, nil},
		{"names are no patterns", []string{":odd*.go", "*.go"}, []string{":odd*.go"}, []string{""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := walk.Under(context.Background(), root, tt.paths, walk.Options{})
			must(t, err)
			if diff := cmp.Diff(tt.want, paths(got)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.dirs, got.Dirs); diff != "" {
				t.Errorf("dirs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnderManyPathsFindsTheSame(t *testing.T) {
	t.Parallel()
	root := temp(t)
	repository(t, root)
	var want []string
	for i := range 300 {
		p := fmt.Sprintf("d%d/f%03d.go", i%7, i)
		layout(t, root, map[string]string{p: "", p + ".other": ""})
		want = append(want, p)
	}
	got, err := walk.Under(context.Background(), root, want, walk.Options{})
	must(t, err)
	if len(got.Files) != len(want) {
		t.Errorf("%d files, want %d", len(got.Files), len(want))
	}
}

func TestIgnored(t *testing.T) {
	t.Parallel()
	root := mixed(t)
	want := map[string]bool{
		"a.go": false, "new.go": false, "new/deep/x.go": false, "": false,
		"a.log": true, "new.log": true, "new/deep/x.log": true, "out/new.go": true, "out": true,
		"nested/n.txt": true, "nested/n.go": false, "nested/new.log": false, "hidden/h.go": true,
		"node_modules/m.js": true, "new/node_modules/m.js": true, ".git/HEAD": true, "link/b.go": true, "../x.go": true, "/etc/passwd": true,
		"excluded/x.go": true, ":odd*.go": false, ":odd.log": true,
	}
	var asked []string
	for p := range want {
		asked = append(asked, p)
	}
	got, err := walk.Ignored(context.Background(), root, asked, walk.Options{Exclude: []string{"excluded/"}})
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ignored (-want +got):\n%s", diff)
	}
}

func TestRoot(t *testing.T) {
	t.Parallel()
	top := temp(t)
	main, linked := filepath.Join(top, "main"), filepath.Join(top, "linked")
	repository(t, main)
	layout(t, main, map[string]string{"a/b/c.go": ""})
	commit(t, main)
	run(t, main, "worktree", "add", "-q", linked)
	layout(t, top, map[string]string{"plain/x/": "", "fake/.git/": "", "fake2/.git": "no"})
	must(t, os.Symlink(filepath.Join(main, "a"), filepath.Join(top, "link")))
	for _, tt := range []struct {
		name, dir, want string
		git             bool
	}{
		{"the root itself", "main", "main", true},
		{"a folder below it", "main/a/b", "main", true},
		{"a linked worktree is a root of its own", "linked/a", "linked", true},
		{"symbolic links are resolved first", "link/b", "main", true},
		{"without git the folder itself", "plain/x", "plain/x", false},
		{"an empty .git is no repository", "fake", "fake", false},
		{"a .git file that names nothing is none", "fake2", "fake2", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, git := walk.Root(filepath.Join(top, tt.dir))
			if want := filepath.Join(top, tt.want); got != want || git != tt.git {
				t.Errorf("got %s %v, want %s %v", got, git, want, tt.git)
			}
		})
	}
}

// TestAnotherWorkTreeInsideAnswersForItself: agents keep work trees below the first one.
func TestAnotherWorkTreeInsideAnswersForItself(t *testing.T) {
	t.Parallel()
	main := filepath.Join(temp(t), "main")
	repository(t, main)
	layout(t, main, map[string]string{"a.go": "package a\n"})
	commit(t, main)
	for _, name := range []string{".trees/one", ".trees/two"} {
		run(t, main, "worktree", "add", "-q", "--detach", filepath.Join(main, name))
	}
	repository(t, filepath.Join(main, "nested"))
	layout(t, main, map[string]string{"nested/b.go": "package b\n"})
	paths := func(r *walk.Result) (files []string) {
		for _, f := range r.Files {
			files = append(files, f.Path)
		}
		return files
	}
	whole, err := walk.Walk(t.Context(), main, walk.Options{})
	must(t, err)
	if got := paths(whole); !slices.Equal(got, []string{"a.go", "nested/b.go"}) {
		t.Errorf("files: %v", got)
	}
	if len(whole.Skipped) != 2 || whole.Skipped[0].Path != ".trees/one" || !strings.Contains(whole.Skipped[0].Reason, "work tree") {
		t.Errorf("skipped: %v", whole.Skipped)
	}
	part, err := walk.Under(t.Context(), main, []string{".trees/one/a.go", "nested/b.go"}, walk.Options{})
	must(t, err)
	if got := paths(part); !slices.Equal(got, []string{"nested/b.go"}) {
		t.Errorf("of two that changed: %v", got)
	}
	own, err := walk.Walk(t.Context(), filepath.Join(main, ".trees/one"), walk.Options{})
	must(t, err)
	if got := paths(own); !slices.Equal(got, []string{"a.go"}) {
		t.Errorf("the work tree itself: %v", got)
	}
}

func TestAStrangerIsNoWorkTree(t *testing.T) {
	t.Parallel()
	top := temp(t)
	main, linked, stranger := filepath.Join(top, "main"), filepath.Join(top, "linked"), filepath.Join(top, "stranger")
	repository(t, main)
	layout(t, main, map[string]string{"a.go": "package a\n"})
	commit(t, main)
	run(t, main, "worktree", "add", "-q", linked)
	claim, err := os.ReadFile(filepath.Join(linked, ".git"))
	must(t, err)
	layout(t, stranger, map[string]string{".git": string(claim), "a.go": "package a\n"})
	liar := filepath.Join(top, "liar") // everything that git writes, but in a place of its own
	layout(t, liar, map[string]string{".git": "gitdir: ./fake\n", "fake/commondir": "../../main/.git\n", "fake/gitdir": "../.git\n", "fake/HEAD": "ref: refs/heads/main\n"})
	common := filepath.Join(main, ".git")
	for dir, want := range map[string]string{main: common, linked: common, stranger: "", liar: ""} {
		if got := walk.History(dir); got != want {
			t.Errorf("%s has the history %q, want %q", dir, got, want)
		}
	}
}
