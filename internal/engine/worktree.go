package engine

import (
	"maps"
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
	if e.closed || history == "" || e.repos[root] != nil || e.unwanted[root] {
		return nil
	}
	for _, other := range e.repos {
		if other.history == history {
			r := newRepository(e, root)
			r.followed = true
			e.repos[root] = r
			e.rename()
			return r
		}
	}
	return nil
}

// related says whether another work tree of r's repository is here; e.mu is held.
func (e *Engine) related(r *Repository) bool {
	for _, other := range e.repos {
		if other != r && r.history != "" && other.history == r.history {
			return true
		}
	}
	return false
}

// strayed says whether what is only followed belongs to another repository than it did.
func (e *Engine) strayed(r *Repository) bool {
	e.mu.Lock()
	followed := r.followed
	e.mu.Unlock()
	return followed && walk.History(r.root) != r.history
}

// pardon forgets that work trees are unwanted where there are none any more: what
// lies there now belongs to whatever is around it.
func (e *Engine) pardon() {
	e.mu.Lock()
	unwanted := slices.Collect(maps.Keys(e.unwanted))
	e.mu.Unlock()
	unwanted = slices.DeleteFunc(unwanted, func(root string) bool { return walk.History(root) != "" })
	if len(unwanted) == 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, root := range unwanted {
		delete(e.unwanted, root)
	}
	if err := e.writeRoots(); err != nil {
		e.log.Warn("work trees that are gone were not forgotten", "roots", unwanted, "error", err)
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
