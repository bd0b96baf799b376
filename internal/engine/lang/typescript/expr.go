package typescript

import (
	"bytes"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

const (
	maxExprDepth = 24  // of nodes: a longer chain says nothing
	maxExpr      = 200 // bytes
)

// expr returns what the expression at node i stands for, or extract.Unknown.
func (x *extractor) expr(i uint32) string {
	b := x.scratch[:0]
	x.scratch = nil // elementOf and join use it, too
	b, ok := x.appendExpr(b, i, 0)
	x.scratch = b[:0]
	if !ok || len(b) == 0 || len(b) > maxExpr {
		return extract.Unknown
	}
	return x.Intern(b)
}

func (x *extractor) appendExpr(dst []byte, i uint32, depth int) ([]byte, bool) {
	if depth > maxExprDepth || i == 0 {
		return dst, false
	}
	depth++
	switch x.Nodes[i].Kind {
	case identifier, shorthandProperty:
		expr, _, local := x.Local(x.Bytes(i))
		if local {
			return append(dst, expr...), expr != extract.Unknown
		}
		return append(append(dst, '='), x.Bytes(i)...), true
	case this:
		return append(dst, x.self...), x.self != extract.Unknown
	case super:
		return append(dst, "@super"...), x.self != extract.Unknown
	case member:
		name := x.Field(i, fProperty)
		dst, ok := x.appendExpr(dst, x.Field(i, fObject), depth)
		if !ok || name == 0 {
			return dst, false
		}
		return append(append(dst, '.'), x.Bytes(name)...), true
	case subscript:
		return x.appendSubscript(dst, i, depth)
	case call:
		return x.appendCall(dst, i, depth)
	case construct:
		dst, ok := x.appendExpr(dst, x.Field(i, fConstructor), depth)
		return append(dst, "()"...), ok
	case parenthesized, await, nonNull, asExpression, satisfies, typeAssertion, instantiation:
		return x.appendWrapped(dst, i, depth)
	case binary:
		op := x.operator(i)
		if op != "??" && op != "||" && op != "&&" {
			return dst, false
		}
		if op != "&&" {
			if out, ok := x.appendExpr(dst, x.Field(i, fLeft), depth); ok {
				return out, true
			}
		}
		return x.appendExpr(dst, x.Field(i, fRight), depth)
	case ternary:
		if out, ok := x.appendExpr(dst, x.Field(i, fConsequence), depth); ok {
			return out, true
		}
		return x.appendExpr(dst, x.Field(i, fAlternative), depth)
	case assignment:
		return x.appendExpr(dst, x.Field(i, fRight), depth)
	}
	return dst, false
}

func (x *extractor) appendSubscript(dst []byte, i uint32, depth int) ([]byte, bool) {
	start := len(dst)
	dst, ok := x.appendExpr(dst, x.Field(i, fObject), depth)
	if !ok {
		return dst, false
	}
	if index := x.Field(i, fIndex); index != 0 && x.Nodes[index].Kind == str {
		name := unquote(x.Bytes(index))
		if !plain(name) {
			return dst, false
		}
		return append(append(dst, '.'), name...), true
	}
	return append(dst[:start], x.elementOf(string(dst[start:]))...), true
}

func (x *extractor) appendCall(dst []byte, i uint32, depth int) ([]byte, bool) {
	fn := x.Field(i, fFunction)
	if fn == 0 || x.Nodes[fn].Kind == super || x.Nodes[fn].Kind == importKeyword {
		return dst, false
	}
	if x.Nodes[fn].Kind == member && string(x.Bytes(fn)) == "Object.freeze" {
		if args := x.Field(i, fArguments); args != 0 && args+1 < x.Nodes[args].Next {
			return x.appendExpr(dst, args+1, depth)
		}
	}
	if inner := x.bare(fn); x.Nodes[inner].Kind == arrowFunction { // called where it stands: (() => f.x)()
		if body := x.Field(inner, fBody); body != 0 && x.Nodes[body].Kind != statementBlock {
			return x.appendExpr(dst, body, depth)
		}
	}
	start := len(dst)
	dst, ok := x.appendExpr(dst, fn, depth)
	if !ok {
		return dst, false
	}
	// What an array's own methods and a promise's give, where the type is known to be a list.
	if at := bytes.LastIndexByte(dst[start:], '.'); at > 2 && dst[start] != '=' && dst[start+at-1] == ']' {
		switch list := dst[:start+at]; string(dst[start+at+1:]) {
		case "find", "findLast", "at", "pop", "shift":
			return list[:len(list)-2], true
		case "filter", "slice", "concat", "reverse", "sort", "toSorted", "toReversed":
			return list, true
		}
	}
	return append(dst, "()"...), true
}

// appendWrapped sees through what leaves a value as it is, or takes the type that is asserted.
func (x *extractor) appendWrapped(dst []byte, i uint32, depth int) ([]byte, bool) {
	first, last := uint32(0), uint32(0)
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if first == 0 {
			first = c
		}
		last = c
	}
	if first == 0 {
		return dst, false
	}
	switch x.Nodes[i].Kind {
	case asExpression:
		if last != first {
			return x.appendType(dst, last, depth)
		}
		if !strings.HasSuffix(strings.TrimRight(string(x.Bytes(i)), " "), "const") {
			return dst, false // `as string`: the type is a builtin
		}
	case typeAssertion:
		if x.Nodes[first].Kind == typeArguments && first+1 < x.Nodes[first].Next {
			return x.appendType(dst, first+1, depth)
		}
		return dst, false
	case parenthesized:
		if x.Nodes[first].Kind == sequence {
			return dst, false
		}
	}
	return x.appendExpr(dst, first, depth)
}

// bare returns the expression within parentheses, assertions and the like.
func (x *extractor) bare(i uint32) uint32 {
	for range maxExprDepth {
		switch x.Nodes[i].Kind {
		case parenthesized, nonNull, asExpression, satisfies:
			if i+1 >= x.Nodes[i].Next {
				return i
			}
			i++
		default:
			return i
		}
	}
	return i
}

// operator returns the operator of a binary expression.
func (x *extractor) operator(i uint32) string {
	left, right := x.Field(i, fLeft), x.Field(i, fRight)
	if left == 0 {
		return ""
	}
	to := x.Nodes[i].End
	if right != 0 {
		to = x.Nodes[right].Start
	}
	return strings.TrimSpace(string(x.Src[x.Nodes[left].End:to]))
}

// elementOf returns what an element of expr stands for.
func (x *extractor) elementOf(expr string) string {
	switch {
	case expr == "" || expr == extract.Unknown:
		return extract.Unknown
	case expr[0] != '=' && strings.HasSuffix(expr, "[]"): // a list of a type
		return expr[:len(expr)-2]
	case expr[0] != '=':
		return x.join("=", expr, "[]")
	}
	return x.join(expr, "[]", "")
}

func (x *extractor) join(a, b, c string) string {
	dst := append(append(append(x.scratch[:0], a...), b...), c...)
	x.scratch = dst[:0]
	return x.Intern(dst)
}

// typeOfConstructor returns the type that a class named by an expression makes.
func (x *extractor) typeOfConstructor(i uint32) string {
	e := x.expr(i)
	if k := x.Nodes[i].Kind; k == identifier || k == member {
		return strings.TrimPrefix(e, "=")
	}
	return e
}

// plain says whether a string can be a name in an Expr.
func plain(name []byte) bool {
	if len(name) == 0 {
		return false
	}
	for _, c := range name {
		if !letter(c) {
			return false
		}
	}
	return true
}
