package link

import (
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// maxFound bounds the definitions of one name in one scope: overloads, and
// variants for several systems.
const maxFound = 8

// found is the answer to a name: definitions, or a value that is none.
type found struct {
	syms []int32
	v    value // when there are no syms
}

// pick chooses one definition, for an expression to go on from.
func (r *run) pick(f found, overValues bool) value {
	if len(f.syms) == 0 {
		return f.v
	}
	best := f.syms[0]
	for _, s := range f.syms {
		if k := r.l.g.Sym(s).Kind; overValues != typeOnly(k) && (overValues || graph.IsType(k)) {
			best = s
			break
		}
	}
	return value{kind: symbol, id: best}
}

// typeOnly says that symbols of this kind are never values.
func typeOnly(k lang.Kind) bool { return k == lang.Interface || k == lang.TypeAlias }

// step finds the member name of v.
func (r *run) step(v value, name uint32) found {
	switch v.kind {
	case pkg:
		return r.exported(v.id, name, nil)
	case super:
		return r.inherited(v.id, name)
	case symbol:
		v = r.held(v)
		if v.kind != symbol {
			if v.definite() {
				return r.step(v, name)
			}
			return found{v: v}
		}
		if v.depth > 0 {
			return found{v: anExternal} // lists are not ours
		}
		return r.member(v.id, name)
	}
	return found{v: v}
}

// member finds the members of that name of a type, its own before its bases'.
func (r *run) member(s int32, name uint32) found {
	if own := r.own(s, name); len(own) > 0 {
		return found{syms: own}
	}
	return r.search([]int32{s}, name)
}

func (r *run) inherited(s int32, name uint32) found {
	queue, end := r.bases(nil, s, name)
	if len(end.syms) > 0 {
		return end
	}
	f := r.search(queue, name)
	if len(f.syms) == 0 {
		f.v = weaker(f.v, end.v)
	}
	return f
}

// search goes through types and their bases, breadth first.
func (r *run) search(queue []int32, name uint32) found {
	none := aMissing
	for at := 0; at < len(queue) && at < 64; at++ {
		if !r.enter() {
			r.leave()
			return found{v: anUnknown}
		}
		s := queue[at]
		if own := r.own(s, name); len(own) > 0 {
			r.leave()
			return found{syms: own}
		}
		var end found
		queue, end = r.bases(queue, s, name)
		r.leave()
		if len(end.syms) > 0 {
			return end
		}
		none = weaker(none, end.v)
	}
	return found{v: none}
}

func (r *run) own(s int32, name uint32) []int32 {
	members := r.l.g.Members(s)
	if len(members) == 0 || name == 0 {
		return nil
	}
	from := r.room()
	for _, m := range members {
		if r.l.g.Sym(m).Name == name && len(r.kept)-from < maxFound {
			r.kept = append(r.kept, m)
		}
	}
	return r.since(from)
}

// bases adds the types below s to queue. Go names an embedded type's field after
// the type: that is what end holds then. Otherwise end says whether a base leads
// out of what we know.
func (r *run) bases(queue []int32, s int32, name uint32) (_ []int32, end found) {
	g := r.l.g
	file, index := g.At(s)
	sym := g.Sym(s)
	end.v = aMissing
	if r.l.scopings[file].Merged && sym.Parent < 0 {
		queue = r.merged(queue, s)
	}
	add := func(v value) {
		if v.kind != symbol || v.depth > 0 {
			if v.kind == symbol {
				v = anExternal
			}
			end.v = weaker(end.v, v)
			return
		}
		if g.Sym(v.id).Name == name && sym.Kind == lang.Struct {
			end.syms = []int32{v.id}
		}
		for _, have := range queue {
			if have == v.id {
				return
			}
		}
		queue = append(queue, v.id)
	}
	for _, b := range g.Files[file].BasesOf(index) {
		if r.l.expr(b).slot != 0 {
			continue
		}
		add(r.eval(place{file, sym.Parent}, b))
	}
	if sym.Kind == lang.TypeAlias && !functionType(g.Files[file], index) || sym.Kind.Holds() {
		if t := r.typeOf(s); t.kind != symbol || t.id != s {
			add(t)
		}
	}
	return queue, end
}

// maxMerged bounds the definitions that one type is made of.
const maxMerged = 64

// merged adds the other definitions of a type to queue: they are one.
func (r *run) merged(queue []int32, s int32) []int32 {
	g := r.l.g
	file, _ := g.At(s)
	for t, n := g.InScope(g.Files[file].Unit, g.Sym(s).Name), 0; t >= 0 && n < maxMerged; t, n = g.NextInScope(t), n+1 {
		if k := g.Sym(t).Kind; (graph.IsType(k) || k == lang.Module) && !slices.Contains(queue, t) {
			queue = append(queue, t)
		}
	}
	return queue
}

// functionType says whether a Go type is a named function type: its Type is then
// its result, not what it is made of.
func functionType(f *graph.File, index int) bool {
	return f.Lang == "go" && strings.Contains(f.Signature(index), " func(")
}

// weaker returns which of two reasons for not finding a name says less.
func weaker(a, b value) value {
	if a.kind == unknown || b.kind == unknown {
		return anUnknown
	}
	if a.kind == external || b.kind == external {
		return anExternal
	}
	return aMissing
}
