package table

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// Level says whose names a declaration makes.
type Level uint8

// The levels.
const (
	AtFile Level = iota
	AtType
	AtFunction
)

// Extractor walks one file once, in source order.
type Extractor struct {
	*extract.Builder
	Path  string
	Level Level
	// Receiver is the type whose members are being read, where it does not stand around them.
	Receiver string
	Notes    any // a language's own

	spec     *Spec
	table    *compiled
	rules    []rule
	function extract.Mark // the scope of the innermost function
	results  int32        // the function whose result a return tells, or -1
	calls    bool         // what is walked is the function of a call
	types    lang.RefKind // what is walked is a type, used as this less one; 0: it is none
	aliases  map[string]string
	scratch  []byte
}

// Is says whether node i is of that kind, as the table names it.
func (x *Extractor) Is(i uint32, kind string) bool {
	n, ok := x.table.kinds[kind]
	return ok && x.Nodes[i].Kind == n
}

// Get returns node i's first child in that field, or 0. The table must name the field.
func (x *Extractor) Get(i uint32, field string) uint32 {
	n, ok := x.table.fields[field]
	if !ok || n == 0 {
		return 0
	}
	return x.Field(i, n)
}

// First returns node i's first child of that kind, or 0.
func (x *Extractor) First(i uint32, kind string) uint32 {
	n, ok := x.table.kinds[kind]
	if !ok {
		return 0
	}
	return x.Child(i, n)
}

// Role returns what node i's kind does.
func (x *Extractor) Role(i uint32) Role { return x.rules[x.Nodes[i].Kind].role }

func (x *Extractor) in(i uint32, field uint16) uint32 {
	if field == 0 {
		return 0
	}
	return x.Field(i, field)
}

// Children walks what stands below node i.
func (x *Extractor) Children(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		x.Walk(c)
	}
}

// except walks node i's children without the two given.
func (x *Extractor) except(i, a, b uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if c != a && c != b {
			x.Walk(c)
		}
	}
}

// WalkIf walks node i, unless it is 0.
func (x *Extractor) WalkIf(i uint32) {
	if i != 0 {
		x.Walk(i)
	}
}

// Walk is the one dispatch: what a node gives.
func (x *Extractor) Walk(i uint32) {
	r := &x.rules[x.Nodes[i].Kind]
	if r.do != nil {
		r.do(x, i)
		return
	}
	switch r.role {
	case Skip, Self, Super:
	case Block, Lambda, Foreach:
		x.Scope(func() { x.scoped(i, r) })
	case Type:
		x.Define(i, 0, i)
	case Func:
		x.DefineFunc(i, FuncParts{Rule: i, Whole: i})
	case Var, Declared:
		x.variable(i, r)
	case Param:
		x.parameter(i, r)
	case Member:
		x.member(i, r)
	case Bases:
		x.inherits(i)
	case Return:
		x.Children(i)
		x.TellResult(i + 1)
	case Assign:
		x.assign(i, r)
	case Name:
		x.Use(i, lang.Value)
	case TypeName, Generic, List:
		x.Types(i)
	case Dot:
		x.dot(i, r, lang.Value)
	case Call:
		x.call(i, r)
	case New, Cast:
		x.typed(i, r)
	default:
		x.Children(i)
	}
}

// scoped walks a node that has locals of its own.
func (x *Extractor) scoped(i uint32, r *rule) {
	switch r.role {
	case Lambda:
		outer := x.results
		x.results = -1
		params := x.in(i, r.params)
		if params != 0 {
			x.BindAll(params)
		}
		x.except(i, params, 0)
		x.results = outer
	case Foreach:
		name, value, typ := x.in(i, r.name), x.in(i, r.value), x.in(i, r.typ)
		x.WalkIf(value)
		x.TypesIf(typ)
		expr := known(x.TypeExpr(typ))
		if expr == "" && value != 0 {
			expr = x.ElementOf(x.Expr(value))
		}
		if name != 0 {
			x.Pattern(name, expr)
		}
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			if c != name && c != value && c != typ {
				x.Walk(c)
			}
		}
	default:
		x.Children(i)
	}
}

// BindAll binds a lambda's parameters: declared ones, or bare names.
func (x *Extractor) BindAll(i uint32) {
	if x.Role(i) == Name {
		x.Bind(x.Name(i), extract.Unknown)
		return
	}
	if x.Role(i) == Modifier || x.Role(i) == Skip {
		return
	}
	if x.Role(i) == Param {
		x.Walk(i)
		return
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		x.BindAll(c)
	}
}

// Pattern binds the names in a pattern: a single one stands for expr.
func (x *Extractor) Pattern(i uint32, expr string) {
	if x.spec.Pattern != nil && x.spec.Pattern(x, i, expr) {
		return
	}
	if x.Role(i) == Name {
		x.Bound(i, expr)
		return
	}
	switch x.Role(i) {
	case TypeName, Generic, Dot, New:
		x.Walk(i)
		return
	case Declared, Var:
		x.Walk(i)
		return
	}
	if i+1 < x.Nodes[i].Next && x.Nodes[i+1].Next == x.Nodes[i].Next {
		x.Pattern(i+1, expr) // mut x, &x, (x)
		return
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		x.Pattern(c, extract.Unknown)
	}
}

// Bound binds the name at node i, or changes what it stands for where an assignment declares.
func (x *Extractor) Bound(i uint32, expr string) {
	if x.spec.Dynamic {
		x.Set(x.function, x.Name(i), expr)
		return
	}
	x.Bind(x.Name(i), expr)
}

// Modified says whether node i is marked with a word, in one of its modifiers.
func (x *Extractor) Modified(i uint32, word string) bool {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if x.Role(c) != Modifier {
			continue
		}
		text := x.Bytes(c)
		for at := bytes.Index(text, []byte(word)); at >= 0; {
			if (at == 0 || !wordByte(text[at-1])) && (at+len(word) == len(text) || !wordByte(text[at+len(word)])) {
				return true
			}
			next := bytes.Index(text[at+1:], []byte(word))
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	return false
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Count returns how many children node i has.
func (x *Extractor) Count(i uint32) (n int) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		n++
	}
	return n
}

// Scope walks with locals of their own. What is declared there is local, also
// where no function is around: a type's initializer, a lambda that a field holds.
func (x *Extractor) Scope(walk func()) {
	level, function := x.Level, x.function
	m := x.Push()
	if level != AtFunction {
		x.function = m
	}
	x.Level = AtFunction
	walk()
	x.Pop(m)
	x.Level, x.function = level, function
}
