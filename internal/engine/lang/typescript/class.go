package typescript

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// classLike is a class or an interface; name may be that of the const that holds it.
func (x *extractor) classLike(i uint32, mod modifiers, name uint32, kind lang.Kind) {
	body := x.Field(i, fBody)
	mod.start = x.decorated(i, mod.start)
	m := x.Push()
	x.bindTypeParameters(x.Field(i, fTypeParameters))
	s := lang.Symbol{Kind: kind, Bases: x.bases(i)}
	at := name
	switch {
	case name == 0 && mod.byName:
		s.Name, at = "default", i
	case name == 0:
		s.Name, at = x.anonymous(), i
	case mod.byName:
		x.exportAs(x.Name(name), "default", x.Line(i))
	case x.Nodes[i].Kind == classExpression && x.Inside():
		x.BindSymbol(x.Name(name))
	}
	in := x.symbol(s, at, mod, x.Nodes[i].End, x.start(body))
	outer, self := x.class, x.self
	x.class, x.self = in, "@self"
	x.Within(in, func() {
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			switch x.Nodes[c].Kind {
			case classHeritage, extendsTypeClause:
				x.heritage(c)
			case typeParameters:
				x.types(c)
			}
		}
		if body != 0 {
			x.members(body, mod.exported)
		}
	})
	x.class, x.self = outer, self
	x.Pop(m)
}

// decorated walks a definition's decorators and returns where it begins behind them.
func (x *extractor) decorated(i, start uint32) uint32 {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if x.Nodes[c].Kind == decorator {
			x.walk(c)
			start = x.skipBlanks(x.Nodes[c].End)
		}
	}
	return start
}

func (x *extractor) skipBlanks(at uint32) uint32 {
	for int(at) < len(x.Src) && (x.Src[at] == ' ' || x.Src[at] == '\n' || x.Src[at] == '\t' || x.Src[at] == '\r') {
		at++
	}
	return at
}

// bases returns the Exprs of what a class or interface extends and implements.
func (x *extractor) bases(i uint32) []string {
	var all []string
	x.eachBase(i, func(base uint32, typed bool) {
		e := extract.Unknown
		if typed {
			e = x.typeExpr(base)
		} else {
			e = x.typeOfConstructor(base)
		}
		if e != extract.Unknown {
			all = append(all, e)
		}
	})
	return all
}

// eachBase visits the bases of class or interface i; typed says that one stands in a type's place.
func (x *extractor) eachBase(i uint32, visit func(base uint32, typed bool)) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		switch x.Nodes[c].Kind {
		case classHeritage:
			x.eachBase(c, visit)
		case extendsClause:
			if v := x.Field(c, fValue); v != 0 {
				visit(v, false)
			}
		case implementsClause, extendsTypeClause:
			for b, end := c+1, x.Nodes[c].Next; b < end; b = x.Nodes[b].Next {
				visit(b, true)
			}
		default:
			if x.Nodes[i].Kind == classHeritage { // JavaScript: the expression itself
				visit(c, false)
			}
		}
	}
}

// heritage gives the references of an extends or implements clause.
func (x *extractor) heritage(clause uint32) {
	for c, end := clause+1, x.Nodes[clause].Next; c < end; c = x.Nodes[c].Next {
		switch x.Nodes[c].Kind {
		case extendsClause, implementsClause:
			x.heritage(c)
		case identifier, typeIdentifier:
			x.use(c, lang.Inherit)
		case member, nestedTypeIdentifier:
			x.memberUse(c, lang.Inherit)
		case genericType:
			x.heritage(c)
		case typeArguments:
			x.types(c)
		default:
			x.walk(c)
		}
	}
}

// members are those of a class, an interface or an object type.
func (x *extractor) members(body uint32, exported bool) {
	for c, end := body+1, x.Nodes[body].Next; c < end; c = x.Nodes[c].Next {
		mod := modifiers{start: x.Nodes[c].Start, exported: exported}
		switch x.Nodes[c].Kind {
		case decorator:
			x.walk(c)
			continue
		case methodDefinition, methodSignature, abstractMethod:
			mod.start = x.decorated(c, mod.start)
			x.method(c, mod)
		case fieldDefinition, propertySignature:
			mod.start = x.decorated(c, mod.start)
			x.field(c, mod)
		case staticBlock:
			x.block(c)
		default:
			x.types(c)
		}
	}
}

