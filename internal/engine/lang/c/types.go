package c

import (
	"bytes"
	"path"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

// note is what is remembered of a file while it is read.
type note struct {
	header bool
	hidden bool   // in a namespace without a name
	space  string // the namespace around what is read: "a::b"
}

func begin(x *table.Extractor) {
	ext := path.Ext(x.Path)
	x.Notes = &note{header: len(ext) > 1 && (ext[1] == 'h' || ext[1] == 'H') || ext == ".cuh" || ext == ".inl"}
}

func notes(x *table.Extractor) *note { return x.Notes.(*note) }

// specifier is struct, union, class or enum: a definition when it has a body,
// otherwise the use of a type.
func specifier(x *table.Extractor, i uint32) {
	x.InType()
	name, body := x.Get(i, "name"), x.Get(i, "body")
	switch {
	case body == 0:
		x.TypesIf(name)
	case x.Is(i, "enum_specifier") && !scopedEnum(x, i, name):
		enum(x, i, name, body)
	case name == 0: // its members are those of what it stands in
		if x.Level == table.AtType {
			x.Walk(body)
		}
	default:
		x.Define(i, last(x, name), i)
	}
}

// specified is the type that one names.
func specified(x *table.Extractor, dst []byte, i uint32, depth int) ([]byte, bool) {
	name := x.Get(i, "name")
	if name == 0 {
		return dst, false
	}
	return x.AppendType(dst, name, depth)
}

func scopedEnum(x *table.Extractor, i, name uint32) bool {
	if name == 0 {
		return false
	}
	return len(bytes.Fields(x.Src[x.Nodes[i].Start:x.Nodes[name].Start])) > 1
}

// enum is one whose members are names of what it stands in.
func enum(x *table.Extractor, i, name, body uint32) {
	typ := ""
	if name != 0 {
		x.Symbol(lang.Symbol{Kind: lang.Enum}, name, i, x.Nodes[body].Start)
		typ = x.Name(name)
	}
	enumerators(x, body, typ)
}

func enumerators(x *table.Extractor, i uint32, typ string) {
	for c := range x.Each(i) {
		if !x.Is(c, "enumerator") {
			enumerators(x, c, typ)
			continue
		}
		name := x.Get(c, "name")
		if name == 0 {
			continue
		}
		in := x.Symbol(lang.Symbol{Kind: lang.EnumMember, Type: typ}, name, c, x.Nodes[c].End)
		x.Within(in, func() {
			for v := range x.Each(c) {
				if v != name {
					x.Walk(v)
				}
			}
		})
	}
}

// typedef is `typedef T name;`. A struct without a name gets that one.
func typedef(x *table.Extractor, i uint32) {
	typ := x.Get(i, "type")
	name := uint32(0)
	for c := range x.Each(i) {
		if declares(x, c, typ) {
			if d := take(x, c); d.name != 0 {
				name = d.name
				break
			}
		}
	}
	if typ == 0 || name == 0 {
		if name != 0 {
			x.Symbol(lang.Symbol{Kind: lang.TypeAlias}, name, i, x.Nodes[i].End)
		}
		return
	}
	if body := x.Get(typ, "body"); body != 0 && x.Get(typ, "name") == 0 && x.Role(typ) == table.Type {
		if x.Is(typ, "enum_specifier") {
			x.Symbol(lang.Symbol{Kind: lang.Enum}, name, i, x.Nodes[name].End)
			enumerators(x, body, x.Name(name))
			return
		}
		in := x.Symbol(lang.Symbol{Kind: lang.Struct}, name, i, x.Nodes[i].End)
		level := x.Level
		x.Level = table.AtType
		x.Within(in, func() { x.Children(body) })
		x.Level = level
		return
	}
	x.Types(typ)
	if tag := x.Get(typ, "name"); tag != 0 && x.Role(typ) == table.Type && x.Name(tag) == x.Name(name) {
		return // struct s and s are one
	}
	x.Symbol(lang.Symbol{Kind: lang.TypeAlias, Type: known(x.TypeExpr(typ))}, name, i, x.Nodes[i].End)
}

// alias is `using name = T;`, or a concept.
func alias(x *table.Extractor, i uint32) {
	name, typ := x.Get(i, "name"), x.Get(i, "type")
	if name == 0 {
		return
	}
	in := x.Symbol(lang.Symbol{Kind: lang.TypeAlias, Type: known(x.TypeExpr(typ))}, name, i, x.Nodes[i].End)
	x.Within(in, func() {
		for c := range x.Each(i) {
			if c != name {
				x.Types(c)
			}
		}
	})
}

// namespace has no symbol: what stands in it is found by its own name, and the
// namespace's name leads to the files that have it.
func namespace(x *table.Extractor, i uint32) {
	n := notes(x)
	outer, hidden := n.space, n.hidden
	if name := x.Get(i, "name"); name != 0 {
		if n.space != "" {
			n.space += "::"
		}
		n.space += string(bytes.Join(bytes.Fields(x.Bytes(name)), nil))
		if len(n.space) > len(x.Facts.Package) && len(n.space) < 200 {
			x.Facts.Package = n.space
		}
	} else {
		n.hidden = true
	}
	x.WalkIf(x.Get(i, "body"))
	n.space, n.hidden = outer, hidden
}

func template(x *table.Extractor, i uint32) {
	params := x.Get(i, "parameters")
	m := x.Push()
	if params != 0 {
		x.BindTypeParams(params)
	}
	for c := range x.Each(i) {
		if c != params {
			x.Walk(c)
		}
	}
	x.Pop(m)
}
