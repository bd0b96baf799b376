// Package extract is what extractors over treesitter.Tree share: a Builder that
// collects one file's facts, the names that are local at a point, and the cutting
// of signatures and doc comments. It knows no language's syntax.
package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
)

// Unknown is the Expr of what the file cannot tell.
const Unknown = "?"

// Builder collects the facts of one file. Not safe for use from several goroutines.
type Builder struct {
	*treesitter.Tree
	Facts *lang.Facts
	In    int32 // the symbol that is being walked, or -1
	Test  bool  // the file holds tests

	Locals
	names    map[string]string
	imported map[string]int32 // local name → index in Facts.Imports
}

// NewBuilder returns a builder over a parsed file.
func NewBuilder(t *treesitter.Tree) *Builder {
	return &Builder{
		Tree:   t,
		Facts:  &lang.Facts{Problem: t.Problem, Generated: generated(t.Src)},
		In:     -1,
		Locals: Locals{latest: map[string]int32{}},
		names:  map[string]string{},

		imported: map[string]int32{},
	}
}

// Intern returns b as a string, the same one for the same bytes: names repeat.
func (b *Builder) Intern(name []byte) string {
	if s, ok := b.names[string(name)]; ok {
		return s
	}
	s := string(name)
	b.names[s] = s
	return s
}

// Name returns the text of node i, interned.
func (b *Builder) Name(i uint32) string { return b.Intern(b.Bytes(i)) }

// Add appends a symbol that stands at [start, end) and is named by node name, and returns its index.
func (b *Builder) Add(s lang.Symbol, name, start, end uint32) int32 {
	n := &b.Nodes[name]
	if s.Name == "" {
		s.Name = b.Name(name)
	}
	if s.Name == "" || strings.ContainsAny(s.Name, "\n\r") {
		s.Name = "{}" // the parser's guess at a name that is missing or broken: no code can use this one
	}
	s.Test = b.Test
	s.Start, s.End = min(start, n.Start), end
	s.Line, s.Column = n.Row+1, b.Column(name)
	s.StartLine, s.EndLine = b.LineAt(s.Start), b.LineAt(max(end, 1)-1)
	b.Facts.Symbols = append(b.Facts.Symbols, s)
	return int32(len(b.Facts.Symbols) - 1)
}

// Ref appends a use, at node i, of name.
func (b *Builder) Ref(i uint32, name, recv string, kind lang.RefKind) {
	if name == "" {
		return
	}
	b.Facts.Refs = append(b.Facts.Refs, lang.Ref{
		Name: name, Recv: recv, Kind: kind, In: b.In, Line: b.Nodes[i].Row + 1, Column: b.Column(i),
	})
}

// Within walks with symbol in as the enclosing one.
func (b *Builder) Within(in int32, walk func()) {
	outer := b.In
	b.In = in
	walk()
	b.In = outer
}

// Member returns the index of the symbol of that name right below parent, or -1.
func (b *Builder) Member(parent int32, name string) int32 {
	for i := max(parent+1, 0); i < int32(len(b.Facts.Symbols)); i++ {
		if s := &b.Facts.Symbols[i]; s.Parent == parent && s.Name == name {
			return i
		}
	}
	return -1
}

// Import notes an import. It reports false for a name that was already bound to
// something else: two functions that import different things under one name.
// The name is the file's own for the first one only.
func (b *Builder) Import(m lang.Import) bool {
	if at, seen := b.imported[m.Local]; seen && m.Local != "" && m.Local != "*" {
		had := &b.Facts.Imports[at]
		had.Reexport = had.Reexport || m.Reexport
		return had.Module == m.Module && had.Name == m.Name
	}
	b.imported[m.Local] = int32(len(b.Facts.Imports))
	b.Facts.Imports = append(b.Facts.Imports, m)
	return true
}

// Imported returns the import that binds name, or nil.
func (b *Builder) Imported(name string) *lang.Import {
	if at, ok := b.imported[name]; ok {
		return &b.Facts.Imports[at]
	}
	return nil
}

// Finish puts the facts in the order that lang.Facts promises and returns them.
func (b *Builder) Finish() *lang.Facts {
	order := func(x, y lang.Ref) int {
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
	}
	if !slices.IsSortedFunc(b.Facts.Refs, order) {
		slices.SortStableFunc(b.Facts.Refs, order)
	}
	return b.Facts
}
