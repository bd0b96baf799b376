package python

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
func (x *extractor) expr(i uint32) string { return x.build(i, x.appendExpr) }

// typeExpr returns the Expr that a type stands for.
func (x *extractor) typeExpr(i uint32) string { return x.build(i, x.appendType) }

func (x *extractor) build(i uint32, add func([]byte, uint32, int) ([]byte, bool)) string {
	if int(i) >= len(x.Nodes) {
		return extract.Unknown
	}
	b := x.scratch[:0]
	x.scratch = nil // elementOf and join use it, too
	b, ok := add(b, i, 0)
	x.scratch = b[:0]
	if !ok || len(b) == 0 || len(b) > maxExpr {
		return extract.Unknown
	}
	return x.Intern(b)
}

func (x *extractor) appendExpr(dst []byte, i uint32, depth int) ([]byte, bool) {
	if depth > maxExprDepth || i == 0 || int(i) >= len(x.Nodes) {
		return dst, false
	}
	depth++
	switch x.Nodes[i].Kind {
	case identifier:
		expr, _, local := x.Local(x.Bytes(i))
		if local {
			return append(dst, expr...), expr != extract.Unknown
		}
		return append(append(dst, '='), x.Bytes(i)...), true
	case attribute:
		name := x.Field(i, fAttribute)
		dst, ok := x.appendExpr(dst, x.Field(i, fObject), depth)
		if !ok || name == 0 {
			return dst, false
		}
		if string(x.Bytes(name)) == "__class__" {
			return dst, true
		}
		return append(append(dst, '.'), x.Bytes(name)...), true
	case subscript:
		start := len(dst)
		dst, ok := x.appendExpr(dst, x.Field(i, fValue), depth)
		if !ok {
			return dst, false
		}
		return append(dst[:start], x.elementOf(string(dst[start:]))...), true
	case call:
		return x.appendCall(dst, i, depth)
	case await, parenthesized:
		if i+1 < x.Nodes[i].Next {
			return x.appendExpr(dst, i+1, depth)
		}
	case namedExpression:
		return x.appendExpr(dst, x.Field(i, fValue), depth)
	case assignment:
		return x.appendExpr(dst, x.Field(i, fRight), depth)
	case booleanOperator:
		left, right := x.Field(i, fLeft), x.Field(i, fRight)
		if left != 0 && right != 0 && bytes.Contains(x.Src[x.Nodes[left].End:x.Nodes[right].Start], []byte("or")) {
			if out, ok := x.appendExpr(dst, left, depth); ok {
				return out, true
			}
		}
		return x.appendExpr(dst, right, depth)
	case conditional: // then, condition, else: literals are not in the list of nodes
		if i+1 < x.Nodes[i].Next && x.count(i) == 3 {
			if out, ok := x.appendExpr(dst, i+1, depth); ok {
				return out, true
			}
			return x.appendExpr(dst, x.Nodes[x.Nodes[i+1].Next].Next, depth)
		}
	}
	return dst, false
}

// appendCall knows the builtins whose result is that of their arguments.
func (x *extractor) appendCall(dst []byte, i uint32, depth int) ([]byte, bool) {
	fn, args := x.Field(i, fFunction), x.Field(i, fArguments)
	if fn == 0 {
		return dst, false
	}
	if x.Nodes[fn].Kind == identifier && args != 0 {
		first := args + 1
		none := first >= x.Nodes[args].Next
		switch string(x.Bytes(fn)) {
		case "super":
			return append(dst, "@super"...), true
		case "list", "tuple", "set", "sorted", "reversed", "iter", "frozenset":
			if none {
				return dst, false
			}
			return x.appendExpr(dst, first, depth)
		case "next":
			if none {
				return dst, false
			}
			start := len(dst)
			dst, ok := x.appendExpr(dst, first, depth)
			return append(dst[:start], x.elementOf(string(dst[start:]))...), ok
		case "cast":
			if none {
				return dst, false
			}
			return x.appendType(dst, first, depth)
		case "type":
			if !none {
				out, ok := x.appendExpr(dst, first, depth)
				return out, ok && string(out[len(dst):]) == "@self"
			}
		case "getattr", "min", "max", "sum", "abs", "zip", "enumerate", "map", "filter", "vars", "dict": // of what they are given
			if _, shadowed := x.names[string(x.Bytes(fn))]; !shadowed {
				return dst, false
			}
		}
	}
	start := len(dst)
	dst, ok := x.appendExpr(dst, fn, depth)
	if ok && string(dst[start:]) == "@self" && x.namesClass(fn) {
		return dst, true // cls(), self.__class__(), type(self)(): one more of the class
	}
	return append(dst, "()"...), ok
}

// namesClass says whether an expression that stands for @self is the class and not the instance.
func (x *extractor) namesClass(fn uint32) bool {
	switch x.Nodes[fn].Kind {
	case identifier:
		switch string(x.Bytes(fn)) {
		case "cls", "klass", "mcs", "mcls":
			return true
		}
	case attribute, call:
		return true
	}
	return false
}

