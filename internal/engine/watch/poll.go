package watch

import (
	"os"
	"path"
	"time"
)

// pollShare is how many times longer than a look the pause after it is: polling
// takes at most a twentieth of one core.
const pollShare = 20

// listing is what stood in a folder; nil for one that is gone.
type listing map[string]stamp

// stamp tells one state of a file from the next.
type stamp struct {
	size, modified int64
	folder         bool
}

// list reads a folder.
func list(dir string) listing {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	l := make(listing, len(entries))
	for _, e := range entries {
		if e.IsDir() {
			l[e.Name()] = stamp{folder: true}
		} else if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			l[e.Name()] = stamp{size: info.Size(), modified: info.ModTime().UnixNano()}
		}
	}
	return l
}

// poll looks at every folder again and again until the watching ends.
func (w *Watcher) poll() {
	timer := time.NewTimer(w.o.Poll)
	defer timer.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-timer.C:
		}
		began := time.Now()
		for _, c := range w.look() {
			w.report(c)
		}
		timer.Reset(max(w.o.Poll, pollShare*time.Since(began)))
	}
}

// look compares every folder with what stood in it.
func (w *Watcher) look() []change {
	if w.headMoved() {
		return append(w.lookAtAll(), change{all: true})
	}
	return w.lookAtAll()
}

func (w *Watcher) lookAtAll() (changes []change) {
	w.mu.Lock()
	dirs := make([]string, 0, len(w.dirs))
	for d := range w.dirs {
		dirs = append(dirs, d)
	}
	w.mu.Unlock()
	for _, d := range dirs {
		now := list(w.abs(d))
		w.mu.Lock()
		before := w.seen[d]
		w.seen[d] = now
		w.mu.Unlock()
		if now == nil {
			if before != nil {
				w.forget(d)
				changes = append(changes, change{path: d, all: d == ""})
			}
			continue
		}
		changes = append(changes, differences(d, before, now)...)
	}
	return changes
}

// differences returns the paths that are new, gone or changed in folder dir.
func differences(dir string, before, now listing) (changes []change) {
	add := func(name string) {
		if name != ".git" {
			changes = append(changes, change{path: path.Join(dir, name), all: name == ".gitignore"})
		}
	}
	for name, s := range now {
		if old, had := before[name]; !had || old != s {
			add(name)
		}
	}
	for name := range before {
		if _, has := now[name]; !has {
			add(name)
		}
	}
	return changes
}
