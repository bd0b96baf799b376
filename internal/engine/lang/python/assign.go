package python

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// assignment is `left: T = right`.
func (x *extractor) assignment(i uint32) {
	left, typ, right := x.Field(i, fLeft), x.Field(i, fType), x.Field(i, fRight)
	if left == 0 {
		x.children(i)
		return
	}
	x.types(typ)
	x.walkField(right)
	expr := x.annotation(typ)
	if expr == "" && right != 0 {
		expr = x.expr(right)
	}
	if x.level == atModule && x.Nodes[left].Kind == identifier && string(x.Bytes(left)) == "__all__" {
		x.exportList(right)
	}
	x.target(left, i, orUnknown(expr), right)
	if right != 0 && x.Nodes[right].Kind == lambda && x.level == atModule && x.Nodes[left].Kind == identifier {
		if s := &x.Facts.Symbols[x.names[x.Name(left)]]; s.Kind == lang.Variable {
			s.Kind = lang.Function
		}
	}
}

func (x *extractor) augmented(i uint32) {
	left, right := x.Field(i, fLeft), x.Field(i, fRight)
	x.walkField(left)
	x.walkField(right)
	if left != 0 && string(x.Bytes(left)) == "__all__" {
		x.exportList(right)
	}
}

// exportList reads the strings of __all__.
func (x *extractor) exportList(i uint32) {
	if i == 0 {
		return
	}
	if x.all == nil {
		x.all = map[string]bool{}
	}
	for c, end := i, x.Nodes[i].Next; c < end; c++ {
		if x.Nodes[c].Kind == str {
			x.all[x.Intern(bytes.Trim(x.Bytes(c), "\"'"))] = true
		}
	}
}

// target assigns what expr stands for to a target; at is the whole assignment.
func (x *extractor) target(i, at uint32, expr string, value uint32) {
	switch x.Nodes[i].Kind {
	case identifier:
		x.assignName(i, at, expr)
	case attribute:
		if !x.assignField(i, at, expr) {
			x.memberUse(i, lang.Value)
		}
	case patternList, tuplePattern, listPattern:
		x.unpack(i, expr, value)
	case listSplat:
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			x.target(c, c, extract.Unknown, 0)
		}
	default:
		x.walk(i)
	}
}

// unpack is `a, b = value`: side by side where the value is a list of as many.
func (x *extractor) unpack(i uint32, expr string, value uint32) {
	item := x.elementOf(expr)
	v, end := uint32(0), uint32(0)
	if value != 0 && (x.Nodes[value].Kind == tuple || x.Nodes[value].Kind == other && x.count(value) == x.count(i)) && x.count(value) == x.count(i) {
		v, end = value+1, x.Nodes[value].Next
	}
	for c, last := i+1, x.Nodes[i].Next; c < last; c = x.Nodes[c].Next {
		e := item
		if v != 0 && v < end {
			e = x.expr(v)
			v = x.Nodes[v].Next
		}
		x.target(c, c, e, 0)
	}
}

func (x *extractor) count(i uint32) (n int) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		n++
	}
	return n
}

// assignName makes a module's or a class's variable a symbol, a function's a local.
func (x *extractor) assignName(i, at uint32, expr string) {
	if x.level == atFunction {
		x.assignLocal(i, expr)
		return
	}
	defined := x.names
	s := lang.Symbol{Kind: lang.Variable, Type: known(expr)}
	if x.level == atClass {
		defined, s.Kind = x.fields, lang.Field
		if x.enum && at != i && !hidden(x.Name(i)) {
			s.Kind, s.Type = lang.EnumMember, ""
		}
	} else if constant(x.Bytes(i)) {
		s.Kind = lang.Constant
	}
	if had, again := defined[x.Name(i)]; again {
		if sym := &x.Facts.Symbols[had]; sym.Type == "" && sym.Kind != lang.Function && sym.Kind != lang.Method && sym.Kind != lang.Class {
			sym.Type = s.Type
		}
		x.Ref(i, x.Name(i), "", lang.Value)
		return
	}
	in := x.symbol(s, i, at, x.Nodes[at].End)
	x.adopt(in, at)
}

// adopt makes the references within an assignment's value those of the symbol it defines.
func (x *extractor) adopt(in int32, at uint32) {
	first := x.Line(at)
	column := x.Column(at)
	for n := len(x.Facts.Refs) - 1; n >= 0; n-- {
		r := &x.Facts.Refs[n]
		if r.Line < first || r.Line == first && r.Column < column {
			break
		}
		if r.In == x.In {
			r.In = in
		}
	}
}

func (x *extractor) assignLocal(i uint32, expr string) {
	was, symbol, local := x.Local(x.Bytes(i))
	switch {
	case local && symbol:
		x.Ref(i, x.Name(i), "", lang.Value)
	case local && expr == extract.Unknown && was != extract.Unknown && was[0] != '@':
		// `x = None` beside `x = T()`: the type that is known stays.
	default:
		x.Set(x.function, x.Name(i), expr)
	}
}

// assignField is `self.x = value`: it declares a field, or tells its type.
func (x *extractor) assignField(i, at uint32, expr string) bool {
	object, name := x.Field(i, fObject), x.Field(i, fAttribute)
	if x.level != atFunction || x.class < 0 || object == 0 || name == 0 || x.Nodes[object].Kind != identifier {
		return false
	}
	if self, _, _ := x.Local(x.Bytes(object)); self != "@self" {
		return false
	}
	if had, again := x.fields[x.Name(name)]; again {
		if s := &x.Facts.Symbols[had]; s.Type == "" && s.Kind == lang.Field {
			s.Type = known(expr)
		}
		return false
	}
	outer, in := x.level, x.In
	x.level, x.In = atClass, x.class
	x.symbol(lang.Symbol{Kind: lang.Field, Type: known(expr)}, name, at, x.Nodes[at].End)
	x.level, x.In = outer, in
	return true
}

// bind makes the names of a pattern locals.
func (x *extractor) bind(i uint32, expr string) {
	if x.Nodes[i].Kind == identifier {
		x.Bind(x.Name(i), orUnknown(expr))
		return
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if k := x.Nodes[c].Kind; k != attribute && k != subscript {
			x.bind(c, extract.Unknown)
		}
	}
}

func (x *extractor) typeAlias(i uint32) {
	left, right := x.Field(i, fLeft), x.Field(i, fRight)
	if left == 0 {
		x.children(i)
		return
	}
	name := left
	for x.Nodes[name].Kind != identifier {
		if name+1 >= x.Nodes[left].Next {
			return
		}
		name++
	}
	if x.level == atFunction {
		x.BindSymbol(x.Name(name))
	}
	in := x.symbol(lang.Symbol{Kind: lang.TypeAlias, Type: known(x.annotation(right))}, name, i, x.Nodes[i].End)
	x.Within(in, func() { x.types(right) })
}

// constant: capitals say so.
func constant(name []byte) bool {
	return !bytes.ContainsFunc(name, func(r rune) bool { return r >= 'a' && r <= 'z' }) && len(bytes.Trim(name, "_")) > 0
}

func known(expr string) string {
	if expr == extract.Unknown {
		return ""
	}
	return expr
}

func orUnknown(expr string) string {
	if expr == "" {
		return extract.Unknown
	}
	return expr
}
