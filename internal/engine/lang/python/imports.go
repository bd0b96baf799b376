package python

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// importStatement is `import a.b, c as d`.
func (x *extractor) importStatement(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		m := lang.Import{Line: x.Line(c), Reexport: x.level == atModule}
		switch x.Nodes[c].Kind {
		case aliasedImport:
			name, alias := x.Field(c, fName), x.Field(c, fAlias)
			if name == 0 || alias == 0 {
				continue
			}
			m.Local, m.Module = x.Name(alias), x.moduleName(name)
			x.importName(m)
		case dottedName:
			m.Module = x.moduleName(c)
			first, _, below := bytes.Cut([]byte(m.Module), []byte("."))
			if below { // the name is the first part's; that the rest is loaded is a fact of its own
				x.Import(lang.Import{Module: m.Module, Line: m.Line})
				m.Module = x.Intern(first)
			}
			m.Local = m.Module
			x.importName(m)
		}
	}
}

// importFrom is `from m import a, b as c` and `from m import *`.
func (x *extractor) importFrom(i uint32) {
	from := x.Field(i, fModuleName)
	if from == 0 {
		return // from __future__
	}
	m := lang.Import{Module: x.moduleName(from), Reexport: x.level == atModule}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if c == from {
			continue
		}
		m.Line = x.Line(c)
		switch x.Nodes[c].Kind {
		case wildcardImport:
			m.Local, m.Name = "*", ""
			x.Import(m)
		case dottedName:
			m.Local, m.Name = x.Name(c), x.Name(c)
			x.importName(m)
		case aliasedImport:
			if name, alias := x.Field(c, fName), x.Field(c, fAlias); name != 0 && alias != 0 {
				m.Local, m.Name = x.Name(alias), x.Name(name)
				x.importName(m)
			}
		}
	}
}

// importName binds a name to a module's, also inside a function.
func (x *extractor) importName(m lang.Import) {
	if m.Local == "" || m.Module == "" {
		return
	}
	if x.Import(m) {
		x.BindSymbol(m.Local)
	} else if x.level == atFunction {
		x.Bind(m.Local, extract.Unknown)
	}
}

// moduleName returns a dotted name as one word: "a.b", "..models".
func (x *extractor) moduleName(i uint32) string {
	text := x.Bytes(i)
	if bytes.ContainsAny(text, " \t\n\r\\") {
		text = bytes.Join(bytes.Fields(bytes.ReplaceAll(text, []byte{'\\'}, nil)), nil)
	}
	return x.Intern(text)
}
