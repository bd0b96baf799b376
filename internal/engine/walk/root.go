package walk

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Root returns the root of the git work tree that dir is in, with symbolic links
// resolved, or dir itself and false where there is none. It runs no process.
func Root(dir string) (root string, git bool) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		abs = filepath.Clean(dir)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	for d := abs; ; d = filepath.Dir(d) {
		if repositoryAt(d) {
			return d, true
		}
		if d == filepath.Dir(d) {
			return abs, false
		}
	}
}

// repositoryAt says whether dir is a work tree's root: its .git is a repository,
// or a file that names one (a linked worktree, a submodule).
func repositoryAt(dir string) bool {
	dot := filepath.Join(dir, ".git")
	info, err := os.Lstat(dot)
	if err != nil {
		return false
	}
	if info.Mode().IsRegular() {
		return strings.HasPrefix(firstBytes(dot, 8), "gitdir: ")
	}
	_, err = os.Stat(filepath.Join(dot, "HEAD"))
	return err == nil // a symbolic link to a repository counts, as it does for git
}

func firstBytes(file string, n int64) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	b, _ := io.ReadAll(io.LimitReader(f, n))
	return string(b)
}

// History returns the folder that a repository's work trees have in common, or "". What a
// linked work tree claims counts only where that folder knows it: a stranger's .git file may
// name any.
func History(root string) string {
	dot := filepath.Join(root, ".git")
	if info, err := os.Stat(dot); err == nil && info.IsDir() {
		return dot
	}
	git, ok := strings.CutPrefix(line(dot), "gitdir: ")
	if !ok {
		return ""
	}
	if !filepath.IsAbs(git) {
		git = filepath.Join(root, git)
	}
	common, back := line(filepath.Join(git, "commondir")), line(filepath.Join(git, "gitdir"))
	if !filepath.IsAbs(back) { // as git writes it since 2.48, where it is asked to
		back = filepath.Join(git, back)
	}
	switch {
	case common == "":
		return "" // a submodule: its history is its own
	case !same(back, dot):
		return ""
	case !filepath.IsAbs(common):
		common = filepath.Join(git, common)
	}
	real, err := filepath.EvalSymlinks(common)
	if err != nil || !same(filepath.Dir(filepath.Clean(git)), filepath.Join(real, "worktrees")) {
		return ""
	}
	return real
}

// same says whether two paths name one file that is there.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// maxLineFile bounds what is read of git's files of one line.
const maxLineFile = 4 << 10

func line(file string) string {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxLineFile {
		return ""
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}
