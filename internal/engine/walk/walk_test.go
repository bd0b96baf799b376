package walk_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/walk"
)

func TestWalk(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		make    func(t *testing.T, root string)
		options walk.Options
		files   []string
		dirs    []string
		skipped []walk.Skip
		note    string
	}{
		{
			name: "git's rules decide: tracked and untracked are in, ignored is out, an empty folder is watched",
			make: func(t *testing.T, root string) {
				repository(t, root)
				layout(t, root, map[string]string{".gitignore": "*.log\nout/\n", "a.go": "", "kept.log": "", "sub/b.go": "", "sub/x.log": "", "out/c.go": "", "new/": "", "out/deep/": ""})
				run(t, root, "add", "-f", "a.go", "kept.log")
			},
			files: []string{".gitignore", "a.go", "kept.log", "sub/b.go"},
			dirs:  []string{"", "new", "sub"},
		},
		{
			name: "deleted and sparse files are absent",
			make: func(t *testing.T, root string) {
				repository(t, root)
				layout(t, root, map[string]string{"a/a.go": "", "b/b.go": "", "gone.go": ""})
				commit(t, root)
				run(t, root, "sparse-checkout", "set", "--cone", "a")
				must(t, os.Remove(filepath.Join(root, "gone.go")))
			},
			files: []string{"a/a.go"},
			dirs:  []string{"", "a"},
		},
		{
			name: "a file in conflict is one file",
			make: func(t *testing.T, root string) {
				repository(t, root)
				for _, version := range []string{"base", "ours", "theirs"} {
					layout(t, root, map[string]string{"a.go": version})
					commit(t, root)
				}
				run(t, root, "read-tree", "-i", "-m", "HEAD~2", "HEAD", "HEAD~1")
			},
			files: []string{"a.go"},
			dirs:  []string{""},
		},
		{
			name: "dependencies are neither read nor watched, even when git does not ignore them",
			make: func(t *testing.T, root string) {
				repository(t, root)
				layout(t, root, map[string]string{"a.ts": "", "node_modules/x/index.js": "", "web/node_modules/y/z/index.js": ""})
			},
			files:   []string{"a.ts"},
			dirs:    []string{"", "web"},
			skipped: []walk.Skip{{Path: "node_modules", Reason: "dependencies (node_modules)"}, {Path: "web/node_modules", Reason: "dependencies (node_modules)"}},
		},
		{
			name: "nested repositories and submodules are walked by their own rules",
			make: func(t *testing.T, root string) {
				repository(t, root)
				layout(t, root, map[string]string{".gitignore": "secret/\n", "a.go": "", "nested/.gitignore": "x.go\n", "nested/x.go": "", "nested/y.go": "", "secret/s.go": ""})
				repository(t, filepath.Join(root, "nested"))
				commit(t, filepath.Join(root, "nested"))
				repository(t, filepath.Join(root, "secret"))
				origin := temp(t)
				repository(t, origin)
				layout(t, origin, map[string]string{"s.go": "", ".gitignore": "*.tmp\n"})
				commit(t, origin)
				run(t, root, "submodule", "add", "-q", origin, "module")
				layout(t, root, map[string]string{"module/u.go": "", "module/u.tmp": ""})
			},
			files: []string{".gitignore", ".gitmodules", "a.go", "module/.gitignore", "module/s.go", "module/u.go", "nested/.gitignore", "nested/y.go"},
			dirs:  []string{"", "module", "nested"},
		},
		{
			name: "what is no regular file is skipped with a reason, and links are not followed",
			make: func(t *testing.T, root string) {
				repository(t, root)
				outside := temp(t)
				layout(t, outside, map[string]string{"secret.go": ""})
				layout(t, root, map[string]string{"a.go": "", "big.go": strings.Repeat("x", 3000), "d/b.go": ""})
				must(t, os.Symlink(outside, filepath.Join(root, "link")))
				must(t, os.Symlink(".", filepath.Join(root, "loop")))
				pipe(t, filepath.Join(root, "d", "pipe.go"))
				unix(t, filepath.Join(root, "sock"))
			},
			options: walk.Options{MaxFileBytes: 2048},
			files:   []string{"a.go", "d/b.go"},
			dirs:    []string{"", "d"},
			skipped: []walk.Skip{
				{Path: "big.go", Reason: "2.9 KiB, over the limit of 2.0 KiB"}, {Path: "d/pipe.go", Reason: "named pipe"}, {Path: "link", Reason: "symbolic link"},
				{Path: "loop", Reason: "symbolic link"}, {Path: "sock", Reason: "socket"},
			},
		},
		{
			name: "a tracked folder that became a link leads nowhere",
			make: func(t *testing.T, root string) {
				outside := temp(t)
				layout(t, outside, map[string]string{"b.go": "outside"})
				repository(t, root)
				layout(t, root, map[string]string{"a.go": "", "sub/b.go": ""})
				commit(t, root)
				must(t, os.RemoveAll(filepath.Join(root, "sub")))
				must(t, os.Symlink(outside, filepath.Join(root, "sub")))
			},
			files:   []string{"a.go"},
			dirs:    []string{""},
			skipped: []walk.Skip{{Path: "sub", Reason: "symbolic link"}},
		},
		{
			name: "excludes hold for tracked files too, and the last pattern decides",
			make: func(t *testing.T, root string) {
				repository(t, root)
				layout(t, root, map[string]string{"a.go": "", "gen/x.go": "", "gen/deep/y.go": "", "doc/a.md": "", "doc/keep.md": ""})
				commit(t, root)
			},
			options: walk.Options{Exclude: []string{"/gen/", "*.md", "!keep.md", "# remark", ""}},
			files:   []string{"a.go", "doc/keep.md"},
			dirs:    []string{"", "doc"},
		},
		{
			name: "without git everything but version control and dependencies is read",
			make: func(t *testing.T, root string) {
				layout(t, root, map[string]string{"a.go": "", "sub/b.go": "", ".svn/x": "", "node_modules/x.js": "", "venv/pyvenv.cfg": "", "venv/x.py": "", "env/x.py": ""})
			},
			files:   []string{"a.go", "env/x.py", "sub/b.go"},
			dirs:    []string{"", "env", "sub"},
			skipped: []walk.Skip{{Path: "node_modules", Reason: "dependencies (node_modules)"}, {Path: "venv", Reason: "dependencies (a Python virtual environment)"}},
			note:    "no git work tree here: everything but version control and dependencies is read",
		},
		{
			name:  "an empty repository is no fault",
			make:  repository,
			files: []string{},
			dirs:  []string{""},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root := temp(t)
			tt.make(t, root)
			found := &walk.Result{}
			tt.options.Found = func(e walk.Entry) { found.Files = append(found.Files, e) }
			got, err := walk.Walk(context.Background(), root, tt.options)
			must(t, err)
			if diff := cmp.Diff(tt.files, slices.Sorted(slices.Values(paths(found)))); diff != "" && len(tt.files)+len(found.Files) > 0 {
				t.Errorf("told as they are found (-want +got):\n%s", diff)
			}
			want := &walk.Result{Dirs: tt.dirs, Skipped: tt.skipped, Note: tt.note}
			if diff := cmp.Diff(tt.files, paths(got)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			got.Files = nil
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
		})
	}
}

