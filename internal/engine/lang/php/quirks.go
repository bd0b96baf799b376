package php

import (
	"bytes"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func nothing(*table.Extractor, uint32) {}

func namespace(x *table.Extractor, i uint32) {
	if name := x.Get(i, "name"); name != 0 && x.Facts.Package == "" {
		x.Facts.Package = x.Name(name)
	}
	if body := x.Get(i, "body"); body != 0 {
		x.Children(body)
	}
}

// use is `use A\B;`, `use A\B as C, D\E;`, `use A\{B, C as D};`, `use function A\f;`.
func use(x *table.Extractor, i uint32) {
	text := strings.TrimSuffix(strings.TrimSpace(string(x.Bytes(i))), ";")
	text = strings.TrimSpace(strings.TrimPrefix(text, "use"))
	prefix := ""
	text = withoutKind(text)
	if open := strings.IndexByte(text, '{'); open >= 0 {
		prefix, text = strings.TrimSpace(text[:open]), strings.TrimSuffix(strings.TrimSpace(text[open+1:]), "}")
	}
	for part := range strings.SplitSeq(text, ",") {
		name, alias, renamed := strings.Cut(withoutKind(strings.TrimSpace(part)), " as ")
		name = strings.TrimPrefix(prefix+strings.TrimSpace(name), "\\")
		if name == "" || strings.ContainsAny(name, " \n\t{}") {
			continue
		}
		m := lang.Import{Line: x.Line(i)}
		m.Module, m.Name = cut(name)
		if m.Local = m.Name; renamed {
			m.Local = strings.TrimSpace(alias)
		}
		if m.Module != "" {
			x.Import(m)
		}
	}
}

func withoutKind(s string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(s, "function "), "const "))
}

func cut(name string) (module, last string) {
	at := strings.LastIndexByte(name, '\\')
	if at < 0 {
		return "", name
	}
	return name[:at], name[at+1:]
}

// include is of a file, as far as a string says which.
func include(x *table.Extractor, i uint32) {
	text := x.Bytes(i)
	for _, quote := range []byte{'\'', '"'} {
		open := bytes.IndexByte(text, quote)
		if open < 0 {
			continue
		}
		end := bytes.IndexByte(text[open+1:], quote)
		if end > 0 && end < 300 {
			name := strings.TrimPrefix(string(text[open+1:open+1+end]), "/")
			if strings.Contains(name, ".") && !strings.Contains(name, "$") {
				x.Import(lang.Import{Module: name, Line: x.Line(i)})
			}
		}
	}
	x.Children(i)
}

// useTrait is `use T;` in a class: it has what the trait has.
func useTrait(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		if r := x.Role(c); r != table.Name && r != table.Dot {
			continue
		}
		x.TypeUse(c, lang.Inherit)
		if e := x.TypeExpr(c); e != extract.Unknown && x.In >= 0 {
			s := &x.Facts.Symbols[x.In]
			s.Bases = append(s.Bases, e)
		}
	}
}

func anonymous(x *table.Extractor, i uint32) {
	body := x.Get(i, "body")
	base := ""
	for c := range x.Each(i) {
		if c == body {
			continue
		}
		if x.Role(c) == table.Bases && c+1 < x.Nodes[c].Next && base == "" {
			base = x.TypeExpr(c + 1)
		}
		x.Walk(c)
	}
	if body != 0 {
		x.Anonymous(body, base)
	}
}

func method(x *table.Extractor, i uint32) {
	p := table.FuncParts{Rule: i, Whole: i}
	if name := x.Get(i, "name"); name != 0 && string(x.Bytes(name)) == "__construct" {
		p.Kind = lang.Constructor
	}
	x.DefineFunc(i, p)
}

// property is `private T $a = 1, $b;`.
func property(x *table.Extractor, i uint32) {
	typ := x.Get(i, "type")
	x.TypesIf(typ)
	for c := range x.Each(i) {
		name := x.Get(c, "name")
		if name == 0 || !x.Is(c, "property_element") {
			continue
		}
		value := x.Get(c, "default_value")
		expr := x.TypeExpr(typ)
		if expr == extract.Unknown {
			expr = ""
		}
		in := x.Symbol(lang.Symbol{Kind: lang.Field, Type: expr}, inner(x, name), i, x.Nodes[c].End)
		x.Within(in, func() { x.WalkIf(value) })
	}
}

// inner returns the name behind the $, or node i itself.
func inner(x *table.Extractor, i uint32) uint32 {
	if i+1 < x.Nodes[i].Next && x.Role(i+1) == table.Name {
		return i + 1
	}
	return i
}

func constant(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		if !x.Is(c, "const_element") || c+1 >= x.Nodes[c].Next || x.Role(c+1) != table.Name {
			continue
		}
		in := x.Symbol(lang.Symbol{Kind: lang.Constant}, c+1, i, x.Nodes[c].End)
		x.Within(in, func() {
			for v := x.Nodes[c+1].Next; v < x.Nodes[c].Next; v = x.Nodes[v].Next {
				x.Walk(v)
			}
		})
	}
}

