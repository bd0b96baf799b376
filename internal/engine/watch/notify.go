package watch

import (
	"errors"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// notifier is the part of fsnotify in use, so that a test can run it dry.
type notifier struct {
	add, remove func(dir string) error
	close       func() error
	events      <-chan fsnotify.Event
	errors      <-chan error
}

func openSystem() (*notifier, error) {
	n, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &notifier{n.Add, n.Remove, n.Close, n.Events, n.Errors}, nil
}

// exhausted says whether err is the system's lack of watches, files or memory.
func exhausted(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}

// notified reports the system's events until the watching ends (false) or the
// system has no watches left (true).
func (w *Watcher) notified(system *notifier) (failed bool) {
	for {
		select {
		case <-w.stop:
			return false
		case <-w.degrade:
			return true
		case e, ok := <-system.events:
			if !ok {
				return false
			}
			w.event(e)
		case err, ok := <-system.errors:
			switch {
			case !ok:
				return false
			case errors.Is(err, fsnotify.ErrEventOverflow):
				w.report(change{all: true})
			case exhausted(err):
				return true
			default:
				w.o.Log.Warn("watching", "root", w.root, "error", err)
				w.report(change{all: true})
			}
		}
	}
}

// event turns one event of the system into a change.
func (w *Watcher) event(e fsnotify.Event) {
	if e.Name == "" || e.Op == fsnotify.Chmod {
		return
	}
	p, inside := w.relative(e.Name)
	switch {
	case w.isHead(e.Name):
		if w.headMoved() {
			w.report(change{all: true})
		}
		return
	case !inside || strings.HasPrefix(p, ".git/"):
		return // something else in git's own folder
	case p == ".git":
		w.refindHead()
		w.report(change{all: true})
		return
	}
	if e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename) {
		w.forget(p)
	}
	w.report(change{path: p, all: p == "" || path.Base(p) == ".gitignore"})
}

// relative returns a file's path below the root.
func (w *Watcher) relative(file string) (string, bool) {
	if file == w.root {
		return "", true
	}
	p, ok := strings.CutPrefix(file, strings.TrimSuffix(w.root, string(filepath.Separator))+string(filepath.Separator))
	return filepath.ToSlash(p), ok
}

// fallBack gives the watches back and notes what is there, to compare with.
func (w *Watcher) fallBack(system *notifier) {
	w.mu.Lock()
	w.system = nil
	for d := range w.dirs {
		w.seen[d] = list(w.abs(d))
	}
	folders := len(w.dirs)
	w.mu.Unlock()
	w.o.Log.Warn("the system has no watches left, polling: raise fs.inotify.max_user_watches", "root", w.root, "folders", folders)
	_ = system.close()
}
