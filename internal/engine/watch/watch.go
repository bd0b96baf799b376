// Package watch reports which paths of a repository changed, in batches. It
// watches the folders it is given and no others, and reads no content but that of
// .git/HEAD: what a change means is its owner's to find out.
//
//	system's events, or polling ──► changes ──► coalescing ──► batches ──► owner
//	                                   ▲                                     │
//	                                   └──────────── Add(new folders) ◄──────┘
package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Defaults of Options. A save is several events within a few milliseconds; a
// checkout of thousands of files takes about a second.
const (
	defaultQuiet = 100 * time.Millisecond
	defaultMax   = time.Second
	defaultPoll  = 2 * time.Second
)

// Options of a Watcher.
type Options struct {
	Quiet time.Duration // a batch goes out after this long without events; 0: 100 ms
	Max   time.Duration // or this long after its first event; 0: 1 s
	Poll  time.Duration // the shortest interval of polling, used when the system cannot notify; 0: 2 s
	Log   *slog.Logger
}

// Batch is what changed since the last one.
type Batch struct {
	Paths []string // relative to the root, with slashes, sorted; a folder means everything below it
	All   bool     // events were lost, the branch was switched or ignore rules changed: look at everything
}

// Watcher watches folders of one repository. Its methods may be called at once
// from several goroutines.
type Watcher struct {
	root    string
	o       Options
	changes chan change
	batches chan Batch
	stop    chan struct{}
	degrade chan struct{} // the system has no watches left
	running sync.WaitGroup
	closing sync.Once

	mu     sync.Mutex
	dirs   map[string]bool // guarded by mu, as is all below
	system *notifier       // nil when polling
	seen   map[string]listing
	git    string // the repository's own folder, "" without
	head   string // what HEAD said
}

// change is one path that changed.
type change struct {
	path string
	all  bool
}

// New watches these folders of the repository at root (relative, "" is the root).
// What changes from then on is reported, so that an owner who walks again after
// New misses nothing. Close ends it.
func New(root string, dirs []string, o Options) (*Watcher, error) {
	return open(root, dirs, o, openSystem)
}

func open(root string, dirs []string, o Options, system func() (*notifier, error)) (*Watcher, error) {
	info, err := os.Stat(root)
	if err == nil && !info.IsDir() {
		err = errors.New("not a folder")
	}
	if err != nil {
		return nil, fmt.Errorf("watch %s: %w", root, err)
	}
	w := &Watcher{
		root: root, o: o.withDefaults(), changes: make(chan change), batches: make(chan Batch),
		stop: make(chan struct{}), degrade: make(chan struct{}, 1), dirs: map[string]bool{}, seen: map[string]listing{},
	}
	if w.system, err = system(); err != nil {
		w.o.Log.Warn("the system cannot notify of changes, polling", "root", root, "error", err)
		w.system = nil
	}
	w.mu.Lock()
	w.findHead()
	w.watch(dirs)
	events := w.system
	w.mu.Unlock()

	w.running.Go(func() { w.source(events) })
	w.running.Go(func() { coalesce(w.changes, w.batches, w.stop, w.o.Quiet, w.o.Max) })
	return w, nil
}

func (o Options) withDefaults() Options {
	if o.Quiet <= 0 {
		o.Quiet = defaultQuiet
	}
	if o.Max <= 0 {
		o.Max = defaultMax
	}
	if o.Poll <= 0 {
		o.Poll = defaultPoll
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Batches returns the channel of batches. Close closes it.
func (w *Watcher) Batches() <-chan Batch { return w.batches }

// Mode returns "notify" or "poll".
func (w *Watcher) Mode() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.system == nil {
		return "poll"
	}
	return "notify"
}

// Add watches more folders; those already watched are nothing new. The new ones
// are reported once more, because what was put into them between the owner's look
// and now went unseen.
func (w *Watcher) Add(dirs []string) {
	w.mu.Lock()
	added := w.watch(dirs)
	w.mu.Unlock()
	for _, d := range topmost(added) {
		w.report(change{path: d})
	}
}

// Close ends the watching, gives every watch back and waits until it is so.
func (w *Watcher) Close() error {
	var err error
	w.closing.Do(func() {
		close(w.stop)
		w.mu.Lock()
		system := w.system
		w.mu.Unlock()
		if system != nil {
			err = system.close()
		}
		w.running.Wait()
		close(w.batches)
	})
	return err
}

// report hands a change to the coalescing, unless the watching ends.
func (w *Watcher) report(c change) {
	select {
	case w.changes <- c:
	case <-w.stop:
	}
}

// source runs the system's events, and polling from the moment they fail.
func (w *Watcher) source(events *notifier) {
	if events != nil && !w.notified(events) {
		return
	}
	if events != nil {
		w.fallBack(events)
		w.report(change{all: true}) // what happened meanwhile is lost
	}
	w.poll()
}

// watch adds folders and returns those that are new. Callers hold mu.
func (w *Watcher) watch(dirs []string) (added []string) {
	for _, d := range dirs {
		if w.dirs[d] {
			continue
		}
		if w.system == nil {
			w.dirs[d], w.seen[d] = true, list(w.abs(d))
			added = append(added, d)
			continue
		}
		err := w.system.add(w.abs(d))
		switch {
		case err == nil:
			added = append(added, d)
		case errors.Is(err, fs.ErrNotExist):
			continue // its going is reported by the folder above it
		case exhausted(err):
			select {
			case w.degrade <- struct{}{}:
			default:
			}
		default:
			w.o.Log.Warn("folder not watched", "path", d, "error", err)
		}
		w.dirs[d] = true // polling, when it comes to that, looks at it too
	}
	return added
}

// forget drops a folder that is gone, and those below it. Their watches would
// follow them to where they were moved.
func (w *Watcher) forget(gone string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.dirs[gone] {
		return
	}
	for d := range w.dirs {
		if d != gone && !strings.HasPrefix(d, gone+"/") {
			continue
		}
		delete(w.dirs, d)
		delete(w.seen, d)
		if w.system != nil {
			_ = w.system.remove(w.abs(d)) // the system may have dropped it already
		}
	}
}

func (w *Watcher) abs(p string) string { return filepath.Join(w.root, filepath.FromSlash(p)) }

// topmost leaves out folders below others of the list.
func topmost(dirs []string) []string {
	set := make(map[string]bool, len(dirs))
	for _, d := range dirs {
		set[d] = true
	}
	var top []string
next:
	for _, d := range dirs {
		for p := d; p != ""; {
			p = p[:max(0, strings.LastIndexByte(p, '/'))]
			if set[p] {
				continue next
			}
		}
		top = append(top, d)
	}
	return top
}
