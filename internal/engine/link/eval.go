package link

import (
	"sync"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

const (
	maxDepth = 24   // expressions over expressions: a cycle of types ends here
	maxSteps = 4096 // the work that one reference may cause
)

// run is the budget of one reference's evaluation. When it is spent, the answer
// is unknown, and nothing that was found on the way is kept as a type.
type run struct {
	l     *Linker
	depth int
	steps int
	spent bool
	kept  []int32 // what found.syms are parts of: one allocation for hundreds of answers

	receivers map[uint64]value // of the file that is being linked: by the symbol around it and the expression
	edges     []graph.Edge     // of the file before: room for this one's
}

// runs are kept: their buffers are as large as the largest file needed.
var runs = sync.Pool{New: func() any { return &run{receivers: map[uint64]value{}} }}

// begin makes r ready for the next reference.
func (r *run) begin() { r.depth, r.steps, r.spent = 0, 0, false }

// room makes sure that maxFound symbols can be kept in one piece, and returns where they begin.
func (r *run) room() int {
	if cap(r.kept)-len(r.kept) < maxFound {
		r.kept = make([]int32, 0, 64*maxFound) // the full one stays with those who hold parts of it
	}
	return len(r.kept)
}

// since returns what was kept from there on.
func (r *run) since(from int) []int32 { return r.kept[from:len(r.kept):len(r.kept)] }

func (r *run) enter() bool {
	r.depth++
	r.steps++
	if r.depth > maxDepth || r.steps > maxSteps {
		r.spent = true
	}
	return !r.spent
}

func (r *run) leave() { r.depth-- }

// place is where an expression stands: a file, and the symbol around it or -1.
type place struct {
	file int
	in   int32
}

// eval returns what expression id stands for at p. Over types, and where the
// expression ends in something that holds a value, that is an instance.
func (r *run) eval(p place, id uint32) value {
	if id == 0 || !r.enter() {
		return anUnknown
	}
	defer r.leave()
	e := r.l.expr(id)
	v := r.root(p, e)
	for _, s := range e.steps {
		if v.kind <= external {
			return e.reason(v)
		}
		switch s.op {
		case '.':
			v = r.pick(r.step(v, s.name), e.value)
		case '(':
			v = r.result(r.held(v))
		case '[':
			if !e.value { // a list of a type
				v.depth, v.instance = v.depth+1, true
				continue
			}
			v = r.element(r.held(v))
		case '%':
			v = r.handed(r.held(v), s.name)
		}
	}
	if !v.definite() {
		return e.reason(v)
	}
	v = r.held(v)
	if !e.value && v.kind == symbol && graph.IsType(r.l.g.Sym(v.id).Kind) {
		v.instance = true
	}
	return v
}

// reason is why e leads nowhere. Of what a function is handed nothing is known where the
// function is not ours, or says nothing of it.
func (e *expr) reason(v value) value {
	if e.told {
		return anUnknown
	}
	return v
}

func (r *run) root(p place, e *expr) value {
	switch e.root {
	case untold:
		return anUnknown
	case self, bases:
		s := r.enclosingType(p)
		switch {
		case s < 0:
			return anUnknown
		case e.root == bases:
			return value{kind: super, id: s}
		}
		return value{kind: symbol, id: s, instance: true}
	}
	return r.pick(r.lookup(p, e.name), e.value)
}

// enclosingType returns the innermost type that p is in, or an object that has methods, or -1.
func (r *run) enclosingType(p place) int32 {
	if p.in < 0 {
		return -1
	}
	g := r.l.g
	s := g.Number(p.file, int(p.in))
	for n := 0; s >= 0 && n < maxDepth; n++ {
		k := g.Sym(s).Kind
		if graph.IsType(k) || k == lang.Module {
			return s
		}
		up := g.Owner(s)
		if up >= 0 && k == lang.Method && g.Sym(up).Kind.Holds() {
			return up
		}
		s = up
	}
	return -1
}

// held replaces a variable, constant or field by what it holds.
func (r *run) held(v value) value {
	if v.kind == symbol && !v.instance && r.l.g.Sym(v.id).Kind.Holds() {
		if t := r.typeOf(v.id); t.kind != unknown || len(r.l.g.Members(v.id)) == 0 {
			return t
		}
	}
	return v // an object with members of its own stays what it is
}

// typeOf returns the type of what a symbol holds or returns. It is kept.
func (r *run) typeOf(s int32) value {
	if p := r.l.types[s].Load(); p != 0 {
		return unpack(p)
	}
	if !r.enter() {
		return anUnknown
	}
	defer r.leave()
	g := r.l.g
	sym := g.Sym(s)
	v := anUnknown
	switch {
	case sym.Type != 0:
		file, index := g.At(s)
		in := sym.Parent
		if sym.Kind.Callable() {
			in = int32(index) // its result may name what is defined inside it
		}
		v = r.eval(place{file, in}, sym.Type)
	case sym.Kind == lang.EnumMember && g.Owner(s) >= 0:
		v = value{kind: symbol, id: g.Owner(s), instance: true}
	}
	if !r.spent {
		r.l.types[s].Store(v.pack())
	}
	return v
}

// result is what calling or constructing v gives.
func (r *run) result(v value) value {
	if v.kind == super {
		return value{kind: symbol, id: v.id, instance: true}
	}
	if v.kind == pkg {
		if v = r.pick(r.called(v.id), true); v.kind != symbol {
			return anUnknown
		}
	}
	if v.kind != symbol || v.depth > 0 {
		return anUnknown
	}
	k := r.l.g.Sym(v.id).Kind
	switch {
	case k.Callable():
		return r.typeOf(v.id)
	case graph.IsType(k) && !v.instance:
		return value{kind: symbol, id: v.id, instance: true}
	case k == lang.TypeAlias: // a named function type, whose Type is its result
		return r.typeOf(v.id)
	}
	return r.special(v, "__call__")
}

// handed is what stands in a slot of v: a callable, a class that is constructed, or a function type.
func (r *run) handed(v value, slot uint32) value {
	for range maxDepth {
		if v.kind != symbol || v.depth > 0 || !r.enter() {
			return anUnknown
		}
		defer r.leave()
		g := r.l.g
		file, index := g.At(v.id)
		kind := g.Sym(v.id).Kind
		if graph.IsType(kind) && kind != lang.TypeAlias {
			id, _ := g.Find("constructor")
			made := r.member(v.id, id)
			if v.instance || len(made.syms) == 0 {
				return anUnknown
			}
			v = value{kind: symbol, id: made.syms[0]}
			continue
		}
		parameter, rest := inner(slot)
		for _, b := range g.Files[file].BasesOf(index) {
			switch r.l.expr(b).slot {
			case slot:
				return r.eval(place{file, int32(index)}, b)
			case parameter:
				return r.handed(r.eval(place{file, int32(index)}, b), rest)
			}
		}
		if kind != lang.TypeAlias {
			return anUnknown
		}
		v = r.typeOf(v.id)
	}
	return anUnknown
}

// element is what an index or an iteration gives.
func (r *run) element(v value) value {
	for range maxDepth {
		if v.kind != symbol {
			return anUnknown
		}
		if v.depth > 0 {
			v.depth--
			return v
		}
		if r.l.g.Sym(v.id).Kind != lang.TypeAlias {
			break
		}
		v = r.typeOf(v.id)
	}
	if e := r.special(v, "__getitem__"); e.definite() {
		return e
	}
	return r.special(v, "__iter__")
}

// special returns the result of a method that a language calls by itself.
func (r *run) special(v value, name string) value {
	id, ok := r.l.g.Find(name)
	if !ok || v.kind != symbol {
		return anUnknown
	}
	f := r.member(v.id, id)
	if len(f.syms) == 0 {
		return anUnknown
	}
	return r.typeOf(f.syms[0])
}
