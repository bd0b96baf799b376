package c

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

// declarator is what stands between a type and a semicolon, taken apart: *f(int), a[3], A::b.
type declarator struct {
	name   uint32 // or 0
	params uint32 // of a function
	scope  string // the class that the name is qualified by
	list   bool   // an array
	call   bool   // it declares a function
	outer  bool   // a pointer to a function
}

func take(x *table.Extractor, i uint32) (d declarator) {
	for depth := 0; i != 0 && depth < 100; depth++ {
		switch {
		case x.Role(i) == table.Name || x.Role(i) == table.TypeName:
			if x.Nodes[i].Start < x.Nodes[i].End {
				d.name = i
			}
			return d
		case x.Is(i, "function_declarator"):
			d.params, d.call = x.Get(i, "parameters"), true
			i = x.Get(i, "declarator")
			continue
		case x.Is(i, "array_declarator"):
			d.list = true
			i = x.Get(i, "declarator")
			continue
		case x.Is(i, "init_declarator"), x.Is(i, "pointer_declarator"):
			i = x.Get(i, "declarator")
			continue
		case x.Is(i, "parenthesized_declarator"):
			d.outer = d.call
		case x.Is(i, "qualified_identifier"):
			if scope := x.Get(i, "scope"); scope != 0 {
				d.scope = x.Name(last(x, scope))
			}
			i = x.Get(i, "name")
			continue
		case x.Role(i) == table.Generic:
			i = x.Get(i, "name")
			continue
		case x.Is(i, "structured_binding_declarator"):
			return d
		}
		if i+1 >= x.Nodes[i].Next {
			return d
		}
		i++
	}
	return d
}

// last returns the name of a template's, or of anything that is a name itself.
func last(x *table.Extractor, i uint32) uint32 {
	if x.Role(i) == table.Generic {
		if n := x.Get(i, "name"); n != 0 {
			return n
		}
	}
	return i
}

// declares says whether child c of a declaration is one of its declarators.
func declares(x *table.Extractor, c, typ uint32) bool {
	if c == typ {
		return false
	}
	for _, kind := range []string{
		"identifier", "field_identifier", "init_declarator", "function_declarator", "pointer_declarator", "array_declarator",
		"reference_declarator", "parenthesized_declarator", "qualified_identifier", "type_identifier", "structured_binding_declarator",
		"attributed_declarator", "variadic_declarator", "operator_name", "destructor_name",
	} {
		if x.Is(c, kind) {
			return true
		}
	}
	return false
}

// declaration is `T a = b, *c;`: variables, fields, prototypes.
func declaration(x *table.Extractor, i uint32) {
	typ := x.Get(i, "type")
	x.TypesIf(typ)
	expr := known(x.TypeExpr(typ))
	for c := range x.Each(i) {
		switch {
		case c == typ:
		case !declares(x, c, typ):
			x.Walk(c)
		default:
			declared(x, i, c, typ, expr)
		}
	}
}

func declared(x *table.Extractor, whole, i, typ uint32, expr string) {
	d := take(x, i)
	value := x.Get(i, "value")
	if expr == "" && value != 0 {
		expr = known(x.Expr(value))
	}
	if d.list && expr != "" {
		expr += "[]"
	}
	switch {
	case d.name == 0:
		x.WalkIf(value)
		if x.Is(i, "structured_binding_declarator") || x.Is(i, "init_declarator") {
			bindNames(x, i, value)
		}
	case d.call && !d.outer && x.Level != table.AtFunction:
		prototype(x, whole, d, expr, typ)
	case x.Level == table.AtFunction:
		if d.params != 0 && d.call {
			arguments(x, d.params)
		}
		x.WalkIf(value)
		x.Bind(x.Name(d.name), expr)
	case d.scope != "":
		x.WalkIf(value) // the definition of a static member: its declaration is the symbol
	default:
		kind := lang.Variable
		if x.Level == table.AtType {
			kind = lang.Field
		} else if text := x.Src[x.Nodes[whole].Start:x.Nodes[d.name].Start]; bytes.HasPrefix(text, []byte("const ")) || bytes.HasPrefix(text, []byte("constexpr ")) {
			kind = lang.Constant
		}
		in := x.Symbol(lang.Symbol{Kind: kind, Type: expr}, d.name, whole, x.Nodes[i].End)
		x.Within(in, func() { x.WalkIf(value) })
	}
}

// arguments walks what looks like parameters and is given to a constructor: T v(a, b).
func arguments(x *table.Extractor, i uint32) {
	for p := range x.Each(i) {
		if typ := x.Get(p, "type"); typ != 0 && x.Nodes[typ].Next == x.Nodes[p].Next && x.Role(typ) == table.TypeName {
			x.Use(typ, lang.Value)
		} else if typ == 0 {
			x.Walk(p)
		} else {
			x.Types(typ)
		}
	}
}

