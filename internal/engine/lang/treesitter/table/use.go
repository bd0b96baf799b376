package table

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// Use is a name that stands alone.
func (x *Extractor) Use(i uint32, kind lang.RefKind) {
	if x.Nodes[i].Start == x.Nodes[i].End {
		return // the parser's guess at what is missing
	}
	text := x.Bytes(i)
	if _, symbol, local := x.Local(text); local {
		if symbol {
			x.Ref(i, x.Name(i), "", kind)
			return
		}
		return
	}
	if expr, ok := x.aliased(text); ok {
		if name, recv, ok := cutMember(expr); ok {
			x.Ref(i, x.Intern([]byte(name)), recv, kind)
		}
		return
	}
	if (kind == lang.TypeUse || kind == lang.Inherit) && (x.spec.Builtins[string(text)] || x.spec.Infer[string(text)]) ||
		x.spec.SelfNames[string(text)] || x.spec.SuperNames[string(text)] {
		return
	}
	x.Ref(i, x.Name(i), "", kind)
}

// cutMember splits an expression that is a member of something: "=Outer.Inner".
func cutMember(expr string) (name, recv string, ok bool) {
	for at := len(expr) - 1; at > 0; at-- {
		switch expr[at] {
		case '.':
			return expr[at+1:], expr[:at], true
		case '(', ')', '[', ']':
			return "", "", false
		}
	}
	return "", "", false
}

// dot is `object.name`, of kind, and what the object uses.
func (x *Extractor) dot(i uint32, r *rule, kind lang.RefKind) {
	object, name := x.in(i, r.object), x.in(i, r.name)
	if object == 0 {
		if r.object == 0 && i+1 < x.Nodes[i].Next {
			object = i + 1
		}
	}
	if object != 0 && object != name {
		x.Walk(object)
	}
	args := uint32(0)
	if name != 0 && x.Role(name) == Generic {
		g := &x.rules[x.Nodes[name].Kind]
		args = x.in(name, g.args)
		name = x.deep(name)
	}
	x.TypesIf(args)
	if name == 0 || x.Nodes[name].Start == x.Nodes[name].End {
		return
	}
	if role := x.Role(name); role != Name && role != TypeName {
		x.Walk(name) // a computed one
		return
	}
	x.MemberUse(name, object, kind)
}

// MemberUse is a use of the name at node name, of what stands at object.
func (x *Extractor) MemberUse(name, object uint32, kind lang.RefKind) {
	if object == 0 {
		x.Use(name, kind)
		return
	}
	if recv := x.Expr(object); recv != extract.Unknown || kind == lang.Call && !x.literal(object) {
		x.Ref(name, x.Name(name), recv, kind)
	}
}

// literal says whether a node is one: its methods are the language's own.
func (x *Extractor) literal(i uint32) bool { return x.Nodes[i].Kind == 0 && i+1 == x.Nodes[i].Next }

func (x *Extractor) call(i uint32, r *rule) {
	fn, object, name := x.in(i, r.function), x.in(i, r.object), x.in(i, r.name)
	from := len(x.Facts.Refs)
	switch {
	case fn != 0:
		x.Callee(fn)
	case name == 0:
	case object != 0:
		x.Walk(object)
		if role := x.Role(name); role == Name || role == TypeName {
			x.MemberUse(name, object, lang.Call)
		} else {
			x.Walk(name)
		}
	case x.Role(name) == Name:
		if _, _, local := x.Local(x.Bytes(name)); !local || x.spec.Values {
			x.Use(name, lang.Call)
		} else if !x.spec.Values {
			x.Ref(name, x.Name(name), "", lang.Call)
		}
	default:
		x.Walk(name)
	}
	x.countArgs(x.in(i, r.args), from)
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if c != fn && c != object && c != name {
			x.Walk(c)
		}
	}
}

// countArgs notes with the call that was just referred to, since from, how many
// arguments the list at node args gives.
func (x *Extractor) countArgs(args uint32, from int) {
	if last := len(x.Facts.Refs) - 1; args != 0 && last >= from && x.Facts.Refs[last].Kind == lang.Call {
		n := x.args(args)
		x.Facts.Refs[last].Args = uint8(min(n+1, 255))
	}
}

// args counts arguments by their commas: literals are no nodes of the list.
func (x *Extractor) args(i uint32) (n int) {
	src := x.Src[x.Nodes[i].Start:x.Nodes[i].End]
	if len(src) < 2 {
		return 0
	}
	src = src[1 : len(src)-1]
	if len(src) > maxArgBytes {
		return 254
	}
	depth, any := 0, false
	for at := 0; at < len(src); at++ {
		switch c := src[at]; c {
		case '(', '[', '{':
			depth++
			any = true
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				n++
			}
		case '"', '\'':
			any = true
			at += quoted(src[at:])
		case ' ', '\t', '\n', '\r':
		default:
			any = true
		}
	}
	if any {
		n++
	}
	return n
}

// maxArgBytes bounds the lists of arguments that are counted.
const maxArgBytes = 4 << 10

// quoted returns how many bytes behind its first one a string goes on.
func quoted(src []byte) int {
	for at := 1; at < len(src); at++ {
		switch src[at] {
		case '\\':
			at++
		case src[0]:
			return at
		case '\n':
			return 0
		}
	}
	return 0
}

