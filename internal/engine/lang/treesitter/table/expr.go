package table

import (
	"bytes"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

const (
	maxDepth = 24  // of nodes: a longer chain says nothing
	maxExpr  = 200 // bytes
)

// Expr returns what the expression at node i stands for, or extract.Unknown.
func (x *Extractor) Expr(i uint32) string { return x.build(i, x.AppendExpr) }

// TypeExpr returns the Expr that the type at node i stands for, "" for none.
func (x *Extractor) TypeExpr(i uint32) string {
	if i == 0 {
		return ""
	}
	return x.build(i, x.AppendType)
}

func (x *Extractor) build(i uint32, add func([]byte, uint32, int) ([]byte, bool)) string {
	if int(i) >= len(x.Nodes) {
		return extract.Unknown
	}
	b := x.scratch[:0]
	x.scratch = nil // ElementOf uses it, too
	b, ok := add(b, i, 0)
	x.scratch = b[:0]
	if !ok || len(b) == 0 || len(b) > maxExpr {
		return extract.Unknown
	}
	return x.Intern(b)
}

// AppendExpr appends what the expression at node i stands for.
func (x *Extractor) AppendExpr(dst []byte, i uint32, depth int) ([]byte, bool) {
	if depth > maxDepth || i == 0 || int(i) >= len(x.Nodes) {
		return dst, false
	}
	depth++
	r := &x.rules[x.Nodes[i].Kind]
	if r.expr != nil {
		return r.expr(x, dst, i, depth)
	}
	switch r.role {
	case Name, TypeName:
		return x.appendName(dst, x.Bytes(i))
	case Self:
		return append(dst, "@self"...), true
	case Super:
		return append(dst, "@super"...), true
	case Dot:
		object := x.in(i, r.object)
		if object == 0 && r.object == 0 {
			object = i + 1
		}
		dst, ok := x.AppendExpr(dst, object, depth)
		name := x.deep(x.in(i, r.name))
		if !ok || name == 0 {
			return dst, false
		}
		if text := x.Bytes(name); x.spec.Element[string(text)] && (bytes.HasSuffix(dst, []byte("[]")) || x.listField(dst)) {
			return x.element(dst, 0), true
		}
		return x.step(dst, 0, x.Bytes(name)), true
	case Call:
		return x.AppendCall(dst, i, depth)
	case New, Cast:
		typ := x.in(i, r.typ)
		if typ == 0 && r.typ == 0 {
			typ = i + 1
		}
		return x.AppendType(dst, typ, depth)
	case Index:
		start := len(dst)
		object := x.in(i, r.object)
		if object == 0 {
			object = i + 1
		}
		dst, ok := x.AppendExpr(dst, object, depth)
		return x.element(dst, start), ok
	case Generic:
		return x.AppendExpr(dst, x.generic(i, r), depth)
	case Assign:
		return x.AppendExpr(dst, x.in(i, r.value), depth)
	case Either:
		start := len(dst)
		if out, ok := x.AppendExpr(dst, x.in(i, r.value), depth); ok {
			return out, true
		}
		return x.AppendExpr(dst[:start], x.in(i, r.alternative), depth)
	case Through:
		if x.Nodes[i].Kind != 0 && i+1 < x.Nodes[i].Next {
			return x.AppendExpr(dst, i+1, depth)
		}
	}
	return dst, false
}

func (x *Extractor) appendName(dst, name []byte) ([]byte, bool) {
	if expr, _, local := x.Local(name); local {
		return append(dst, expr...), expr != extract.Unknown
	}
	if expr, ok := x.aliased(name); ok {
		return append(dst, expr...), true
	}
	if x.spec.SelfNames[string(name)] {
		return append(dst, "@self"...), true
	}
	if x.spec.SuperNames[string(name)] {
		return append(dst, "@super"...), true
	}
	return append(append(dst, '='), name...), !bytes.ContainsAny(name, ".([ ")
}

// step appends a member, whose name must be one that an Expr can hold.
func (x *Extractor) step(dst []byte, start int, name []byte) []byte {
	if bytes.ContainsAny(name, ".([ ") {
		return dst
	}
	return append(append(dst, '.'), name...)
}

// AppendCall appends what the call at node i gives.
func (x *Extractor) AppendCall(dst []byte, i uint32, depth int) ([]byte, bool) {
	r := &x.rules[x.Nodes[i].Kind]
	start := len(dst)
	object, name := x.in(i, r.object), x.in(i, r.name)
	if fn := x.in(i, r.function); fn != 0 {
		f := &x.rules[x.Nodes[fn].Kind]
		if f.role == Generic {
			if inner := x.generic(fn, f); inner != 0 {
				fn, f = inner, &x.rules[x.Nodes[inner].Kind]
			}
		}
		if f.role != Dot || f.expr != nil {
			dst, ok := x.AppendExpr(dst, fn, depth)
			return append(dst, "()"...), ok
		}
		if object, name = x.in(fn, f.object), x.deep(x.in(fn, f.name)); object == 0 && f.object == 0 {
			object = fn + 1
		}
	}
	if name == 0 {
		return dst, false
	}
	text := x.Bytes(name)
	if object == 0 {
		if _, _, local := x.Local(text); local && !x.spec.Values {
			return append(append(append(dst, '='), text...), "()"...), true
		}
		dst, ok := x.appendName(dst, text)
		return append(dst, "()"...), ok
	}
	dst, ok := x.AppendExpr(dst, object, depth)
	switch {
	case !ok:
		return dst, false
	case x.spec.Transparent[string(text)]:
		return dst, true
	case x.spec.Element[string(text)] && (bytes.HasSuffix(dst[start:], []byte("[]")) || x.listField(dst[start:])):
		return x.element(dst, start), true
	}
	return append(x.step(dst, start, text), "()"...), true
}

// listField says whether an expression names a list that this type was seen to hold.
func (x *Extractor) listField(expr []byte) bool {
	name, ok := bytes.CutPrefix(expr, []byte("="))
	if !ok {
		name, ok = bytes.CutPrefix(expr, []byte("@self."))
	}
	if !ok || bytes.ContainsAny(name, ".([") {
		return false
	}
	for in := x.In; in >= 0; in = x.Facts.Symbols[in].Parent {
		for n := in + 1; n < int32(len(x.Facts.Symbols)); n++ {
			if s := &x.Facts.Symbols[n]; s.Parent == in && s.Kind == lang.Field && s.Name == string(name) {
				return strings.HasSuffix(s.Type, "[]")
			}
		}
	}
	return false
}

// AppendType appends the Expr of the type at node i.
func (x *Extractor) AppendType(dst []byte, i uint32, depth int) ([]byte, bool) {
	if depth > maxDepth || i == 0 || int(i) >= len(x.Nodes) {
		return dst, false
	}
	depth++
	r := &x.rules[x.Nodes[i].Kind]
	switch r.role {
	case Name, TypeName:
		return x.appendTypeName(dst, x.Bytes(i))
	case Self:
		return append(dst, "@self"...), true
	case Dot:
		if r.expr != nil {
			start := len(dst)
			dst, ok := r.expr(x, dst, i, depth)
			if len(dst) > start && dst[start] == '=' { // over types here
				dst = append(dst[:start], dst[start+1:]...)
			}
			return dst, ok
		}
		return x.appendQualified(dst, i, r, depth)
	case Generic:
		return x.appendGeneric(dst, i, r, depth)
	case List:
		dst, ok := x.AppendType(dst, i+1, depth)
		return append(dst, "[]"...), ok
	case Skip:
		return dst, false
	}
	if r.expr != nil {
		return r.expr(x, dst, i, depth)
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if out, ok := x.AppendType(dst, c, depth); ok {
			return out, true
		}
	}
	return dst, false
}

func (x *Extractor) appendTypeName(dst, name []byte) ([]byte, bool) {
	if x.spec.SelfNames[string(name)] {
		return append(dst, "@self"...), true
	}
	if expr, symbol, local := x.Local(name); local && !symbol {
		return append(dst, strings.TrimPrefix(expr, "=")...), expr != extract.Unknown
	}
	if expr, ok := x.aliased(name); ok {
		return append(dst, strings.TrimPrefix(expr, "=")...), true
	}
	if x.spec.Builtins[string(name)] || x.spec.Infer[string(name)] || bytes.ContainsAny(name, ".([ ") {
		return dst, false
	}
	return append(dst, name...), true
}

// appendQualified appends a.b.C.
func (x *Extractor) appendQualified(dst []byte, i uint32, r *rule, depth int) ([]byte, bool) {
	ok := false
	object, name := x.in(i, r.object), x.in(i, r.name)
	if object != 0 || name != 0 {
		if object != 0 {
			if dst, ok = x.AppendType(dst, object, depth); !ok {
				return dst, false
			}
		}
		name = x.deep(name)
		if name == 0 {
			return dst, false
		}
		if object == 0 {
			return x.appendTypeName(dst, x.Bytes(name))
		}
		return x.step(dst, 0, x.Bytes(name)), true
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if !ok {
			if dst, ok = x.AppendType(dst, c, depth); !ok {
				return dst, false
			}
		} else if name := x.deep(c); name != 0 {
			dst = x.step(dst, 0, x.Bytes(name))
		}
	}
	return dst, ok
}

// appendGeneric sees through what holds one or many of its arguments.
func (x *Extractor) appendGeneric(dst []byte, i uint32, r *rule, depth int) ([]byte, bool) {
	name := x.in(i, r.name)
	if name == 0 {
		name = i + 1
	}
	if name >= x.Nodes[i].Next {
		return dst, false
	}
	last := x.deep(name)
	if last == 0 {
		return dst, false
	}
	holder, holds := x.spec.Holders[string(x.Bytes(last))]
	if !holds {
		return x.AppendType(dst, name, depth)
	}
	args := x.in(i, r.args)
	if args == 0 {
		args = x.Nodes[name].Next
	}
	if args >= x.Nodes[i].Next {
		return dst, false
	}
	n, arg := 0, uint32(0)
	for c, end := args+1, x.Nodes[args].Next; c < end; c = x.Nodes[c].Next {
		if n == holder.Arg || holder.Arg < 0 {
			arg = c
		}
		n++
	}
	start := len(dst)
	dst, ok := x.AppendType(dst, arg, depth)
	if !ok && holder.List && arg != 0 {
		if _, _, parameter := x.Local(x.Bytes(arg)); !parameter { // of a builtin: the list itself is still the library's
			return append(dst[:start], x.Bytes(last)...), true
		}
	}
	if holder.List {
		dst = append(dst, "[]"...)
	}
	return dst, ok
}

// ElementOf returns what an element of expr stands for.
func (x *Extractor) ElementOf(expr string) string {
	if expr == "" || expr == extract.Unknown {
		return extract.Unknown
	}
	dst := x.element(append(x.scratch[:0], expr...), 0)
	x.scratch = dst[:0]
	return x.Intern(dst)
}

// element makes what stands in dst from start on an element of itself.
func (x *Extractor) element(dst []byte, start int) []byte {
	expr := dst[start:]
	switch {
	case len(expr) == 0:
	case expr[0] != '=' && bytes.HasSuffix(expr, []byte("[]")): // a list of a type
		return dst[:len(dst)-2]
	case expr[0] != '=':
		dst = append(dst, 0)
		copy(dst[start+1:], dst[start:])
		dst[start] = '='
		return append(dst, "[]"...)
	}
	return append(dst, "[]"...)
}
