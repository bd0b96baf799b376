// Package watch reports which paths of a repository changed, in batches. It
// watches the folders it is given and reads no file's content.
package watch

import (
	"errors"
	"log/slog"
	"time"
)

// Options of a Watcher.
type Options struct {
	Quiet time.Duration // a batch goes out after this long without events; 0: 100 ms
	Max   time.Duration // or this long after its first event; 0: 1 s
	Poll  time.Duration // the interval of polling, used when the system cannot notify; 0: 2 s
	Log   *slog.Logger
}

// Batch is what changed since the last one.
type Batch struct {
	Paths []string // relative to the root, with slashes; a folder means everything below it
	All   bool     // events were lost or the branch was switched: look at everything
}

// Watcher watches folders of one repository.
type Watcher struct{ batches chan Batch }

// New watches these folders of the repository at root.
func New(root string, dirs []string, o Options) (*Watcher, error) {
	return nil, errors.New("watch: not yet")
}

// Batches returns the channel of batches; Close closes it.
func (w *Watcher) Batches() <-chan Batch { return w.batches }

// Add watches more folders.
func (w *Watcher) Add(dirs []string) {}

// Mode returns "notify" or "poll".
func (w *Watcher) Mode() string { return "notify" }

// Close ends the watching.
func (w *Watcher) Close() error { return nil }
