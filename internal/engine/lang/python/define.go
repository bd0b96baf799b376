package python

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// decorators are those that change what a definition is.
type decorators struct {
	static, property, overload, manager bool
}

func (x *extractor) decorated(i uint32) {
	var d decorators
	definition := x.Field(i, fDefinition)
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if x.Nodes[c].Kind != decorator {
			continue
		}
		name := bytes.TrimSpace(bytes.TrimPrefix(x.Bytes(c), []byte("@")))
		last := name[bytes.LastIndexByte(name, '.')+1:]
		switch string(last) {
		case "staticmethod":
			d.static = true
		case "property", "cached_property", "getter", "setter", "deleter", "classproperty":
			d.property = true
		case "overload":
			d.overload = true
		case "contextmanager", "asynccontextmanager":
			d.manager = true
		}
		if !accessor(last) {
			x.children(c)
		}
	}
	switch {
	case definition == 0:
	case x.Nodes[definition].Kind == functionDefinition:
		x.functionDefinition(definition, d)
	default:
		x.walk(definition)
	}
}

// accessor: @size.setter names the property that it completes, and uses nothing.
func accessor(last []byte) bool {
	return string(last) == "setter" || string(last) == "getter" || string(last) == "deleter"
}

func (x *extractor) functionDefinition(i uint32, d decorators) {
	name, params, returns, body := x.Field(i, fName), x.Field(i, fParameters), x.Field(i, fReturnType), x.Field(i, fBody)
	if name == 0 {
		x.children(i)
		return
	}
	s := lang.Symbol{Kind: lang.Function, Type: x.annotation(returns)}
	if x.level == atClass {
		switch {
		case d.property:
			s.Kind = lang.Property
		case string(x.Bytes(name)) == "__init__":
			s.Kind = lang.Constructor
		default:
			s.Kind = lang.Method
		}
	}
	if x.level == atFunction {
		x.BindSymbol(x.Name(name))
	}
	in, again := x.overloaded(x.Name(name), s.Kind)
	if !again {
		head := x.Nodes[name].End
		for _, part := range []uint32{params, returns} {
			if part != 0 {
				head = x.Nodes[part].End
			}
		}
		s.Doc = x.docstring(body)
		in = x.symbol(s, name, i, head)
	} else if sym := &x.Facts.Symbols[in]; sym.End < x.Nodes[i].End {
		sym.End, sym.EndLine = x.Nodes[i].End, x.LineAt(x.Nodes[i].End-1)
	}
	self := x.level == atClass && !d.static
	x.body(i, in, self, params, returns, body)
	if d.overload {
		x.overloads = in
	}
}

// overloaded returns the symbol of the @overload signatures that were just read, which this one belongs to.
func (x *extractor) overloaded(name string, kind lang.Kind) (int32, bool) {
	if x.overloads < 0 {
		return 0, false
	}
	in := x.overloads
	x.overloads = -1
	s := &x.Facts.Symbols[in]
	return in, s.Name == name && s.Parent == x.In && s.Kind == kind
}

// body walks a function's parts with symbol in as the enclosing one.
func (x *extractor) body(i uint32, in int32, self bool, params, returns, body uint32) {
	outer, was := *x, x.In
	x.In, x.level, x.results = in, atFunction, in
	m := x.Push()
	x.function = m
	x.typeParameters(x.Field(i, fTypeParameters))
	if params != 0 {
		x.parameters(params, self)
	}
	x.types(returns)
	if body != 0 {
		x.hoist(body)
		x.children(body)
	}
	x.Pop(m)
	if s := &x.Facts.Symbols[in]; s.Type == extract.Unknown {
		s.Type = ""
	}
	x.In, x.level, x.results, x.function = was, outer.level, outer.results, outer.function
}

// hoist binds the functions and classes that the statements below node i define,
// those in their blocks included: a closure may use them before they are read.
func (x *extractor) hoist(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		d := c
		switch x.Nodes[c].Kind {
		case decoratedDefinition:
			if d = x.Field(c, fDefinition); d == 0 {
				continue
			}
		case block, ifStatement, elifClause, forStatement, exceptClause, other: // try, with, while, else
			x.hoist(c)
			continue
		case functionDefinition, classDefinition:
		default:
			continue
		}
		if name := x.Field(d, fName); name != 0 {
			x.BindSymbol(x.Name(name))
		}
	}
}

