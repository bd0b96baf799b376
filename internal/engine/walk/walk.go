// Package walk lists the files of a repository that are worth reading, by git's
// own rules where there is git, and says what a file is from its path and its
// first bytes. It reads no file to its end and knows no language.
package walk

import (
	"context"
	"errors"
)

// Options of a walk.
type Options struct {
	MaxFileBytes int64    // larger files are skipped; 0: 2 MiB
	Exclude      []string // patterns in gitignore's syntax, on top of git's own rules
}

// Entry is one file to read.
type Entry struct {
	Path    string // relative to the root, with slashes
	Size    int64
	ModTime int64 // Unix time in nanoseconds
}

// Skip is a file or folder that was left out, and why.
type Skip struct{ Path, Reason string }

// Result is what a walk found.
type Result struct {
	Files   []Entry  // by path
	Dirs    []string // folders that hold indexed files or could, for watching; relative, "" is the root
	Skipped []Skip   // by path
	Note    string   // what the whole walk lived with: git is missing
}

// Walk lists the repository at root.
func Walk(ctx context.Context, root string, o Options) (*Result, error) {
	return nil, errors.New("walk: not yet")
}

// Under is Walk for some files or folders of the repository; paths that are gone are simply absent.
func Under(ctx context.Context, root string, paths []string, o Options) (*Result, error) {
	return nil, errors.New("walk: not yet")
}

// Ignored says for each path whether git's rules or the excludes leave it out.
func Ignored(ctx context.Context, root string, paths []string, o Options) (map[string]bool, error) {
	return nil, errors.New("walk: not yet")
}

// Root returns the root of the git work tree that dir is in, or dir itself.
func Root(dir string) (root string, git bool) { return dir, false }

// Class says what a file is.
type Class struct{ Generated, Vendored, Test, Binary bool }

// Classify judges a file by its path and the first bytes of it.
func Classify(path string, head []byte) Class { return Class{} }
