package golang

import (
	"go/ast"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// typ notes the uses in a type.
func (x *extractor) typ(e ast.Expr) {
	if !x.enter() {
		return
	}
	defer x.leave()
	switch e := e.(type) {
	case *ast.Ident:
		x.name(e, lang.TypeUse)
	case *ast.SelectorExpr:
		x.selector(e, lang.TypeUse)
	case *ast.StarExpr:
		x.typ(e.X)
	case *ast.ParenExpr:
		x.typ(e.X)
	case *ast.UnaryExpr: // ~T
		x.typ(e.X)
	case *ast.BinaryExpr: // A | B
		x.typ(e.X)
		x.typ(e.Y)
	case *ast.ArrayType:
		if e.Len != nil {
			x.expr(e.Len, lang.Value)
		}
		x.typ(e.Elt)
	case *ast.Ellipsis:
		if e.Elt != nil {
			x.typ(e.Elt)
		}
	case *ast.MapType:
		x.typ(e.Key)
		x.typ(e.Value)
	case *ast.ChanType:
		x.typ(e.Value)
	case *ast.IndexExpr:
		x.typ(e.X)
		x.typ(e.Index)
	case *ast.IndexListExpr:
		x.typ(e.X)
		for _, i := range e.Indices {
			x.typ(i)
		}
	case *ast.FuncType:
		mark := x.mark()
		x.funcType(e, false)
		x.pop(mark)
	case *ast.StructType:
		x.fields(e, -1)
	case *ast.InterfaceType:
		x.anonymousInterface(e)
	case *ast.BadExpr, *ast.BasicLit:
	default:
		x.expr(e, lang.Value)
	}
}

// funcType notes the uses in a function's type. Its type parameters come into
// scope, and with body its parameters and results too.
func (x *extractor) funcType(t *ast.FuncType, body bool) {
	x.typeParameters(t.TypeParams)
	for _, list := range []*ast.FieldList{t.Params, t.Results} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			x.typ(f.Type)
		}
	}
	if !body {
		return
	}
	for _, list := range []*ast.FieldList{t.Params, t.Results} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			for _, id := range f.Names {
				x.push(entry{name: id.Name, kind: local, how: byType, node: f.Type})
			}
		}
	}
}

// composite notes the uses in a literal; elided is its type where it writes none.
func (x *extractor) composite(e *ast.CompositeLit, elided ast.Expr) {
	typ := elided
	if e.Type != nil {
		x.typ(e.Type)
		typ = e.Type
	}
	switch t := x.spelled(typ).(type) {
	case *ast.ArrayType:
		x.elements(e, nil, t.Elt)
	case *ast.MapType:
		x.elements(e, t.Key, t.Value)
	default:
		x.members(e, typ)
	}
}

// spelled returns the type that e is a name of, as far as this file spells it out.
func (x *extractor) spelled(e ast.Expr) ast.Expr {
	for range 8 {
		switch t := e.(type) {
		case *ast.ParenExpr:
			e = t.X
			continue
		case *ast.StarExpr: // &T may be left out inside a literal
			e = t.X
			continue
		case *ast.IndexExpr:
			e = t.X
			continue
		case *ast.Ident:
			_, at := x.find(t.Name, x.top())
			if at == nil {
				return e
			}
			switch node := at.node.(type) {
			case *ast.TypeSpec:
				e = node.Type
				continue
			case ast.Expr:
				if at.kind == localType {
					e = node
					continue
				}
			}
		}
		break
	}
	return e
}

func (x *extractor) elements(e *ast.CompositeLit, key, value ast.Expr) {
	for _, el := range e.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			x.element(kv.Key, key)
			el = kv.Value
		}
		x.element(el, value)
	}
}

func (x *extractor) element(e, typ ast.Expr) {
	if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil {
		if x.enter() {
			x.composite(lit, typ)
		}
		x.leave()
		return
	}
	x.expr(e, lang.Value)
}

// members notes the uses in a literal of a struct, or of a type that another file
// defines: a bare key is taken for a field there.
func (x *extractor) members(e *ast.CompositeLit, typ ast.Expr) {
	recv := unclear
	if typ != nil {
		recv = x.typeOf(typ, x.top(), 0)
	}
	for _, el := range e.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			x.element(el, nil)
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); !ok {
			x.element(kv.Key, nil)
		} else if recv != none && id.Name != "_" {
			x.ref(id, recv, lang.Value)
		}
		x.element(kv.Value, nil)
	}
}
