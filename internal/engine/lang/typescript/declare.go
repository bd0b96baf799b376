package typescript

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// modifiers is what stands around a declaration.
type modifiers struct {
	start    uint32 // where the definition begins: at its `export` or `declare`
	exported bool
	byName   bool // export default: it has the name default as well
}

// declaration walks one that defines names.
func (x *extractor) declaration(i uint32, mod modifiers) {
	switch x.Nodes[i].Kind {
	case functionDeclaration, generatorDeclaration, functionSignature, functionExpression, generatorExpression, arrowFunction:
		x.functionDeclaration(i, mod)
	case classDeclaration, abstractClass, classExpression:
		x.classLike(i, mod, x.Field(i, fName), lang.Class)
	case interfaceDeclaration:
		x.classLike(i, mod, x.Field(i, fName), lang.Interface)
	case typeAlias:
		x.typeAlias(i, mod)
	case enumDeclaration:
		x.enum(i, mod)
	case namespaceDeclaration, moduleDeclaration:
		x.namespace(i, mod)
	case lexicalDeclaration, variableDeclaration:
		kind := lang.Variable
		if bytes.HasPrefix(x.Bytes(i), []byte("const")) {
			kind = lang.Constant
		}
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			if x.Nodes[c].Kind == variableDeclarator {
				at := mod
				if c != i+1 {
					at.start = x.Nodes[c].Start
				}
				x.declarator(c, at, kind)
			}
		}
	case ambientDeclaration:
		x.ambient(i, mod)
	case importAlias:
		x.importAlias(i)
	default:
		x.walk(i)
	}
}

// ambient is `declare …`: of a declaration, or `declare global { … }`.
func (x *extractor) ambient(i uint32, mod modifiers) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if x.Nodes[c].Kind == statementBlock {
			x.children(c)
			continue
		}
		x.declaration(c, mod)
	}
}

// symbol adds one, with what all of them have.
func (x *extractor) symbol(s lang.Symbol, name uint32, mod modifiers, end, head uint32) int32 {
	s.Parent = x.In
	s.Exported = mod.exported
	if head == 0 || head > end {
		head = end
	}
	s.Signature = x.signature(mod.start, head)
	if s.Doc == "" {
		s.Doc = extract.Sentence(extract.BlockComment(x.Src, mod.start))
	}
	return x.Add(s, name, mod.start, end)
}

// signature is one line of source up to the body.
func (x *extractor) signature(start, end uint32) string {
	text := bytes.TrimRight(x.Src[start:end], " \t\r\n;,{")
	text = bytes.TrimRight(bytes.TrimSuffix(text, []byte("=>")), " \t\r\n=:")
	return extract.OneLine(text)
}

// functionDeclaration adds a function; overloads are one symbol, which begins at the first.
func (x *extractor) functionDeclaration(i uint32, mod modifiers) {
	name := x.Field(i, fName)
	at := name
	s := lang.Symbol{Kind: lang.Function}
	if name == 0 {
		if !mod.byName {
			x.closure(i)
			return
		}
		s.Name, at = "default", i
	} else if before := x.overload(x.Name(name), lang.Function); before >= 0 {
		x.continueOverload(before, i)
		return
	}
	s.Type = x.annotation(x.Field(i, fReturnType))
	in := x.symbol(s, at, mod, x.Nodes[i].End, x.start(x.Field(i, fBody)))
	if mod.byName && name != 0 {
		x.exportAs(x.Name(name), "default", x.Line(i))
	}
	x.callable(i, in, extract.Unknown)
}

// overload returns the symbol of that name that was just declared here, or -1.
func (x *extractor) overload(name string, kind lang.Kind) int32 {
	last := int32(len(x.Facts.Symbols)) - 1
	if last >= 0 {
		if s := &x.Facts.Symbols[last]; s.Name == name && s.Parent == x.In && s.Kind == kind && !hasBody(x, s) {
			return last
		}
	}
	return -1
}

// hasBody says whether a symbol's source ends in a block.
func hasBody(x *extractor, s *lang.Symbol) bool { return s.End > 0 && x.Src[s.End-1] == '}' }

// continueOverload makes a further signature, or the implementation, part of symbol s.
func (x *extractor) continueOverload(s int32, i uint32) {
	sym := &x.Facts.Symbols[s]
	sym.End = x.Nodes[i].End
	sym.EndLine = x.LineAt(max(sym.End, 1) - 1)
	x.callable(i, s, x.selfIn(s))
}

// selfIn is what `this` is inside symbol s, a method or a function.
func (x *extractor) selfIn(s int32) string {
	if x.Facts.Symbols[s].Kind == lang.Function {
		return extract.Unknown
	}
	return x.self
}

func (x *extractor) start(i uint32) uint32 {
	if i == 0 {
		return 0
	}
	return x.Nodes[i].Start
}

// declarator is one `name: T = value` of a const, let or var.
func (x *extractor) declarator(i uint32, mod modifiers, kind lang.Kind) {
	name, typ, value := x.Field(i, fName), x.Field(i, fType), x.Field(i, fValue)
	if name == 0 {
		return
	}
	if value != 0 && x.required(name, value) {
		x.types(typ)
		return
	}
	if x.Nodes[name].Kind != identifier {
		x.destructure(name, typ, value, mod, kind)
		return
	}
	inner := value
	if value != 0 {
		inner = x.bare(value)
	}
	switch {
	case value != 0 && isFunction(x.Nodes[inner].Kind):
		x.functionValue(i, inner, name, typ, mod, lang.Function)
	case value != 0 && x.Nodes[inner].Kind == classExpression:
		x.bindSymbol(name)
		x.classLike(inner, mod, name, lang.Class)
	case value != 0 && x.Nodes[inner].Kind == object && (!x.Inside() || x.hasFunctions(inner)):
		x.bindSymbol(name)
		x.objectValue(i, inner, name, typ, value, mod, kind)
	default:
		x.variable(i, name, typ, value, mod, kind)
	}
}

