package rust

import (
	"bytes"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

// scopedUse is a::B::c: each part that is no module is a use.
func scopedUse(x *table.Extractor, i uint32) {
	kind, _ := x.InType()
	path, name := x.Get(i, "path"), x.Get(i, "name")
	if name == 0 {
		return
	}
	if path != 0 && !modulePath(x.Bytes(path)) {
		if x.Is(path, "bracketed_type") || x.Role(path) == table.Generic {
			x.Types(path)
		} else {
			x.Walk(path)
		}
	}
	if r := x.Role(name); r != table.Name && r != table.TypeName {
		return
	}
	if path == 0 {
		x.Use(name, kind)
		return
	}
	if modulePath(x.Bytes(path)) {
		dst, _ := module(x, nil, path)
		x.Ref(name, x.Name(name), x.Intern(dst), kind)
	} else if recv := x.Expr(path); recv != extract.Unknown {
		if x.Role(path) == table.Name {
			notes(x).roots = append(notes(x).roots, path)
		}
		x.Ref(name, x.Name(name), recv, kind)
	} else if recv := x.TypeExpr(path); recv != extract.Unknown && x.Role(path) == table.Generic {
		x.Ref(name, x.Name(name), "="+recv, kind)
	}
}

// modulePath says whether a path leads to a module from crate, self or super.
func modulePath(text []byte) bool {
	first, _, _ := bytes.Cut(text, []byte("::"))
	switch string(first) {
	case "crate", "self", "super":
	default:
		return false
	}
	for part := range bytes.SplitSeq(text, []byte("::")) {
		if len(part) == 0 || part[0] < 'a' || part[0] > 'z' || bytes.ContainsAny(part, "<( \n") {
			return false
		}
	}
	return true
}

// scopedExpr is what a path stands for. A module's is a name of its own, bound by
// an import that the file does not write.
func scopedExpr(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	path, name := x.Get(i, "path"), x.Get(i, "name")
	if depth > 24 || name == 0 {
		return dst, false
	}
	if text := x.Bytes(i); modulePath(text) {
		return module(x, dst, i)
	}
	if path == 0 {
		return x.AppendExpr(dst, name, depth+1)
	}
	var ok bool
	switch {
	case modulePath(x.Bytes(path)):
		dst, ok = module(x, dst, path)
	case x.Role(path) == table.Generic:
		start := len(dst)
		dst, ok = x.AppendType(append(dst, '='), path, depth+1)
		ok = ok && len(dst) > start+1
	default:
		dst, ok = x.AppendExpr(dst, path, depth+1)
	}
	return append(append(dst, '.'), x.Bytes(name)...), ok
}

func module(x *table.Extractor, dst []byte, i uint32) ([]byte, bool) {
	name := fromFile(x, x.Name(i))
	x.Import(lang.Import{Local: name, Module: name, Line: x.Line(i)})
	return append(append(dst, '='), name...), true
}

// fromFile rewrites a path that a module inside the file wrote as the file would write it.
func fromFile(x *table.Extractor, path string) string {
	for n := notes(x).inline; n > 0; n-- {
		rest, ok := strings.CutPrefix(path, "super")
		if !ok {
			return path
		}
		if path = strings.TrimPrefix(rest, "::"); !strings.HasPrefix(path, "super") {
			path = strings.TrimSuffix("self::"+path, "::")
		}
	}
	return path
}

func useDeclaration(x *table.Extractor, i uint32) {
	text := string(x.Bytes(i))
	public := strings.HasPrefix(text, "pub")
	at := strings.Index(text, "use ")
	if at < 0 {
		return
	}
	use(x, i, "", strings.TrimSuffix(strings.TrimSpace(text[at+4:]), ";"), public, 0)
}

// use reads one tree of a use declaration: a::{b, c as d, e::*}.
func use(x *table.Extractor, i uint32, prefix, tree string, public bool, depth int) {
	tree = strings.TrimSpace(tree)
	open := strings.IndexByte(tree, '{')
	if open >= 0 && depth < 24 {
		prefix += strings.TrimSpace(tree[:open])
		for _, part := range parts(strings.TrimSuffix(strings.TrimSpace(tree[open+1:]), "}")) {
			use(x, i, prefix, part, public, depth+1)
		}
		return
	}
	m := lang.Import{Line: x.Line(i), Reexport: public}
	path, alias, renamed := strings.Cut(tree, " as ")
	path = strings.TrimPrefix(prefix+strings.TrimSpace(path), "::")
	path = strings.TrimSuffix(path, "::self")
	if path == "" || strings.ContainsAny(path, " \n\t/{}") {
		return
	}
	path = fromFile(x, path)
	at := strings.LastIndex(path, "::")
	if at < 0 {
		m.Module, m.Local = path, path
	} else {
		m.Module, m.Name = path[:at], path[at+2:]
		m.Local = m.Name
	}
	switch {
	case m.Name == "*":
		m.Local, m.Name = "*", ""
	case renamed:
		if m.Local = strings.TrimSpace(alias); m.Local == "_" {
			m.Local = ""
		}
	}
	if x.Import(m) && m.Local != "*" {
		x.BindSymbol(m.Local)
	}
}

// parts splits a list at the commas that are in no braces.
func parts(list string) (all []string) {
	depth, from := 0, 0
	for i := range len(list) {
		switch list[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth == 0 {
				all, from = append(all, list[from:i]), i+1
			}
		}
	}
	if strings.TrimSpace(list[from:]) != "" {
		all = append(all, list[from:])
	}
	return all
}
