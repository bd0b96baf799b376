package rust

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

// wrappers are calls that give what they are given.
var wrappers = table.Set("Some Ok Box::new Arc::new Rc::new RefCell::new Mutex::new RwLock::new Cell::new Pin::new")

func callExpr(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	fn, args := x.Get(i, "function"), x.Get(i, "arguments")
	if fn != 0 && args != 0 && wrappers[string(x.Bytes(fn))] {
		if args+1 >= x.Nodes[args].Next {
			return dst, false
		}
		return x.AppendExpr(dst, args+1, depth)
	}
	return x.AppendCall(dst, i, depth)
}

func let(x *table.Extractor, i uint32) {
	pattern, typ, value := x.Get(i, "pattern"), x.Get(i, "type"), x.Get(i, "value")
	x.TypesIf(typ)
	x.WalkIf(value)
	expr := x.TypeExpr(typ)
	if (expr == "" || expr == extract.Unknown) && value != 0 {
		expr = x.Expr(value)
	}
	if pattern != 0 {
		x.Pattern(pattern, expr)
	}
	x.WalkIf(x.Get(i, "alternative"))
}

func letCondition(x *table.Extractor, i uint32) {
	pattern, value := x.Get(i, "pattern"), x.Get(i, "value")
	x.WalkIf(value)
	if pattern != 0 && value != 0 {
		x.Pattern(pattern, x.Expr(value))
	}
}

func match(x *table.Extractor, i uint32) {
	value, body := x.Get(i, "value"), x.Get(i, "body")
	x.WalkIf(value)
	expr := extract.Unknown
	if value != 0 {
		expr = x.Expr(value)
	}
	if body == 0 {
		return
	}
	for arm := range x.Each(body) {
		x.Scope(func() {
			for c := range x.Each(arm) {
				if !x.Is(c, "match_pattern") {
					x.Walk(c)
					continue
				}
				guard := x.Get(c, "condition")
				for p := range x.Each(c) {
					if p == guard {
						x.Walk(p)
					} else {
						x.Pattern(p, expr)
					}
				}
			}
		})
	}
}

// pattern: names with a capital are constants and variants, others bind.
func pattern(x *table.Extractor, i uint32, expr string) bool {
	switch {
	case x.Role(i) == table.Name:
		if c := x.Bytes(i); len(c) == 0 || c[0] < 'A' || c[0] > 'Z' {
			return false
		}
		x.Use(i, lang.Value)
	case x.Is(i, "tuple_struct_pattern"):
		typ := x.Get(i, "type")
		inner := extract.Unknown
		if typ != 0 {
			if name := string(x.Bytes(typ)); name == "Some" || name == "Ok" {
				inner = expr // Option and Result stand for what they hold
			} else {
				x.Walk(typ)
			}
		}
		for c := range x.Each(i) {
			if c != typ {
				x.Pattern(c, inner)
			}
		}
	case x.Is(i, "struct_pattern"):
		typ := x.Get(i, "type")
		of := ""
		if typ != 0 {
			x.Types(typ)
			of = x.TypeExpr(typ)
		}
		for c := range x.Each(i) {
			if c != typ {
				field(x, c, of)
			}
		}
	case x.Is(i, "tuple_pattern"): // of a map's entries and of what is counted, the last one is what is meant
		for c := range x.Each(i) {
			if x.Nodes[c].Next == x.Nodes[i].Next {
				x.Pattern(c, expr)
			} else {
				x.Pattern(c, extract.Unknown)
			}
		}
	case x.Is(i, "scoped_identifier"):
		x.Walk(i)
	default:
		return false
	}
	return true
}

// field is one of a pattern's fields: `name`, or `name: pattern`.
func field(x *table.Extractor, i uint32, of string) {
	name, inner := x.Get(i, "name"), x.Get(i, "pattern")
	if name == 0 {
		x.Pattern(i, extract.Unknown)
		return
	}
	expr := extract.Unknown
	if of != "" && of != extract.Unknown {
		expr = of + "." + x.Name(name)
	}
	if inner == 0 {
		inner = name
	}
	x.Pattern(inner, expr)
}

func fieldInitializer(x *table.Extractor, i uint32) { x.WalkIf(x.Get(i, "value")) }

// macroExpr: vec![a] is a list of a; of other macros nothing is known.
func macroExpr(_ *table.Extractor, dst []byte, _ uint32, _ int) ([]byte, bool) { return dst, false }

// macroInvocation reads the tokens that a macro is given as they mostly mean:
// calls, members and paths.
func macroInvocation(x *table.Extractor, i uint32) {
	name := x.Get(i, "macro")
	for c := range x.Each(i) {
		switch {
		case c != name:
			tokens(x, c)
		case x.Role(c) == table.Name:
			x.Use(c, lang.Call)
		default:
			x.Walk(c)
		}
	}
}

func tokens(x *table.Extractor, i uint32) {
	last := uint32(0) // the token before, where it is a name
	for c := range x.Each(i) {
		switch role := x.Role(c); {
		case x.Is(c, "token_tree"):
			tokens(x, c)
			last = 0
		case role == table.Self:
			last = c
		case role == table.Name || role == table.TypeName:
			token(x, c, last)
			last = c
		default:
			last = 0
		}
	}
}

// token is one name among tokens; last is the name right before it, or 0.
func token(x *table.Extractor, i, last uint32) {
	kind := lang.Value
	if end := int(x.Nodes[i].End); end < len(x.Src) && x.Src[end] == '(' {
		kind = lang.Call
	}
	start := x.Nodes[i].Start
	dot := start > 0 && x.Src[start-1] == '.'
	path := start > 1 && x.Src[start-1] == ':' && x.Src[start-2] == ':'
	if end := int(x.Nodes[i].End); !dot && !path && end < len(x.Src) && x.Src[end] == ':' && (end+1 == len(x.Src) || x.Src[end+1] != ':') {
		return // a field's name
	}
	switch {
	case !dot && !path:
		x.Use(i, kind)
	case last == 0 || x.Nodes[last].Start > 0 && (x.Src[x.Nodes[last].Start-1] == '.' || x.Src[x.Nodes[last].Start-1] == ':'):
		if kind == lang.Call {
			x.Ref(i, x.Name(i), extract.Unknown, kind)
		}
	default:
		x.MemberUse(i, last, kind)
	}
}
