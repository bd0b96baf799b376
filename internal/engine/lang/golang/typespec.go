package golang

import (
	"go/ast"
	"go/token"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// typeSpec reads a defined type; parent is the function it is defined in, or -1.
// In a function named _ there are no symbols.
func (x *extractor) typeSpec(d *ast.GenDecl, ts *ast.TypeSpec, parent int32) {
	start, word := ts.Pos(), "type "
	if !d.Lparen.IsValid() {
		start, word = d.Pos(), ""
	}
	s := lang.Symbol{Name: ts.Name.Name, Parent: parent, Kind: lang.TypeAlias, Doc: x.doc(first(ts.Doc, alone(d, d.Doc), ts.Comment))}
	end := ts.End()
	switch t := ts.Type.(type) {
	case *ast.StructType:
		s.Kind = lang.Struct
		end = t.Struct + token.Pos(len("struct"))
	case *ast.InterfaceType:
		s.Kind = lang.Interface
		end = t.Interface + token.Pos(len("interface"))
	}
	if s.Name != "_" {
		s.Signature = x.signature(word, start, end)
		x.in = x.symbol(s, ts.Name, start, ts.End())
	}
	self := x.in
	if s.Name == "_" {
		self = -1
	}
	mark := x.mark()
	x.typeParameters(ts.TypeParams)
	switch t := ts.Type.(type) {
	case *ast.StructType:
		x.fields(t, self)
	case *ast.InterfaceType:
		x.interfaceType(t, self)
	default:
		x.typ(ts.Type)
		if self >= 0 {
			x.syms[self].Type = outward(x.underlying(ts.Type))
		}
	}
	x.pop(mark)
}

// underlying returns the Type of a named type: what it is a list of or another
// name for; for a named function type, its result.
func (x *extractor) underlying(e ast.Expr) string {
	if ft, ok := bare(e).(*ast.FuncType); ok {
		return x.resultType(ft, 0, x.top(), 0)
	}
	return x.typeOf(e, x.top(), 0)
}

// typeParameters brings type parameters into scope. What a constraint that is a
// named interface allows is what can be called on them.
func (x *extractor) typeParameters(list *ast.FieldList) {
	if list == nil {
		return
	}
	i := len(x.entries)
	for _, f := range list.List {
		for _, id := range f.Names {
			x.push(entry{name: id.Name, kind: localType, expr: unclear})
		}
	}
	for _, f := range list.List {
		x.typ(f.Type)
	}
	for _, f := range list.List {
		bound := unclear
		switch f.Type.(type) {
		case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
			bound = x.typeOf(f.Type, x.top(), 0)
		}
		if bound == none {
			bound = unclear // any, comparable
		}
		for _, id := range f.Names {
			if id.Name == "_" {
				continue
			}
			x.entries[i].expr = bound
			i++
		}
	}
}

// fields reads a struct type; with a parent, its fields are symbols.
func (x *extractor) fields(t *ast.StructType, parent int32) {
	if t.Fields == nil || !x.enter() {
		return
	}
	defer x.leave()
	around := x.in
	for _, f := range t.Fields.List {
		x.in = around
		if len(f.Names) == 0 {
			x.embedded(f.Type, parent)
			continue
		}
		first := int32(-1)
		if parent >= 0 {
			first = x.fieldSymbols(f, parent)
		}
		if first >= 0 {
			x.in = first
		}
		if inner := structIn(f.Type); inner != nil {
			x.fields(inner, first)
		} else if inner, ok := f.Type.(*ast.InterfaceType); ok {
			x.interfaceType(inner, first)
		} else {
			x.typ(f.Type)
		}
	}
	x.in = around
}

// structIn returns the struct type that is written out in a field's type, which
// has members of its own.
func structIn(e ast.Expr) *ast.StructType {
	switch t := e.(type) {
	case *ast.StructType:
		return t
	case *ast.StarExpr:
		return structIn(t.X)
	}
	return nil
}

// fieldSymbols adds the symbols of one field declaration and returns the first, or -1.
func (x *extractor) fieldSymbols(f *ast.Field, parent int32) int32 {
	first := int32(-1)
	end := f.Type.End()
	if inner := structIn(f.Type); inner != nil {
		end = inner.Struct + token.Pos(len("struct"))
	}
	doc := f.Doc
	if doc == nil {
		doc = f.Comment
	}
	signature, typ := "", outward(x.typeOf(f.Type, x.top(), 0))
	for _, id := range f.Names {
		if id.Name == "_" {
			continue
		}
		if signature == "" {
			signature = x.signature("", f.Pos(), end)
		}
		s := lang.Symbol{Name: id.Name, Parent: parent, Kind: lang.Field, Signature: signature, Doc: x.doc(doc), Type: typ}
		if n := x.symbol(s, id, f.Pos(), f.End()); first < 0 {
			first = n
		}
	}
	return first
}

// embedded reads an embedded type: a base of the type around it.
func (x *extractor) embedded(e ast.Expr, parent int32) {
	switch t := e.(type) {
	case *ast.StarExpr:
		x.embedded(t.X, parent)
		return
	case *ast.ParenExpr:
		x.embedded(t.X, parent)
		return
	case *ast.IndexExpr:
		x.embedded(t.X, parent)
		x.typ(t.Index)
		return
	case *ast.IndexListExpr:
		x.embedded(t.X, parent)
		for _, i := range t.Indices {
			x.typ(i)
		}
		return
	case *ast.Ident:
		x.name(t, lang.Inherit)
	case *ast.SelectorExpr:
		x.selector(t, lang.Inherit)
	default:
		x.typ(e) // a union of constraints
		return
	}
	if base := outward(x.typeOf(e, x.top(), 0)); base != "" && parent >= 0 {
		x.syms[parent].Bases = append(x.syms[parent].Bases, base)
	}
}

// interfaceType reads an interface; with a parent, its methods are symbols.
func (x *extractor) interfaceType(t *ast.InterfaceType, parent int32) {
	if t.Methods == nil || !x.enter() {
		return
	}
	defer x.leave()
	around := x.in
	for _, f := range t.Methods.List {
		x.in = around
		ft, method := f.Type.(*ast.FuncType)
		if len(f.Names) == 0 || !method {
			x.embedded(f.Type, parent)
			continue
		}
		if parent >= 0 && f.Names[0].Name != "_" {
			doc := f.Doc
			if doc == nil {
				doc = f.Comment
			}
			s := lang.Symbol{
				Name: f.Names[0].Name, Parent: parent, Kind: lang.Method, Signature: x.signature("", f.Pos(), f.End()), Doc: x.doc(doc),
			}
			if ft.Results != nil {
				s.Type = outward(x.resultType(ft, 0, x.top(), 0))
			}
			x.in = x.symbol(s, f.Names[0], f.Pos(), f.End())
		}
		mark := x.mark()
		x.funcType(ft, false)
		x.pop(mark)
	}
	x.in = around
}

// anonymous is the name of a symbol for an interface that is written out inside a
// function: no identifier can be it.
const anonymous = "interface"

// anonymousInterface reads an interface that is written where it is used. In a
// function it is a symbol, so that its methods have callers.
func (x *extractor) anonymousInterface(t *ast.InterfaceType) {
	if x.around < 0 || !hasMethods(t) {
		x.interfaceType(t, -1)
		return
	}
	in := x.in
	name := &ast.Ident{Name: anonymous, NamePos: t.Interface}
	s := lang.Symbol{Name: anonymous, Parent: x.around, Kind: lang.Interface, Signature: anonymous}
	x.in = x.symbol(s, name, t.Pos(), t.End())
	x.interfaceType(t, x.in)
	x.in = in
}

func hasMethods(t *ast.InterfaceType) bool {
	if t.Methods == nil {
		return false
	}
	for _, f := range t.Methods.List {
		if len(f.Names) > 0 {
			return true
		}
	}
	return false
}
