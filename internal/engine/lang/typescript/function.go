package typescript

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

func isFunction(kind uint16) bool {
	return kind == arrowFunction || kind == functionExpression || kind == generatorExpression
}

// callable walks a function's parts with symbol in as the enclosing one.
func (x *extractor) callable(i uint32, in int32, self string) {
	x.enter(i, in, self, in)
	if s := &x.Facts.Symbols[in]; s.Type == extract.Unknown {
		s.Type = ""
	}
}

// closure is a function without a name of its own: what it uses, the function around it uses.
func (x *extractor) closure(i uint32) {
	self := extract.Unknown
	if x.Nodes[i].Kind == arrowFunction {
		self = x.self
	}
	x.enter(i, x.In, self, -1)
}

func (x *extractor) enter(i uint32, in int32, self string, results int32) {
	outer, was := *x, x.In
	hint := x.handed
	x.In, x.self, x.results, x.handed = in, self, results, handed{}
	m := x.Push()
	x.function = m
	if name := x.Field(i, fName); name != 0 && isFunction(x.Nodes[i].Kind) {
		x.Bind(x.Name(name), extract.Unknown)
	}
	x.bindTypeParameters(x.Field(i, fTypeParameters))
	if results >= 0 {
		x.tellParameters(results, x.Field(i, fParameters), false)
	}
	x.types(x.Field(i, fTypeParameters))
	if p := x.Field(i, fParameter); p != 0 {
		x.Bind(x.Name(p), x.given(hint, 0))
	}
	if p := x.Field(i, fParameters); p != 0 {
		x.parameters(p, hint)
	}
	x.types(x.Field(i, fReturnType))
	if body := x.Field(i, fBody); body != 0 {
		if x.Nodes[body].Kind == statementBlock {
			x.statements(body)
		} else {
			x.result(body)
		}
	}
	x.Pop(m)
	x.In, x.self, x.results, x.function, x.handed = was, outer.self, outer.results, outer.function, handed{}
}

// parameters binds them all; hint is what they stand for when they do not say so.
func (x *extractor) parameters(i uint32, hint handed) {
	n := 0
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if t, ok := x.thisParameter(c); ok {
			x.types(x.Field(c, fType))
			if t != "" {
				x.self = t
			}
			continue
		}
		x.parameter(c, x.given(hint, n))
		n++
	}
}

// thisParameter says whether a parameter is the one that tells what `this` is, and what it is.
func (x *extractor) thisParameter(i uint32) (string, bool) {
	if p := x.Field(i, fPattern); p == 0 || x.Nodes[p].Kind != this {
		return "", false
	}
	return known(x.annotation(x.Field(i, fType))), true
}

func (x *extractor) parameter(i uint32, hint string) {
	pattern, typ, value := i, uint32(0), uint32(0)
	switch x.Nodes[i].Kind {
	case requiredParameter, optionalParameter:
		pattern, typ, value = x.Field(i, fPattern), x.Field(i, fType), x.Field(i, fValue)
		if d := x.Child(i, decorator); d != 0 {
			x.walk(d)
		}
	case assignmentPattern:
		pattern, value = x.Field(i, fLeft), x.Field(i, fRight)
	}
	if pattern == 0 {
		return
	}
	x.types(typ)
	x.walkField(value)
	expr := x.annotation(typ)
	if expr == "" && value != 0 {
		expr = x.expr(value)
	}
	if expr == "" {
		expr = hint
	}
	if x.Nodes[pattern].Kind == restPattern && typ != 0 {
		if name := x.Child(pattern, identifier); name != 0 {
			x.Bind(x.Name(name), expr)
		}
		return
	}
	x.bind(pattern, orUnknown(expr))
	x.parameterProperty(i, pattern, expr)
}

