package engine

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

const (
	// mostNoticed is how many files that came or went a look reads by itself; more are
	// left to the watcher.
	mostNoticed = 32
	// mostFolders bounds what a look asks the disk.
	mostFolders = 5000
	// timeGrain is how coarse a file system's times may be.
	timeGrain = 20 * time.Millisecond
)

// looked is what the last look saw: the folders of a snapshot and their times.
type looked struct {
	generation uint64
	folders    []string
	times      map[string]time.Time
}

// Look notices files that came or went in the folders of the index, and reads them.
// The watcher will tell of them too, but it waits for a burst to end, and who has just
// written a file and asks for it does not. It costs one question to the disk a folder.
func (r *Repository) Look(ctx context.Context) {
	r.mu.Lock()
	ready, since, last := r.state == Ready, r.indexed, r.looked
	r.mu.Unlock()
	if !ready {
		return
	}
	snap := r.Snapshot()
	now := &looked{generation: snap.generation, times: map[string]time.Time{}}
	if last != nil && last.generation == snap.generation {
		now.folders = last.folders
	} else if now.folders = snap.folders(); len(now.folders) > mostFolders {
		return
	}
	var noticed []string
	for _, dir := range now.folders {
		info, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(dir)))
		if err != nil {
			continue // gone: the watcher will say so
		}
		before, known := since, false
		if last != nil {
			before, known = last.times[dir]
		}
		now.times[dir] = info.ModTime()
		if last != nil && known && info.ModTime().Equal(before) && time.Since(before) > timeGrain || last == nil && info.ModTime().Before(since.Add(-timeGrain)) {
			continue
		}
		noticed = append(noticed, snap.differing(dir)...)
	}
	r.mu.Lock()
	r.looked = now
	r.mu.Unlock()
	if len(noticed) > 0 && len(noticed) <= mostNoticed {
		if err := r.Refresh(ctx, noticed...); err != nil {
			r.engine.log.Debug("what a look noticed was not read", "root", r.root, "error", err)
		}
	}
}

// folders returns the folders that have indexed files, and those above them.
func (s *Snapshot) folders() []string {
	seen := map[string]bool{".": true}
	for _, f := range s.g.Files {
		for dir := path.Dir(f.Path); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
		}
	}
	all := make([]string, 0, len(seen))
	for dir := range seen {
		all = append(all, dir)
	}
	slices.Sort(all)
	return all
}

// differing returns what a folder has and the index does not, and the other way round.
func (s *Snapshot) differing(dir string) []string {
	entries, err := os.ReadDir(filepath.Join(s.repo.root, filepath.FromSlash(dir)))
	if err != nil {
		return nil
	}
	there := map[string]bool{}
	var all []string
	for _, e := range entries {
		p := path.Join(dir, e.Name())
		there[p] = true
		if _, known := s.g.File(p); known || e.Name() == ".git" || e.Type()&os.ModeSymlink != 0 {
			continue
		}
		if from, to := s.g.Below(p); e.IsDir() && from < to || s.leftOut(p) {
			continue
		}
		all = append(all, p)
	}
	from, to := s.g.Below(dir)
	for _, f := range s.g.Files[from:to] {
		if path.Dir(f.Path) == dir && !there[f.Path] {
			all = append(all, f.Path)
		}
	}
	return all
}

// leftOut says whether a walk has seen a path and left it out.
func (s *Snapshot) leftOut(p string) bool {
	s.repo.mu.Lock()
	defer s.repo.mu.Unlock()
	_, skipped := s.repo.skipped[p]
	return skipped || slices.ContainsFunc(s.repo.walked, func(k Skip) bool { return k.Path == p })
}
