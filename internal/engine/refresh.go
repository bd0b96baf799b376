package engine

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/walk"
)

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
			if gone := r.there(); gone != nil {
				return gone
			}
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
	entries = slices.DeleteFunc(entries, func(e walk.Entry) bool { return current(g, e) })
	if err := r.reread(ctx, entries, changes, n); err != nil {
		return err
	}
	r.caughtUp(paths...)
	for p := range changes {
		r.caughtUp(p)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.skipped, func(p, _ string) bool {
		return !seen[p] && slices.ContainsFunc(open, func(dir string) bool { return p == dir || strings.HasPrefix(p, dir+"/") })
	})
	return nil
}

// stat returns the entries of indexed files that are still files, for which
// nobody has to be asked whether they are ignored, and the other paths.
func (r *Repository) stat(paths []string) (entries []walk.Entry, open []string) {
	g := r.Snapshot().g
	for _, p := range paths {
		info, err := os.Lstat(filepath.Join(r.root, filepath.FromSlash(p)))
		if _, known := g.File(p); known && err == nil && info.Mode().IsRegular() && info.Size() <= r.limits.Load().MaxFileBytes {
			entries = append(entries, walk.Entry{Path: p, Size: info.Size(), ModTime: info.ModTime().UnixNano()})
			continue
		}
		open = append(open, p)
	}
	return entries, open
}

// projectFile is where a repository's own settings stand, the limits of its index among them.
const projectFile = ".gortex.toml"

// decidesWhatIsIgnored says whether a change of path may change what belongs to the repository.
func decidesWhatIsIgnored(p string) bool {
	return path.Base(p) == ".gitignore" || p == projectFile || p == "." || strings.HasPrefix(p, ".git/")
}

// Reindex reads every file again, whatever their times and sizes say, and returns once
// the snapshot rests on that; the same bytes give the same facts and are not parsed again. It goes on when ctx ends. progress may be nil; it is
// called from this goroutine only.
func (r *Repository) Reindex(ctx context.Context, progress func(Progress)) error {
	n := &run{done: make(chan struct{})}
	if !r.engine.spawn(func() { n.finish(r.again(n)) }) {
		return fmt.Errorf("reindex %s: %w", r.root, errClosed)
	}
	if err := n.wait(ctx, progress); err != nil {
		return fmt.Errorf("reindex %s: %w", r.root, err)
	}
	return nil
}

// again extracts everything that a walk finds.
func (r *Repository) again(n *run) error {
	if err := r.join().wait(r.life, nil); err != nil { // a first index that is under way; also a failed one is tried again
		return err
	}
	if err := r.take(r.life); err != nil {
		return err
	}
	defer r.give()
	n.report("walk", 0, 0)
	found, err := walk.Walk(r.life, r.root, r.walkOptions())
	if err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	r.watch(found.Dirs)
	changes := map[string]*graph.File{}
	for _, f := range r.Snapshot().g.Files {
		changes[f.Path] = nil
	}
	for _, e := range found.Files {
		delete(changes, e.Path)
	}
	if err := r.reread(r.life, found.Files, changes, n); err != nil {
		return err
	}
	for _, e := range found.Files {
		r.caughtUp(e.Path)
	}
	return r.saveNow()
}
