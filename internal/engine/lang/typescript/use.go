package typescript

import (
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// expression walks one, and whatever holds nothing but expressions.
func (x *extractor) expression(i uint32) {
	switch x.Nodes[i].Kind {
	case identifier, shorthandProperty, shorthandPattern:
		x.use(i, lang.Value)
	case typeIdentifier, nestedTypeIdentifier, typeAnnotation, typeArguments, genericType, objectType, unionType, intersectionType,
		functionType, arrayType, tupleType, readonlyType, parenthesizedType, typeQuery, lookupType, conditionalType,
		literalType, typeParameters, typePredicateAnnotation:
		x.types(i)
	case member:
		x.memberUse(i, lang.Value)
	case call:
		x.call(i)
	case construct:
		x.callee(x.Field(i, fConstructor))
		x.types(x.Field(i, fTypeArguments))
		if args := x.Field(i, fArguments); args != 0 {
			x.arguments(x.Field(i, fConstructor), args)
		}
	case assignment:
		x.assignment(i)
	case object:
		if x.hasMethods(i) {
			x.anonymousObject(i, "@self")
		} else {
			x.children(i)
		}
	case pair:
		if key := x.Field(i, fKey); key != 0 && x.Nodes[key].Kind == computedName {
			x.children(key)
		}
		x.walkField(x.Field(i, fValue))
	case methodDefinition:
		x.closure(i)
	case jsxOpening, jsxSelfClosing:
		x.jsxElement(i)
	case propertyIdentifier, privateIdentifier, str, this, super:
	default:
		x.children(i)
	}
}

// use is a name that stands alone.
func (x *extractor) use(i uint32, kind lang.RefKind) {
	if x.Nodes[i].Start == x.Nodes[i].End {
		return // the parser's guess at what is missing
	}
	expr, symbol, local := x.Local(x.Bytes(i))
	switch {
	case !local || symbol:
		x.Ref(i, x.Name(i), "", kind)
	case kind == lang.Call:
		if recv, name := alias(expr); name != "" {
			x.Ref(i, x.Intern([]byte(name)), x.Intern([]byte(recv)), kind)
		}
	}
}

// alias splits the Expr of a local that is another name for a function or a
// member, as in `const { get } = api`.
func alias(expr string) (recv, name string) {
	at := strings.LastIndexByte(expr, '.')
	if at < 0 {
		if strings.HasPrefix(expr, "=") && !strings.ContainsAny(expr, "()[]@?") {
			return "", expr[1:]
		}
		return "", ""
	}
	if strings.ContainsAny(expr[at:], "()[]") {
		return "", ""
	}
	return expr[:at], expr[at+1:]
}

// memberUse is `object.name`, of kind, and what the object uses.
func (x *extractor) memberUse(i uint32, kind lang.RefKind) {
	var object, name uint32
	if x.Nodes[i].Kind == nestedTypeIdentifier {
		object, name = x.Field(i, fModule), x.Field(i, fName)
	} else {
		object, name = x.Field(i, fObject), x.Field(i, fProperty)
	}
	if object == 0 {
		return // of a literal
	}
	recv := x.recv(object)
	if x.Nodes[i].Kind == nestedTypeIdentifier {
		x.typeRoot(object)
	} else {
		x.walk(object)
	}
	if name != 0 && !x.literal(object) && x.Nodes[name].Start < x.Nodes[name].End {
		if recv != extract.Unknown || kind == lang.Call {
			x.Ref(name, x.Name(name), recv, kind)
		}
	}
}

// recv is the Expr before a dot.
func (x *extractor) recv(object uint32) string {
	if x.Nodes[object].Kind == nestedIdentifier {
		return x.Intern(append([]byte("="), x.Bytes(object)...))
	}
	return x.expr(object)
}

// typeRoot is the first name of `ns.inner.Type`.
func (x *extractor) typeRoot(i uint32) {
	for x.Nodes[i].Kind == nestedIdentifier && i+1 < x.Nodes[i].Next {
		i++
	}
	if k := x.Nodes[i].Kind; k == identifier {
		x.use(i, lang.TypeUse)
	}
}

// literal says whether a node is one: its methods are the language's own.
func (x *extractor) literal(i uint32) bool {
	i = x.bare(i)
	switch x.Nodes[i].Kind {
	case str, templateString, array, object:
		return true
	case parenthesized: // of a number
		return i+1 >= x.Nodes[i].Next
	case call: // import("module")
		_, module := x.moduleOf(i)
		return module
	}
	return false
}

func (x *extractor) call(i uint32) {
	fn, args := x.Field(i, fFunction), x.Field(i, fArguments)
	if module, ok := x.moduleOf(i); ok {
		x.Import(lang.Import{Module: module, Line: x.Line(i)})
		return
	}
	if fn != 0 {
		x.callee(fn)
	}
	x.types(x.Field(i, fTypeArguments))
	if args != 0 {
		x.arguments(fn, args)
	}
}

// callee is what is called or constructed.
func (x *extractor) callee(fn uint32) {
	if fn == 0 {
		return
	}
	switch k := x.Nodes[fn].Kind; k {
	case identifier:
		x.use(fn, lang.Call)
	case member:
		x.memberUse(fn, lang.Call)
	case super:
		x.Ref(fn, "constructor", "@super", lang.Call)
	case nonNull, parenthesized, instantiation:
		if inner := x.bare(fn); inner != fn && (x.Nodes[inner].Kind == identifier || x.Nodes[inner].Kind == member) {
			x.callee(inner)
			return
		}
		x.walk(fn)
	default:
		x.walk(fn)
	}
}

// arguments walks them. What a list's own methods hand to a callback is an element; what
// others do, they tell of themselves.
func (x *extractor) arguments(fn, args uint32) {
	hint := ""
	if fn != 0 && x.Nodes[fn].Kind == member {
		if name := x.Field(fn, fProperty); name != 0 {
			switch string(x.Bytes(name)) {
			case "map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap", "sort":
				hint = x.elementOf(x.expr(x.Field(fn, fObject)))
			case "then", "finally":
				hint = x.expr(x.Field(fn, fObject))
			}
		}
	}
	at, n := x.Nodes[args].Start, 0
	for c, end := args+1, x.Nodes[args].Next; c < end; c = x.Nodes[c].Next {
		n += commas(x.Src[at:x.Nodes[c].Start])
		at = x.Nodes[c].End
		if isFunction(x.Nodes[c].Kind) && x.Field(c, fParameters)+x.Field(c, fParameter) != 0 {
			x.handed = handed{first: hint}
			if hint == "" && fn != 0 {
				x.handed = handed{by: x.expr(fn), argument: n}
			}
		}
		x.walk(c)
		x.handed = handed{}
	}
}

// jsxElement is a JSX element: a call of the component.
func (x *extractor) jsxElement(i uint32) {
	name := x.Field(i, fName)
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		switch {
		case c != name:
			x.walk(c)
		case x.Nodes[c].Kind == member:
			x.memberUse(c, lang.Call)
		case x.Nodes[c].Kind == identifier && !intrinsic(x.Bytes(c)):
			x.use(c, lang.Call)
		}
	}
}

