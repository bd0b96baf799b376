package engine

import (
	"time"

	"github.com/gortexhq/gortex/internal/engine/watch"
)

// saveAfter is how long the files must be quiet before the index is stored again.
const saveAfter = 5 * time.Second

// watch watches these folders, where the engine's options say so.
func (r *Repository) watch(dirs []string) {
	if !r.engine.options.Watch || r.life.Err() != nil {
		return
	}
	r.mu.Lock()
	w := r.watcher
	r.mu.Unlock()
	if w != nil {
		w.Add(dirs)
		return
	}
	w, err := watch.New(r.root, dirs, watch.Options{Log: r.engine.log})
	if err != nil {
		r.engine.log.Warn("changes are not watched: an answer may be behind until `gortex track`", "root", r.root, "error", err)
		return
	}
	r.mu.Lock()
	if r.life.Err() == nil { // otherwise unwatch has been here
		r.watcher = w
	}
	kept := r.watcher == w
	r.mu.Unlock()
	if !kept || !r.engine.spawn(func() { r.follow(w) }) {
		_ = w.Close()
	}
}

func (r *Repository) unwatch() {
	r.mu.Lock()
	w := r.watcher
	r.watcher = nil
	r.mu.Unlock()
	if w == nil {
		return
	}
	if err := w.Close(); err != nil {
		r.engine.log.Debug("the watcher did not close", "root", r.root, "error", err)
	}
}

// follow reads what changed until the watcher is closed.
func (r *Repository) follow(w *watch.Watcher) {
	quiet := time.NewTimer(saveAfter)
	defer quiet.Stop()
	if err := r.catchUp(); err != nil && r.life.Err() == nil {
		r.engine.log.Warn("changes before the watching began may be missing", "root", r.root, "error", err)
	}
	for {
		select {
		case b, open := <-w.Batches():
			if !open {
				return
			}
			if err := r.changed(b); err != nil && r.life.Err() == nil {
				r.engine.log.Warn("changed files were not read", "root", r.root, "error", err)
			}
			quiet.Reset(saveAfter)
		case <-quiet.C:
			if err := r.save(); err != nil {
				r.engine.log.Warn("the index was not stored", "root", r.root, "error", err)
			}
		}
	}
}

// catchUp walks once more: what changed between the first walk and the watcher's
// beginning was reported to nobody.
func (r *Repository) catchUp() error {
	if err := r.take(r.life); err != nil {
		return err
	}
	defer r.give()
	return r.scan(r.life, &run{done: make(chan struct{})})
}

func (r *Repository) changed(b watch.Batch) error {
	if b.All {
		return r.join().wait(r.life, nil)
	}
	g := r.Snapshot().g
	for _, p := range b.Paths {
		if _, known := g.File(p); known {
			r.note(p)
		}
	}
	if err := r.take(r.life); err != nil {
		return err
	}
	defer r.give()
	return r.some(r.life, b.Paths)
}
