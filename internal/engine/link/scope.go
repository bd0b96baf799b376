package link

import (
	"slices"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// lookup finds what a bare name means at p: inner scopes first, then the unit's,
// then the file's imports. What none of them has is a global of the language.
func (r *run) lookup(p place, name uint32) found {
	if name == 0 {
		return found{v: anExternal}
	}
	f := r.l.g.Files[p.file]
	scoping := &r.l.scopings[p.file]
	for in := p.in; in >= 0; in = f.Symbols[in].Parent {
		if scoping.Members {
			if syms := r.around(p.file, in, name); len(syms) > 0 {
				return found{syms: syms}
			}
			continue
		}
		if !r.opens(f, in, in == p.in) {
			continue
		}
		if own := r.own(r.l.g.Number(p.file, int(in)), name); len(own) > 0 {
			return found{syms: own}
		}
	}
	if scoping.Private {
		if syms := r.visible(p.file, f.Unit, name); len(syms) > 0 {
			return found{syms: syms}
		}
		return r.imported(p.file, name)
	}
	if syms := r.scope(f.Unit, name); len(syms) > 0 {
		return found{syms: syms}
	}
	return r.imported(p.file, name)
}

// opens says whether what symbol in owns may be named bare inside it: functions
// and namespaces, and in Python a class's own body.
func (r *run) opens(f *graph.File, in int32, innermost bool) bool {
	switch k := f.Symbols[in].Kind; {
	case k.Callable(), k == lang.Namespace, k == lang.Module:
		return true
	case graph.IsType(k):
		return innermost && f.Lang == "python"
	}
	return false
}

// around finds what symbol in, and the type whose method it is, offer to the bare
// names inside it, where members need no receiver.
func (r *run) around(file int, in int32, name uint32) []int32 {
	g := r.l.g
	s := g.Number(file, int(in))
	if g.Sym(s).Kind.Holds() {
		return nil // a field's value sees what the field's type is in, not what that type has
	}
	syms := r.member(s, name).syms
	if len(syms) == 0 && g.Sym(s).Receiver != 0 && g.Owner(s) >= 0 {
		syms = r.member(g.Owner(s), name).syms
	}
	if len(syms) > 0 && g.Sym(syms[0]).Kind == lang.Constructor {
		return nil // it has its type's name; the type is meant
	}
	return syms
}

// maxVisible bounds the search through the definitions of one name in a unit.
const maxVisible = 256

// visible finds a unit's name as a file sees it: the file's own before those of
// others, of which only the exported ones count.
func (r *run) visible(file int, unit, name uint32) []int32 {
	from := r.room()
	others := 0
	for s, n := r.l.g.InScope(unit, name), 0; s >= 0 && n < maxVisible; s, n = r.l.g.NextInScope(s), n+1 {
		at, _ := r.l.g.At(s)
		switch {
		case at == file:
			if others >= 0 {
				r.kept, others = r.kept[:from], -1
			}
		case others < 0 || r.l.g.Sym(s).Flags&graph.Exported == 0:
			continue
		default:
			others++
		}
		if len(r.kept)-from < maxFound {
			r.kept = append(r.kept, s)
		}
	}
	return r.since(from)
}

func (r *run) scope(unit, name uint32) []int32 {
	from := r.room()
	for s := r.l.g.InScope(unit, name); s >= 0 && len(r.kept)-from < maxFound; s = r.l.g.NextInScope(s) {
		r.kept = append(r.kept, s)
	}
	return r.since(from)
}

// imported finds name among a file's imports; the last one that binds it counts.
func (r *run) imported(file int, name uint32) found {
	f := r.l.g.Files[file]
	stars := false
	for i := len(f.Imports) - 1; i >= 0; i-- {
		if f.Imports[i].Local == name {
			return r.binding(file, i, nil)
		}
		stars = stars || r.star(f, i)
	}
	if stars {
		for i := range f.Imports {
			if r.star(f, i) && (!f.Imports[i].Reexport || f.Lang == "python" || f.Lang == "bash") {
				if got := r.offered(file, i, name, nil); len(got.syms) > 0 || got.v.kind == pkg {
					return got
				}
			}
		}
	}
	if f.Lang == "go" {
		return r.packageNamed(file, name)
	}
	return found{v: anExternal}
}

func (r *run) star(f *graph.File, i int) bool { return r.l.g.Text(f.Imports[i].Local) == "*" }

// packageNamed finds the import whose package clause says name: that the last
// element of a Go import path does is only a convention.
func (r *run) packageNamed(file int, name uint32) found {
	g := r.l.g
	for i := range g.Files[file].Imports {
		n := r.l.modules.imported(file, i)
		if m := r.l.modules.get(n); len(m.files) > 0 && g.Files[m.files[0]].Package == name {
			return found{v: value{kind: pkg, id: n}}
		}
	}
	return found{v: anExternal}
}

// binding is what import i binds its name to.
func (r *run) binding(file, i int, seen []int32) found {
	f := r.l.g.Files[file]
	m := &f.Imports[i]
	if m.Module == 0 { // another name for one of the file's own
		if syms := r.scope(f.Unit, m.Name); len(syms) > 0 {
			return found{syms: syms}
		}
		if m.Name != m.Local && r.enter() {
			defer r.leave()
			return r.imported(file, m.Name)
		}
		return found{v: anUnknown}
	}
	n := r.l.modules.imported(file, i)
	if m.Name == 0 {
		if len(r.l.modules.get(n).files) == 0 {
			return found{v: anExternal}
		}
		return found{v: value{kind: pkg, id: n}}
	}
	got := r.exported(n, m.Name, seen)
	if got.v.kind == missing && family(f.Lang) == "typescript" && r.l.g.Text(m.Name) == "default" {
		return found{v: value{kind: pkg, id: n}} // a CommonJS module is its own default
	}
	return got
}

// called finds what calling a module calls: its default export.
func (r *run) called(n int32) found {
	name, ok := r.l.g.Find("default")
	if !ok {
		return found{v: aMissing}
	}
	return r.exported(n, name, nil)
}

// exported finds a name that a module offers: its own, what it passes on from
// others, or (Python) a module below it.
func (r *run) exported(n int32, name uint32, seen []int32) found {
	m := r.l.modules.get(n)
	for _, u := range m.units {
		if syms := r.scope(u, name); len(syms) > 0 {
			return found{syms: syms}
		}
	}
	got := found{v: anExternal}
	if len(m.files) > 0 {
		if slices.Contains(seen, n) || !r.enter() {
			return found{v: aMissing}
		}
		got = r.passedOn(m, name, append(seen, n))
		r.leave()
	}
	if len(got.syms) == 0 && got.v.kind != pkg {
		if sub := r.l.modules.below(n, name); sub >= 0 {
			return found{v: value{kind: pkg, id: sub}}
		}
	}
	return got
}

// offered finds a name that import i, of everything, brings into a file: Python leaves out
// what begins with an underscore, or what __all__ does not list.
func (r *run) offered(file, i int, name uint32, seen []int32) found {
	got := r.exported(r.l.modules.imported(file, i), name, seen)
	if r.l.g.Files[file].Lang == "python" && len(got.syms) > 0 &&
		!slices.ContainsFunc(got.syms, func(s int32) bool { return r.l.g.Sym(s).Flags&graph.Exported != 0 }) {
		return found{v: aMissing}
	}
	return got
}

// passedOn finds a name that the files of m have from elsewhere.
func (r *run) passedOn(m *module, name uint32, seen []int32) found {
	none := aMissing
	for _, file := range m.files {
		f := r.l.g.Files[file]
		if f.Lang == "go" || r.l.scopings[file].Packages {
			break
		}
		for i := len(f.Imports) - 1; i >= 0; i-- {
			im := &f.Imports[i]
			var got found
			switch {
			case !im.Reexport && f.Lang != "python":
				continue
			case im.Local == name:
				got = r.binding(int(file), i, seen)
			case r.star(f, i):
				got = r.offered(int(file), i, name, seen)
			default:
				continue
			}
			if len(got.syms) > 0 || got.v.kind == pkg {
				return got
			}
			none = weaker(none, got.v)
		}
	}
	return found{v: none}
}