func bindNames(x *table.Extractor, i, value uint32) {
	for n := i + 1; n < x.Nodes[i].Next; n++ {
		if n == value {
			break
		}
		if x.Role(n) == table.Name {
			x.Bind(x.Name(n), extract.Unknown)
		}
	}
}

// prototype is a function that is declared: a symbol in headers and classes. In
// other files its definition or its header is.
func prototype(x *table.Extractor, whole uint32, d declarator, result string, typ uint32) {
	if x.Level == table.AtFile && !notes(x).header || d.scope != "" {
		x.Scope(func() { x.WalkIf(d.params) })
		return
	}
	s := lang.Symbol{Kind: lang.Function, Type: result}
	if x.Level == table.AtType {
		s.Kind = lang.Method
		if typ == 0 && x.In >= 0 && x.Name(d.name) == x.Facts.Symbols[x.In].Name {
			s.Kind = lang.Constructor
		}
	}
	in := x.Symbol(s, d.name, whole, x.Nodes[whole].End)
	x.Body(in, false, func() { x.WalkIf(d.params) })
}

// function is a definition with a body.
func function(x *table.Extractor, i uint32) {
	typ, body := x.Get(i, "type"), x.Get(i, "body")
	var d declarator
	at := uint32(0)
	for c := range x.Each(i) {
		if c != typ && c != body && declares(x, c, typ) {
			at = c
			if d = take(x, c); d.call {
				break
			}
		}
	}
	if d.name == 0 || !d.call {
		x.TypesIf(typ)
		x.Scope(func() { x.WalkIf(body) })
		return
	}
	if typ == 0 && gtest[string(x.Bytes(d.name))] && d.params != 0 {
		testCase(x, i, d, body)
		return
	}
	x.TypesIf(typ)
	s := lang.Symbol{Kind: lang.Function, Type: known(x.TypeExpr(typ)), Receiver: d.scope}
	owner := d.scope
	if x.Level == table.AtType && x.In >= 0 {
		owner = x.Facts.Symbols[x.In].Name
	}
	if owner != "" {
		s.Kind = lang.Method
		if x.Name(d.name) == owner {
			s.Kind, s.Type = lang.Constructor, ""
		}
	}
	head := x.Nodes[i].End
	if body != 0 {
		head = x.Nodes[body].Start
	}
	in := x.Symbol(s, d.name, i, head)
	x.Body(in, typ == 0 || x.Is(typ, "placeholder_type_specifier"), func() {
		x.WalkIf(d.params)
		for c := range x.Each(i) {
			if c != typ && c != at {
				x.Walk(c)
			}
		}
	})
}

// gtest are the macros that define a test.
var gtest = table.Set("TEST TEST_F TEST_P TYPED_TEST TYPED_TEST_P")

// testCase is TEST(Suite, Name) { … }.
func testCase(x *table.Extractor, i uint32, d declarator, body uint32) {
	name := d.name
	for p := range x.Each(d.params) {
		if typ := x.Get(p, "type"); typ != 0 && x.Role(typ) == table.TypeName {
			name = typ
		}
	}
	was := x.Test
	x.Test = true
	in := x.Symbol(lang.Symbol{Kind: lang.Function}, name, i, x.Nodes[d.params].End)
	x.Test = was
	x.Body(in, false, func() { x.WalkIf(body) })
}

func parameter(x *table.Extractor, i uint32) {
	typ, value := x.Get(i, "type"), x.Get(i, "default_value")
	x.TypesIf(typ)
	x.WalkIf(value)
	expr := known(x.TypeExpr(typ))
	for c := range x.Each(i) {
		if c == value || !declares(x, c, typ) {
			continue
		}
		d := take(x, c)
		if d.list && expr != "" {
			expr += "[]"
		}
		if d.name != 0 {
			x.Bind(x.Name(d.name), expr)
		}
	}
}

func forRange(x *table.Extractor, i uint32) {
	typ, name, value, body := x.Get(i, "type"), x.Get(i, "declarator"), x.Get(i, "right"), x.Get(i, "body")
	x.Scope(func() {
		x.TypesIf(typ)
		x.WalkIf(value)
		expr := known(x.TypeExpr(typ))
		if expr == "" && value != 0 {
			expr = x.ElementOf(x.Expr(value))
		}
		if name != 0 {
			if d := take(x, name); d.name != 0 {
				x.Bind(x.Name(d.name), expr)
			} else {
				bindNames(x, name, 0)
			}
		}
		x.WalkIf(body)
	})
}

// fieldInitializer is `a(b)` behind a constructor's parameters: a field, or a base.
func fieldInitializer(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		switch {
		case c != i+1:
			x.Walk(c)
		case x.Role(c) == table.Name:
			x.Ref(c, x.Name(c), "@self", lang.Value)
		default:
			x.Types(c)
		}
	}
}

func known(expr string) string {
	if expr == extract.Unknown {
		return ""
	}
	return expr
}
