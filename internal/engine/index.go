package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
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
	walked := r.startWalk(r.life, aside) // the disk and the stored index have nothing to do with each other
	r.load()
	aside() // what was stored answers from here on; the rest may take its time
	return r.compare(r.life, walked, n)
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
	return r.compare(ctx, r.startWalk(ctx, func() {}), n)
}

// walking is a walk that may still be under way: what it has found is read meanwhile.
type walking struct {
	*queue
	over   chan struct{} // closed when what follows is set
	result *walk.Result
	err    error
}

// startWalk begins to list the repository's files, in a goroutine that begins with a call
// of begin. Who has the turn keeps it until the walk is over.
func (r *Repository) startWalk(ctx context.Context, begin func()) *walking {
	w := &walking{queue: newQueue(), over: make(chan struct{})}
	go func() {
		defer close(w.over)
		begin()
		w.result, w.err = r.walkAll(ctx, w.add)
		w.end()
		if w.err == nil {
			r.watch(w.result.Dirs) // new ones are looked at once more: what was read already may have changed
		}
	}()
	return w
}

// walkAll lists the repository's files, each to found too as soon as it is known.
func (r *Repository) walkAll(ctx context.Context, found func(walk.Entry)) (*walk.Result, error) {
	if err := r.there(); err != nil {
		return nil, err
	}
	r.engine.pardon()
	r.readLimits()
	options := r.walkOptions()
	options.Found = found
	all, err := walk.Walk(ctx, r.root, options)
	if err != nil {
		return nil, fmt.Errorf("walk %s: %w", r.root, err)
	}
	if all.Note != "" {
		r.engine.log.Info("a walk with limits", "root", r.root, "note", all.Note)
	}
	return all, nil
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
func (r *Repository) compare(ctx context.Context, w *walking, n *run) error {
	g := r.base()
	w.only(func(e walk.Entry) bool { return !current(g, e) })
	readings, err := r.extract(ctx, w.queue, n)
	if <-w.over; w.err != nil {
		return w.err
	}
	if err != nil {
		return err
	}
	found := w.result
	seen := make(map[string]bool, len(found.Files))
	for _, e := range found.Files {
		seen[e.Path] = true
	}
	changes := map[string]*graph.File{}
	for _, f := range g.Files {
		if !seen[f.Path] {
			changes[f.Path] = nil
		}
	}
	r.change(readings, changes, n)
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
	readings, err := r.extract(ctx, queueOf(entries), n)
	if err == nil {
		r.change(readings, changes, n)
	}
	return err
}

// change adds what was read to changes and applies all of them.
func (r *Repository) change(readings []reading, changes map[string]*graph.File, n *run) {
	g := r.base()
	r.mu.Lock()
	for _, x := range readings {
		if x.reason != "" {
			r.skipped[x.path] = x.reason
		} else {
			delete(r.skipped, x.path)
		}
		if x.file != nil || known(g, x.path) != nil {
			changes[x.path] = x.file
		}
	}
	r.mu.Unlock()
	r.apply(changes, func(done, total int) { n.report("link", done, total) })
}
