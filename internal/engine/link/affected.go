package link

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/engine/graph"
)

// Renewed returns a linker for a graph whose files are those of l's, some of them in
// another state: which files the module names lead to is what it was. l must not be
// used any more.
func (l *Linker) Renewed(g *graph.Graph, changed []int) *Linker {
	c := l.With(g)
	c.types = make([]atomic.Uint64, g.Symbols())
	for _, i := range changed {
		c.modules.byFile[i].Store(nil)
	}
	return c
}

// maxTainted is how many names are followed before it is cheaper to link everything.
const maxTainted = 4096

// Affected returns which files must be linked anew after the symbols and imports of
// those names have changed, by file; ok is false when it may be any.
//
// What a reference leads to is found by looking up names: its own, those of its
// receiver's expression, and those of the expressions of the symbols on the way. So a
// symbol whose type or bases mention a changed name counts as changed itself, and a
// file that mentions none of all these is linked as before. What is looked up without
// being named (see implicit) cannot be followed that way. What a changed file's imports
// bind concerns only those who have it from there: as a member, by an import of that
// name, or by one of everything.
//
// each calls a function with 0 to n-1, from as many goroutines as it likes.
func (l *Linker) Affected(names, bound map[uint32]bool, each func(n int, do func(i int))) (files []bool, ok bool) {
	t := &taint{l: l, names: make([]bool, len(l.g.Names)), bound: bound}
	for n := range names {
		if n != 0 {
			t.add(n)
		}
	}
	for more := true; more; {
		if t.any || t.count > maxTainted {
			return nil, false
		}
		more = t.spread()
	}
	files = make([]bool, len(l.g.Files))
	each(len(files), func(i int) {
		f := l.g.Files[i]
		files[i] = f.Lang != "" && t.touches(f)
	})
	return files, true
}

// taint is the names whose symbols may have become something else.
type taint struct {
	l        *Linker
	names    []bool
	bound    map[uint32]bool
	count    int
	any      bool
	mentions []atomic.Uint32 // by expression: 0 not looked at in this round, 1 no, 2 yes, 3 if its root may be had by an import of everything
}

func (t *taint) add(n uint32) {
	if !t.names[n] {
		t.names[n] = true
		t.count++
		t.any = t.any || implicit(t.l.g.Text(n))
	}
}

// implicit says whether symbols of this name are found by those who do not write it:
// what calls, indexing and iteration mean, and what a module stands for.
func implicit(name string) bool {
	return name == "default" || name == "constructor" || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// spread taints the symbols whose type or bases mention a tainted name.
func (t *taint) spread() (more bool) {
	t.mentions = make([]atomic.Uint32, len(t.l.g.Names))
	before := t.count
	for _, f := range t.l.g.Files {
		stars := t.stars(f)
		for i := range f.Symbols {
			if s := &f.Symbols[i]; !t.names[s.Name] && t.derives(f, i, stars) {
				t.add(s.Name)
			}
		}
		for i := range f.Imports {
			if m := &f.Imports[i]; (t.names[m.Name] || t.bound[m.Name]) && m.Local != 0 && !t.names[m.Local] {
				t.add(m.Local)
			}
		}
	}
	return t.count != before
}

// stars says whether a file takes all names of some module.
func (t *taint) stars(f *graph.File) bool {
	return len(t.bound) > 0 && slices.ContainsFunc(f.Imports, func(m graph.Import) bool { return t.l.g.Text(m.Local) == "*" })
}

func (t *taint) derives(f *graph.File, i int, stars bool) bool {
	if t.mentioned(f.Symbols[i].Type, stars) {
		return true
	}
	for _, b := range f.BasesOf(i) {
		if t.mentioned(b, stars) {
			return true
		}
	}
	return false
}

// mentioned says whether an expression has a tainted name in it.
func (t *taint) mentioned(id uint32, stars bool) bool {
	if id == 0 {
		return false
	}
	m := t.mentions[id].Load()
	if m == 0 {
		m = t.judge(t.l.expr(id))
		t.mentions[id].Store(m)
	}
	return m == 2 || stars && m == 3
}

func (t *taint) judge(e *expr) uint32 {
	if t.names[e.name] {
		return 2
	}
	for _, s := range e.steps {
		if s.op != '.' {
			continue
		}
		if t.names[s.name] || t.bound[s.name] {
			return 2
		}
	}
	if t.bound[e.name] {
		return 3
	}
	return 1
}

// touches says whether a file's own text mentions a tainted name, or stands in a type
// that does.
func (t *taint) touches(f *graph.File) bool {
	stars := t.stars(f)
	for i := range f.Refs {
		r := &f.Refs[i]
		if t.names[r.Name] || t.mentioned(r.Recv, stars) || t.bound[r.Name] && (stars || r.Recv != 0) {
			return true
		}
	}
	for i := range f.Imports {
		if m := &f.Imports[i]; t.names[m.Local] || t.names[m.Name] || t.bound[m.Name] {
			return true
		}
	}
	for i := range f.Symbols {
		if t.names[f.Symbols[i].Receiver] || t.derives(f, i, stars) {
			return true
		}
	}
	return false
}