// annotation returns the Expr of a type: "" where there is none, extract.Unknown for a builtin.
func (x *extractor) annotation(i uint32) string {
	if i == 0 {
		return ""
	}
	return x.typeExpr(i)
}

// builtins are types whose members are the language's own.
var builtins = map[string]bool{
	"str": true, "int": true, "float": true, "bool": true, "bytes": true, "object": true, "complex": true, "bytearray": true,
	"dict": true, "list": true, "tuple": true, "set": true, "frozenset": true, "Any": true, "None": true, "Callable": true,
}

func (x *extractor) appendType(dst []byte, i uint32, depth int) ([]byte, bool) {
	if depth > maxExprDepth || i == 0 || int(i) >= len(x.Nodes) {
		return dst, false
	}
	depth++
	first := i + 1
	empty := first >= x.Nodes[i].Next
	switch x.Nodes[i].Kind {
	case typeNode, parenthesized:
		if !empty {
			return x.appendType(dst, first, depth)
		}
	case identifier:
		return x.appendTypeName(dst, x.Bytes(i))
	case attribute, memberType:
		if dottedText(x.Bytes(i)) {
			return append(dst, x.Bytes(i)...), true
		}
	case str:
		if name := quotedType(x.Bytes(i)); dottedText(name) {
			return x.appendTypeName(dst, name)
		}
	case genericType:
		if !empty {
			if args := x.Child(i, typeParameter); args != 0 {
				return x.appendGeneric(dst, first, args+1, x.Nodes[args].Next, depth)
			}
		}
	case subscript:
		value := x.Field(i, fValue)
		if value != 0 {
			return x.appendGeneric(dst, value, x.Nodes[value].Next, x.Nodes[i].Next, depth)
		}
	case binaryOperator, unionType, tuple: // T | None; isinstance(v, (A, B)) is the first
		for c, end := first, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			if out, ok := x.appendType(dst, c, depth); ok {
				return out, true
			}
		}
	case call: // a base made by a call
		return x.appendExpr(dst, i, depth)
	}
	return dst, false
}

func (x *extractor) appendTypeName(dst, name []byte) ([]byte, bool) {
	if string(name) == "Self" && x.class >= 0 {
		return append(dst, "@self"...), true
	}
	if expr, symbol, local := x.Local(name); local && !symbol {
		return append(dst, strings.TrimPrefix(expr, "=")...), expr != extract.Unknown
	}
	if builtins[string(name)] {
		return dst, false
	}
	return append(dst, name...), true
}

// appendGeneric sees through the wrappers of typing; arguments stand in [first, end).
func (x *extractor) appendGeneric(dst []byte, name, first, end uint32, depth int) ([]byte, bool) {
	last := first
	for c := first; c < end; c = x.Nodes[c].Next {
		last = c
	}
	text := x.Bytes(name)
	text = text[bytes.LastIndexByte(text, '.')+1:]
	of := uint32(0)
	list := false
	switch string(text) {
	case "Optional", "Union", "Annotated", "ClassVar", "Final", "Type", "type", "Awaitable", "Required", "NotRequired", "ReadOnly":
		if string(text) == "Union" {
			for c := first; c < end; c = x.Nodes[c].Next {
				if out, ok := x.appendType(dst, c, depth); ok {
					return out, true
				}
			}
			return dst, false
		}
		of = first
	case "Coroutine":
		of = last
	case "List", "list", "Set", "set", "FrozenSet", "frozenset", "Sequence", "MutableSequence", "Iterable", "Iterator", "Collection",
		"AsyncIterable", "AsyncIterator", "Generator", "AsyncGenerator", "Deque", "deque", "Tuple", "tuple", "AbstractSet":
		of, list = first, true
	case "Dict", "dict", "Mapping", "MutableMapping", "DefaultDict", "defaultdict", "OrderedDict":
		of, list = last, true
	case "Callable", "Literal":
		return dst, false
	default:
		return x.appendType(dst, name, depth)
	}
	if of >= end {
		return dst, false
	}
	dst, ok := x.appendType(dst, of, depth)
	if list {
		dst = append(dst, "[]"...)
	}
	return dst, ok
}

// elementOf returns what an element of expr stands for.
func (x *extractor) elementOf(expr string) string {
	switch {
	case expr == "" || expr == extract.Unknown:
		return extract.Unknown
	case expr[0] != '=' && strings.HasSuffix(expr, "[]"): // a list of a type
		return expr[:len(expr)-2]
	case expr[0] != '=':
		return x.join("=", expr+"[]")
	}
	return x.join(expr, "[]")
}

func (x *extractor) join(a, b string) string {
	dst := append(append(x.scratch[:0], a...), b...)
	x.scratch = dst[:0]
	return x.Intern(dst)
}
