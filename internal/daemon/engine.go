package daemon

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/tools"
)

// opening is the engine and what stands on it, from before it is there: connections
// are taken at once, and each request decides how long it can wait.
type opening struct {
	done chan struct{} // closed once the rest is set
	rooms
	err error
}

type rooms struct {
	engine    *engine.Engine
	catalogue *tools.Catalogue
}

func newOpening() *opening { return &opening{done: make(chan struct{})} }

// open is called once.
func (o *opening) open(opts Options) {
	defer close(o.done)
	defer func() {
		if o.err != nil {
			opts.Log.Error("the engine did not open", "error", o.err)
		}
	}()
	defer caught(&o.err)
	journal := filepath.Join(opts.Dirs.State, "edits")
	if err := edit.Recover(journal); err != nil { // first: the index is to see the files as they then are
		opts.Log.Warn("bring edits in order that a killed daemon left", "error", err)
	}
	o.engine, o.err = engine.Open(engine.Options{
		CacheDir: opts.Dirs.Cache, StateDir: opts.Dirs.State, Log: opts.Log, Watch: true,
		MaxFileBytes: opts.Config.Index.MaxFileBytes, Exclude: opts.Config.Index.Exclude, Limits: opts.limits,
	})
	if o.err == nil {
		o.catalogue = tools.New(tools.Options{Engine: o.engine, Editor: edit.NewJournaled(workspace{o.engine}, journal)})
	}
}

// limits reads the index's settings of one repository: its own file over the person's.
func (o Options) limits(root string) engine.Limits {
	noEnv := func(string) string { return "" }
	project, problems := config.Load(noEnv, []config.Layer{{File: filepath.Join(root, projectFile), Project: true}})
	for _, p := range problems {
		o.Log.Warn("a setting of the project does not count", "problem", p.String())
	}
	mine := o.Live.Now()
	l := engine.Limits{MaxFileBytes: mine.Index.MaxFileBytes, Exclude: mine.Index.Exclude}
	if project.Origin["index.max_file_bytes"] != "default" {
		l.MaxFileBytes = project.Index.MaxFileBytes
	}
	if project.Origin["index.exclude"] != "default" {
		l.Exclude = project.Index.Exclude
	}
	return l
}

// wait returns what is open, waiting for it until ctx ends.
func (o *opening) wait(ctx context.Context) (rooms, error) {
	select {
	case <-o.done:
	case <-ctx.Done():
		return rooms{}, fmt.Errorf("the engine is still opening: %w", context.Cause(ctx))
	}
	if o.err != nil {
		return rooms{}, fmt.Errorf("the engine did not open: %w; see gortex daemon logs", o.err)
	}
	return o.rooms, nil
}

// within is wait for at most limit.
func (o *opening) within(ctx context.Context, limit time.Duration) (rooms, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return o.wait(ctx)
}

// now returns what is open already.
func (o *opening) now() (rooms, bool) {
	select {
	case <-o.done:
		return o.rooms, o.err == nil
	default:
		return rooms{}, false
	}
}

// failed returns why the engine did not open; nil while that is not known.
func (o *opening) failed() error {
	select {
	case <-o.done:
		return o.err
	default:
		return nil
	}
}

// close is called once open has returned.
func (o *opening) close(log *slog.Logger) {
	if o.engine == nil {
		return
	}
	if err := o.engine.Close(); err != nil {
		log.Error("close the engine", "error", err)
	}
}

// warming remembers since when a repository is being indexed for the first time.
// The zero value is ready for use.
type warming struct {
	mu    sync.Mutex // guards since
	since map[string]time.Time
}

// begin notes that root is being indexed now, and returns what to call at its end.
func (w *warming) begin(root string) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.since == nil {
		w.since = map[string]time.Time{}
	}
	w.since[root] = time.Now()
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.since, root)
	}
}

// start returns since when root is being indexed, or otherwise.
func (w *warming) start(root string, otherwise time.Time) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	if t, ok := w.since[root]; ok {
		return t
	}
	return otherwise
}

// any says whether something is being indexed for who waits for it.
func (w *warming) any() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.since) > 0
}
