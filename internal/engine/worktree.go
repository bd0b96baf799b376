package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/graph"
)

// history returns the folder that a repository's work trees have in common, or "".
func history(root string) string {
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
	common := line(filepath.Join(git, "commondir"))
	switch {
	case common == "":
		return "" // a submodule: its history is its own
	case !filepath.IsAbs(common):
		common = filepath.Join(git, common)
	}
	if real, err := filepath.EvalSymlinks(common); err == nil {
		return real
	}
	return ""
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

// kin waits until no other work tree of r's repository is being indexed: what is
// equal in them is extracted once. It returns what ends r's own turn.
func (r *Repository) kin() (end func(), err error) {
	if r.history == "" {
		return func() {}, nil
	}
	e := r.engine
	e.mu.Lock()
	turn := e.families[r.history]
	if turn == nil {
		turn = make(chan struct{}, 1)
		e.families[r.history] = turn
	}
	e.mu.Unlock()
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-r.life.Done():
		return nil, r.life.Err()
	}
}

// adopt makes what another work tree of the same repository has in memory the state
// to begin with, as a stored index would be: files of the same bytes share all that
// was extracted from them, and no time stamp is believed. It says whether there is one.
func (r *Repository) adopt() bool {
	if r.history == "" {
		return false
	}
	var from *Repository
	for _, other := range r.engine.Repositories() {
		if other != r && other.history == r.history && other.ready() {
			from = other
			break
		}
	}
	if from == nil {
		return false
	}
	g := from.Snapshot().g
	if len(g.Files) == 0 {
		return false
	}
	files := make(map[int]*graph.File, len(g.Files))
	for i, f := range g.Files {
		same := *f
		same.ModTime = -1
		files[i] = &same
	}
	own := g.With(files)
	own.Links = slices.Clone(g.Links)
	r.names = from.names
	r.snap.Store(&Snapshot{repo: r, g: own, generation: 1})
	r.unsaved = true
	r.mu.Lock()
	r.unchecked = true
	r.mu.Unlock()
	return true
}

func (r *Repository) ready() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state == Ready
}
