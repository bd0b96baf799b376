package csharp

import (
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

// note is what is remembered of a file while it is read.
type note struct {
	object []string // what stands before the innermost `?.`
}

func notes(x *table.Extractor) *note { return x.Notes.(*note) }

// using is `using A.B;` (all of a namespace), `using static A.B.C;`, `using N = A.B.C;`.
func using(x *table.Extractor, i uint32) {
	text := strings.TrimSuffix(strings.TrimSpace(string(x.Bytes(i))), ";")
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(text), "global "), "using "))
	m := lang.Import{Line: x.Line(i), Local: "*"}
	if name, of, ok := strings.Cut(text, "="); ok {
		of = strings.TrimSpace(of)
		at := strings.LastIndexByte(of, '.')
		if at < 0 || strings.ContainsAny(of, "<( ") {
			return
		}
		m.Local, m.Module, m.Name = strings.TrimSpace(name), of[:at], of[at+1:]
	} else if of, ok := strings.CutPrefix(text, "static "); ok {
		at := strings.LastIndexByte(of, '.')
		if at < 0 {
			return
		}
		m.Module, m.Name = strings.TrimSpace(of[:at]), of[at+1:]
		m.Local = m.Name
	} else {
		m.Module = text
	}
	if m.Module != "" && !strings.ContainsAny(m.Module, " \n\t<(") {
		x.Import(m)
	}
}

// namespace gives the file its package: what stands in the namespaces around it is
// seen without being imported.
func namespace(x *table.Extractor, i uint32) {
	name := x.Get(i, "name")
	if name != 0 && x.Facts.Package == "" {
		x.Facts.Package = strings.Join(strings.Fields(x.Name(name)), "")
		for outer := x.Facts.Package; ; {
			at := strings.LastIndexByte(outer, '.')
			if at < 0 {
				break
			}
			outer = outer[:at]
			x.Import(lang.Import{Local: "*", Module: outer, Line: x.Line(i)})
		}
	}
	for c := range x.Each(i) {
		if c != name {
			x.Walk(c)
		}
	}
}

// typed walks a node whose field is a type.
func typed(field string) func(x *table.Extractor, i uint32) {
	return func(x *table.Extractor, i uint32) {
		typ := x.Get(i, field)
		for c := range x.Each(i) {
			if c == typ {
				x.Types(c)
			} else {
				x.Walk(c)
			}
		}
	}
}

// without walks a node but for a field that uses nothing of ours.
func without(field string) func(x *table.Extractor, i uint32) {
	return func(x *table.Extractor, i uint32) {
		left := x.Get(i, field)
		for c := range x.Each(i) {
			if c != left {
				x.Walk(c)
			}
		}
	}
}

func constraints(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		x.Types(c)
	}
}

// fields is a declaration whose modifiers stand outside of it.
func fields(x *table.Extractor, i uint32) {
	for v := range x.Each(i) {
		if !x.Is(v, "variable_declaration") {
			x.Walk(v)
			continue
		}
		typ := x.Get(v, "type")
		x.TypesIf(typ)
		kind := lang.Field
		if x.Modified(i, "const") {
			kind = lang.Constant
		}
		for c := range x.Each(v) {
			if x.Role(c) == table.Declared {
				x.Declare(c, i, typ, kind)
			}
		}
	}
}

// accessor is get, set, init, add or remove.
func accessor(x *table.Extractor, i uint32) {
	name := x.Get(i, "name")
	x.Scope(func() {
		x.Bind("value", extract.Unknown)
		for c := range x.Each(i) {
			if c != name {
				x.Walk(c)
			}
		}
	})
}

// from is `from x in xs` of a query.
func from(x *table.Extractor, i uint32) {
	name, typ := x.Get(i, "name"), x.Get(i, "type")
	expr := ""
	for c := range x.Each(i) {
		switch c {
		case name:
		case typ:
			x.Types(c)
		default:
			x.Walk(c)
			expr = x.ElementOf(x.Expr(c))
		}
	}
	if name != 0 {
		x.Bind(x.Name(name), expr)
	}
}

// binding is `T name` where a type or a pattern stands: it has a local from there on.
func binding(x *table.Extractor, i uint32) {
	name, typ := x.Get(i, "name"), x.Get(i, "type")
	for c := range x.Each(i) {
		switch c {
		case name:
		case typ:
			x.Types(c)
		default:
			x.Walk(c)
		}
	}
	if name != 0 && x.Role(name) == table.Name {
		x.Bind(x.Name(name), x.TypeExpr(typ))
	}
}

// subpattern is `Name: pattern`.
func subpattern(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		if x.Role(c) != table.Name || x.Count(i) < 2 {
			x.Walk(c)
		}
	}
}

// initializer is { A = 1 }: the names on the left are members of what is made.
func initializer(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		if left := x.Get(c, "left"); x.Is(c, "assignment_expression") && left != 0 && x.Role(left) == table.Name {
			x.WalkIf(x.Get(c, "right"))
		} else {
			x.Walk(c)
		}
	}
}

func withInitializer(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		if x.Role(c) != table.Name {
			x.Walk(c)
		}
	}
}

// conditionalAccess is a?.B: what follows is of a.
func conditionalAccess(x *table.Extractor, i uint32) {
	object, kind := x.Get(i, "condition"), x.Calling()
	recv := extract.Unknown
	if object != 0 {
		x.Walk(object)
		recv = x.Expr(object)
	}
	n := notes(x)
	n.object = append(n.object, recv)
	for c := range x.Each(i) {
		switch {
		case c == object:
		case kind == lang.Call:
			x.Callee(c)
		default:
			x.Walk(c)
		}
	}
	n.object = n.object[:len(n.object)-1]
}

func memberBinding(x *table.Extractor, i uint32) {
	kind, name, n := x.Calling(), x.Get(i, "name"), notes(x)
	if name == 0 || len(n.object) == 0 {
		return
	}
	if x.Role(name) == table.Generic {
		x.Types(name)
		return
	}
	if recv := n.object[len(n.object)-1]; recv != extract.Unknown || kind == lang.Call {
		x.Ref(name, x.Name(name), recv, kind)
	}
}

// conditionalExpr stands for what follows the `?.`, of what stands before it.
func conditionalExpr(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	object := x.Get(i, "condition")
	if object == 0 || x.Nodes[object].Next >= x.Nodes[i].Next || depth > 24 {
		return dst, false
	}
	before, ok := x.AppendExpr(nil, object, depth)
	if !ok {
		return dst, false
	}
	n := notes(x)
	n.object = append(n.object, string(before))
	dst, ok = x.AppendExpr(dst, x.Nodes[object].Next, depth)
	n.object = n.object[:len(n.object)-1]
	return dst, ok
}

func bindingExpr(x *table.Extractor, dst []byte, i uint32, _ int) ([]byte, bool) {
	name, n := x.Get(i, "name"), notes(x)
	if name == 0 || len(n.object) == 0 || x.Role(name) != table.Name {
		return dst, false
	}
	recv := n.object[len(n.object)-1]
	return append(append(append(dst, recv...), '.'), x.Bytes(name)...), recv != extract.Unknown
}

func madeArray(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	return x.AppendType(dst, x.Get(i, "type"), depth)
}

func nothing(_ *table.Extractor, dst []byte, _ uint32, _ int) ([]byte, bool) { return dst, false }
