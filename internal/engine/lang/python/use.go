package python

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// expression walks one, and whatever holds nothing but expressions.
func (x *extractor) expression(i uint32) {
	switch x.Nodes[i].Kind {
	case identifier:
		x.use(i, lang.Value)
	case attribute:
		x.memberUse(i, lang.Value)
	case call:
		x.call(i)
	case keywordArgument:
		x.walkField(x.Field(i, fValue))
	case yield:
		x.children(i)
	default:
		x.children(i)
	}
}

// use is a name that stands alone.
func (x *extractor) use(i uint32, kind lang.RefKind) {
	if x.Nodes[i].Start == x.Nodes[i].End {
		return // the parser's guess at what is missing
	}
	if _, symbol, local := x.Local(x.Bytes(i)); !local || symbol {
		x.Ref(i, x.Name(i), "", kind)
	}
}

// memberUse is `object.name`, of kind, and what the object uses.
func (x *extractor) memberUse(i uint32, kind lang.RefKind) {
	object, name := x.Field(i, fObject), x.Field(i, fAttribute)
	if object == 0 {
		return // of a number
	}
	x.walk(object)
	if name == 0 || x.literal(object) || x.Nodes[name].Start == x.Nodes[name].End {
		return
	}
	if recv := x.expr(object); recv != extract.Unknown || kind == lang.Call {
		x.Ref(name, x.Name(name), recv, kind)
	}
}

// literal says whether a node is one: its methods are the language's own.
func (x *extractor) literal(i uint32) bool {
	for x.Nodes[i].Kind == parenthesized && i+1 < x.Nodes[i].Next {
		i++
	}
	switch x.Nodes[i].Kind {
	case str, concatenated, list, tuple, set, dictionary, listComprehension, setComprehension, dictionaryComprehension, generatorExpression:
		return true
	}
	return false
}

func (x *extractor) call(i uint32) {
	fn, args := x.Field(i, fFunction), x.Field(i, fArguments)
	if fn != 0 {
		switch x.Nodes[fn].Kind {
		case identifier:
			if string(x.Bytes(fn)) != "super" {
				x.use(fn, lang.Call)
			}
		case attribute:
			x.memberUse(fn, lang.Call)
		default:
			x.walk(fn)
		}
	}
	x.walkField(args)
}

// types walks what stands in a type's place.
func (x *extractor) types(i uint32) {
	if i == 0 {
		return
	}
	switch x.Nodes[i].Kind {
	case identifier:
		x.use(i, lang.TypeUse)
	case attribute:
		x.memberUse(i, lang.TypeUse)
	case str:
		x.quoted(i)
	case call, lambda:
		x.walk(i)
	default:
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			x.types(c)
		}
	}
}

// quoted is a type in a string: "Store", "models.Store".
func (x *extractor) quoted(i uint32) {
	name := quotedType(x.Bytes(i))
	if !dottedText(name) {
		return
	}
	recv := ""
	if at := bytes.LastIndexByte(name, '.'); at >= 0 {
		recv, name = "="+string(name[:at]), name[at+1:]
	}
	if _, symbol, local := x.Local(name); !local || symbol || recv != "" {
		x.Ref(i, x.Intern(name), x.Intern([]byte(recv)), lang.TypeUse)
	}
}

// quotedType returns the type that a string names, without an Optional or a None beside it.
func quotedType(s []byte) []byte {
	s = bytes.Trim(s, "\"'")
	if inner, ok := bytes.CutPrefix(s, []byte("Optional[")); ok {
		s = bytes.TrimSuffix(inner, []byte("]"))
	}
	if first, _, ok := bytes.Cut(s, []byte(" | ")); ok {
		s = first
	}
	return s
}

func dottedText(name []byte) bool {
	if len(name) == 0 || name[0] == '.' || name[len(name)-1] == '.' {
		return false
	}
	for _, c := range name {
		if c != '.' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return name[0] > '9'
}

// typeParameters binds those of `def f[T: Bound]`.
func (x *extractor) typeParameters(i uint32) {
	if i == 0 {
		return
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		for n := c; n < x.Nodes[c].Next; n++ {
			if x.Nodes[n].Kind == identifier {
				x.Bind(x.Name(n), extract.Unknown)
				break
			}
		}
	}
}
