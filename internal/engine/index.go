package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/store"
	"github.com/gortexhq/gortex/internal/engine/walk"
)

// join returns the run that is bringing the repository up to date, and starts one where there is none.
func (r *Repository) join() *run {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.current != nil {
		return r.current
	}
	n := &run{done: make(chan struct{})}
	r.current = n
	begin := func() {
		defer spares.take()()
		err := r.whole(n)
		r.mu.Lock()
		r.current, r.unchecked = nil, false
		switch {
		case err == nil:
			r.state, r.failure, r.indexed = Ready, "", time.Now()
		case r.life.Err() == nil:
			r.state, r.failure = Failed, err.Error()
		}
		r.mu.Unlock()
		if err != nil && r.life.Err() == nil {
			r.engine.log.Warn("a repository was not indexed", "root", r.root, "error", err)
		}
		n.finish(err)
		if err != nil {
			return
		}
		if err := r.save(); err != nil { // answers are right without it; the next start is slower
			r.engine.log.Warn("the index was not stored", "root", r.root, "error", err)
		}
	}
	if !r.engine.spawn(begin) {
		r.current = nil
		n.finish(errClosed)
	}
	return n
}

// whole brings the repository up to date with the disk.
func (r *Repository) whole(n *run) error {
	end, err := r.kin()
	if err != nil {
		return err
	}
	defer end()
	select {
	case r.engine.slots <- struct{}{}:
		defer func() { <-r.engine.slots }()
	case <-r.life.Done():
		return context.Cause(r.life)
	}
	if err := r.take(r.life); err != nil {
		return err
	}
	defer r.give()
	r.mu.Lock()
	r.state = Indexing
	r.mu.Unlock()
	n.report("walk", 0, 0)
	var found *walk.Result
	var walkErr error
	var walking sync.WaitGroup
	walking.Go(func() { // the disk and the stored index have nothing to do with each other
		aside()
		found, walkErr = r.walkAll(r.life)
	})
	r.load()
	aside() // what was stored answers from here on; the rest may take its time
	if walking.Wait(); walkErr != nil {
		return walkErr
	}
	return r.compare(r.life, found, n)
}

// load makes the stored index the current snapshot, once. It may be behind the disk.
func (r *Repository) load() {
	if r.loaded {
		return
	}
	r.loaded = true
	if r.adopt() {
		return
	}
	g, names, err := store.Load(r.indexFile(), r.root)
	switch {
	case err == nil:
		r.names = names
		r.snap.Store(&Snapshot{repo: r, g: g, generation: 1})
		r.mu.Lock()
		defer r.mu.Unlock()
		r.unchecked = true
		for _, f := range g.Files {
			if f.Problem != "" {
				r.skipped[f.Path] = f.Problem
			}
		}
	case !errors.Is(err, fs.ErrNotExist):
		r.engine.log.Info("the index is built again", "root", r.root, "error", err)
	}
}

// scan walks the whole repository and reads what changed. The caller has the turn.
func (r *Repository) scan(ctx context.Context, n *run) error {
	found, err := r.walkAll(ctx)
	if err != nil {
		return err
	}
	return r.compare(ctx, found, n)
}

// walkAll lists the repository's files.
func (r *Repository) walkAll(ctx context.Context) (*walk.Result, error) {
	if err := r.there(); err != nil {
		return nil, err
	}
	r.engine.pardon()
	r.readLimits()
	found, err := walk.Walk(ctx, r.root, r.walkOptions())
	if err != nil {
		return nil, fmt.Errorf("walk %s: %w", r.root, err)
	}
	if found.Note != "" {
		r.engine.log.Info("a walk with limits", "root", r.root, "note", found.Note)
	}
	return found, nil
}

// there says what to do where the repository's folder is gone; one that was only followed
// is forgotten, as where another repository has taken its place.
func (r *Repository) there() error {
	info, err := os.Stat(r.root)
	gone := err != nil || !info.IsDir()
	if !gone && !r.engine.strayed(r) {
		return nil
	}
	r.engine.forsake(r)
	if !gone {
		return fmt.Errorf("%s is no work tree any more of the repository for which it was followed: `gortex track` it", r.root)
	}
	return fmt.Errorf("%s is gone: bring it back and `gortex track` it, or `gortex untrack` it", r.root)
}

// compare reads what changed since the graph there is. The caller has the turn.
func (r *Repository) compare(ctx context.Context, found *walk.Result, n *run) error {
	r.watch(found.Dirs)
	g := r.base()
	var changed []walk.Entry
	seen := make(map[string]bool, len(found.Files))
	for _, e := range found.Files {
		seen[e.Path] = true
		if i, ok := g.File(e.Path); !ok || g.Files[i].Size != e.Size || g.Files[i].ModTime != e.ModTime {
			changed = append(changed, e)
		}
	}
	changes := map[string]*graph.File{}
	for _, f := range g.Files {
		if !seen[f.Path] {
			changes[f.Path] = nil
		}
	}
	if err := r.reread(ctx, changed, changes, n); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.walked, r.walk = r.walked[:0], found.Note
	for _, s := range found.Skipped {
		r.walked = append(r.walked, Skip(s))
	}
	maps.DeleteFunc(r.skipped, func(p, _ string) bool { return !seen[p] })
	for p := range r.behind {
		if _, checked := changes[p]; checked || !seen[p] {
			delete(r.behind, p)
		}
	}
	return nil
}

// reread extracts entries, adds them to changes and applies all of them.
func (r *Repository) reread(ctx context.Context, entries []walk.Entry, changes map[string]*graph.File, n *run) error {
	g := r.base()
	known := func(path string) *graph.File {
		if i, ok := g.File(path); ok {
			return g.Files[i]
		}
		return nil
	}
	if len(entries) > 0 {
		n.report("extract", 0, len(entries))
	}
	readings, err := r.extract(ctx, entries, known, func(done int) { n.report("extract", done, len(entries)) })
	if err != nil {
		return err
	}
	r.mu.Lock()
	for i, e := range entries {
		if readings[i].reason != "" {
			r.skipped[e.Path] = readings[i].reason
		} else {
			delete(r.skipped, e.Path)
		}
		if readings[i].file != nil || known(e.Path) != nil {
			changes[e.Path] = readings[i].file
		}
	}
	r.mu.Unlock()
	r.apply(changes, func(done, total int) { n.report("link", done, total) })
	return nil
}
