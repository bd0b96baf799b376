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
