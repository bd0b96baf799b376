package typescript

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// types walks what stands in a type's place.
func (x *extractor) types(i uint32) {
	if i == 0 {
		return
	}
	switch x.Nodes[i].Kind {
	case typeIdentifier:
		x.use(i, lang.TypeUse)
	case nestedTypeIdentifier:
		x.memberUse(i, lang.TypeUse)
	case typeQuery:
		x.children(i)
	case propertySignature, indexSignature, requiredParameter, optionalParameter:
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			if f := x.Nodes[c].Field; f != fName && f != fPattern {
				x.types(c)
			}
		}
	case methodSignature, callSignature, constructSignature, functionType, conditionalType:
		m := x.Push()
		x.bindTypeParameters(x.Field(i, fTypeParameters))
		x.typeChildren(i)
		x.Pop(m)
	case mappedClause:
		if name := x.Field(i, fName); name != 0 {
			x.Bind(x.Name(name), extract.Unknown)
		}
		x.types(x.Field(i, fType))
	case inferType:
		if name := x.Child(i, typeIdentifier); name != 0 {
			x.Bind(x.Name(name), extract.Unknown)
		}
	case typeParameter:
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			if x.Nodes[c].Field != fName {
				x.types(c)
			}
		}
	case objectType:
		m := x.Push()
		x.typeChildren(i)
		x.Pop(m)
	case call, member, identifier, computedName:
		if x.Nodes[i].Field != fName {
			x.walk(i)
		}
	case typePredicate:
		x.types(x.Field(i, fType))
	default:
		x.typeChildren(i)
	}
}

func (x *extractor) typeChildren(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		x.types(c)
	}
}

// bindTypeParameters makes them locals: each stands for its constraint.
func (x *extractor) bindTypeParameters(i uint32) {
	if i == 0 {
		return
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		name := x.Field(c, fName)
		if name == 0 {
			continue
		}
		expr := extract.Unknown
		if constraint := x.Field(c, fConstraint); constraint != 0 && constraint+1 < x.Nodes[constraint].Next {
			expr = x.typeExpr(constraint + 1)
		}
		x.Bind(x.Name(name), expr)
	}
}

// annotation returns the Expr of `: T`: "" where there is none, extract.Unknown for a builtin.
func (x *extractor) annotation(i uint32) string {
	if i == 0 {
		return ""
	}
	if i+1 >= x.Nodes[i].Next || x.Nodes[i].Kind != typeAnnotation {
		return extract.Unknown
	}
	return x.typeExpr(i + 1)
}

// typeExprOf is typeExpr of a node that may be missing.
func (x *extractor) typeExprOf(i uint32) string {
	if i == 0 {
		return extract.Unknown
	}
	return x.typeExpr(i)
}

// typeExpr returns the Expr that a type stands for.
func (x *extractor) typeExpr(i uint32) string {
	b := x.scratch[:0]
	x.scratch = nil
	b, ok := x.appendType(b, i, 0)
	x.scratch = b[:0]
	if !ok || len(b) == 0 || len(b) > maxExpr {
		return extract.Unknown
	}
	return x.Intern(b)
}

// typeList returns the Exprs of the parts of an intersection.
func (x *extractor) typeList(i uint32) []string {
	var all []string
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if x.Nodes[c].Kind == intersectionType {
			all = append(all, x.typeList(c)...)
		} else if e := x.typeExpr(c); e != extract.Unknown {
			all = append(all, e)
		}
	}
	return all
}

func (x *extractor) appendType(dst []byte, i uint32, depth int) ([]byte, bool) {
	if i == 0 || depth > maxExprDepth {
		return dst, false
	}
	depth++
	first := i + 1
	empty := first >= x.Nodes[i].Next
	switch x.Nodes[i].Kind {
	case typeIdentifier, identifier:
		expr, symbol, local := x.Local(x.Bytes(i))
		if local && !symbol {
			return append(dst, expr...), expr != extract.Unknown
		}
		return append(dst, x.Bytes(i)...), true
	case nestedTypeIdentifier:
		return append(dst, x.Bytes(i)...), true
	case thisType:
		return append(dst, x.self...), x.self != extract.Unknown
	case arrayType:
		if empty {
			return dst, false
		}
		dst, ok := x.appendType(dst, first, depth)
		return append(dst, "[]"...), ok
	case genericType:
		return x.appendGeneric(dst, i, depth)
	case readonlyType, parenthesizedType, optionalType, restType, typeAnnotation:
		if empty {
			return dst, false
		}
		return x.appendType(dst, first, depth)
	case unionType, intersectionType:
		for c, end := first, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			if out, ok := x.appendType(dst, c, depth); ok {
				return out, true
			}
		}
	case typeQuery:
		if !empty {
			return x.appendExpr(dst, first, depth)
		}
	case functionType:
		if x.Nodes[i].Field == fValue { // of an alias: its Type is its result
			return x.appendType(dst, x.Field(i, fReturnType), depth)
		}
	case lookupType:
		return x.appendLookup(dst, i, depth)
	}
	return dst, false
}

// appendLookup is T["name"] and T[number].
func (x *extractor) appendLookup(dst []byte, i uint32, depth int) ([]byte, bool) {
	of := i + 1
	if of >= x.Nodes[i].Next {
		return dst, false
	}
	start := len(dst)
	dst, ok := x.appendType(dst, of, depth)
	if !ok {
		return dst, false
	}
	index := x.Nodes[of].Next
	if index >= x.Nodes[i].Next { // a builtin: number
		return append(dst[:start], x.elementOf(string(dst[start:]))...), true
	}
	name := unquote(x.Bytes(index))
	if x.Nodes[index].Kind != literalType || !plain(name) {
		return dst, false
	}
	return append(append(dst, '.'), name...), true
}

// appendGeneric sees through the wrappers of the standard library.
func (x *extractor) appendGeneric(dst []byte, i uint32, depth int) ([]byte, bool) {
	name, args := x.Field(i, fName), x.Child(i, typeArguments)
	if name == 0 {
		return dst, false
	}
	nth := func(n int) ([]byte, bool) {
		if args == 0 {
			return dst, false
		}
		c, end := args+1, x.Nodes[args].Next
		for ; n > 0 && c < end; n-- {
			c = x.Nodes[c].Next
		}
		if c >= end {
			return dst, false
		}
		return x.appendType(dst, c, depth)
	}
	suffix := func(out []byte, ok bool, s string) ([]byte, bool) { return append(out, s...), ok }
	switch string(x.Bytes(name)) {
	case "Promise", "PromiseLike", "Awaited", "Partial", "Required", "Readonly", "Pick", "Omit", "NonNullable", "Exclude",
		"Extract", "ThisType", "NoInfer", "WeakRef":
		return nth(0)
	case "Array", "ReadonlyArray", "Set", "ReadonlySet", "WeakSet", "Iterable", "Iterator", "IterableIterator",
		"AsyncIterable", "AsyncIterator", "AsyncIterableIterator", "Generator", "AsyncGenerator":
		out, ok := nth(0)
		return suffix(out, ok, "[]")
	case "Map", "ReadonlyMap", "WeakMap", "Record":
		// Where keys are of a builtin type, only the value's is left in the list of nodes.
		out, ok := nth(1)
		if !ok {
			out, ok = nth(0)
		}
		return suffix(out, ok, "[]")
	case "ReturnType", "InstanceType":
		out, ok := nth(0)
		return suffix(out, ok && len(out) > len(dst) && out[len(dst)] == '=', "()")
	}
	return x.appendType(dst, name, depth)
}
