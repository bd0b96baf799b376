package engine

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/link"
)

// apply makes the changes the current snapshot: nil takes a file away. Where they
// change nothing that other files can see, only the changed files are linked; where
// it is known which names changed, those that mention them; otherwise all. The caller
// has the turn.
func (r *Repository) apply(changes map[string]*graph.File, progress func(done, total int)) {
	if len(changes) == 0 {
		return
	}
	old := r.base()
	g, affected := r.replaced(old, changes)
	if g == nil {
		g, affected = r.reshaped(old, changes)
	}
	if g == nil {
		g, affected = graph.New(r.names, merge(old.Files, changes)), nil
		for i := range g.Files {
			affected = append(affected, i)
		}
		r.tree = newTree(r.root, g)
		r.tree.whole = true
		r.linker = link.New(g, r.tree)
	}
	if len(old.Files) == 0 { // a first index: there is nothing that answers better
		r.publish(g.Unlinked())
	}
	r.link(g, affected, progress)
	g.Finish()
	r.publish(g)
	r.unsaved = true
}

// base is the graph that changes are made to: the current one, or another work tree's that
// nobody may see before it is this one's. The caller has the turn.
func (r *Repository) base() *graph.Graph {
	if r.adopted != nil {
		return r.adopted
	}
	return r.Snapshot().g
}

// publish makes g the current snapshot.
func (r *Repository) publish(g *graph.Graph) {
	r.adopted = nil
	r.snap.Store(&Snapshot{repo: r, g: g, generation: r.Snapshot().generation + 1})
}

// replaced returns old with the changed files in their places and the indexes of
// those that must be linked, or nil when others are touched too.
func (r *Repository) replaced(old *graph.Graph, changes map[string]*graph.File) (*graph.Graph, []int) {
	files := make(map[int]*graph.File, len(changes))
	for path, f := range changes {
		i, known := old.File(path)
		if f == nil || !known || f.Hash != old.Files[i].Hash && !graph.SameShape(old.Files[i], f) {
			return nil, nil
		}
		if f.Lang == "" && f.Hash != old.Files[i].Hash && (r.tree == nil || r.tree.matters(path)) {
			return nil, nil // imports may lead elsewhere
		}
		files[i] = f
	}
	g := old.With(files)
	var affected []int
	for i, f := range files {
		if f.Hash == old.Files[i].Hash {
			g.Links[i] = old.Links[i] // only its time stamp is new
			continue
		}
		affected = append(affected, i)
	}
	switch {
	case len(affected) == 0:
	case r.linker == nil:
		r.tree = newTree(r.root, g)
		r.linker = link.New(g, r.tree)
	default:
		r.linker = r.linker.With(g)
	}
	return g, affected
}

// maxReshaped is how many changed files are compared with what they were.
const maxReshaped = 64

// reshaped returns a graph in which only the files that the changes concern must be
// linked, and their indexes, or nil when files came or went, or that cannot be told.
func (r *Repository) reshaped(old *graph.Graph, changes map[string]*graph.File) (*graph.Graph, []int) {
	if len(changes) > maxReshaped {
		return nil, nil
	}
	if r.linker == nil { // nothing was linked since the start on a stored index
		r.tree = newTree(r.root, old)
		r.linker = link.New(old, r.tree)
	}
	files, diffs, changed := slices.Clone(old.Files), map[int]graph.Diff{}, []int(nil)
	names, bound := map[uint32]bool{}, map[uint32]bool{}
	for path, f := range changes {
		i, known := old.File(path)
		if f == nil || !known || f.Lang == "" {
			return nil, nil
		}
		d, ok := graph.Compare(old.Files[i], f, r.names.List())
		if !ok {
			return nil, nil
		}
		files[i], diffs[i], changed = f, d, append(changed, i)
		maps.Copy(names, d.Names)
		maps.Copy(bound, d.Bound)
	}
	g := graph.New(r.names, files)
	linker := r.linker.Renewed(g, changed)
	touched, ok := linker.Affected(names, bound, r.parallel)
	if !ok {
		return nil, nil
	}
	for _, i := range changed {
		touched[i] = true
	}
	number, from := old.Renumber(g, diffs)
	r.parallel(len(g.Files), func(i int) {
		if !touched[i] {
			g.Links[i] = graph.Shift(old.Links[i], from, number)
		}
	})
	var affected []int
	for i, l := range g.Links {
		if l == nil {
			affected = append(affected, i)
		}
	}
	r.linker = linker
	return g, affected
}

// link links files; many at once stand aside, as extracting them does.
func (r *Repository) link(g *graph.Graph, files []int, progress func(done, total int)) {
	begin := func() {}
	if len(files) > many {
		begin = aside
	}
	var done atomic.Int64
	r.spread(len(files), begin, func(i int) {
		g.Links[files[i]] = r.linker.File(files[i])
		progress(int(done.Add(1)), len(files))
	})
}

// maxStretch is how many small pieces of work a goroutine takes at a time.
const maxStretch = 64

// parallel calls do with 0 to n-1, from as many goroutines as there are workers.
func (r *Repository) parallel(n int, do func(i int)) { r.spread(n, func() {}, do) }

// spread is parallel in goroutines that each begin with a call of begin.
func (r *Repository) spread(n int, begin func(), do func(i int)) {
	workers := r.engine.options.Workers
	stretch := max(1, min(n/(16*workers), maxStretch))
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(workers, n) {
		all.Go(func() {
			begin()
			for to := next.Add(int64(stretch)); ; to = next.Add(int64(stretch)) {
				from := int(to) - stretch
				for i := from; i < min(int(to), n); i++ {
					standBack()
					do(i)
				}
				if int(to) >= n {
					return
				}
			}
		})
	}
	all.Wait()
}
