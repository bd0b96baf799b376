// Package link says which definitions the references of a file mean. It evaluates
// the expressions that extraction wrote down (see package lang) through scopes,
// imports, fields, results and bases. It reads no source, and knows of a language
// only what its resolver answers.
//
// # Certainty
//
//	resolved    name, scope or import, and the receiver's type lead here
//	likely      the receiver's type is not known, and no other definition has that name
//	name_only   the receiver says nothing; a few definitions have that name
//
// What leads out of the repository has no edge: a call of a library's method is
// never taken for our own method of that name.
package link

import (
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// The certainties of an edge, as engine.Certainty has them.
const (
	nameOnly uint8 = iota
	likely
	resolved
)

// Linker links the files of one graph. Its File may be called at once from several goroutines.
type Linker struct {
	g        *graph.Graph
	families map[string]string // language → the one that it shares names with
	scopings []lang.Scoping    // by file
	exprs    exprs
	types    []atomic.Uint64 // by symbol: the packed value of its type; 0 when it was not asked for yet
	modules  *modules
}

// New returns a linker for g. files is what resolvers may see.
func New(g *graph.Graph, files lang.Files) *Linker {
	l := &Linker{
		g: g, families: map[string]string{}, exprs: make(exprs, len(g.Names)),
		types: make([]atomic.Uint64, g.Symbols()), modules: newModules(g, files),
	}
	byLanguage := map[string]lang.Scoping{}
	for _, known := range lang.All() {
		l.families[known.Name()] = family(known.Name())
		if s, ok := known.(lang.Scoped); ok {
			byLanguage[known.Name()] = s.Scoping()
		}
	}
	l.scopings = make([]lang.Scoping, len(g.Files))
	for i, f := range g.Files {
		l.scopings[i] = byLanguage[f.Lang]
	}
	return l
}

// With returns a linker for a graph that differs from l's only in files of the
// same shape: what l has learned stays true there. l must not be used any more.
func (l *Linker) With(g *graph.Graph) *Linker {
	c := *l
	c.g, c.modules.g = g, g
	if len(g.Names) > len(l.exprs) {
		c.exprs = l.exprs.with(len(g.Names))
	}
	return &c
}

// family names the group of languages that may use each other's symbols.
func family(language string) string {
	switch language {
	case "tsx", "javascript":
		return "typescript"
	case "cpp":
		return "c"
	}
	return language
}
