package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/link"
	"github.com/gortexhq/gortex/internal/engine/store"
	"github.com/gortexhq/gortex/internal/engine/walk"
	"github.com/gortexhq/gortex/internal/engine/watch"
)

// State says what a repository can answer.
type State string

// The states of a repository.
const (
	Pending  State = "pending"
	Indexing State = "indexing"
	Ready    State = "ready"
	Failed   State = "failed"
)

// maxSkips is how many skipped files a Status lists.
const maxSkips = 100

// Status is what `gortex status` shows of a repository.
type Status struct {
	Root      string         `json:"root"`
	State     State          `json:"state"`
	Error     string         `json:"error,omitempty"`
	Files     int            `json:"files"`
	Symbols   int            `json:"symbols"`
	Edges     int            `json:"edges"`
	Languages map[string]int `json:"languages"`           // files by language
	Behind    int            `json:"behind"`              // files known to have changed since they were read
	Unchecked bool           `json:"unchecked,omitempty"` // the files are being compared with a stored index, which answers meanwhile
	Skipped   []Skip         `json:"skipped,omitempty"`   // at most 100
	Indexed   time.Time      `json:"indexed"`
	Watching  string         `json:"watching"`       // "notify", "poll", "off"
	Note      string         `json:"note,omitempty"` // what the walk had to live with: git is missing
	Progress  *Progress      `json:"progress,omitempty"`
}

// Skip is a file that was left out, or read in part, and why.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Repository is one tracked root.
type Repository struct {
	engine   *Engine
	root     string
	history  string          // what it has in common with other work trees, or ""
	followed bool            // nobody has tracked it, see Follow; guarded by the engine's mu
	life     context.Context // ends when the repository is untracked or the engine closed
	end      context.CancelFunc
	name     atomic.Pointer[string]
	snap     atomic.Pointer[Snapshot]
	limits   atomic.Pointer[Limits] // as of the last walk

	// turn holds one token: who has it may change the graph and the fields below.
	turn    chan struct{}
	names   *graph.Names
	linker  *link.Linker // nil until something is linked
	tree    *tree        // what linker's resolvers saw
	loaded  bool         // the stored index was looked for
	adopted *graph.Graph // another work tree's, to begin with; nil once it is this one's
	unsaved bool

	mu      sync.Mutex
	state   State // guarded by mu, as all below
	failure string
	current *run                // while state is Indexing, or one is about to start
	walked  []Skip              // by the last walk
	walk    string              // the last walk's note
	skipped map[string]string   // by extraction: path → reason
	behind  map[string]struct{} // paths known to have changed
	indexed time.Time
	watcher *watch.Watcher
	// unchecked: what answers was stored, and the disk is not compared with it yet.
	unchecked bool
	looked    *looked // nil before the first look
}

func newRepository(e *Engine, root string) *Repository {
	r := &Repository{
		engine: e, root: root, history: walk.History(root), state: Pending, turn: make(chan struct{}, 1), names: graph.NewNames(nil),
		skipped: map[string]string{}, behind: map[string]struct{}{},
	}
	r.life, r.end = context.WithCancel(e.life)
	r.limits.Store(&Limits{e.options.MaxFileBytes, e.options.Exclude})
	empty := graph.New(r.names, nil)
	empty.Finish()
	r.snap.Store(&Snapshot{repo: r, g: empty})
	return r
}

// Root returns the absolute root, symlinks resolved.
func (r *Repository) Root() string { return r.root }

// Name returns the base name of the root, made unique among the tracked ones.
func (r *Repository) Name() string {
	if n := r.name.Load(); n != nil {
		return *n
	}
	return filepath.Base(r.root)
}

// Snapshot returns the current state of the graph; never nil, empty before the
// first index is there.
func (r *Repository) Snapshot() *Snapshot { return r.snap.Load() }