// promoted is a constructor's parameter that is a field, too.
func promoted(x *table.Extractor, i uint32) {
	name, typ := x.Get(i, "name"), x.Get(i, "type")
	x.TypesIf(typ)
	x.WalkIf(x.Get(i, "default_value"))
	expr := x.TypeExpr(typ)
	if expr == extract.Unknown {
		expr = ""
	}
	if name == 0 {
		return
	}
	x.Bind(x.Name(name), expr)
	if x.In < 0 || x.Facts.Symbols[x.In].Parent < 0 {
		return
	}
	level := x.Level
	x.Level = table.AtType
	x.Within(x.Facts.Symbols[x.In].Parent, func() {
		x.Symbol(lang.Symbol{Kind: lang.Field, Type: expr}, inner(x, name), i, x.Nodes[i].End)
	})
	x.Level = level
}

// foreach is `foreach (values as $key => $value)`.
func foreach(x *table.Extractor, i uint32) {
	body := x.Get(i, "body")
	value := uint32(0)
	for c := range x.Each(i) {
		switch {
		case c == body || value == 0:
			if value == 0 {
				value = c
			}
			x.Walk(c)
		case x.Role(c) == table.Name:
			x.Bound(c, x.ElementOf(x.Expr(value)))
		default:
			last := uint32(0)
			for v := range x.Each(c) {
				last = v
			}
			if last != 0 && x.Role(last) == table.Name {
				x.Bound(last, x.ElementOf(x.Expr(value)))
			}
		}
	}
}

func catch(x *table.Extractor, i uint32) {
	typ := x.Get(i, "type")
	x.TypesIf(typ)
	if name := x.Get(i, "name"); name != 0 {
		x.Bound(name, x.TypeExpr(typ))
	}
	x.WalkIf(x.Get(i, "body"))
}

func variable(x *table.Extractor, dst []byte, i uint32, _ int) ([]byte, bool) {
	text := x.Bytes(i)
	if string(text) == "$this" {
		return append(dst, "@self"...), true
	}
	expr, _, local := x.Local(text)
	return append(dst, expr...), local && expr != extract.Unknown
}

func relative(x *table.Extractor, dst []byte, i uint32, _ int) ([]byte, bool) {
	if string(x.Bytes(i)) == "parent" {
		return append(dst, "@super"...), true
	}
	return append(dst, "@self"...), true
}

// name returns what a qualified name is called in this file. It is bound by an
// import that the file does not write.
func name(x *table.Extractor, i uint32) (string, bool) {
	text := string(x.Bytes(i))
	if strings.ContainsAny(text, ".([ \n\t") {
		return "", false
	}
	full, absolute := strings.CutPrefix(text, "\\")
	if !absolute {
		first, rest, _ := strings.Cut(full, "\\")
		if m := x.Imported(first); m != nil {
			full = m.Module + "\\" + m.Name + "\\" + rest
		} else if x.Facts.Package != "" {
			full = x.Facts.Package + "\\" + strings.TrimPrefix(full, "namespace\\")
		}
	}
	module, last := cut(full)
	if module == "" {
		return last, true
	}
	x.Import(lang.Import{Local: text, Module: module, Name: last, Line: x.Line(i)})
	return text, true
}

func qualified(x *table.Extractor, i uint32) {
	kind, _ := x.InType()
	if n, ok := name(x, i); ok {
		x.Ref(i, n, "", kind)
	}
}

func qualifiedExpr(x *table.Extractor, dst []byte, i uint32, _ int) ([]byte, bool) {
	n, ok := name(x, i)
	return append(append(dst, '='), n...), ok
}

// classConstant is T::NAME.
func classConstant(x *table.Extractor, i uint32) {
	object, last := ends(x, i)
	if object == 0 {
		return
	}
	x.Walk(object)
	if last != object && x.Role(last) == table.Name && string(x.Bytes(last)) != "class" {
		x.MemberUse(last, object, lang.Value)
	}
}

func classConstantExpr(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	object, last := ends(x, i)
	if object == 0 || last == object {
		return dst, false
	}
	dst, ok := x.AppendExpr(dst, object, depth)
	if string(x.Bytes(last)) == "class" {
		return dst, false
	}
	return append(append(dst, '.'), x.Bytes(last)...), ok
}

func ends(x *table.Extractor, i uint32) (first, last uint32) {
	for c := range x.Each(i) {
		if first == 0 {
			first = c
		}
		last = c
	}
	return first, last
}

// staticProperty is T::$name.
func staticProperty(x *table.Extractor, i uint32) {
	object, name := x.Get(i, "scope"), x.Get(i, "name")
	x.WalkIf(object)
	if object != 0 && name != 0 && x.Role(name) == table.Name {
		x.MemberUse(inner(x, name), object, lang.Value)
	}
}

func staticExpr(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	object, name := x.Get(i, "scope"), x.Get(i, "name")
	if object == 0 || name == 0 || x.Role(name) != table.Name {
		return dst, false
	}
	dst, ok := x.AppendExpr(dst, object, depth)
	return append(append(dst, '.'), x.Bytes(inner(x, name))...), ok
}

func argument(x *table.Extractor, i uint32) {
	name := x.Get(i, "name")
	for c := range x.Each(i) {
		if c != name {
			x.Walk(c)
		}
	}
}