func (x *extractor) parameters(i uint32, self bool) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if self && x.Nodes[c].Kind == identifier {
			x.Bind(x.Name(c), "@self")
		} else {
			x.parameter(c)
		}
		self = false
	}
}

func (x *extractor) parameter(i uint32) {
	switch x.Nodes[i].Kind {
	case identifier:
		x.Bind(x.Name(i), extract.Unknown)
	case defaultParameter, typedDefaultParameter, typedParameter:
		name, typ, value := x.Field(i, fName), x.Field(i, fType), x.Field(i, fValue)
		if name == 0 && i+1 < x.Nodes[i].Next {
			name = i + 1
		}
		x.types(typ)
		x.walkField(value)
		expr := x.annotation(typ)
		if expr == "" && value != 0 {
			expr = x.expr(value)
		}
		if name == 0 {
			return
		}
		if k := x.Nodes[name].Kind; (k == listSplat || k == dictionarySplat) && expr != "" && expr != extract.Unknown {
			expr = x.join(expr, "[]") // *args: T is a list of T
			name++
		}
		x.bind(name, expr)
	default:
		x.bind(i, extract.Unknown)
	}
}

// enums are the bases that make a class an enumeration.
var enums = map[string]bool{
	"Enum": true, "IntEnum": true, "StrEnum": true, "Flag": true, "IntFlag": true, "Choices": true, "TextChoices": true, "IntegerChoices": true,
}

func (x *extractor) classDefinition(i uint32) {
	name, supers, body := x.Field(i, fName), x.Field(i, fSuperclasses), x.Field(i, fBody)
	if name == 0 {
		x.children(i)
		return
	}
	if x.level == atFunction {
		x.BindSymbol(x.Name(name))
	}
	m := x.Push()
	x.typeParameters(x.Field(i, fTypeParameters))
	s := lang.Symbol{Kind: lang.Class, Doc: x.docstring(body)}
	head := x.Nodes[name].End
	enum := false
	if supers != 0 {
		head = x.Nodes[supers].End
		s.Bases, enum = x.bases(supers)
	}
	if enum {
		s.Kind = lang.Enum
	}
	in := x.symbol(s, name, i, head)
	outer, was := *x, x.In
	x.In, x.level, x.class, x.enum, x.fields = in, atClass, in, enum, map[string]int32{}
	if supers != 0 {
		x.superclasses(supers)
	}
	x.walkField(body)
	x.In, x.level, x.class, x.enum, x.fields = was, outer.level, outer.class, outer.enum, outer.fields
	x.Pop(m)
}

// bases returns the Exprs of a class's bases, and whether one makes it an enumeration.
func (x *extractor) bases(supers uint32) (all []string, enum bool) {
	for c, end := supers+1, x.Nodes[supers].Next; c < end; c = x.Nodes[c].Next {
		if x.Nodes[c].Kind == keywordArgument {
			continue
		}
		if e := x.typeExpr(c); e != extract.Unknown {
			all = append(all, e)
			enum = enum || enums[e[bytes.LastIndexByte([]byte(e), '.')+1:]]
		}
	}
	return all, enum
}

// superclasses gives the references of the list after a class's name.
func (x *extractor) superclasses(supers uint32) {
	for c, end := supers+1, x.Nodes[supers].Next; c < end; c = x.Nodes[c].Next {
		base := c
		if x.Nodes[c].Kind == subscript { // Generic[T]
			base = x.Field(c, fValue)
			x.types(x.Field(c, fSubscript))
		}
		switch {
		case base == 0:
		case x.Nodes[base].Kind == identifier:
			x.use(base, lang.Inherit)
		case x.Nodes[base].Kind == attribute:
			x.memberUse(base, lang.Inherit)
		default:
			x.walk(base)
		}
	}
}

// docstring returns the first sentence of the string that a body begins with.
func (x *extractor) docstring(body uint32) string {
	if body == 0 || body+2 >= x.Nodes[body].Next+1 || int(body)+2 >= len(x.Nodes) {
		return ""
	}
	if x.Nodes[body+1].Kind != expressionStatement || x.Nodes[body+2].Kind != str || body+2 >= x.Nodes[body].Next {
		return ""
	}
	text := bytes.TrimLeft(x.Bytes(body+2), "rRuUbBfF")
	return extract.Sentence(bytes.Trim(text, "\"'"))
}