// Status returns how the repository does.
func (r *Repository) Status() Status {
	s := r.Snapshot()
	st := Status{Root: r.root, Languages: map[string]int{}, Symbols: s.g.Symbols(), Edges: s.g.Edges(), Watching: "off"}
	for _, f := range s.g.Files {
		if f.Flags&graph.Binary != 0 {
			continue
		}
		st.Files++
		if f.Lang != "" {
			st.Languages[f.Lang]++
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	st.State, st.Error, st.Behind, st.Indexed, st.Unchecked = r.state, r.failure, len(r.behind), r.indexed, r.unchecked
	if r.watcher != nil {
		st.Watching = r.watcher.Mode()
	}
	if r.current != nil && r.state == Indexing {
		p := r.current.progress()
		st.Progress = &p
	}
	st.Skipped, st.Note = r.skips(), r.walk
	return st
}

// skips returns what was left out, by path; r.mu is held.
func (r *Repository) skips() []Skip {
	all := slices.Clone(r.walked)
	for _, path := range slices.Sorted(maps.Keys(r.skipped)) {
		all = append(all, Skip{path, r.skipped[path]})
	}
	if len(all) > maxSkips {
		all = all[:maxSkips]
	}
	return all
}

// Behind returns the files known to have changed since they were read, by path.
func (r *Repository) Behind() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.behind))
}

// IsBehind says whether a file is known to have changed since it was read.
func (r *Repository) IsBehind(path string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, behind := r.behind[path]
	return behind
}

func (r *Repository) note(paths ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range paths {
		r.behind[p] = struct{}{}
	}
}

func (r *Repository) caughtUp(paths ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range paths {
		delete(r.behind, p)
	}
}

// Ignored says whether git's rules (or our excludes) leave path out.
func (r *Repository) Ignored(path string) bool {
	if _, known := r.Snapshot().g.File(path); known {
		return false
	}
	ignored, err := walk.Ignored(r.life, r.root, []string{path}, r.walkOptions())
	if err != nil {
		r.engine.log.Debug("cannot tell whether a path is ignored", "root", r.root, "path", path, "error", err)
	}
	return ignored[path]
}

func (r *Repository) walkOptions() walk.Options {
	l := r.limits.Load()
	return walk.Options{MaxFileBytes: l.MaxFileBytes, Exclude: l.Exclude}
}

// readLimits asks again what bounds the repository's index.
func (r *Repository) readLimits() {
	if r.engine.options.Limits == nil {
		return
	}
	l := r.engine.options.Limits(r.root)
	if l.MaxFileBytes <= 0 {
		l.MaxFileBytes = defaultMaxFileBytes
	}
	r.limits.Store(&l)
}

// take waits for the turn to change the graph.
func (r *Repository) take(ctx context.Context) error {
	select {
	case r.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (r *Repository) give() { <-r.turn }

// indexFile is where the repository's index is stored.
func (r *Repository) indexFile() string {
	sum := sha256.Sum256([]byte(r.root))
	return filepath.Join(r.engine.options.CacheDir, filepath.Base(r.root)+"-"+hex.EncodeToString(sum[:8])+".index")
}

// save stores the graph where it has changed since it was stored.
func (r *Repository) save() error {
	r.turn <- struct{}{}
	defer r.give()
	return r.saveNow()
}

// saveNow is save for who has the turn.
func (r *Repository) saveNow() error {
	if !r.unsaved {
		return nil
	}
	if err := store.Save(r.indexFile(), r.root, r.Snapshot().g); err != nil {
		return fmt.Errorf("%s: %w", r.root, err)
	}
	r.unsaved = false
	return nil
}

// forget ends what runs and removes what is stored.
func (r *Repository) forget() {
	r.end()
	r.unwatch()
	r.turn <- struct{}{}
	defer r.give()
	r.unsaved = false
	if err := os.Remove(r.indexFile()); err != nil && !errors.Is(err, os.ErrNotExist) {
		r.engine.log.Warn("the stored index was not removed", "root", r.root, "error", err)
	}
}
