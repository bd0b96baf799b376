package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// Symbol is one definition. Lines and columns are 1-based, ranges inclusive; Start
// and End are byte offsets (End exclusive).
type Symbol struct {
	ID                  string // path::Container.name, `#2` for the second of that name in a file
	Name, Qualified     string // "Get", "Store.Get"
	Kind                lang.Kind
	Path                string
	Line, Column        int // of the name
	StartLine, EndLine  int
	Start, End          int
	Signature, Doc      string
	Parent              string // id of the enclosing symbol, ""
	Exported, Test      bool
	Generated, Vendored bool
}

// symbol returns the public form of symbol n.
func (s *Snapshot) symbol(n int32) Symbol {
	file, i := s.g.At(n)
	f := s.g.Files[file]
	sym := &f.Symbols[i]
	out := Symbol{
		Name: s.g.Text(sym.Name), Qualified: s.qualified(n), Kind: sym.Kind, Path: f.Path,
		Line: int(sym.Line), Column: int(sym.Column), StartLine: int(sym.StartLine), EndLine: int(sym.EndLine),
		Start: int(sym.Start), End: int(sym.End), Signature: f.Signature(i), Doc: f.Doc(i),
		Exported:  sym.Flags&graph.Exported != 0,
		Test:      sym.Flags&graph.TestSymbol != 0 || f.Flags&graph.Test != 0,
		Generated: f.Flags&graph.Generated != 0, Vendored: f.Flags&graph.Vendored != 0,
	}
	out.ID = s.id(n, out.Qualified)
	if up := s.g.Owner(n); up >= 0 {
		out.Parent = s.id(up, s.qualified(up))
	}
	return out
}

func (s *Snapshot) symbols(ns []int32) []Symbol {
	out := make([]Symbol, len(ns))
	for i, n := range ns {
		out[i] = s.symbol(n)
	}
	return out
}

// qualified returns the names of what n stands in, and its own, with dots.
func (s *Snapshot) qualified(n int32) string {
	sym := s.g.Sym(n)
	name := s.g.Text(sym.Name)
	for depth := 0; depth < 64; depth++ {
		up := s.g.Owner(n)
		if up < 0 {
			if sym.Receiver != 0 {
				return s.g.Text(sym.Receiver) + "." + name
			}
			return name
		}
		n, sym = up, s.g.Sym(up)
		name = s.g.Text(sym.Name) + "." + name
	}
	return name
}

func (s *Snapshot) id(n int32, qualified string) string {
	file, i := s.g.At(n)
	f := s.g.Files[file]
	nth := 1
	for j := range i {
		if f.Symbols[j].Name == f.Symbols[i].Name && s.qualified(s.g.Number(file, j)) == qualified {
			nth++
		}
	}
	id := f.Path + "::" + qualified
	if nth > 1 {
		id += "#" + strconv.Itoa(nth)
	}
	return id
}

// number finds the symbol with that id.
func (s *Snapshot) number(id string) (int32, bool) {
	path, qualified, ok := strings.Cut(id, "::")
	if !ok {
		return 0, false
	}
	nth := 1
	if at := strings.LastIndexByte(qualified, '#'); at > 0 {
		if n, err := strconv.Atoi(qualified[at+1:]); err == nil { // else it is a private name of JavaScript
			qualified, nth = qualified[:at], n
		}
	}
	file, ok := s.g.File(path)
	if !ok {
		return 0, false
	}
	for j := range s.g.Files[file].Symbols {
		n := s.g.Number(file, j)
		name := s.g.Text(s.g.Sym(n).Name)
		if !strings.HasSuffix(qualified, name) || s.qualified(n) != qualified {
			continue
		}
		if nth--; nth == 0 {
			return n, true
		}
	}
	return 0, false
}

// SymbolByID returns the definition with that id.
func (s *Snapshot) SymbolByID(id string) (Symbol, bool) {
	n, ok := s.number(id)
	if !ok {
		return Symbol{}, false
	}
	return s.symbol(n), true
}

// Lookup returns the definitions with exactly this name ("Get") or qualified name
// ("Store.Get"; for Go also with the package in front), best first: source before
// tests before generated before vendored, exported first.
func (s *Snapshot) Lookup(name string) []Symbol {
	found := slices.Clone(s.g.Named(name))
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		for _, n := range s.g.Named(name[dot+1:]) {
			file, _ := s.g.At(n)
			q := s.qualified(n)
			if q == name || s.g.Text(s.g.Files[file].Package)+"."+q == name {
				found = append(found, n)
			}
		}
	}
	slices.SortStableFunc(found, s.better)
	return s.symbols(found)
}

// standing orders files: source, tests, generated, vendored.
func standing(f *graph.File) int {
	switch {
	case f.Flags&graph.Vendored != 0:
		return 3
	case f.Flags&graph.Generated != 0:
		return 2
	case f.Flags&graph.Test != 0:
		return 1
	}
	return 0
}

// better orders symbols of one name.
func (s *Snapshot) better(a, b int32) int {
	fa, _ := s.g.At(a)
	fb, _ := s.g.At(b)
	exported := func(n int32) int { return 1 - int(s.g.Sym(n).Flags&graph.Exported) }
	return cmp.Or(
		cmp.Compare(standing(s.g.Files[fa]), standing(s.g.Files[fb])),
		cmp.Compare(exported(a), exported(b)),
		cmp.Compare(a, b), // path, then line
	)
}

// SymbolAt returns the innermost definition whose range covers the line,
// preferring one whose name stands on it.
func (s *Snapshot) SymbolAt(path string, line int) (Symbol, bool) {
	file, ok := s.g.File(path)
	if !ok {
		return Symbol{}, false
	}
	n := at(s.g.Files[file], line)
	if n < 0 {
		return Symbol{}, false
	}
	return s.symbol(s.g.Number(file, n)), true
}

// at returns the index of the symbol at a line, or -1.
func at(f *graph.File, line int) int {
	best := -1
	for i := range f.Symbols {
		sym := &f.Symbols[i]
		if int(sym.Line) == line {
			return i
		}
		if int(sym.StartLine) <= line && line <= int(sym.EndLine) &&
			(best < 0 || sym.EndLine-sym.StartLine <= f.Symbols[best].EndLine-f.Symbols[best].StartLine) {
			best = i
		}
	}
	return best
}

// Outline returns a file's definitions in source order.
func (s *Snapshot) Outline(path string) []Symbol {
	file, ok := s.g.File(path)
	if !ok {
		return nil
	}
	out := make([]Symbol, len(s.g.Files[file].Symbols))
	for i := range out {
		out[i] = s.symbol(s.g.Number(file, i))
	}
	slices.SortStableFunc(out, func(a, b Symbol) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	return out
}