// intrinsic: an element whose name begins in lower case is HTML's.
func intrinsic(name []byte) bool { return len(name) > 0 && name[0] >= 'a' && name[0] <= 'z' }

// assignment is `left = right`.
func (x *extractor) assignment(i uint32) {
	left, right := x.Field(i, fLeft), x.Field(i, fRight)
	if left == 0 {
		x.children(i)
		return
	}
	switch {
	case x.Nodes[left].Kind == identifier:
		x.assign(left, right)
		if expr, symbol, local := x.Local(x.Bytes(left)); right != 0 && local && !symbol && expr != extract.Unknown &&
			x.Nodes[right].Kind == object && x.hasMethods(right) {
			x.anonymousObject(right, expr)
			return
		}
	case x.Nodes[left].Kind == member && right != 0:
		if !x.assignMember(i, left, right) {
			x.memberUse(left, lang.Value)
			x.walk(right)
		}
		return
	default:
		x.walk(left)
	}
	x.walkField(right)
}

// assign gives a local another value: it stands for that from here on.
func (x *extractor) assign(left, right uint32) {
	was, symbol, local := x.Local(x.Bytes(left))
	if !local || symbol {
		x.Ref(left, x.Name(left), "", lang.Value)
		return
	}
	if was == extract.Unknown && right != 0 {
		if e := x.expr(right); e != extract.Unknown {
			x.Set(extract.Mark{}, x.Name(left), e)
		}
	}
}
