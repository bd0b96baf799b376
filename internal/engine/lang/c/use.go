package c

import (
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func include(x *table.Extractor, i uint32) {
	text := strings.TrimSpace(string(x.Bytes(i)))
	open := strings.IndexAny(text, "\"<")
	if open < 0 {
		return
	}
	end := strings.IndexAny(text[open+1:], "\">")
	if end <= 0 || end > 300 {
		return
	}
	x.Import(lang.Import{Module: text[open+1 : open+1+end], Line: x.Line(i)})
}

// macro is a #define: a constant, or a function.
func macro(x *table.Extractor, i uint32) {
	name := x.Get(i, "name")
	if name == 0 || x.Level != table.AtFile || x.Nodes[name].Start == x.Nodes[name].End {
		return
	}
	s := lang.Symbol{Kind: lang.Constant}
	if x.Is(i, "preproc_function_def") {
		s.Kind = lang.Function
	} else if x.Nodes[i].End-x.Nodes[name].End < 3 {
		return // an include guard
	}
	head := x.Nodes[i].End
	if at := strings.IndexByte(string(x.Src[x.Nodes[name].Start:head]), '\n'); at >= 0 {
		head = x.Nodes[name].Start + uint32(at)
	}
	x.Symbol(s, name, i, head)
}

// conditional is #if and #ifdef: what it asks for is no use.
func conditional(x *table.Extractor, i uint32) {
	name, condition := x.Get(i, "name"), x.Get(i, "condition")
	for c := range x.Each(i) {
		if c != name && c != condition {
			x.Walk(c)
		}
	}
}

// parts flattens a::b<T>::c to its names; template arguments are not among them.
func parts(x *table.Extractor, i uint32) (all []uint32) {
	for i != 0 && len(all) < 24 {
		if !x.Is(i, "qualified_identifier") {
			return append(all, i)
		}
		if scope := x.Get(i, "scope"); scope != 0 {
			all = append(all, scope)
		}
		i = x.Get(i, "name")
	}
	return all
}

// qualifier splits what qualifies a name into its namespaces and the types behind
// them. Names that begin small are namespaces, unless the file defines them.
func qualifier(x *table.Extractor, scopes []uint32) (space string, types []uint32) {
	for n, s := range scopes {
		text := x.Bytes(last(x, s))
		if len(text) == 0 || text[0] < 'a' || text[0] > 'z' || x.Role(s) == table.Generic || x.Member(-1, string(text)) >= 0 {
			return space, scopes[n:]
		}
		if space != "" {
			space += "::"
		}
		space += string(text)
	}
	return space, nil
}

// receiver returns what a qualifier stands for. A namespace's name is bound by an
// import that the file does not write.
func receiver(x *table.Extractor, scopes []uint32) string {
	space, types := qualifier(x, scopes)
	if strings.ContainsAny(space, ".([ ") {
		return extract.Unknown
	}
	recv := ""
	if space != "" {
		x.Import(lang.Import{Local: space, Module: space, Line: x.Line(scopes[0])})
		recv = "=" + space
	}
	for _, t := range types {
		name := string(x.Bytes(last(x, t)))
		switch {
		case strings.ContainsAny(name, ".([ "):
			return extract.Unknown
		case recv == "":
			if expr, symbol, local := x.Local([]byte(name)); local && !symbol && expr == extract.Unknown {
				return extract.Unknown // a parameter of a template
			}
			recv = "=" + name
		default:
			recv += "." + name
		}
	}
	return x.Intern([]byte(recv))
}

// qualifiedUse is a::B::c: types on the way are used, too.
func qualifiedUse(x *table.Extractor, i uint32) {
	kind, inType := x.InType()
	all := parts(x, i)
	if len(all) == 0 {
		return
	}
	scopes, name := all[:len(all)-1], all[len(all)-1]
	_, types := qualifier(x, scopes)
	for n, t := range types {
		if before := receiver(x, scopes[:len(scopes)-len(types)+n]); before == "" {
			x.Types(t)
		} else if id := last(x, t); before != extract.Unknown {
			x.Ref(id, x.Name(id), before, lang.TypeUse)
		}
	}
	if x.Role(name) == table.Generic {
		if args := x.Get(name, "arguments"); args != 0 {
			x.Types(args)
		}
		name = last(x, name)
	}
	if r := x.Role(name); r != table.Name && r != table.TypeName || x.Nodes[name].Start == x.Nodes[name].End {
		return
	}
	if inType && kind == lang.Value {
		kind = lang.TypeUse
	}
	switch recv := receiver(x, scopes); recv {
	case "": // ::name
		x.Ref(name, x.Name(name), "", kind)
	case extract.Unknown:
	default:
		x.Ref(name, x.Name(name), recv, kind)
	}
}

func qualifiedExpr(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	all := parts(x, i)
	if len(all) == 0 || depth > 24 {
		return dst, false
	}
	name := all[len(all)-1]
	if x.Role(name) == table.Generic { // std::vector<T>: what it holds
		start := len(dst)
		if out, ok := x.AppendType(dst, name, depth+1); ok && string(out[start:]) != string(x.Bytes(last(x, name))) {
			return out, true
		}
		dst = dst[:start]
		name = last(x, name)
	}
	recv := receiver(x, all[:len(all)-1])
	text := string(x.Bytes(name))
	if recv == extract.Unknown || text == "" || strings.ContainsAny(text, ".([ ") {
		return dst, false
	}
	if recv == "" {
		return append(append(dst, '='), text...), true
	}
	return append(append(append(dst, recv...), '.'), text...), true
}

// callExpr knows std::move and what makes pointers.
func callExpr(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	fn, args := x.Get(i, "function"), x.Get(i, "arguments")
	if fn != 0 && x.Is(fn, "qualified_identifier") {
		all := parts(x, fn)
		switch name := all[len(all)-1]; string(x.Bytes(last(x, name))) {
		case "move", "forward", "ref", "as_const":
			if args != 0 && args+1 < x.Nodes[args].Next {
				return x.AppendExpr(dst, args+1, depth)
			}
		case "make_unique", "make_shared", "static_pointer_cast", "dynamic_pointer_cast":
			if targs := x.Get(name, "arguments"); targs != 0 && targs+1 < x.Nodes[targs].Next {
				return x.AppendType(dst, targs+1, depth)
			}
		}
	}
	if fn != 0 && x.Role(fn) == table.Generic {
		switch string(x.Bytes(last(x, fn))) {
		case "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast":
			if targs := x.Get(fn, "arguments"); targs != 0 && targs+1 < x.Nodes[targs].Next {
				return x.AppendType(dst, targs+1, depth)
			}
		}
	}
	return x.AppendCall(dst, i, depth)
}

func pair(x *table.Extractor, i uint32) { x.WalkIf(x.Get(i, "value")) }

func offset(x *table.Extractor, i uint32) { x.TypesIf(x.Get(i, "type")) }
