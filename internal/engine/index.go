package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
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
		err := r.whole(n)
		r.mu.Lock()
		r.current = nil
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
	}
	if !r.engine.spawn(begin) {
		r.current = nil
		n.finish(errClosed)
	}
	return n
}

// whole brings the repository up to date with the disk.
func (r *Repository) whole(n *run) error {
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
	r.load()
	n.report("walk", 0, 0)
	if err := r.scan(r.life, n); err != nil {
		return err
	}
	n.report("store", 0, 1)
	if err := r.saveNow(); err != nil {
		// Answers are right without it; the next start is slower.
		r.engine.log.Warn("the index was not stored", "root", r.root, "error", err)
	}
	n.report("store", 1, 1)
	return nil
}

// load makes the stored index the current snapshot, once. It may be behind the disk.
func (r *Repository) load() {
	if r.loaded {
		return
	}
	r.loaded = true
	g, names, err := store.Load(r.indexFile(), r.root)
	switch {
	case err == nil:
		r.names = names
		r.snap.Store(&Snapshot{repo: r, g: g, generation: 1})
	case !errors.Is(err, fs.ErrNotExist):
		r.engine.log.Info("the index is built again", "root", r.root, "error", err)
	}
}

// scan walks the whole repository and reads what changed. The caller has the turn.
func (r *Repository) scan(ctx context.Context, n *run) error {
	if info, err := os.Stat(r.root); err != nil || !info.IsDir() {
		return fmt.Errorf("%s is gone: bring it back and `gortex track` it, or `gortex untrack` it", r.root)
	}
	found, err := walk.Walk(ctx, r.root, r.walkOptions())
	if err != nil {
		return fmt.Errorf("walk %s: %w", r.root, err)
	}
	if found.Note != "" {
		r.engine.log.Info("a walk with limits", "root", r.root, "note", found.Note)
	}
	r.watch(found.Dirs)
	g := r.Snapshot().g
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
	r.walked = r.walked[:0]
	for _, s := range found.Skipped {
		r.walked = append(r.walked, Skip(s))
	}
	for p := range r.behind {
		if _, checked := changes[p]; checked || !seen[p] {
			delete(r.behind, p)
		}
	}
	return nil
}

// reread extracts entries, adds them to changes and applies all of them.
func (r *Repository) reread(ctx context.Context, entries []walk.Entry, changes map[string]*graph.File, n *run) error {
	g := r.Snapshot().g
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
	for p, f := range changes {
		if f == nil && known(p) != nil && r.skipped[p] != "" && !slices.ContainsFunc(entries, func(e walk.Entry) bool { return e.Path == p }) {
			delete(r.skipped, p)
		}
	}
	r.mu.Unlock()
	r.apply(changes, func(done, total int) { n.report("link", done, total) })
	return nil
}

// Refresh re-reads these files now (all that are known to be behind when none are
// named); the snapshot is right for them when it returns.
func (r *Repository) Refresh(ctx context.Context, paths ...string) error {
	if len(paths) == 0 {
		if paths = r.Behind(); len(paths) == 0 {
			return nil
		}
	}
	clean := make([]string, 0, len(paths))
	for _, p := range paths {
		p = path.Clean(filepath.ToSlash(p))
		if !filepath.IsLocal(filepath.FromSlash(p)) {
			return fmt.Errorf("refresh %s: it is not below %s", p, r.root)
		}
		clean = append(clean, p)
	}
	r.mu.Lock()
	fresh := r.state == Ready
	r.mu.Unlock()
	if !fresh { // the first index is on its way, or failed: what is asked for is part of it
		if err := r.join().wait(ctx, nil); err != nil {
			return fmt.Errorf("refresh: %w", err)
		}
	}
	if err := r.take(ctx); err != nil {
		return fmt.Errorf("refresh: %w", err)
	}
	defer r.give()
	if err := r.some(ctx, clean); err != nil {
		return fmt.Errorf("refresh: %w", err)
	}
	return nil
}

// some brings files and everything below folders up to date. The caller has the turn.
func (r *Repository) some(ctx context.Context, paths []string) error {
	n := &run{done: make(chan struct{})} // nobody waits for it
	if slices.ContainsFunc(paths, decidesWhatIsIgnored) {
		return r.scan(ctx, n)
	}
	entries, open := r.stat(paths)
	if len(open) > 0 {
		found, err := walk.Under(ctx, r.root, open, r.walkOptions())
		if err != nil {
			return fmt.Errorf("walk: %w", err)
		}
		entries = append(entries, found.Files...)
		r.watch(found.Dirs)
	}
	g := r.Snapshot().g
	seen := make(map[string]bool, len(entries))
	for _, e := range entries {
		seen[e.Path] = true
	}
	changes := map[string]*graph.File{}
	for _, p := range open {
		from, to := g.Below(p)
		for _, f := range g.Files[from:to] {
			if !seen[f.Path] {
				changes[f.Path] = nil
			}
		}
	}
	entries = slices.DeleteFunc(entries, func(e walk.Entry) bool {
		i, ok := g.File(e.Path)
		return ok && g.Files[i].Size == e.Size && g.Files[i].ModTime == e.ModTime
	})
	if err := r.reread(ctx, entries, changes, n); err != nil {
		return err
	}
	r.caughtUp(paths...)
	for p := range changes {
		r.caughtUp(p)
	}
	return nil
}

// stat returns the entries of indexed files that are still files, for which
// nobody has to be asked whether they are ignored, and the other paths.
func (r *Repository) stat(paths []string) (entries []walk.Entry, open []string) {
	g := r.Snapshot().g
	for _, p := range paths {
		info, err := os.Lstat(filepath.Join(r.root, filepath.FromSlash(p)))
		if _, known := g.File(p); known && err == nil && info.Mode().IsRegular() && info.Size() <= r.engine.options.MaxFileBytes {
			entries = append(entries, walk.Entry{Path: p, Size: info.Size(), ModTime: info.ModTime().UnixNano()})
			continue
		}
		open = append(open, p)
	}
	return entries, open
}

// decidesWhatIsIgnored says whether a change of path may change what belongs to the repository.
func decidesWhatIsIgnored(p string) bool {
	return path.Base(p) == ".gitignore" || p == "." || strings.HasPrefix(p, ".git/")
}
