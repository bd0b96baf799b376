package typescript

import (
	"strconv"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// maxProperties bounds the plain properties of one object that become symbols:
// beyond it stand tables of data, not interfaces.
const maxProperties = 200

// hasMethods says whether an object literal has shorthand methods.
func (x *extractor) hasMethods(i uint32) bool {
	return x.Child(i, methodDefinition) != 0
}

// hasFunctions says whether an object literal has methods, or properties that are functions.
func (x *extractor) hasFunctions(i uint32) bool {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		switch x.Nodes[c].Kind {
		case methodDefinition:
			return true
		case pair:
			if v := x.Field(c, fValue); v != 0 && isFunction(x.Nodes[v].Kind) {
				return true
			}
		}
	}
	return false
}

// anonymous returns a name for what has none; no code can use it.
func (x *extractor) anonymous() string {
	x.objects++
	if x.objects == 1 {
		return "{}"
	}
	return "{}" + strconv.Itoa(x.objects)
}

// anonymousObject is an object with methods that no name holds: a symbol of its
// own, so that its methods are nobody else's and their `this` is it.
// self is what `this` is in them: the type that the object is declared to have.
func (x *extractor) anonymousObject(i uint32, self string) string {
	name := x.anonymous()
	in := x.symbol(lang.Symbol{Name: name, Kind: lang.Constant}, i, modifiers{start: x.Nodes[i].Start}, x.Nodes[i].End, x.Nodes[i].Start+1)
	x.object(i, in, self, false, false)
	return name
}

// objectValue is an object that a const holds.
func (x *extractor) objectValue(i, value, name, typ, whole uint32, mod modifiers, kind lang.Kind) {
	expr := x.annotation(typ)
	if expr == "" && whole != value {
		if e := x.expr(whole); e != extract.Unknown {
			expr = e // `{ … } as T`
		}
	}
	self := "@self"
	if known(expr) != "" {
		self = expr
	}
	in := x.symbol(lang.Symbol{Kind: kind, Type: known(expr)}, name, mod, x.Nodes[i].End, x.Nodes[value].Start)
	x.Within(in, func() { x.types(typ) })
	x.object(value, in, self, mod.exported, !x.Inside())
}

// object walks the members of a literal as those of symbol in.
func (x *extractor) object(i uint32, in int32, self string, exported, properties bool) {
	outer := x.self
	x.self = self
	x.Within(in, func() {
		n := 0
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			switch n++; x.Nodes[c].Kind {
			case methodDefinition:
				x.method(c, modifiers{start: x.Nodes[c].Start, exported: exported})
			case pair:
				x.property(c, self, exported, properties && n <= maxProperties)
			default:
				x.walk(c)
			}
		}
	})
	x.self = outer
}

func (x *extractor) property(i uint32, self string, exported, plain bool) {
	key, value := x.Field(i, fKey), x.Field(i, fValue)
	label := x.key(key)
	if label == "" || value == 0 && !plain {
		x.walk(i)
		return
	}
	mod := modifiers{start: x.Nodes[i].Start, exported: exported}
	inner := value
	if value != 0 {
		inner = x.bare(value)
	}
	switch {
	case value != 0 && isFunction(x.Nodes[inner].Kind):
		result := x.annotation(x.Field(inner, fReturnType))
		in := x.symbol(lang.Symbol{Name: label, Kind: lang.Method, Type: result}, key, mod, x.Nodes[i].End, x.start(x.Field(inner, fBody)))
		if x.Nodes[inner].Kind == arrowFunction {
			self = extract.Unknown
		}
		x.callable(inner, in, self)
	case value != 0 && x.Nodes[inner].Kind == object && (plain || x.hasFunctions(inner)):
		in := x.symbol(lang.Symbol{Name: label, Kind: lang.Property}, key, mod, x.Nodes[i].End, x.Nodes[inner].Start)
		x.object(inner, in, "@self", exported, plain)
	case plain:
		s := lang.Symbol{Name: label, Kind: lang.Property}
		if value != 0 {
			s.Type = known(x.expr(value))
		}
		in := x.symbol(s, key, mod, x.Nodes[i].End, 0)
		x.Within(in, func() { x.walkField(value) })
	default:
		x.walk(i)
	}
}

// assignMember handles the assignments that define something: `this.x = …` in a
// JavaScript class, `exports.x = …`, `T.prototype.m = function …`.
func (x *extractor) assignMember(i, left, right uint32) bool {
	object, name := x.Field(left, fObject), x.Field(left, fProperty)
	if object == 0 || name == 0 {
		return false
	}
	if x.Nodes[object].Kind == this {
		x.assignField(i, name, right)
		return false
	}
	if x.Inside() {
		return false
	}
	switch path := string(x.Bytes(left)); {
	case path == "module.exports":
		x.exportValue(i, right)
		return true
	case string(x.Bytes(object)) == "exports" || string(x.Bytes(object)) == "module.exports":
		x.exportMember(i, name, right)
		return true
	}
	return x.prototype(i, object, name, right)
}

// assignField declares a field, or tells its type.
func (x *extractor) assignField(i, name, right uint32) {
	if x.class < 0 || x.self != "@self" || len(x.Bytes(name)) == 0 {
		return
	}
	expr := known(x.expr(right))
	if at := x.Member(x.class, x.Name(name)); at >= 0 {
		if s := &x.Facts.Symbols[at]; s.Type == "" && s.Kind == lang.Field && !x.annotated(s) {
			s.Type = expr
		}
		return
	}
	if !x.script {
		return
	}
	exported := x.Facts.Symbols[x.class].Exported && x.Bytes(name)[0] != '#'
	x.Within(x.class, func() {
		x.symbol(lang.Symbol{Kind: lang.Field, Type: expr}, name, modifiers{x.Nodes[i].Start, exported, false}, x.Nodes[i].End, 0)
	})
}

// annotated says whether a field's declaration names a type, which then is a builtin.
func (x *extractor) annotated(s *lang.Symbol) bool {
	for at := int(s.Start); at < int(s.End) && at < len(x.Src); at++ {
		switch x.Src[at] {
		case ':':
			return true
		case '=', ';', '\n':
			return false
		}
	}
	return false
}

// prototype is `T.prototype.m = function …` and `T.m = function …`.
func (x *extractor) prototype(i, object, name, right uint32) bool {
	if !isFunction(x.Nodes[right].Kind) {
		return false
	}
	owner := object
	if x.Nodes[object].Kind == member {
		if p := x.Field(object, fProperty); p == 0 || string(x.Bytes(p)) != "prototype" {
			return false
		}
		owner = x.Field(object, fObject)
	}
	if owner == 0 || x.Nodes[owner].Kind != identifier {
		return false
	}
	parent := x.Member(-1, x.Name(owner))
	if parent < 0 {
		return false
	}
	outer := x.self
	x.self = "@self"
	x.Within(parent, func() {
		in := x.symbol(lang.Symbol{Kind: lang.Method}, name, modifiers{x.Nodes[i].Start, x.Facts.Symbols[parent].Exported, false}, x.Nodes[i].End, x.start(x.Field(right, fBody)))
		x.callable(right, in, "@self")
	})
	x.self = outer
	return true
}