// method is a method, a constructor or an accessor of a class, interface or object.
func (x *extractor) method(i uint32, mod modifiers) {
	name := x.Field(i, fName)
	label := x.key(name)
	if label == "" {
		x.walkField(name)
		x.methodBody(i, x.In)
		return
	}
	words := x.Src[mod.start:x.Nodes[name].Start]
	s := lang.Symbol{Name: label, Kind: lang.Method}
	switch {
	case label == "constructor":
		s.Kind = lang.Constructor
	case containsWord(words, "get") || containsWord(words, "set"):
		s.Kind = lang.Property
	}
	mod.exported = mod.exported && !hidden(label, words)
	if before := x.overload(label, s.Kind); before >= 0 {
		x.Facts.Symbols[before].End = x.Nodes[i].End
		x.Facts.Symbols[before].EndLine = x.LineAt(x.Nodes[i].End - 1)
		x.methodBody(i, before)
		return
	}
	s.Type = x.annotation(x.Field(i, fReturnType))
	x.methodBody(i, x.symbol(s, name, mod, x.Nodes[i].End, x.start(x.Field(i, fBody))))
}

func (x *extractor) methodBody(i uint32, in int32) {
	x.callable(i, in, x.self)
}

func hidden(label string, words []byte) bool {
	return label[0] == '#' || containsWord(words, "private") || containsWord(words, "protected")
}

// field is a property of a class, an interface or an object type.
func (x *extractor) field(i uint32, mod modifiers) {
	name := x.Field(i, fName)
	if name == 0 {
		name = x.Field(i, fProperty)
	}
	label := x.key(name)
	typ, value := x.Field(i, fType), x.Field(i, fValue)
	if label == "" {
		x.walkField(name)
		x.types(typ)
		x.walkField(value)
		return
	}
	mod.exported = mod.exported && !hidden(label, x.Src[mod.start:x.Nodes[name].Start])
	if value != 0 && isFunction(x.Nodes[x.bare(value)].Kind) {
		x.functionValue(i, x.bare(value), name, typ, mod, lang.Method)
		return
	}
	s := lang.Symbol{Name: label, Kind: lang.Field, Type: x.annotation(typ)}
	if x.Nodes[i].Kind == propertySignature {
		s.Kind = lang.Property
	}
	if f := x.functionTypeOf(typ); f != 0 {
		s.Kind, s.Type = lang.Method, x.typeExprOf(x.Field(f, fReturnType))
	}
	if s.Type == "" && value != 0 {
		s.Type = x.expr(value)
	}
	s.Type = known(s.Type)
	in := x.symbol(s, name, mod, x.Nodes[i].End, 0)
	if f := x.functionTypeOf(typ); f != 0 {
		x.tellParameters(in, x.Field(f, fParameters), false)
	}
	x.Within(in, func() {
		x.types(typ)
		x.walkField(value)
	})
}

// functionTypeOf returns the function type that an annotation is, or 0.
func (x *extractor) functionTypeOf(annotation uint32) uint32 {
	if annotation == 0 {
		return 0
	}
	t := x.Child(annotation, functionType)
	if p := x.Child(annotation, parenthesizedType); t == 0 && p != 0 {
		t = x.Child(p, functionType)
	}
	if u := x.Child(annotation, unionType); t == 0 && u != 0 { // optional: (() => T) | undefined
		if p := x.Child(u, parenthesizedType); p != 0 {
			t = x.Child(p, functionType)
		}
	}
	return t
}

// key returns a property's name, or "" where it is computed or a number.
func (x *extractor) key(i uint32) string {
	if i == 0 {
		return ""
	}
	switch x.Nodes[i].Kind {
	case propertyIdentifier, privateIdentifier, identifier, shorthandProperty:
		return x.Name(i)
	case str:
		return x.Intern(unquote(x.Bytes(i)))
	}
	return ""
}