// parameterProperty declares the field of `constructor(private readonly db: DB)`.
func (x *extractor) parameterProperty(i, pattern uint32, expr string) {
	if x.class < 0 || x.Nodes[pattern].Kind != identifier || x.In < 0 || x.Facts.Symbols[x.In].Kind != lang.Constructor {
		return
	}
	words := x.Src[x.Nodes[i].Start:x.Nodes[pattern].Start]
	if !containsWord(words, "readonly") && !containsWord(words, "public") && !containsWord(words, "private") && !containsWord(words, "protected") {
		return
	}
	exported := x.Facts.Symbols[x.class].Exported && !hidden(x.Name(pattern), words)
	x.Within(x.class, func() {
		x.symbol(lang.Symbol{Kind: lang.Field, Type: known(expr)}, pattern, modifiers{x.Nodes[i].Start, exported, false}, x.Nodes[i].End, 0)
	})
}

// bind makes the names of a pattern locals: parts of what expr stands for.
func (x *extractor) bind(pattern uint32, expr string) {
	x.eachName(pattern, orUnknown(expr), func(name uint32, expr string) { x.Bind(x.Name(name), expr) })
}

// eachName visits the names that a pattern binds, with what each stands for, and
// walks the default values in it.
func (x *extractor) eachName(p uint32, expr string, visit func(name uint32, expr string)) {
	switch x.Nodes[p].Kind {
	case identifier, shorthandPattern:
		visit(p, expr)
	case objectPattern:
		for c, end := p+1, x.Nodes[p].Next; c < end; c = x.Nodes[c].Next {
			x.eachProperty(c, expr, visit)
		}
	case arrayPattern:
		item := x.elementOf(expr)
		for c, end := p+1, x.Nodes[p].Next; c < end; c = x.Nodes[c].Next {
			x.eachName(c, item, visit)
		}
	case restPattern:
		for c, end := p+1, x.Nodes[p].Next; c < end; c = x.Nodes[c].Next {
			x.eachName(c, extract.Unknown, visit)
		}
	case assignmentPattern:
		value := x.Field(p, fRight)
		x.walkField(value)
		if value != 0 && (expr == extract.Unknown || x.Nodes[value].Kind == identifier) {
			expr = orElse(x.expr(value), expr)
		}
		if left := x.Field(p, fLeft); left != 0 {
			x.eachName(left, expr, visit)
		}
	}
}

func (x *extractor) eachProperty(c uint32, expr string, visit func(name uint32, expr string)) {
	switch x.Nodes[c].Kind {
	case shorthandPattern:
		visit(c, x.part(expr, x.Name(c)))
	case pairPattern:
		key, value := x.Field(c, fKey), x.Field(c, fValue)
		if value != 0 {
			x.eachName(value, x.part(expr, x.key(key)), visit)
		}
	case objectAssignment:
		value := x.Field(c, fRight)
		x.walkField(value)
		left := x.Field(c, fLeft)
		if left == 0 {
			return
		}
		part := x.part(expr, x.Name(left))
		if value != 0 && (part == extract.Unknown || x.Nodes[value].Kind == identifier) {
			part = orElse(x.expr(value), part) // a default that has a name says more than the type around it
		}
		x.eachName(left, part, visit)
	default:
		x.eachName(c, extract.Unknown, visit)
	}
}

func (x *extractor) part(expr, name string) string {
	if expr == extract.Unknown || name == "" {
		return extract.Unknown
	}
	return x.join(expr, ".", name)
}

func orElse(expr, other string) string {
	if expr == extract.Unknown {
		return other
	}
	return expr
}

func known(expr string) string {
	if expr == extract.Unknown {
		return ""
	}
	return expr
}

func orUnknown(expr string) string {
	if expr == "" {
		return extract.Unknown
	}
	return expr
}

// containsWord says whether word stands in text between other things than letters.
func containsWord(text []byte, word string) bool {
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte(word))
		if n < 0 {
			return false
		}
		from, to := at+n, at+n+len(word)
		if (from == 0 || !letter(text[from-1])) && (to == len(text) || !letter(text[to])) {
			return true
		}
		at = to
	}
}

func letter(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func unquote(b []byte) []byte {
	if len(b) >= 2 && (b[0] == '"' || b[0] == '\'' || b[0] == '`') {
		return b[1 : len(b)-1]
	}
	return b
}
