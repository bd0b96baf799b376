package java

import (
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func packageDeclaration(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		if role := x.Role(c); role == table.Name || role == table.Dot {
			x.Facts.Package = x.Name(c)
		}
	}
}

// importDeclaration is `import a.b.C;`, `import a.b.*;`, `import static a.b.C.m;`.
// Packages are written small and types begin with a capital: what stands behind
// the first type is a member of it.
func importDeclaration(x *table.Extractor, i uint32) {
	text := strings.Fields(strings.TrimSuffix(strings.TrimSpace(x.Text(i)), ";"))
	if len(text) < 2 {
		return
	}
	static := text[1] == "static"
	name := strings.Join(text[1:], "")
	if static {
		name = strings.Join(text[2:], "")
	}
	parts := strings.Split(name, ".")
	all := parts[len(parts)-1] == "*"
	if all {
		parts = parts[:len(parts)-1]
	}
	first := len(parts)
	for n, p := range parts {
		if p != "" && p[0] >= 'A' && p[0] <= 'Z' {
			first = n
			break
		}
	}
	m := lang.Import{Line: x.Line(i)}
	switch {
	case len(parts) == 0:
	case first == len(parts) && (all || static || len(parts) == 1): // all of a package
		m.Local, m.Module = "*", strings.Join(parts, ".")
		x.Import(m)
	case first == len(parts): // a type that begins small
		m.Module, m.Name = strings.Join(parts[:first-1], "."), parts[first-1]
		m.Local = m.Name
		x.Import(m)
	default:
		m.Module, m.Name, m.Local = strings.Join(parts[:first], "."), parts[first], parts[first]
		x.Import(m)
		if first < len(parts)-1 { // a member, known by its own name in this file
			x.Alias(parts[len(parts)-1], "="+strings.Join(parts[first:], "."))
		}
	}
}

func eachType(x *table.Extractor, i uint32) { x.Types(i) }

func annotation(x *table.Extractor, i uint32) {
	name := x.Get(i, "name")
	for c := range x.Each(i) {
		if c == name {
			x.Types(c)
		} else {
			x.Walk(c)
		}
	}
}

func elementPair(x *table.Extractor, i uint32) { x.WalkIf(x.Get(i, "value")) }

// spreadParameter is `T... rest`.
func spreadParameter(x *table.Extractor, i uint32) {
	expr, name := extract.Unknown, uint32(0)
	for c := range x.Each(i) {
		switch x.Role(c) {
		case table.Modifier:
			x.Walk(c)
		case table.Declared:
			name = x.Get(c, "name")
		default:
			x.Types(c)
			if e := x.TypeExpr(c); e != extract.Unknown {
				expr = e + "[]"
			}
		}
	}
	if name != 0 {
		x.Bind(x.Name(name), expr)
	}
}

func catchParameter(x *table.Extractor, i uint32) {
	expr := ""
	if t := x.First(i, "catch_type"); t != 0 {
		x.Types(t)
		expr = x.TypeExpr(t)
	}
	if name := x.Get(i, "name"); name != 0 {
		x.Bind(x.Name(name), expr)
	}
}

func resource(x *table.Extractor, i uint32) {
	name, typ, value := x.Get(i, "name"), x.Get(i, "type"), x.Get(i, "value")
	if name == 0 {
		x.Children(i)
		return
	}
	x.TypesIf(typ)
	x.WalkIf(value)
	expr := x.TypeExpr(typ)
	if (expr == "" || expr == extract.Unknown) && value != 0 {
		expr = x.Expr(value)
	}
	x.Bind(x.Name(name), expr)
}

// instanceOf is `v instanceof T t`: t is local from there on.
func instanceOf(x *table.Extractor, i uint32) {
	name, typ := x.Get(i, "name"), x.Get(i, "right")
	for c := range x.Each(i) {
		switch c {
		case name:
		case typ:
			x.Types(c)
		default:
			x.Walk(c)
		}
	}
	if name != 0 {
		x.Bind(x.Name(name), x.TypeExpr(typ))
	}
}

// typePattern is `T t`.
func typePattern(x *table.Extractor, i uint32) {
	expr := ""
	for c := range x.Each(i) {
		if x.Role(c) == table.Name {
			x.Bind(x.Name(c), expr)
			continue
		}
		x.Types(c)
		expr = x.TypeExpr(c)
	}
}

func labeled(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		if x.Role(c) != table.Name {
			x.Walk(c)
		}
	}
}

// fieldAccess knows Outer.this.
func fieldAccess(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	object, name := x.Get(i, "object"), x.Get(i, "field")
	if object == 0 || name == 0 {
		return dst, false
	}
	if x.Role(name) == table.Self {
		return append(dst, x.Bytes(object)...), x.Role(object) == table.Name
	}
	dst, ok := x.AppendExpr(dst, object, depth)
	return append(append(dst, '.'), x.Bytes(name)...), ok
}

// methodReference is T::m.
func methodReference(x *table.Extractor, i uint32) {
	object, name := uint32(0), uint32(0)
	for c := range x.Each(i) {
		switch {
		case object == 0:
			object = c
			x.Walk(c)
		case x.Role(c) == table.Name:
			name = c
		default:
			x.Walk(c)
		}
	}
	if name != 0 {
		x.MemberUse(name, object, lang.Value)
	}
}

// creation is `new T(…)`, perhaps with a body: a class without a name.
func creation(x *table.Extractor, i uint32) {
	typ, body := x.Get(i, "type"), x.First(i, "class_body")
	if typ != 0 {
		x.TypeUse(typ, lang.Call)
	}
	for c := range x.Each(i) {
		switch c {
		case typ:
		case body:
			x.Anonymous(c, x.TypeExpr(typ))
		default:
			x.Walk(c)
		}
	}
}

func arrayCreation(x *table.Extractor, i uint32) {
	typ := x.Get(i, "type")
	for c := range x.Each(i) {
		if c == typ {
			x.Types(c)
		} else {
			x.Walk(c)
		}
	}
}

func arrayOf(x *table.Extractor, dst []byte, i uint32, _ int) ([]byte, bool) {
	e := x.TypeExpr(x.Get(i, "type"))
	return append(append(dst, e...), "[]"...), e != "" && e != extract.Unknown
}

// explicitConstructor is this(…) or super(…) in a constructor.
func explicitConstructor(x *table.Extractor, i uint32) {
	x.WalkIf(x.Get(i, "arguments"))
}