func TestARepositoryRunsNothing(t *testing.T) {
	t.Parallel()
	root := temp(t)
	repository(t, root)
	layout(t, root, map[string]string{"a.go": "", "evil.sh": "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\n", ".gitattributes": "* filter=evil\n*.go filter=a=b\n"})
	evil := filepath.Join(root, "evil.sh")
	must(t, os.Chmod(evil, 0o755))
	for _, set := range []string{"core.fsmonitor", "core.pager", "core.sshCommand", "filter.evil.clean", "filter.evil.process", "filter.a=b.clean", "core.editor", "core.askPass", "credential.helper", "diff.external"} {
		run(t, root, "config", set, evil)
	}
	run(t, root, "config", "core.worktree", "/")
	layout(t, root, map[string]string{".git/hooks/post-index-change": "#!/bin/sh\ntouch ran\n"})
	must(t, os.Chmod(filepath.Join(root, ".git/hooks/post-index-change"), 0o755))

	got, err := walk.Walk(context.Background(), root, walk.Options{})
	must(t, err)
	if _, err := walk.Ignored(context.Background(), root, []string{"a.go"}, walk.Options{}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(root, "ran")); err == nil {
		t.Error("the repository ran a program")
	}
	if diff := cmp.Diff([]string{".gitattributes", "a.go", "evil.sh"}, paths(got)); diff != "" || got.Note != "" {
		t.Errorf("files (-want +got), note %q:\n%s", got.Note, diff)
	}
}

