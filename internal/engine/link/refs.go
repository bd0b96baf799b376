package link

import (
	"slices"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// maxByName is how many definitions a name alone may lead to: with more, it says nothing.
const maxByName = 3

// File links one file.
func (l *Linker) File(i int) *graph.Links {
	f := l.g.Files[i]
	links := &graph.Links{}
	if f.Lang == "" {
		return links
	}
	r := runs.Get().(*run)
	defer runs.Put(r)
	r.l = l
	links.Supers = r.supers(i)
	links.Imports = r.imports(i)
	edges := r.edges[:0]
	for n := range f.Refs {
		r.begin()
		syms, certainty := r.targets(place{i, f.Refs[n].In}, &f.Refs[n])
		for _, s := range syms {
			edges = append(edges, graph.Edge{Ref: int32(n), To: s, Certainty: certainty})
		}
	}
	if r.edges = edges; len(edges) > 0 {
		links.Edges = slices.Clone(edges)
	}
	r.forget()
	return links
}

// manyReceivers is where a new map costs less than an emptied one, whose room stays.
const manyReceivers = 512

// forget drops what was of one file.
func (r *run) forget() {
	r.l = nil
	if len(r.receivers) > manyReceivers {
		r.receivers = map[uint64]value{}
	}
	clear(r.receivers)
}

// targets returns the definitions that a reference means.
func (r *run) targets(p place, ref *graph.Ref) ([]int32, uint8) {
	if ref.Recv == 0 {
		f := r.lookup(p, ref.Name)
		if f.v.kind == pkg && ref.Kind == lang.Call {
			f = r.called(f.v.id)
		}
		return r.overload(r.suited(f.syms, ref.Kind), p, ref), resolved
	}
	key := uint64(uint32(ref.In))<<32 | uint64(ref.Recv)
	v, ok := r.receivers[key]
	if !ok {
		v = r.eval(p, ref.Recv)
		r.receivers[key] = v
	}
	f := found{v: v}
	if v.definite() {
		f = r.step(v, ref.Name)
	}
	switch {
	case len(f.syms) > 0:
		return r.overload(r.suited(f.syms, ref.Kind), p, ref), resolved
	case f.v.kind == unknown:
		return r.byName(p, ref)
	}
	return nil, 0
}

// suited leaves out definitions that a reference of that kind cannot mean, where
// others can: a name may be a type and a value.
func (r *run) suited(syms []int32, k lang.RefKind) []int32 {
	if len(syms) < 2 {
		return syms
	}
	fits := func(s int32) bool {
		kind := r.l.g.Sym(s).Kind
		if k == lang.TypeUse || k == lang.Inherit {
			return graph.IsType(kind)
		}
		return !typeOnly(kind)
	}
	if fit := slices.DeleteFunc(slices.Clone(syms), func(s int32) bool { return !fits(s) }); len(fit) > 0 {
		return fit
	}
	return syms
}

// byName finds the members with the reference's name, when nothing tells whose it is.
func (r *run) byName(p place, ref *graph.Ref) ([]int32, uint8) {
	g := r.l.g
	f := g.Files[p.file]
	var syms []int32
	for _, s := range g.NamedID(ref.Name) {
		file, _ := g.At(s)
		if !r.l.mayMean(f, ref.Kind, g.Files[file], s) {
			continue
		}
		if syms = append(syms, s); len(syms) > maxByName {
			return nil, 0
		}
	}
	if e := r.l.expr(ref.Recv); len(syms) == 1 && e.root != untold && !e.told {
		return syms, likely
	}
	return syms, nameOnly
}

// mayMean says whether a reference in f with an unknown receiver could be to s.
func (l *Linker) mayMean(f *graph.File, k lang.RefKind, of *graph.File, s int32) bool {
	sym := l.g.Sym(s)
	switch {
	case l.g.Owner(s) < 0 && sym.Receiver == 0: // no member
		return false
	case l.families[of.Lang] != l.families[f.Lang]:
		return false
	case of.Flags&graph.Test != 0 && f.Flags&graph.Test == 0:
		return false
	case of.Lang == "go" && sym.Flags&graph.Exported == 0 && of.Unit != f.Unit:
		return false
	case k == lang.Call:
		return sym.Kind.Callable() || sym.Kind == lang.Property || sym.Kind == lang.Field
	}
	return true
}

func (r *run) supers(i int) []graph.Super {
	f := r.l.g.Files[i]
	var all []graph.Super
	for n := range f.Symbols {
		for _, b := range f.BasesOf(n) {
			r.begin()
			if r.l.expr(b).slot != 0 {
				continue
			}
			if v := r.eval(place{i, f.Symbols[n].Parent}, b); v.kind == symbol && v.depth == 0 {
				all = append(all, graph.Super{Sym: int32(n), To: v.id})
			}
		}
	}
	return all
}

// imports says where each import leads: to the file, or the first one of the package.
func (r *run) imports(file int) []graph.Target {
	f := r.l.g.Files[file]
	var all []graph.Target
	for i := range f.Imports {
		n := r.l.modules.imported(file, i)
		if name := f.Imports[i].Name; name != 0 {
			r.begin()
			got := r.exported(n, name, nil)
			if len(got.syms) == 0 && got.v.kind == pkg {
				n = got.v.id
			}
			if of := r.ofPackage(file, n, got.syms); of >= 0 {
				all = append(all, graph.Target{Import: int32(i), To: of})
				continue
			}
		}
		if m := r.l.modules.get(n); len(m.files) > 0 {
			all = append(all, graph.Target{Import: int32(i), To: slices.Min(m.files)})
		}
	}
	return all
}

// ofPackage returns the file of a package that defines what is imported from it, or -1.
func (r *run) ofPackage(file int, n int32, syms []int32) int32 {
	if len(syms) == 0 || !r.l.scopings[file].Packages {
		return -1
	}
	of, _ := r.l.g.At(syms[0])
	if slices.Contains(r.l.modules.get(n).files, int32(of)) {
		return int32(of)
	}
	return -1
}
