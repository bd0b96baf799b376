package typescript

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

func (x *extractor) importStatement(i uint32) {
	if r := x.Child(i, importRequire); r != 0 { // import a = require("b")
		if name, source := x.Child(r, identifier), x.Field(r, fSource); name != 0 && source != 0 {
			x.Import(lang.Import{Local: x.Name(name), Module: x.module(source), Line: x.Line(i)})
		}
		return
	}
	source := x.Field(i, fSource)
	if source == 0 {
		return
	}
	m := lang.Import{Module: x.module(source), Line: x.Line(i)}
	clause := x.Child(i, importClause)
	if clause == 0 {
		x.Import(m)
		return
	}
	for c, end := clause+1, x.Nodes[clause].Next; c < end; c = x.Nodes[c].Next {
		switch x.Nodes[c].Kind {
		case identifier:
			m.Local, m.Name = x.Name(c), "default"
			x.Import(m)
		case namespaceImport:
			if name := x.Child(c, identifier); name != 0 {
				m.Local, m.Name = x.Name(name), ""
				x.Import(m)
			}
		case namedImports:
			x.importNames(c, m)
		}
	}
}

func (x *extractor) importNames(i uint32, m lang.Import) {
	if i+1 >= x.Nodes[i].Next { // import {} from "m"
		m.Local, m.Name = "", ""
		x.Import(m)
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		name, alias := x.Field(c, fName), x.Field(c, fAlias)
		if name == 0 {
			continue
		}
		m.Name = x.key(name)
		m.Local, m.Line = m.Name, x.Line(c)
		if alias != 0 {
			m.Local = x.Name(alias)
		}
		x.Import(m)
	}
}

// module returns a string's value: a module's name as written.
func (x *extractor) module(i uint32) string { return x.Intern(unquote(x.Bytes(i))) }

// importAlias is `import A = B.C`.
func (x *extractor) importAlias(i uint32) {
	name := i + 1
	if name >= x.Nodes[i].Next || x.Nodes[name].Kind != identifier {
		return
	}
	of := x.Nodes[name].Next
	if of >= x.Nodes[i].Next || x.Nodes[of].Kind != identifier && x.Nodes[of].Kind != nestedIdentifier {
		return
	}
	x.symbol(lang.Symbol{Kind: lang.TypeAlias, Type: x.Name(of)}, name, modifiers{start: x.Nodes[i].Start}, x.Nodes[i].End, 0)
	x.typeRoot(of)
}

// moduleOf returns the literal that require("m") or import("m") names.
func (x *extractor) moduleOf(i uint32) (string, bool) {
	if x.Nodes[i].Kind != call {
		return "", false
	}
	fn, args := x.Field(i, fFunction), x.Field(i, fArguments)
	if fn == 0 || args == 0 || args+1 >= x.Nodes[args].Next || x.Nodes[args+1].Kind != str {
		return "", false
	}
	if x.Nodes[fn].Kind == importKeyword {
		return x.module(args + 1), true
	}
	if x.Nodes[fn].Kind != identifier || string(x.Bytes(fn)) != "require" {
		return "", false
	}
	_, _, local := x.Local(x.Bytes(fn))
	return x.module(args + 1), !local
}

// required handles a declarator whose value is a module or a member of one.
func (x *extractor) required(name, value uint32) bool {
	value = x.bare(value)
	if x.Nodes[value].Kind == await && value+1 < x.Nodes[value].Next {
		value = x.bare(value + 1)
	}
	picked := ""
	if x.Nodes[value].Kind == member {
		object, property := x.Field(value, fObject), x.Field(value, fProperty)
		if object == 0 || property == 0 {
			return false
		}
		value, picked = x.bare(object), x.Name(property)
		if x.Nodes[value].Kind == await && value+1 < x.Nodes[value].Next {
			value = x.bare(value + 1)
		}
	}
	module, ok := x.moduleOf(value)
	if !ok {
		return false
	}
	m := lang.Import{Module: module, Name: picked, Line: x.Line(value)}
	if x.Nodes[name].Kind == identifier {
		x.importLocal(name, m)
		return true
	}
	if x.Nodes[name].Kind != objectPattern || picked != "" {
		x.bind(name, extract.Unknown)
		return true
	}
	x.Import(lang.Import{Module: module, Line: m.Line})
	for c, end := name+1, x.Nodes[name].Next; c < end; c = x.Nodes[c].Next {
		switch x.Nodes[c].Kind {
		case shorthandPattern:
			m.Name = x.Name(c)
			x.importLocal(c, m)
		case pairPattern:
			key, to := x.Field(c, fKey), x.Field(c, fValue)
			if m.Name = x.key(key); m.Name != "" && to != 0 && x.Nodes[to].Kind == identifier {
				x.importLocal(to, m)
			}
		default:
			x.bind(c, extract.Unknown)
		}
	}
	return true
}

// importLocal binds a name to a module's, also inside a function.
func (x *extractor) importLocal(name uint32, m lang.Import) {
	m.Local = x.Name(name)
	if x.Import(m) {
		x.BindSymbol(m.Local)
	} else {
		x.Bind(m.Local, extract.Unknown)
	}
}
