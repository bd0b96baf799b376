// Package graph is a repository's symbols and edges in memory: slices and
// numbers, no map and no string per symbol. It knows what is where and nothing
// of how it was found out: extracting, linking, storing and ranking are elsewhere.
//
// # Layout
//
//	Files     a.go      b.go            c.go       by path
//	base      0         3               7      9
//	symbols   0  1  2 │ 3  4  5  6    │ 7  8       a symbol's number is its file's base + its index
//	links     edges   │ edges         │ edges      each: a reference of this file → a symbol's number
//
// An edge stands with the file that the use is in, so that a changed file takes
// its edges with it. The way back (who uses this?) asks the files that have an
// edge into the symbol's file, and reads through theirs: some thousand edges,
// in order, faster than keeping an index of them right.
package graph

import (
	"iter"
	"sort"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/search"
)

// Graph is one immutable state. Every method is safe for use from several goroutines.
type Graph struct {
	Names []string
	Files []*File  // by path
	Links []*Links // by file; nil before the file is linked

	table      *Names
	base       []int32 // by file, and one more: the number of symbols
	fileOf     []int32 // by symbol
	owner      []int32 // by symbol: the type, class or function it stands in, also where that is in another file; or -1
	byName     groups  // symbols by name
	members    groups  // symbols by owner
	scopes     scopes
	scopeNext  []int32   // by symbol: the next one of its scope and name, or -1
	dependents [][]int32 // by file: the files with an edge or an import into it
}

// groups holds lists of symbols by a small number: list k is items[start[k]:start[k+1]].
type groups struct{ start, items []int32 }

func (g *groups) of(k int) []int32 {
	if k < 0 || k+1 >= len(g.start) {
		return nil
	}
	return g.items[g.start[k]:g.start[k+1]]
}

// group sorts the symbols 0…n-1 by key, keeping their order; a key below 0 leaves one out.
func group(n, keys int, key func(sym int) int) groups {
	start := make([]int32, keys+2)
	for s := range n {
		if k := key(s); k >= 0 {
			start[k+2]++
		}
	}
	for k := 2; k < len(start); k++ {
		start[k] += start[k-1]
	}
	items := make([]int32, start[keys+1])
	for s := range n {
		if k := key(s); k >= 0 {
			items[start[k+1]] = int32(s)
			start[k+1]++
		}
	}
	return groups{start[:keys+1], items}
}

// New returns the graph of these files, which are sorted by path, before linking.
func New(names *Names, files []*File) *Graph {
	g := &Graph{Names: names.List(), table: names, Files: files, Links: make([]*Links, len(files)), base: make([]int32, len(files)+1)}
	for i, f := range files {
		g.base[i+1] = g.base[i] + int32(len(f.Symbols))
	}
	n := int(g.base[len(files)])
	g.fileOf = make([]int32, n)
	for i := range files {
		for s := g.base[i]; s < g.base[i+1]; s++ {
			g.fileOf[s] = int32(i)
		}
	}
	var named sync.WaitGroup
	named.Go(func() { g.byName = group(n, len(g.Names), func(s int) int { return int(g.Sym(int32(s)).Name) }) })
	named.Go(func() { names.sieve.Grow(g.Names) })
	g.scope(n)
	g.own(n)
	g.members = group(n, n, func(s int) int { return int(g.owner[s]) })
	named.Wait()
	return g
}

// With returns g with file i replaced by one of the same shape, and its links.
func (g *Graph) With(files map[int]*File) *Graph {
	c := *g
	c.Names = g.table.List()
	c.Files = append([]*File(nil), g.Files...)
	c.Links = append([]*Links(nil), g.Links...)
	for i, f := range files {
		c.Files[i], c.Links[i] = f, nil
	}
	return &c
}

// Unlinked returns g without edges, finished: its symbols can be asked for while g is
// being linked.
func (g *Graph) Unlinked() *Graph {
	c := *g
	none := &Links{}
	c.Links = make([]*Links, len(g.Files))
	for i := range c.Links {
		c.Links[i] = none
	}
	c.Finish()
	return &c
}

func (g *Graph) scope(n int) {
	own := 0
	for _, f := range g.Files {
		for j := range f.Symbols {
			if f.Symbols[j].unitsOwn() {
				own++
			}
		}
	}
	g.scopes = newScopes(own)
	g.scopeNext = make([]int32, n)
	for i := len(g.Files) - 1; i >= 0; i-- { // backwards: each list is then in order
		f := g.Files[i]
		for j := len(f.Symbols) - 1; j >= 0; j-- {
			s, at := &f.Symbols[j], g.base[i]+int32(j)
			g.scopeNext[at] = -1
			if !s.unitsOwn() {
				continue
			}
			g.scopeNext[at] = g.scopes.put(f.Unit, s.Name, at)
		}
	}
}

