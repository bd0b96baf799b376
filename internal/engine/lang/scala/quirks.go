package scala

import (
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

// packageClause is `package a.b`: a second one goes on where the first ended.
func packageClause(x *table.Extractor, i uint32) {
	name := x.Get(i, "name")
	if name == 0 {
		return
	}
	if x.Facts.Package == "" {
		x.Facts.Package = x.Name(name)
	} else if x.Get(i, "body") == 0 && len(x.Facts.Symbols) == 0 {
		x.Import(lang.Import{Local: "*", Module: x.Facts.Package, Line: x.Line(i)})
		x.Facts.Package += "." + x.Name(name)
	}
	x.WalkIf(x.Get(i, "body"))
}

// importDeclaration is `import a.b.C`, `import a.b.{C, D => E}`, `import a.b._`.
func importDeclaration(x *table.Extractor, i uint32) {
	text := strings.TrimSpace(strings.TrimPrefix(string(x.Bytes(i)), "import"))
	if open := strings.IndexByte(text, '{'); open >= 0 {
		prefix := strings.TrimSuffix(strings.TrimSpace(text[:open]), ".")
		for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(text[open+1:]), "}"), ",") {
			one(x, i, prefix, strings.TrimSpace(part))
		}
		return
	}
	for part := range strings.SplitSeq(text, ",") {
		if at := strings.LastIndexByte(part, '.'); at >= 0 {
			one(x, i, strings.TrimSpace(part[:at]), strings.TrimSpace(part[at+1:]))
		}
	}
}

// one binds one name. Packages are written small: what stands behind the first name
// with a capital is a member.
func one(x *table.Extractor, i uint32, module, name string) {
	local := name
	for _, arrow := range []string{"=>", " as "} {
		if from, to, ok := strings.Cut(name, arrow); ok {
			name, local = strings.TrimSpace(from), strings.TrimSpace(to)
		}
	}
	module = strings.TrimPrefix(module, "_root_.")
	if module == "" || strings.ContainsAny(module+name, " \n\t{}(") || local == "_" && name != "_" {
		return
	}
	parts := strings.Split(module, ".")
	for n, p := range parts {
		if n > 0 && p != "" && p[0] >= 'A' && p[0] <= 'Z' {
			owner := strings.Join(parts[n:], ".")
			x.Import(lang.Import{Local: parts[n], Module: strings.Join(parts[:n], "."), Name: parts[n], Line: x.Line(i)})
			if name != "_" && name != "*" && name != "given" {
				x.Alias(local, "="+owner+"."+name)
			}
			return
		}
	}
	m := lang.Import{Local: local, Module: module, Name: name, Line: x.Line(i)}
	if name == "_" || name == "*" {
		m.Local, m.Name = "*", ""
	}
	x.Import(m)
}

func typeDefinition(x *table.Extractor, i uint32) {
	name, typ := x.Get(i, "name"), x.Get(i, "type")
	if name == 0 {
		return
	}
	expr := x.TypeExpr(typ)
	if expr == extract.Unknown {
		expr = ""
	}
	in := x.Symbol(lang.Symbol{Kind: lang.TypeAlias, Type: expr}, name, i, x.Nodes[i].End)
	x.Within(in, func() { x.TypesIf(typ) })
}

// enumerator is `x <- xs`, `x = v` or a guard.
func enumerator(x *table.Extractor, i uint32) {
	first := i + 1
	if first >= x.Nodes[i].Next || x.Nodes[first].Next >= x.Nodes[i].Next {
		x.Children(i)
		return
	}
	value := x.Nodes[first].Next
	x.Walk(value)
	expr := x.Expr(value)
	if strings.Contains(string(x.Src[x.Nodes[first].End:x.Nodes[value].Start]), "<-") {
		expr = x.ElementOf(expr)
	}
	x.Pattern(first, expr)
	for c := x.Nodes[value].Next; c < x.Nodes[i].Next; c = x.Nodes[c].Next {
		x.Walk(c)
	}
}

func caseClause(x *table.Extractor, i uint32) {
	pattern := x.Get(i, "pattern")
	x.Scope(func() {
		if pattern != 0 {
			bind(x, pattern)
		}
		for c := range x.Each(i) {
			if c != pattern {
				x.Walk(c)
			}
		}
	})
}

// bind reads a pattern: names with a capital are constants and types, others bind.
func bind(x *table.Extractor, i uint32) {
	typ := x.Get(i, "type")
	switch {
	case x.Is(i, "typed_pattern"):
		x.TypesIf(typ)
		if name := x.Get(i, "pattern"); name != 0 && x.Role(name) == table.Name {
			x.Bind(x.Name(name), x.TypeExpr(typ))
		}
	case x.Role(i) == table.Name:
		if c := x.Bytes(i); len(c) > 0 && c[0] >= 'A' && c[0] <= 'Z' {
			x.Use(i, lang.Value)
		} else {
			x.Bind(x.Name(i), extract.Unknown)
		}
	case x.Role(i) == table.Dot || x.Role(i) == table.TypeName:
		x.Walk(i)
	default:
		for c := range x.Each(i) {
			if c == typ {
				x.Types(c)
			} else {
				bind(x, c)
			}
		}
	}
}

func instance(x *table.Extractor, i uint32) {
	typ, body := i+1, x.First(i, "template_body")
	if typ >= x.Nodes[i].Next {
		return
	}
	if typ != body {
		x.TypeUse(typ, lang.Call)
	}
	for c := range x.Each(i) {
		switch c {
		case typ:
			if c == body {
				x.Anonymous(c, "")
			}
		case body:
			x.Anonymous(c, x.TypeExpr(typ))
		default:
			x.Walk(c)
		}
	}
}

func instanceExpr(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	return x.AppendType(dst, i+1, depth)
}

// infix is `a method b`.
func infix(x *table.Extractor, i uint32) {
	left, op := x.Get(i, "left"), x.Get(i, "operator")
	for c := range x.Each(i) {
		if c != op {
			x.Walk(c)
		}
	}
	if left != 0 && op != 0 && x.Role(op) == table.Name {
		x.MemberUse(op, left, lang.Call)
	}
}

// assign is `a = b`, and an argument's name.
func assign(x *table.Extractor, i uint32) {
	x.WalkIf(x.Get(i, "right"))
	x.WalkIf(x.Get(i, "left"))
}

func interpolated(x *table.Extractor, i uint32) {
	word := x.Get(i, "interpolator")
	for c := range x.Each(i) {
		if c != word {
			x.Walk(c)
		}
	}
}

func nothing(_ *table.Extractor, dst []byte, _ uint32, _ int) ([]byte, bool) { return dst, false }
