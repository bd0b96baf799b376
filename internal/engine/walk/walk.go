// Package walk lists the files of a repository that are worth reading, by git's
// own rules where there is git, and says what a file is from its path and its
// first bytes. It reads no file to its end and knows no language.
//
// A cloned repository is a stranger: git is run so that it starts nothing the
// repository's configuration names, symbolic links are never followed, and
// nothing outside the root is looked at.
package walk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"sync"
)

const defaultMaxFileBytes = 2 << 20

// Options of a walk.
type Options struct {
	MaxFileBytes int64    // larger files are skipped; 0: 2 MiB
	Exclude      []string // patterns in gitignore's syntax, on top of git's own rules; they hold for tracked files too
	// Found, where there is one, is called with each file as soon as it is found, in no order.
	Found func(Entry)
}

// Entry is one file to read.
type Entry struct {
	Path    string // relative to the root, with slashes
	Size    int64
	ModTime int64 // Unix time in nanoseconds
}

// Skip is a file or folder that was left out, and why. What git's rules or the
// excludes leave out is no Skip.
type Skip struct{ Path, Reason string }

// Result is what a walk found.
type Result struct {
	Files   []Entry  // by path
	Dirs    []string // folders that hold indexed files or could, for watching; relative, "" is the root; by path
	Skipped []Skip   // by path
	Note    string   // what the walk had to live with, a sentence: git is missing
}

// Walk lists the repository at root, an absolute path without symbolic links
// (as Root returns it).
func Walk(ctx context.Context, root string, o Options) (*Result, error) {
	return Under(ctx, root, []string{""}, o)
}

// Under is Walk for some files or folders of the repository. Paths that are
// gone, ignored or outside the root are simply absent from the result.
func Under(ctx context.Context, root string, paths []string, o Options) (*Result, error) {
	info, err := os.Lstat(root)
	if err != nil {
		return nil, fmt.Errorf("walk: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("walk %s: not a folder", root)
	}
	w := newWalker(root, o)
	for repo, inside := range w.byRepository(clean(paths)) {
		if err := w.enter(ctx, repo, inside); err != nil {
			return nil, fmt.Errorf("walk %s: %w", root, err)
		}
	}
	return w.result(), nil
}

// walker holds one walk. Paths in it are relative to the root.
type walker struct {
	root    string
	max     int64
	exclude *excludes
	files   []Entry
	skipped []Skip
	dirs    map[string]dirState
	watch   map[string]bool
	repos   map[string]bool // nested repositories: does the one around them let them in?
	twins   map[string]bool // nested repositories: is it another work tree of the root's?
	history func() string   // of the root
	note    string
	found   func(Entry)
}

// dirState remembers what a folder is, so that its files cost one look each.
type dirState uint8

const (
	dirOpen     dirState = iota + 1 // a real folder, all the way from the root
	dirExcluded                     // excluded, version control or dependencies
	dirMissing                      // not there
	dirForeign                      // a file, a symbolic link, or below one
)

func newWalker(root string, o Options) *walker {
	if o.MaxFileBytes <= 0 {
		o.MaxFileBytes = defaultMaxFileBytes
	}
	if o.Found == nil {
		o.Found = func(Entry) {}
	}
	return &walker{
		root: root, max: o.MaxFileBytes, exclude: compile(o.Exclude), found: o.Found,
		dirs: map[string]dirState{"": dirOpen}, watch: map[string]bool{},
		repos: map[string]bool{"": true}, twins: map[string]bool{}, history: sync.OnceValue(func() string { return History(root) }),
	}
}

func (w *walker) abs(p string) string { return filepath.Join(w.root, filepath.FromSlash(p)) }

func (w *walker) skip(p, reason string) { w.skipped = append(w.skipped, Skip{p, reason}) }

// dir says what the folder p is, and remembers it.
func (w *walker) dir(p string) dirState {
	if s, ok := w.dirs[p]; ok {
		return s
	}
	s := w.dir(parent(p))
	if s == dirOpen || s == dirMissing {
		s = w.lookAt(p)
	}
	w.dirs[p] = s
	return s
}

func (w *walker) lookAt(p string) dirState {
	base := path.Base(p)
	if versionControl[base] {
		return dirExcluded
	}
	info, err := os.Lstat(w.abs(p))
	switch {
	case err == nil && !info.IsDir():
		return dirForeign
	case w.exclude.match(p, true):
		return dirExcluded
	case err != nil && installed[base]:
		return dirExcluded
	case errors.Is(err, fs.ErrNotExist):
		return dirMissing
	case err != nil:
		return dirForeign
	}
	if why := dependencies(w.abs(p), base); why != "" {
		w.skip(p, why)
		return dirExcluded
	}
	return dirOpen
}

// file looks at one path that git, or the plain walk, names. It returns true
// for a folder: a nested repository, or one that took a tracked file's place.
func (w *walker) file(p string) (folder bool) {
	if w.dir(parent(p)) != dirOpen {
		return false
	}
	info, err := os.Lstat(w.abs(p))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false // deleted, or left out by a sparse checkout
	case err != nil:
		w.skip(p, reason(err))
		return false
	case info.IsDir():
		return true
	case w.exclude.match(p, false):
		return false
	}
	w.keep(parent(p))
	switch {
	case !info.Mode().IsRegular():
		w.skip(p, oddity(info.Mode()))
	case info.Size() > w.max:
		w.skip(p, tooLarge(info.Size(), w.max))
	default:
		e := Entry{Path: p, Size: info.Size(), ModTime: info.ModTime().UnixNano()}
		w.files = append(w.files, e)
		w.found(e)
	}
	return false
}

// keep notes a folder, and those above it, as worth watching.
func (w *walker) keep(dir string) {
	for ; !w.watch[dir]; dir = parent(dir) {
		w.watch[dir] = true
	}
}

func (w *walker) result() *Result {
	r := &Result{Files: w.files, Skipped: w.skipped, Note: w.note}
	sort.Slice(r.Files, func(i, j int) bool { return r.Files[i].Path < r.Files[j].Path })
	sort.Slice(r.Skipped, func(i, j int) bool { return r.Skipped[i].Path < r.Skipped[j].Path })
	r.Files = unique(r.Files)
	r.Skipped = unique(r.Skipped)
	for d := range w.watch {
		r.Dirs = append(r.Dirs, d)
	}
	sort.Strings(r.Dirs)
	return r
}

// unique drops neighbors that are equal: a file in conflict is listed once a stage.
func unique[T comparable](all []T) []T {
	kept := all[:0]
	for i, x := range all {
		if i == 0 || x != all[i-1] {
			kept = append(kept, x)
		}
	}
	return kept
}

// clean makes paths relative and canonical and drops those outside the root.
func clean(paths []string) []string {
	var kept []string
	for _, p := range paths {
		p = path.Clean(filepath.ToSlash(p))
		switch {
		case p == ".":
			kept = append(kept, "")
		case filepath.IsLocal(filepath.FromSlash(p)):
			kept = append(kept, p)
		}
	}
	return kept
}

// parent returns the folder of p, "" for the root.
func parent(p string) string {
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return ""
	}
	return p[:i]
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}