// unitsOwn says whether s stands in no other symbol.
func (s *Symbol) unitsOwn() bool { return s.Parent < 0 && s.Receiver == 0 }

// own finds each symbol's owner: what it stands in, or a Go method's receiver type.
func (g *Graph) own(n int) {
	g.owner = make([]int32, n)
	for i, f := range g.Files {
		for j := range f.Symbols {
			s, at := &f.Symbols[j], g.base[i]+int32(j)
			switch {
			case s.Parent >= 0:
				g.owner[at] = g.base[i] + s.Parent
			case s.Receiver != 0:
				g.owner[at] = g.receiver(f, s.Receiver)
			default:
				g.owner[at] = -1
			}
		}
	}
}

func (g *Graph) receiver(f *File, name uint32) int32 {
	for s := g.InScope(f.Unit, name); s >= 0; s = g.NextInScope(s) {
		if IsType(g.Sym(s).Kind) {
			return s
		}
	}
	return -1
}

// InScope returns the first symbol of that name among a unit's own, or -1.
func (g *Graph) InScope(unit, name uint32) int32 {
	return g.scopes.get(unit, name)
}

// NextInScope returns the next symbol of s's unit and name, or -1.
func (g *Graph) NextInScope(s int32) int32 { return g.scopeNext[s] }

// IsType says whether symbols of this kind have members of their own.
func IsType(k lang.Kind) bool {
	switch k {
	case lang.Class, lang.Struct, lang.Interface, lang.Enum, lang.TypeAlias:
		return true
	}
	return false
}

// Symbols returns how many symbols there are.
func (g *Graph) Symbols() int { return len(g.fileOf) }

// Sym returns symbol s.
func (g *Graph) Sym(s int32) *Symbol {
	f := g.fileOf[s]
	return &g.Files[f].Symbols[s-g.base[f]]
}

// At returns the file that symbol s is in, and its index there.
func (g *Graph) At(s int32) (file, index int) {
	f := g.fileOf[s]
	return int(f), int(s - g.base[f])
}

// Number returns the number of symbol index of a file.
func (g *Graph) Number(file, index int) int32 { return g.base[file] + int32(index) }

// Owner returns what symbol s is a member of, or -1.
func (g *Graph) Owner(s int32) int32 { return g.owner[s] }

// Members returns the symbols that s owns.
func (g *Graph) Members(s int32) []int32 { return g.members.of(int(s)) }

// Named returns the symbols with that name.
func (g *Graph) Named(name string) []int32 {
	id, ok := g.table.Find(name)
	if !ok {
		return nil
	}
	return g.byName.of(int(id))
}

// NamedID returns the symbols with that name.
func (g *Graph) NamedID(id uint32) []int32 { return g.byName.of(int(id)) }

// NamesHaving returns the names that symbols have and that have these pairs of letters, of
// those with the numbers from to to-1, and the symbols; a few of the others come with them.
func (g *Graph) NamesHaving(pairs search.Pairs, from, to int) iter.Seq2[uint32, []int32] {
	return func(yield func(uint32, []int32) bool) {
		for id := range g.table.sieve.Fitting(pairs, from, min(to, len(g.byName.start)-1)) {
			if syms := g.byName.of(id); len(syms) > 0 && !yield(uint32(id), syms) {
				return
			}
		}
	}
}

// Find returns the number of a string.
func (g *Graph) Find(s string) (uint32, bool) { return g.table.Find(s) }

// Text returns the string with that number.
func (g *Graph) Text(id uint32) string { return g.Names[id] }

// File returns the index of the file at path.
func (g *Graph) File(path string) (int, bool) {
	i := sort.Search(len(g.Files), func(i int) bool { return g.Files[i].Path >= path })
	return i, i < len(g.Files) && g.Files[i].Path == path
}

// Below returns the range of files at or below dir; "" is everything.
func (g *Graph) Below(dir string) (from, to int) {
	dir = strings.Trim(dir, "/")
	if dir == "" || dir == "." {
		return 0, len(g.Files)
	}
	if i, ok := g.File(dir); ok {
		return i, i + 1
	}
	from = sort.Search(len(g.Files), func(i int) bool { return g.Files[i].Path >= dir+"/" })
	to = sort.Search(len(g.Files), func(i int) bool { return g.Files[i].Path >= dir+"0" }) // '0' follows '/'
	return from, to
}
