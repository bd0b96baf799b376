package engine

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/walk"
)

// Follow begins to track the work tree that dir is in where another one of the same git
// repository is tracked, and says whether it does: people and agents add work trees by the
// dozen, and what is equal in them is read once. Nothing waits for the index here. Only this
// engine knows of it, for as long as its folder is there.
func (e *Engine) Follow(dir string) bool {
	dir, err := resolve(dir)
	if err != nil {
		return false
	}
	root, git := walk.Root(dir)
	if !git {
		return false
	}
	e.pardon()
	r := e.follow(root, walk.History(root))
	if r != nil {
		r.join()
	}
	return r != nil
}

// follow adds the work tree at root; nil where that is not wanted.
func (e *Engine) follow(root, history string) *Repository {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, unwanted := e.unwanted[root]; unwanted || e.closed || e.repos[root] != nil || !e.tracks(history, nil) {
		return nil
	}
	r := newRepository(e, root)
	r.followed = true
	e.repos[root] = r
	e.rename()
	return r
}

// tracks says whether a work tree with this history is tracked, and not only followed, other
// than the one that is named; e.mu is held.
func (e *Engine) tracks(history string, other *Repository) bool {
	for _, r := range e.repos {
		if r != other && !r.followed && history != "" && r.history == history {
			return true
		}
	}
	return false
}

// decline notes that an untracked work tree of a tracked repository is not to be followed.
func (e *Engine) decline(root string) error {
	history := walk.History(root)
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, already := e.unwanted[root]; already || !e.tracks(history, nil) {
		return errNotTracked
	}
	e.unwanted[root] = history
	err := e.writeRoots()
	if err != nil {
		delete(e.unwanted, root)
	}
	return err
}

// Unwanted returns the roots of work trees that were untracked, and that nothing answers for.
func (e *Engine) Unwanted() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Sorted(maps.Keys(e.unwanted))
}

// strayed says whether what is only followed belongs to another repository than it did.
func (e *Engine) strayed(r *Repository) bool {
	e.mu.Lock()
	followed := r.followed
	e.mu.Unlock()
	return followed && walk.History(r.root) != r.history
}

// pardon forgets that work trees are unwanted where they are none any more of the repository
// that they were of: what lies there now belongs to whatever is around it. Where the folder
// above is missing too, a disk may be that comes back.
func (e *Engine) pardon() {
	e.mu.Lock()
	unwanted := maps.Clone(e.unwanted)
	e.mu.Unlock()
	maps.DeleteFunc(unwanted, func(root, history string) bool {
		_, err := os.Stat(filepath.Dir(root))
		return err != nil || walk.History(root) == history
	})
	if len(unwanted) == 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for root := range unwanted {
		delete(e.unwanted, root)
	}
	if err := e.writeRoots(); err != nil {
		e.log.Warn("work trees that are gone were not forgotten", "roots", slices.Sorted(maps.Keys(unwanted)), "error", err)
	}
}

// forsake forgets a work tree that is only followed, and is gone.
func (e *Engine) forsake(r *Repository) {
	e.spawn(func() { // it waits for who has found that out
		if err := e.removeWhere(r, func() bool { return r.followed }); err != nil {
			e.log.Warn("a work tree that is gone was not forgotten", "root", r.root, "error", err)
		}
	})
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
// to begin with: files of the same bytes share all that was extracted from them, and no
// time stamp is believed. Until they are compared it answers nothing: it is true of
// another folder. It says whether there is one.
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
	r.adopted, r.unsaved = own, true
	return true
}

func (r *Repository) ready() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state == Ready
}