// Callee is the function of a call, where it is a node of its own.
func (x *Extractor) Callee(fn uint32) {
	r := &x.rules[x.Nodes[fn].Kind]
	switch {
	case r.do == nil && (r.role == Name || r.role == TypeName):
		x.Use(fn, lang.Call)
	case r.do == nil && r.role == Dot:
		x.dot(fn, r, lang.Call)
	case r.do == nil && r.role == Generic:
		x.TypesIf(x.in(fn, r.args))
		if name := x.generic(fn, r); name != 0 {
			for c := x.Nodes[name].Next; c < x.Nodes[fn].Next && r.args == 0; c = x.Nodes[c].Next {
				x.Types(c)
			}
			x.Callee(name)
		}
	default:
		x.calling(fn)
	}
}

// generic returns the node that names a generic, or 0.
func (x *Extractor) generic(i uint32, r *rule) uint32 {
	name := x.in(i, r.name)
	if name == 0 && r.name == 0 && i+1 < x.Nodes[i].Next {
		name = i + 1
	}
	return name
}

// calling walks a callee that its language reads itself.
func (x *Extractor) calling(fn uint32) {
	outer := x.calls
	x.calls = true
	x.Walk(fn)
	x.calls = outer
}

// Calling says whether what is walked is the function of a call, and that it is no more.
func (x *Extractor) Calling() lang.RefKind {
	if x.calls {
		x.calls = false
		return lang.Call
	}
	return lang.Value
}

// typed is what has a type in it: new T(…), (T) v.
func (x *Extractor) typed(i uint32, r *rule) {
	typ := x.in(i, r.typ)
	if typ == 0 && r.typ == 0 && i+1 < x.Nodes[i].Next {
		typ = i + 1
	}
	if typ != 0 {
		if r.role == New {
			x.typeUse(typ, lang.Call)
		} else {
			x.Types(typ)
		}
	}
	x.except(i, typ, 0)
}

// Types walks what stands in a type's place.
func (x *Extractor) Types(i uint32) { x.typeUse(i, lang.TypeUse) }

// TypesIf walks a type, unless it is 0.
func (x *Extractor) TypesIf(i uint32) {
	if i != 0 {
		x.Types(i)
	}
}

// TypeUse is a type at node i, used as kind; its arguments are uses of types.
func (x *Extractor) TypeUse(i uint32, kind lang.RefKind) { x.typeUse(i, kind) }

func (x *Extractor) typeUse(i uint32, kind lang.RefKind) {
	r := &x.rules[x.Nodes[i].Kind]
	switch {
	case r.role == Name || r.role == TypeName:
		x.Use(i, kind)
	case r.role == Dot && r.do == nil:
		x.typeDot(i, r, kind)
	case r.role == Generic:
		name := x.in(i, r.name)
		if name == 0 && i+1 < x.Nodes[i].Next {
			name = i + 1
		}
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			if c == name {
				x.typeUse(c, kind)
			} else {
				x.typeUse(c, lang.TypeUse)
			}
		}
	case r.do != nil:
		x.types = kind + 1
		r.do(x, i)
		x.types = 0
	case r.role == Skip || r.role == Self:
	case r.role == Call || r.role == Lambda || r.role == Type:
		x.Walk(i)
	default:
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			x.typeUse(c, kind)
		}
	}
}

// InType says as what a type is used, where the node being walked stands in a type's place.
func (x *Extractor) InType() (kind lang.RefKind, ok bool) {
	if x.types == 0 {
		return x.Calling(), false
	}
	kind = x.types - 1
	x.types = 0
	return kind, true
}

// typeDot is a qualified type: what qualifies it is a value, or a package.
func (x *Extractor) typeDot(i uint32, r *rule, kind lang.RefKind) {
	object, name := x.in(i, r.object), x.in(i, r.name)
	if name == 0 { // the last child is the name
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			object, name = name, c
		}
	}
	if object != 0 {
		x.typeUse(object, lang.TypeUse)
	}
	if name == 0 {
		return
	}
	if x.Role(name) == Generic {
		g := &x.rules[x.Nodes[name].Kind]
		x.TypesIf(x.in(name, g.args))
		name = x.deep(name)
	}
	if object == 0 {
		x.Use(name, kind)
		return
	}
	if recv := x.build(object, x.AppendType); recv != extract.Unknown && name != 0 {
		x.Ref(name, x.Name(name), "="+recv, kind)
	}
}

// inherits gives the references of a list of bases.
func (x *Extractor) inherits(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		switch x.Role(c) {
		case Name, TypeName, Dot, Generic:
			x.typeUse(c, lang.Inherit)
		case Through, Bases, New:
			if x.Nodes[c].Kind != 0 {
				x.inherits(c)
			} else {
				x.Walk(c)
			}
		default:
			x.Walk(c)
		}
	}
}

// baseExprs returns the types that a list of bases names.
func (x *Extractor) baseExprs(all []string, i uint32) []string {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		switch x.Role(c) {
		case Name, TypeName, Dot, Generic:
			if e := known(x.TypeExpr(c)); e != "" {
				all = append(all, e)
			}
		case Through, Bases, New:
			if x.Nodes[c].Kind != 0 {
				all = x.baseExprs(all, c)
			}
		}
	}
	return all
}