// local says whether a declarator inside a function defines a symbol: a function, a class or an object with methods.
func (x *extractor) local(i uint32) bool {
	value := x.Field(i, fValue)
	if value == 0 {
		return false
	}
	inner := x.bare(value)
	k := x.Nodes[inner].Kind
	return isFunction(k) || k == classExpression || k == object && x.hasFunctions(inner)
}

func (x *extractor) bindSymbol(name uint32) {
	if _, symbol, local := x.Local(x.Bytes(name)); !local || !symbol {
		x.BindSymbol(x.Name(name))
	}
}

// functionValue is a function that a const, field or property holds.
func (x *extractor) functionValue(i, value, name, typ uint32, mod modifiers, kind lang.Kind) {
	if kind == lang.Function {
		x.bindSymbol(name)
	}
	result := x.annotation(x.Field(value, fReturnType))
	in := x.symbol(lang.Symbol{Kind: kind, Type: result}, name, mod, x.Nodes[i].End, x.start(x.Field(value, fBody)))
	self := x.self
	if x.Nodes[value].Kind != arrowFunction && kind == lang.Function {
		self = extract.Unknown
	}
	x.Within(in, func() { x.types(typ) })
	if t := known(x.annotation(typ)); t != "" {
		x.handed = handed{by: t, argument: -1}
	}
	x.callable(value, in, self)
}

// variable is a module's, or a local one, which is only bound.
func (x *extractor) variable(i, name, typ, value uint32, mod modifiers, kind lang.Kind) {
	expr := x.annotation(typ)
	if expr == "" && value != 0 {
		expr = x.expr(value)
	}
	if x.Inside() {
		x.types(typ)
		x.walkField(value)
		x.Set(x.function, x.Name(name), expr)
		return
	}
	in := x.symbol(lang.Symbol{Kind: kind, Type: known(expr)}, name, mod, x.Nodes[i].End, 0)
	x.Within(in, func() {
		x.types(typ)
		x.walkField(value)
	})
}

// destructure is `const { a, b: c } = value`.
func (x *extractor) destructure(pattern, typ, value uint32, mod modifiers, kind lang.Kind) {
	expr := x.annotation(typ)
	if expr == "" && value != 0 {
		expr = x.expr(value)
	}
	x.types(typ)
	x.walkField(value)
	if x.Inside() {
		x.bind(pattern, expr)
		return
	}
	x.eachName(pattern, orUnknown(expr), func(name uint32, expr string) {
		x.symbol(lang.Symbol{Kind: kind, Type: known(expr)}, name, modifiers{x.Nodes[name].Start, mod.exported, false}, x.Nodes[name].End, 0)
	})
}

func (x *extractor) typeAlias(i uint32, mod modifiers) {
	name, value := x.Field(i, fName), x.Field(i, fValue)
	if name == 0 {
		return
	}
	m := x.Push()
	x.bindTypeParameters(x.Field(i, fTypeParameters))
	s := lang.Symbol{Kind: lang.TypeAlias}
	if value != 0 {
		if x.Nodes[value].Kind == intersectionType {
			s.Bases = x.typeList(value)
		} else {
			s.Type = known(x.typeExpr(value))
		}
	}
	in := x.symbol(s, name, mod, x.Nodes[i].End, 0)
	if value != 0 && x.Nodes[value].Kind == functionType {
		x.tellParameters(in, x.Field(value, fParameters), true)
	}
	x.Within(in, func() {
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			switch {
			case c == name:
			case c == value && x.Nodes[c].Kind == objectType:
				x.members(c, mod.exported)
			case c == value && x.Nodes[c].Kind == intersectionType:
				for part, end := c+1, x.Nodes[c].Next; part < end; part = x.Nodes[part].Next {
					if x.Nodes[part].Kind == objectType {
						x.members(part, mod.exported)
					} else {
						x.types(part)
					}
				}
			default:
				x.types(c)
			}
		}
	})
	x.Pop(m)
}

func (x *extractor) enum(i uint32, mod modifiers) {
	name, body := x.Field(i, fName), x.Field(i, fBody)
	if name == 0 {
		return
	}
	in := x.symbol(lang.Symbol{Kind: lang.Enum}, name, mod, x.Nodes[i].End, x.start(body))
	if body == 0 {
		return
	}
	x.Within(in, func() {
		for c, end := body+1, x.Nodes[body].Next; c < end; c = x.Nodes[c].Next {
			member := c
			if x.Nodes[c].Kind == enumAssignment {
				member = x.Field(c, fName)
			}
			if label := x.key(member); label != "" {
				x.symbol(lang.Symbol{Name: label, Kind: lang.EnumMember}, member, modifiers{x.Nodes[c].Start, mod.exported, false}, x.Nodes[c].End, 0)
			}
			if member != c {
				x.walkField(x.Field(c, fValue))
			}
		}
	})
}

// namespace is `namespace A.B { … }`, or `declare module "x" { … }`.
func (x *extractor) namespace(i uint32, mod modifiers) {
	name, body := x.Field(i, fName), x.Field(i, fBody)
	if name == 0 {
		x.children(i)
		return
	}
	s := lang.Symbol{Kind: lang.Namespace}
	if x.Nodes[name].Kind == str {
		s.Name = x.Intern(unquote(x.Bytes(name)))
	}
	in := x.symbol(s, name, mod, x.Nodes[i].End, x.start(body))
	if body != 0 {
		x.Within(in, func() { x.children(body) })
	}
}
