package rust

import (
	"bytes"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

// note is what is remembered of a file while it is read.
type note struct {
	inline int  // modules with a body around what is read
	trait  bool // in an implementation of a trait: its members are as visible as that
	impls  []implementation
	roots  []uint32 // names that paths begin with
}

// implementation is `impl Trait for Type`.
type implementation struct{ typ, trait string }

func begin(x *table.Extractor)       { x.Notes = &note{} }
func notes(x *table.Extractor) *note { return x.Notes.(*note) }

// end gives types the traits that they implement: the type may stand behind the impl.
// A path may begin with a crate that no declaration names.
func end(x *table.Extractor) {
	for _, i := range notes(x).roots {
		if name := x.Name(i); name[0] >= 'a' && name[0] <= 'z' && x.Imported(name) == nil {
			x.Import(lang.Import{Local: name, Module: name, Line: x.Line(i)})
		}
	}
	for _, impl := range notes(x).impls {
		for i := range x.Facts.Symbols {
			s := &x.Facts.Symbols[i]
			if s.Name == impl.typ && (s.Kind == lang.Struct || s.Kind == lang.Enum || s.Kind == lang.TypeAlias) {
				s.Bases = append(s.Bases, impl.trait)
				break
			}
		}
	}
}

// modItem is `mod m { … }`, or `mod m;`, which names another file.
func modItem(x *table.Extractor, i uint32) {
	name, body := x.Get(i, "name"), x.Get(i, "body")
	if name == 0 {
		return
	}
	if body == 0 {
		x.Import(lang.Import{Local: x.Name(name), Module: "self::" + x.Name(name), Line: x.Line(i), Reexport: true})
		return
	}
	in := x.Symbol(lang.Symbol{Kind: lang.Module}, name, i, x.Nodes[body].Start)
	n, test := notes(x), x.Test
	x.Test = test || x.Name(name) == "tests" || x.Name(name) == "test"
	x.Facts.Symbols[in].Test = x.Test
	n.inline++
	x.Within(in, func() { x.Children(body) })
	n.inline--
	x.Test = test
}

// implItem is `impl Type { … }` and `impl Trait for Type { … }`: its members are the type's.
func implItem(x *table.Extractor, i uint32) {
	typ, trait, body := x.Get(i, "type"), x.Get(i, "trait"), x.Get(i, "body")
	if typ == 0 {
		x.Children(i)
		return
	}
	x.Scope(func() {
		if params := x.First(i, "type_parameters"); params != 0 {
			x.BindTypeParams(params)
			x.Walk(params)
		}
		n := notes(x)
		name := x.TypeExpr(typ)
		if at := strings.LastIndexByte(name, '.'); at >= 0 {
			name = name[at+1:]
		}
		name = strings.TrimSuffix(name, "[]")
		if trait != 0 {
			x.TypeUse(trait, lang.Inherit)
			if e := x.TypeExpr(trait); e != extract.Unknown {
				n.impls = append(n.impls, implementation{name, e})
			}
		}
		x.Types(typ)
		outer, level, receiver := n.trait, x.Level, x.Receiver
		n.trait, x.Level = trait != 0, table.AtType
		if in := x.Member(x.In, name); in >= 0 {
			x.Receiver = ""
			x.Within(in, func() { x.WalkIf(body) })
		} else {
			if x.Receiver = name; name == extract.Unknown || name == "@self" {
				x.Receiver = string(bytes.TrimSpace(x.Bytes(typ)))
			}
			x.WalkIf(body)
		}
		n.trait, x.Level, x.Receiver = outer, level, receiver
	})
}

// typeItem is `type Name = T;`.
func typeItem(x *table.Extractor, i uint32) {
	name, typ := x.Get(i, "name"), x.Get(i, "type")
	if name == 0 {
		return
	}
	expr := x.TypeExpr(typ)
	if expr == extract.Unknown {
		expr = ""
	}
	in := x.Symbol(lang.Symbol{Kind: lang.TypeAlias, Type: expr}, name, i, x.Nodes[i].End)
	x.Within(in, func() {
		for c := range x.Each(i) {
			if c != name && x.Role(c) != table.Modifier {
				x.Types(c)
			}
		}
	})
}

func macroDefinition(x *table.Extractor, i uint32) {
	if name := x.Get(i, "name"); name != 0 {
		x.Symbol(lang.Symbol{Kind: lang.Function}, name, i, x.Nodes[name].End)
	}
}

// boundsOf is `T: A + B`: types, and no definition derives from them.
func boundsOf(x *table.Extractor, i uint32) {
	for c := range x.Each(i) {
		x.Types(c)
	}
}

func typeBinding(x *table.Extractor, i uint32) { x.TypesIf(x.Get(i, "type")) }

func bindingOf(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	return x.AppendType(dst, x.Get(i, "type"), depth)
}

func nothing(_ *table.Extractor, dst []byte, _ uint32, _ int) ([]byte, bool) { return dst, false }

// referred is &T, &[T], &mut T.
func referred(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	return x.AppendType(dst, x.Get(i, "type"), depth)
}
