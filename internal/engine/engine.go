// Package engine reads repositories into graphs of symbols, keeps them right while
// files change, and answers questions about them. Its sub-rooms walk, watch,
// extract (lang), link, store and search; this one joins them behind Engine,
// Repository and Snapshot. Nothing here knows who asks: no protocol, no tool, no agent.
//
// Paths named path are relative to a repository's root, with slashes; paths named
// file are absolute. Everything may be called at once from several goroutines.
package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	_ "github.com/gortexhq/gortex/internal/engine/lang/all" // the languages
	"github.com/gortexhq/gortex/internal/engine/walk"
)

// Options of an Engine.
type Options struct {
	CacheDir     string // stored indexes; safe to delete
	StateDir     string // the list of tracked repositories
	Log          *slog.Logger
	Workers      int   // 0: as many as the machine (or its cgroup) has cores
	MaxFileBytes int64 // 0: 2 MiB
	Exclude      []string
	// Limits returns what one repository's own settings say; nil: the two above hold
	// everywhere. It is asked at every walk of a whole repository.
	Limits func(root string) Limits
	Watch  bool
}

// Limits are what bounds the index of one repository.
type Limits struct {
	MaxFileBytes int64    // larger files are left out; 0: 2 MiB
	Exclude      []string // patterns as in .gitignore
}

const defaultMaxFileBytes = 2 << 20

// Engine holds the tracked repositories.
type Engine struct {
	options Options
	log     *slog.Logger
	life    context.Context // ends with Close: what runs in the background belongs to the engine, not to who asked first
	end     context.CancelFunc
	work    sync.WaitGroup
	slots   chan struct{} // whole indexing runs at a time
	suspect *suspects     // contents that processes died over

	mu    sync.Mutex
	repos map[string]*Repository // by root; guarded by mu
	// families has a turn for each repository with work trees, by their common folder; guarded by mu.
	families map[string]chan struct{}
	unwanted map[string]string // work trees that were untracked, and would be followed, with their history; guarded by mu
	listed   *roots            // what this engine had in the list last; guarded by mu
	closed   bool              // guarded by mu
}

// Open reads the list of tracked repositories and starts opening their stored
// indexes in the background. The engine must be closed.
func Open(o Options) (*Engine, error) {
	if o.CacheDir == "" || o.StateDir == "" {
		return nil, errors.New("open engine: CacheDir and StateDir must be given")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxFileBytes <= 0 {
		o.MaxFileBytes = defaultMaxFileBytes
	}
	e := &Engine{options: o, log: o.Log, slots: make(chan struct{}, 2), repos: map[string]*Repository{}, families: map[string]chan struct{}{}, unwanted: map[string]string{}}
	e.life, e.end = context.WithCancel(context.Background())
	e.suspect = openSuspects(filepath.Join(o.CacheDir, suspectsFile), o.Log)
	listed, err := readRoots(o.StateDir, o.Log)
	if err != nil {
		e.end()
		return nil, fmt.Errorf("open engine: %w", errors.Join(err, e.suspect.close()))
	}
	if e.listed = listed; listed == nil {
		e.listed = &roots{}
	}
	for root := range e.listed.tracked {
		e.repos[root] = newRepository(e, root)
	}
	maps.Copy(e.unwanted, e.listed.unwanted)
	e.rename()
	e.spawn(e.sweep)
	for _, r := range e.repos {
		r.join()
	}
	return e, nil
}

// Close stops watching, waits for what is running and stores what is not stored yet.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.end()
	repos := e.Repositories()
	for _, r := range repos {
		r.unwatch()
	}
	e.work.Wait()
	var errs []error
	for _, r := range repos {
		errs = append(errs, r.save())
	}
	errs = append(errs, e.suspect.close())
	return errors.Join(errs...)
}

// Track adds the repository that dir is in (its git work tree's root; dir itself
// where there is no git) and returns once it is ready. Tracking what is tracked
// brings it up to date; several at once share one run, which goes on when ctx
// ends. progress may be nil; it is called from this goroutine only.
func (e *Engine) Track(ctx context.Context, dir string, progress func(Progress)) (*Repository, error) {
	root, err := e.rootOf(dir)
	if err != nil {
		return nil, fmt.Errorf("track %s: %w", dir, err)
	}
	r, added, err := e.add(root)
	if err != nil {
		return nil, fmt.Errorf("track %s: %w", dir, err)
	}
	if err := r.join().wait(ctx, progress); err != nil {
		if added && ctx.Err() == nil && e.life.Err() == nil {
			err = errors.Join(err, e.remove(r))
		}
		return nil, fmt.Errorf("track %s: %w", root, err)
	}
	return r, nil
}

