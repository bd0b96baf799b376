package engine

import (
	"slices"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/search"
)

// Unused returns the definitions that nothing outside of themselves uses, as far as
// the graph can tell, by path and line. A use by name alone counts as one, and so
// does a use of what a method overrides or implements. q's query and limit are not read.
func (s *Snapshot) Unused(q SymbolQuery) []Symbol {
	used := s.used()
	pass := s.passing(search.NewPaths(q.Path), q.Lang)
	var out []Symbol
	for file, f := range s.g.Files {
		if !pass(file) {
			continue
		}
		for i := range f.Symbols {
			n := s.g.Number(file, i)
			if !used[n] && (len(q.Kinds) == 0 || slices.Contains(q.Kinds, f.Symbols[i].Kind)) {
				out = append(out, s.symbol(n))
			}
		}
	}
	return out
}

// used says of each symbol whether something outside of it leads to it.
func (s *Snapshot) used() []bool {
	used := make([]bool, s.g.Symbols())
	for file, links := range s.g.Links {
		if links == nil {
			continue
		}
		f := s.g.Files[file]
		for _, e := range links.Edges {
			if !used[e.To] && !s.inside(f, file, int(f.Refs[e.Ref].In), e.To) {
				used[e.To] = true
			}
		}
		for _, b := range links.Supers {
			used[b.To] = true
		}
	}
	return used
}

// inside says whether symbol in of a file is n, or stands in it.
func (s *Snapshot) inside(f *graph.File, file, in int, n int32) bool {
	for in >= 0 {
		if s.g.Number(file, in) == n {
			return true
		}
		in = int(f.Symbols[in].Parent)
	}
	return false
}
