package graph

import (
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// Diff is what other files can see of the change from one state of a file to the next.
type Diff struct {
	Names map[uint32]bool // of symbols that came, went or are no longer what they were
	Bound map[uint32]bool // what imports bind elsewhere now, as far as other files can have it from here
	Moved []int32         // by symbol before: its index now, or -1
}

// Compare says how b differs from a, its state before. ok is false where more changed
// than names say: the language, the unit, what is imported as a whole. Both must have
// been made with the same Names.
func Compare(a, b *File, names []string) (d Diff, ok bool) {
	if a.Path != b.Path || a.Lang != b.Lang || a.Flags != b.Flags || a.Package != b.Package || a.Unit != b.Unit {
		return Diff{}, false
	}
	d = Diff{Names: map[uint32]bool{}, Bound: map[uint32]bool{}, Moved: make([]int32, len(a.Symbols))}
	if !d.imports(a, b, names) {
		return Diff{}, false
	}
	d.symbols(a, b)
	return d, true
}

// imports notes what imports bind elsewhere now, and the symbols whose types rest on
// that. A module's names taken as a whole may be any.
func (d *Diff) imports(a, b *File, names []string) bool {
	locals := map[uint32]bool{}
	for _, lists := range [][2][]Import{{a.Imports, b.Imports}, {b.Imports, a.Imports}} {
		for _, m := range lists[0] {
			if slices.ContainsFunc(lists[1], func(n Import) bool { return binds(m, n) }) {
				continue
			}
			if names[m.Local] == "*" {
				return false
			}
			locals[m.Local] = true
			if a.Lang != "go" && (m.Reexport || a.Lang == "python") {
				d.Bound[m.Local] = true
			}
		}
	}
	if len(locals) > 0 {
		d.resting(a, names, locals)
		d.resting(b, names, locals)
	}
	kept := func(of []Import) []Import {
		return slices.DeleteFunc(slices.Clone(of), func(m Import) bool { return locals[m.Local] })
	}
	return slices.EqualFunc(kept(a.Imports), kept(b.Imports), binds) // the last one that binds a name counts
}

func binds(x, y Import) bool {
	return x.Local == y.Local && x.Module == y.Module && x.Name == y.Name && x.Reexport == y.Reexport
}

// resting notes the symbols whose type or bases begin with what these imports bind. A
// Go package may be called otherwise than the import says, so there every name of a
// package that no other import binds counts.
func (d *Diff) resting(f *File, names []string, locals map[uint32]bool) {
	mayBe := map[string]bool{}
	other := map[string]bool{}
	for _, m := range f.Imports {
		if locals[m.Local] {
			mayBe[names[m.Local]] = true
		} else {
			other[names[m.Local]] = true
		}
	}
	rests := func(id uint32) bool {
		root := strings.TrimPrefix(names[id], "=")
		at := strings.IndexAny(root, ".([")
		dotted := at >= 0 && root[at] == '.'
		if at >= 0 {
			root = root[:at]
		}
		return mayBe[root] || f.Lang == "go" && dotted && !other[root]
	}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; rests(s.Type) || slices.ContainsFunc(f.BasesOf(i), rests) {
			d.Names[s.Name] = true
		}
	}
}

// identity is what makes a symbol the same one in two states of a file.
type identity struct {
	name, receiver, typ uint32
	parent              int32 // number of the parent's identity
	kind                lang.Kind
	flags               SymbolFlags
	bases, alias        string
}

// symbols pairs the symbols of two states, those of one identity in their order, and
// notes the names of the others.
func (d *Diff) symbols(a, b *File) {
	numbers := map[identity]int32{}
	before, after := identities(a, numbers), identities(b, numbers)
	waiting := make([][]int32, len(numbers)) // by identity: the symbols after
	for i, n := range after {
		waiting[n] = append(waiting[n], int32(i))
	}
	byName := map[uint32][2][]int32{} // the order of one name's symbols counts
	for i, n := range before {
		d.Moved[i] = -1
		if w := waiting[n]; len(w) > 0 {
			d.Moved[i], waiting[n] = w[0], w[1:]
		} else {
			d.Names[a.Symbols[i].Name] = true
		}
		l := byName[a.Symbols[i].Name]
		l[0] = append(l[0], n)
		byName[a.Symbols[i].Name] = l
	}
	for i, n := range after {
		l := byName[b.Symbols[i].Name]
		l[1] = append(l[1], n)
		byName[b.Symbols[i].Name] = l
	}
	for name, l := range byName {
		if !slices.Equal(l[0], l[1]) {
			d.Names[name] = true
		}
	}
}

func identities(f *File, numbers map[identity]int32) []int32 {
	out := make([]int32, len(f.Symbols))
	for i := range f.Symbols {
		s := &f.Symbols[i]
		id := identity{name: s.Name, receiver: s.Receiver, typ: s.Type, parent: -1, kind: s.Kind, flags: s.Flags}
		if s.Parent >= 0 {
			id.parent = out[s.Parent]
		}
		if s.Bases > 0 {
			id.bases = key(f.BasesOf(i))
		}
		if s.Kind == lang.TypeAlias || overloads(f.Lang) {
			id.alias = f.Signature(i) // a function type's reads otherwise, and so do overloads'
		}
		n, ok := numbers[id]
		if !ok {
			n = int32(len(numbers))
			numbers[id] = n
		}
		out[i] = n
	}
	return out
}

func key(ids []uint32) string {
	out := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		out = append(out, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	return string(out)
}

// Shift returns the links of a file whose symbols stayed what they are while those of
// others were renumbered; nil when one of its targets is no more. from is the first
// number that changed.
func Shift(l *Links, from int32, number func(int32) int32) *Links {
	if l == nil {
		return nil
	}
	moved := *l
	if slices.ContainsFunc(l.Edges, func(e Edge) bool { return e.To >= from }) {
		moved.Edges = slices.Clone(l.Edges)
		for i := range moved.Edges {
			e := &moved.Edges[i]
			if e.To < from {
				continue
			}
			if e.To = number(e.To); e.To < 0 {
				return nil
			}
		}
	}
	if slices.ContainsFunc(l.Supers, func(s Super) bool { return s.To >= from }) {
		moved.Supers = slices.Clone(l.Supers)
		for i := range moved.Supers {
			if s := &moved.Supers[i]; s.To >= from {
				if s.To = number(s.To); s.To < 0 {
					return nil
				}
			}
		}
	}
	return &moved
}

// Renumber returns how symbols of g are numbered in next, which has other states of
// some files, and the first number that changed.
func (g *Graph) Renumber(next *Graph, diffs map[int]Diff) (number func(int32) int32, from int32) {
	from = int32(g.Symbols())
	for i := range diffs {
		from = min(from, g.base[i])
	}
	return func(s int32) int32 {
		file := g.fileOf[s]
		index := s - g.base[file]
		if d, ok := diffs[int(file)]; ok {
			if index = d.Moved[index]; index < 0 {
				return -1
			}
		}
		return next.base[file] + index
	}, from
}