// spawn runs work that Close waits for; it says no once the engine is closed.
func (e *Engine) spawn(work func()) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.work.Go(work)
	}
	return !e.closed
}

var errClosed = errors.New("the engine is closed")

// bare says whether a folder is what git keeps beside its files, as in a bare repository.
func bare(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		st, err := os.Stat(filepath.Join(dir, name))
		if err != nil || st.IsDir() != (name != "HEAD") {
			return false
		}
	}
	return true
}

func (e *Engine) rootOf(dir string) (string, error) {
	dir, err := resolve(dir)
	if err != nil {
		return "", err
	}
	root, git := walk.Root(dir)
	if !git {
		if r := e.Find(dir); r != nil {
			return r.root, nil
		}
		if bare(root) {
			return "", errors.New("it is a bare git repository, without files to read: track a clone or a work tree of it")
		}
	}
	if filepath.Dir(root) == root {
		return "", errors.New("it is the whole machine; name the folder of a project")
	}
	return root, nil
}

func resolve(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", errors.New("it is a file; name a folder")
	}
	return dir, nil
}

func (e *Engine) add(root string) (_ *Repository, added bool, _ error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, false, errClosed
	}
	delete(e.unwanted, root)
	if r := e.repos[root]; r != nil {
		r.followed = false
		e.rename()
		delete(e.listed.tracked, root) // another daemon may have untracked it
		return r, false, e.writeRoots()
	}
	r := newRepository(e, root)
	e.repos[root] = r
	if err := e.writeRoots(); err != nil {
		delete(e.repos, root)
		return nil, false, err
	}
	e.rename()
	return r, true, nil
}

var errNotTracked = errors.New("it is not tracked; `gortex repos` lists what is")

// Untrack forgets the repository that dir is in, removes its stored index and returns its
// root. A repository inside of a tracked one is not that one: of an untracked work tree is
// only noted that it is not to be followed.
func (e *Engine) Untrack(dir string) (root string, err error) {
	if root, err = filepath.Abs(dir); err == nil {
		root, err = e.untrack(root)
	}
	if err != nil {
		return "", fmt.Errorf("untrack %s: %w", dir, err)
	}
	return root, nil
}

func (e *Engine) untrack(file string) (root string, err error) {
	r := e.Find(file)
	if r == nil || r.root != file { // what is tracked by this very name may be gone, or a link by now
		if resolved, err := filepath.EvalSymlinks(file); err == nil {
			file, r = resolved, e.Find(resolved)
		}
	}
	root, git := walk.Root(file)
	switch {
	case git && (r == nil || r.root != file && len(root) > len(r.root)):
		return root, e.decline(root)
	case r == nil:
		return "", errNotTracked
	}
	e.mu.Lock()
	if r.followed || e.tracks(r.history, r) {
		e.unwanted[r.root] = r.history
	}
	e.mu.Unlock()
	return r.root, e.remove(r)
}

func (e *Engine) remove(r *Repository) error {
	return e.removeWhere(r, func() bool { return true })
}

// removeWhere removes r where that is still wanted, asked under e.mu, and r is who has its root;
// with the last one that is tracked go those that were followed for it.
func (e *Engine) removeWhere(r *Repository, wanted func() bool) error {
	e.mu.Lock()
	if e.repos[r.root] != r || !wanted() {
		e.mu.Unlock()
		return nil
	}
	removed := []*Repository{r}
	if !e.tracks(r.history, r) {
		for _, other := range e.repos {
			if other != r && other.followed && other.history == r.history {
				removed = append(removed, other)
			}
		}
	}
	for _, one := range removed {
		delete(e.repos, one.root)
	}
	err := e.writeRoots()
	e.rename()
	e.mu.Unlock()
	for _, one := range removed {
		one.forget()
	}
	return err
}

// writeRoots stores what outlives the engine; e.mu is held.
func (e *Engine) writeRoots() error {
	now := &roots{tracked: map[string]string{}, unwanted: maps.Clone(e.unwanted)}
	for _, root := range e.roots() {
		now.tracked[root] = ""
	}
	err := changeRoots(e.options.StateDir, e.listed, now, e.log)
	if err == nil {
		e.listed = now
	}
	return err
}

// roots returns the sorted roots of what is tracked, followed those of what is only
// followed; e.mu is held, or nobody else knows e yet.
func (e *Engine) roots() []string    { return e.rootsWhere(false) }
func (e *Engine) followed() []string { return e.rootsWhere(true) }

func (e *Engine) rootsWhere(followed bool) []string {
	roots := make([]string, 0, len(e.repos))
	for root, r := range e.repos {
		if r.followed == followed {
			roots = append(roots, root)
		}
	}
	slices.Sort(roots)
	return roots
}
