package table

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// variable is a declaration: its declarators share its type, or it is its own.
func (x *Extractor) variable(i uint32, r *rule) {
	typ := x.in(i, r.typ)
	if x.Role(i) == Declared {
		typ = x.in(i, r.typ)
	}
	declarators := false
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if c != typ && x.Role(c) == Declared {
			declarators = true
		}
	}
	if !declarators {
		x.Declare(i, i, typ, r.kind)
		return
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		switch {
		case c == typ:
			x.Types(c)
		case x.Role(c) == Declared:
			x.Declare(c, i, typ, r.kind)
		default:
			x.Walk(c)
		}
	}
}

// Declare makes the variable that declarator i names: a local, a field or a
// symbol of the file. whole is the declaration around it, typ its type or 0.
func (x *Extractor) Declare(i, whole, typ uint32, kind lang.Kind) {
	r := &x.rules[x.Nodes[i].Kind]
	value := x.in(i, r.value)
	if value == 0 && r.value == 0 && r.role == Declared { // what is last and not the name
		for c, end := x.Nodes[i+1].Next, x.Nodes[i].Next; i+1 < end && c < end; c = x.Nodes[c].Next {
			value = c
		}
	}
	if own := x.in(i, r.typ); own != 0 {
		typ = own
		x.Types(own)
	}
	name := x.nameOf(i, r)
	pattern := x.in(i, r.name)
	expr := known(x.TypeExpr(typ))
	if expr == "" && value != 0 {
		expr = known(x.Expr(value))
	}
	if pattern != 0 && name != 0 && x.Level == AtFunction && (pattern != name || kind == lang.Variable) {
		x.valueOf(i, value, name, typ)
		x.Pattern(pattern, expr)
		return
	}
	if name == 0 {
		x.except(i, typ, 0)
		return
	}
	if x.Level == AtFunction {
		x.valueOf(i, value, name, typ)
		x.Bind(x.Name(name), expr)
		return
	}
	in := x.Symbol(lang.Symbol{Kind: x.variableKind(kind), Type: expr}, name, whole, x.Nodes[i].End)
	x.Within(in, func() { x.valueOf(i, value, name, typ) })
}

// valueOf walks a declarator's parts beside its name and type.
func (x *Extractor) valueOf(i, value, name, typ uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if c == typ || x.Nodes[name].Start >= x.Nodes[c].Start && x.Nodes[name].End <= x.Nodes[c].End && c != value {
			continue
		}
		x.Walk(c)
	}
}

func (x *Extractor) variableKind(kind lang.Kind) lang.Kind {
	if kind != 0 && kind != lang.Variable {
		return kind
	}
	if x.Level == AtType {
		return lang.Field
	}
	return lang.Variable
}

func (x *Extractor) parameter(i uint32, r *rule) {
	typ, value := x.in(i, r.typ), x.in(i, r.value)
	x.TypesIf(typ)
	expr := known(x.TypeExpr(typ))
	x.WalkIf(value)
	if expr == "" && value != 0 {
		expr = known(x.Expr(value))
	}
	pattern := x.in(i, r.name)
	name := pattern
	if pattern == 0 {
		name = x.nameOf(i, &rule{})
		if name == typ {
			name = 0
		}
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if c != typ && c != value && c != name && x.Role(c) == Modifier {
			x.Walk(c)
		}
	}
	switch {
	case name == 0:
	case x.Role(name) == Name || x.Role(name) == TypeName:
		x.Bind(x.Name(name), expr)
	default:
		x.Pattern(name, expr)
	}
}

// assign is `left = right`; where an assignment declares, it may be the first.
func (x *Extractor) assign(i uint32, r *rule) {
	left, right := x.in(i, r.name), x.in(i, r.value)
	x.WalkIf(right)
	if left == 0 {
		x.except(i, right, 0)
		return
	}
	if !x.spec.Dynamic || x.Role(left) != Name {
		x.Walk(left)
		return
	}
	expr := extract.Unknown
	if right != 0 {
		expr = x.Expr(right)
	}
	was, symbol, local := x.Local(x.Bytes(left))
	switch {
	case symbol:
		x.Use(left, lang.Value)
	case local && expr == extract.Unknown && was != extract.Unknown:
	default:
		x.Set(x.function, x.Name(left), expr)
	}
}
