package engine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// rename gives every repository a name of its own: its base name, with the
// parent's in front where two are the same. What is only followed takes no name
// from what is tracked. e.mu is held.
func (e *Engine) rename() {
	count := map[string]int{}
	tracked := e.roots()
	for _, root := range tracked {
		count[filepath.Base(root)]++
	}
	taken := map[string]bool{}
	for _, root := range append(tracked, e.followed()...) {
		name := filepath.Base(root)
		if count[name] > 1 || taken[name] {
			name = filepath.Base(filepath.Dir(root)) + "-" + name
		}
		unique := name
		for n := 2; taken[unique]; n++ {
			unique = fmt.Sprintf("%s-%d", name, n)
		}
		taken[unique] = true
		e.repos[root].name.Store(&unique)
	}
}

// Repositories returns the repositories that are tracked or followed, by root.
func (e *Engine) Repositories() []*Repository {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := make([]*Repository, 0, len(e.repos))
	for _, r := range e.repos {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *Repository) int { return strings.Compare(a.root, b.root) })
	return all
}

// Find returns the repository with the longest root that contains file (absolute,
// symlinks resolved), or nil. What is in a work tree that was untracked is in none: another one
// around it has other files.
func (e *Engine) Find(file string) *Repository {
	e.mu.Lock()
	defer e.mu.Unlock()
	for dir := filepath.Clean(file); ; dir = filepath.Dir(dir) {
		if r := e.repos[dir]; r != nil {
			return r
		}
		if _, unwanted := e.unwanted[dir]; unwanted || filepath.Dir(dir) == dir {
			return nil
		}
	}
}

// Workspace returns what a session opened in dir sees: the repository that dir is
// in, or else those below dir.
func (e *Engine) Workspace(dir string) []*Repository {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	if r := e.Find(dir); r != nil {
		return []*Repository{r}
	}
	var below []*Repository
	for _, r := range e.Repositories() {
		if strings.HasPrefix(r.root, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator)) {
			below = append(below, r)
		}
	}
	return below
}