// In a partial clone git fetches an ignore file that it has not got, by the transport
// that the repository names.
func TestAPartialCloneFetchesNothing(t *testing.T) {
	t.Parallel()
	root := temp(t)
	repository(t, root)
	layout(t, root, map[string]string{"a.go": "", "sub/b.go": "", "sub/.gitignore": "x.go\n"})
	commit(t, root)
	run(t, root, "update-index", "--skip-worktree", "sub/.gitignore")
	must(t, os.Remove(filepath.Join(root, "sub/.gitignore")))
	blobs, err := filepath.Glob(filepath.Join(root, ".git/objects/??"))
	must(t, err)
	for _, dir := range blobs {
		must(t, os.RemoveAll(dir))
	}
	ran := filepath.Join(temp(t), "ran")
	for set, value := range map[string]string{
		"core.repositoryformatversion": "1", "extensions.partialClone": "origin", "protocol.ext.allow": "always",
		"remote.origin.url": "ext::touch " + ran, "remote.origin.promisor": "true", "remote.origin.fetch": "+refs/heads/*:refs/remotes/origin/*",
	} {
		run(t, root, "config", "--file", ".git/config", set, value)
	}
	got, err := walk.Walk(context.Background(), root, walk.Options{})
	must(t, err)
	if len(got.Files) == 0 {
		t.Error("nothing is walked")
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the repository ran a program")
	}
}

func TestABrokenRepositoryIsWalkedPlainlyAndSaysSo(t *testing.T) {
	t.Parallel()
	root := temp(t)
	layout(t, root, map[string]string{"a.go": "", ".git/HEAD": "nonsense"})
	got, err := walk.Walk(context.Background(), root, walk.Options{})
	must(t, err)
	if diff := cmp.Diff([]string{"a.go"}, paths(got)); diff != "" || !strings.Contains(got.Note, "not a git repository") {
		t.Errorf("files (-want +got), note %q:\n%s", got.Note, diff)
	}
}

func TestWithoutAGitBinaryTheWalkIsPlainAndSaysSo(t *testing.T) {
	root := temp(t)
	repository(t, root)
	layout(t, root, map[string]string{"a.go": ""})
	t.Setenv("PATH", "")
	got, err := walk.Walk(context.Background(), root, walk.Options{})
	must(t, err)
	if diff := cmp.Diff([]string{"a.go"}, paths(got)); diff != "" || !strings.Contains(got.Note, "git was not found") {
		t.Errorf("files (-want +got), note %q:\n%s", got.Note, diff)
	}
}

func TestUnreadableFoldersAreSkippedWithAReason(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("nothing is unreadable for root")
	}
	root := temp(t)
	layout(t, root, map[string]string{"a.go": "", "closed/b.go": ""})
	must(t, os.Chmod(filepath.Join(root, "closed"), 0))
	t.Cleanup(func() { os.Chmod(filepath.Join(root, "closed"), 0o755) })
	for _, git := range []bool{false, true} {
		if git {
			repository(t, root)
		}
		got, err := walk.Walk(context.Background(), root, walk.Options{})
		must(t, err)
		if diff := cmp.Diff([]walk.Skip{{Path: "closed", Reason: "unreadable: permission denied"}}, got.Skipped); diff != "" {
			t.Errorf("git %v: (-want +got):\n%s", git, diff)
		}
	}
}

func TestCancelledWalksEnd(t *testing.T) {
	t.Parallel()
	root := temp(t)
	repository(t, root)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := walk.Walk(ctx, root, walk.Options{}); err == nil {
		t.Error("no error from a cancelled walk")
	}
}
