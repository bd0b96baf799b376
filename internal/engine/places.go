package engine

import (
	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// Place is one use of a name as a file writes it, local variables aside, with what
// it leads to.
type Place struct {
	Line, Column int
	Kind         lang.RefKind
	To           []string // ids; none: nothing in the repository, as far as the linker can tell
	Certainty    Certainty
	Member       bool // something stands before the name's dot
}

// Places returns the uses of a name in a file, in source order.
func (s *Snapshot) Places(path, name string) []Place {
	file, ok := s.g.File(path)
	if !ok {
		return nil
	}
	f := s.g.Files[file]
	to := map[int32][]graph.Edge{}
	for _, e := range s.g.Links[file].Edges {
		to[e.Ref] = append(to[e.Ref], e)
	}
	var out []Place
	for i := range f.Refs {
		ref := &f.Refs[i]
		if s.g.Text(ref.Name) != name {
			continue
		}
		p := Place{Line: int(ref.Line), Column: int(ref.Column), Kind: ref.Kind, Member: ref.Recv != 0}
		for _, e := range to[int32(i)] {
			p.To = append(p.To, s.id(e.To, s.qualified(e.To)))
			p.Certainty = Certainty(e.Certainty)
		}
		out = append(out, p)
	}
	return out
}

// Binding is a name that a file imports from another.
type Binding struct {
	Name     string // there; "*" for all
	To       string // the file that the module is, "" when it is external
	Line     int
	Reexport bool // the name is part of the file's own exports
}

// Bindings returns what a file imports by name, in source order.
func (s *Snapshot) Bindings(path string) []Binding {
	file, ok := s.g.File(path)
	if !ok {
		return nil
	}
	f := s.g.Files[file]
	to := make([]string, len(f.Imports))
	for _, t := range s.g.Links[file].Imports {
		to[t.Import] = s.g.Files[t.To].Path
	}
	var out []Binding
	for i, m := range f.Imports {
		b := Binding{Name: s.g.Text(m.Name), To: to[i], Line: int(m.Line), Reexport: m.Reexport}
		if s.g.Text(m.Local) == "*" {
			b.Name = "*"
		}
		out = append(out, b)
	}
	return out
}
