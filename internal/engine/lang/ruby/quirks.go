package ruby

import (
	"bytes"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

// note is what is remembered of a file while it is read.
type note struct {
	private bool // behind `private` in a class
}

func notes(x *table.Extractor) *note { return x.Notes.(*note) }

func skip(*table.Extractor, uint32) {}

func class(x *table.Extractor, i uint32) {
	n := notes(x)
	private := n.private
	n.private = false
	x.Define(i, 0, i)
	n.private = private
}

func parameters(x *table.Extractor, i uint32) { x.BindAll(i) }

func returns(x *table.Extractor, i uint32) {
	x.Children(i)
	if i+1 < x.Nodes[i].Next {
		x.TellResult(i + 1)
	}
}

// identifier is a local, or the call of a method without arguments.
func identifier(x *table.Extractor, i uint32) {
	if x.Level == table.AtType {
		switch string(x.Bytes(i)) {
		case "private", "protected":
			notes(x).private = true
			return
		case "public":
			notes(x).private = false
			return
		}
	}
	if _, symbol, local := x.Local(x.Bytes(i)); !local || symbol {
		x.Use(i, lang.Call)
	}
}

// instance is @name: a member of self.
func instance(x *table.Extractor, i uint32) {
	if x.In >= 0 {
		x.Ref(i, x.Name(i), "@self", lang.Value)
	}
}

func instanceExpr(x *table.Extractor, dst []byte, i uint32, _ int) ([]byte, bool) {
	return append(append(dst, "@self."...), x.Bytes(i)...), true
}

// scoped is A::B, and ::B.
func scoped(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	object, name := x.Get(i, "scope"), x.Get(i, "name")
	if name == 0 || depth > 24 {
		return dst, false
	}
	if object == 0 {
		return append(append(dst, '='), x.Bytes(name)...), true
	}
	dst, ok := x.AppendExpr(dst, object, depth+1)
	return append(append(dst, '.'), x.Bytes(name)...), ok
}

// call is a call, or a word of the language that reads like one.
func call(x *table.Extractor, i uint32) {
	object, name, args := x.Get(i, "receiver"), x.Get(i, "method"), x.Get(i, "arguments")
	if name == 0 {
		x.Children(i)
		return
	}
	text := string(x.Bytes(name))
	switch {
	case object == 0 && word(x, i, text, args):
		return
	case object == 0:
		if x.Role(name) == table.Name || x.Role(name) == table.TypeName {
			x.Use(name, lang.Call)
		}
	case text == "new" && (x.Role(object) == table.TypeName || x.Role(object) == table.Dot):
		x.TypeUse(object, lang.Call)
	default:
		x.Walk(object)
		if r := x.Role(name); r == table.Name || r == table.TypeName {
			x.MemberUse(name, object, lang.Call)
		}
	}
	for c := range x.Each(i) {
		if c != object && c != name {
			x.Walk(c)
		}
	}
}

// word reads what is written like a call and declares something.
func word(x *table.Extractor, i uint32, name string, args uint32) bool {
	switch name {
	case "require", "require_relative", "load":
		if args == 0 {
			return false
		}
		module := strings.Trim(string(bytes.Trim(x.Bytes(args), "() ")), `"'`)
		if module == "" || strings.ContainsAny(module, " \n#(") {
			return false
		}
		if name == "require_relative" && !strings.HasPrefix(module, ".") {
			module = "./" + module
		}
		x.Import(lang.Import{Module: module, Line: x.Line(i)})
		return true
	case "attr_accessor", "attr_reader", "attr_writer":
		if args == 0 || x.Level != table.AtType {
			return false
		}
		for c := range x.Each(args) {
			if x.Role(c) == table.Modifier && x.Nodes[c].End-x.Nodes[c].Start > 1 {
				x.Symbol(lang.Symbol{Kind: lang.Property, Name: x.Intern(x.Bytes(c)[1:]), Type: "@self.@" + string(x.Bytes(c)[1:])}, c, c, x.Nodes[c].End)
			}
		}
		return true
	case "include", "extend", "prepend":
		if args == 0 || x.Level != table.AtType || x.In < 0 {
			return false
		}
		for c := range x.Each(args) {
			if r := x.Role(c); r == table.TypeName || r == table.Dot {
				x.TypeUse(c, lang.Inherit)
				if e := x.TypeExpr(c); e != extract.Unknown {
					s := &x.Facts.Symbols[x.In]
					s.Bases = append(s.Bases, e)
				}
			}
		}
		return true
	case "private", "protected", "public":
		if x.Level != table.AtType || args == 0 {
			return false
		}
		n := notes(x)
		was := n.private
		n.private = name != "public"
		x.Children(args)
		n.private = was
		return true
	}
	return false
}

// callExpr: T.new is one of T.
func callExpr(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	object, name := x.Get(i, "receiver"), x.Get(i, "method")
	if name == 0 {
		return dst, false
	}
	if object != 0 && string(x.Bytes(name)) == "new" {
		return x.AppendType(dst, object, depth)
	}
	return x.AppendCall(dst, i, depth)
}

// assignment makes a local, a constant or a member of self.
func assignment(x *table.Extractor, i uint32) {
	left, right := x.Get(i, "left"), x.Get(i, "right")
	x.WalkIf(right)
	if left == 0 {
		return
	}
	expr := extract.Unknown
	if right != 0 {
		expr = x.Expr(right)
	}
	switch {
	case x.Is(left, "identifier"):
		if was, _, local := x.Local(x.Bytes(left)); !local || expr != extract.Unknown || was == extract.Unknown {
			x.Bound(left, expr)
		}
	case x.Role(left) == table.TypeName && x.Level != table.AtFunction:
		x.Symbol(lang.Symbol{Kind: lang.Constant, Type: known(expr)}, left, i, x.Nodes[i].End)
	case x.Is(left, "instance_variable"), x.Is(left, "class_variable"):
		member(x, left, i, known(expr))
	case x.Is(left, "left_assignment_list"):
		x.Pattern(left, extract.Unknown)
	default:
		x.Walk(left)
	}
}

// member declares @name of the type around, when it is first assigned.
func member(x *table.Extractor, name, whole uint32, expr string) {
	of := x.In
	for of >= 0 && x.Facts.Symbols[of].Kind != lang.Class && x.Facts.Symbols[of].Kind != lang.Module {
		of = x.Facts.Symbols[of].Parent
	}
	if of < 0 {
		return
	}
	if had := x.Member(of, x.Name(name)); had >= 0 {
		if s := &x.Facts.Symbols[had]; s.Type == "" {
			s.Type = expr
		}
		instance(x, name)
		return
	}
	level := x.Level
	x.Level = table.AtType
	x.Within(of, func() { x.Symbol(lang.Symbol{Kind: lang.Field, Type: expr}, name, whole, x.Nodes[whole].End) })
	x.Level = level
}

func pair(x *table.Extractor, i uint32) {
	key := x.Get(i, "key")
	for c := range x.Each(i) {
		if c != key || x.Role(c) != table.Name {
			x.Walk(c)
		}
	}
}

func known(expr string) string {
	if expr == extract.Unknown {
		return ""
	}
	return expr
}
