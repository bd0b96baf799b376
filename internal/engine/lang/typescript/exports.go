package typescript

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
)

func (x *extractor) exportStatement(i uint32) {
	mod := modifiers{start: x.decorated(i, x.Nodes[i].Start), exported: true}
	if source := x.Field(i, fSource); source != 0 {
		x.reexport(i, x.module(source))
		return
	}
	if clause := x.Child(i, exportClause); clause != 0 {
		for c, end := clause+1, x.Nodes[clause].Next; c < end; c = x.Nodes[c].Next {
			if name := x.Field(c, fName); name != 0 {
				as := name
				if a := x.Field(c, fAlias); a != 0 {
					as = a
				}
				x.exportAs(x.key(name), x.key(as), x.Line(c))
			}
		}
		return
	}
	body := x.Field(i, fDeclaration)
	if body == 0 {
		body = x.Field(i, fValue)
	}
	if body != 0 {
		mod.byName = containsWord(x.Src[mod.start:x.Nodes[body].Start], "default")
		if x.Nodes[body].Field == fValue {
			x.exportDefault(i, body, mod)
		} else {
			x.declaration(body, mod)
		}
		return
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if x.Nodes[c].Kind == decorator {
			continue
		}
		if x.Nodes[c].Kind == identifier { // export = name
			x.exportAs(x.Name(c), "default", x.Line(i))
		}
		x.walk(c)
	}
}

// reexport is `export … from "module"`.
func (x *extractor) reexport(i uint32, module string) {
	m := lang.Import{Module: module, Line: x.Line(i), Reexport: true}
	if clause := x.Child(i, exportClause); clause != 0 {
		for c, end := clause+1, x.Nodes[clause].Next; c < end; c = x.Nodes[c].Next {
			name, alias := x.Field(c, fName), x.Field(c, fAlias)
			if name == 0 {
				continue
			}
			m.Name = x.key(name)
			m.Local, m.Line = m.Name, x.Line(c)
			if alias != 0 {
				m.Local = x.key(alias)
			}
			x.Import(m)
		}
		return
	}
	m.Local = "*"
	if ns := x.Child(i, namespaceExport); ns != 0 && ns+1 < x.Nodes[ns].Next {
		m.Local = x.key(ns + 1)
	}
	x.Import(m)
}

// exportDefault is `export default <expression>`.
func (x *extractor) exportDefault(i, value uint32, mod modifiers) {
	inner := x.bare(value)
	switch k := x.Nodes[inner].Kind; {
	case k == identifier:
		x.exportAs(x.Name(inner), "default", x.Line(i))
		x.walk(value)
	case isFunction(k):
		x.functionDeclaration(inner, mod)
	case k == classExpression:
		x.declaration(inner, mod)
	case k == object:
		in := x.symbol(lang.Symbol{Name: "default", Kind: lang.Constant}, inner, mod, x.Nodes[i].End, x.Nodes[inner].Start)
		x.object(inner, in, "@self", true, true)
	default:
		in := x.symbol(lang.Symbol{Name: "default", Kind: lang.Constant, Type: known(x.expr(value))}, value, mod, x.Nodes[i].End, 0)
		x.Within(in, func() { x.walk(value) })
	}
}

// exportAs notes that the file's name is exported as another.
func (x *extractor) exportAs(name, as string, line uint32) {
	if name != "" && as != "" {
		x.exports = append(x.exports, exportName{name, as, line})
	}
}

// finishExports marks what was exported by name, once the whole file is known.
func (x *extractor) finishExports() {
	for _, e := range x.exports {
		own := false
		for i := range x.Facts.Symbols {
			if s := &x.Facts.Symbols[i]; s.Parent < 0 && s.Name == e.name {
				own = true
				x.exportSymbol(int32(i))
			}
		}
		imported := x.Imported(e.name)
		switch {
		case own && e.as != e.name:
			x.Import(lang.Import{Local: e.as, Name: e.name, Line: e.line, Reexport: true})
		case own || imported == nil:
		case e.as == e.name:
			imported.Reexport = true
		default:
			x.Import(lang.Import{Local: e.as, Module: imported.Module, Name: imported.Name, Line: e.line, Reexport: true})
		}
	}
}

// exportSymbol marks a symbol and the members that are not hidden.
func (x *extractor) exportSymbol(i int32) {
	if x.Facts.Symbols[i].Exported {
		return
	}
	x.Facts.Symbols[i].Exported = true
	if k := x.Facts.Symbols[i].Kind; k == lang.Function || k == lang.Method {
		return
	}
	for j := i + 1; j < int32(len(x.Facts.Symbols)); j++ {
		if s := &x.Facts.Symbols[j]; s.Parent == i && !hidden(s.Name, []byte(s.Signature[:min(len(s.Signature), 10)])) {
			s.Exported = true
		}
	}
}

// exportValue is `module.exports = …`.
func (x *extractor) exportValue(i, right uint32) {
	mod := modifiers{start: x.Nodes[i].Start, exported: true, byName: true}
	switch k := x.Nodes[right].Kind; {
	case k == identifier:
		x.exportAs(x.Name(right), "default", x.Line(i))
		x.walk(right)
	case k == classExpression || isFunction(k):
		x.declaration(right, mod)
	case k == object:
		x.exportObject(right)
	default:
		x.walk(right)
	}
}

// exportObject is `module.exports = { a, b: c, d() {} }`.
func (x *extractor) exportObject(right uint32) {
	for c, end := right+1, x.Nodes[right].Next; c < end; c = x.Nodes[c].Next {
		switch x.Nodes[c].Kind {
		case shorthandProperty:
			x.exportAs(x.Name(c), x.Name(c), x.Line(c))
			x.walk(c)
		case methodDefinition:
			x.method(c, modifiers{start: x.Nodes[c].Start, exported: true})
		case pair:
			if name, value := x.Field(c, fKey), x.Field(c, fValue); x.key(name) != "" && value != 0 {
				x.exportMember(c, name, value)
				continue
			}
			x.walk(c)
		default:
			x.walk(c)
		}
	}
}

// exportMember is `exports.name = value`.
func (x *extractor) exportMember(i, name, value uint32) {
	mod := modifiers{start: x.Nodes[i].Start, exported: true}
	switch k := x.Nodes[value].Kind; {
	case k == identifier:
		x.exportAs(x.Name(value), x.key(name), x.Line(i))
		x.walk(value)
	case isFunction(k):
		in := x.symbol(lang.Symbol{Name: x.key(name), Kind: lang.Function}, name, mod, x.Nodes[i].End, x.start(x.Field(value, fBody)))
		x.callable(value, in, "?")
	case k == classExpression:
		x.classLike(value, mod, name, lang.Class)
	default:
		in := x.symbol(lang.Symbol{Name: x.key(name), Kind: lang.Constant, Type: known(x.expr(value))}, name, mod, x.Nodes[i].End, 0)
		x.Within(in, func() { x.walk(value) })
	}
}
