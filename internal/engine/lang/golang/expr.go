package golang

import (
	"go/ast"
	"go/token"
	"strings"
)

const (
	maxExprDepth = 64  // expressions and locals that one Expr goes through
	maxExprBytes = 250 // longer ones lead nowhere
)

// typeOf returns the Expr of the type that e names, as of entry top.
func (x *extractor) typeOf(e ast.Expr, top int32, depth int) string {
	if depth > maxExprDepth {
		return unclear
	}
	switch e := e.(type) {
	case *ast.Ident:
		return x.namedType(e.Name, top, depth)
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok {
			return id.Name + "." + e.Sel.Name
		}
	case *ast.StarExpr:
		return x.typeOf(e.X, top, depth+1)
	case *ast.ParenExpr:
		return x.typeOf(e.X, top, depth+1)
	case *ast.IndexExpr:
		if t := x.iterated(e, top); t != nil {
			return listOf(x.typeOf(t, top, depth+1))
		}
		return x.typeOf(e.X, top, depth+1)
	case *ast.IndexListExpr:
		if t := x.iterated(e, top); t != nil {
			return listOf(x.typeOf(t, top, depth+1))
		}
		return x.typeOf(e.X, top, depth+1)
	case *ast.ArrayType:
		return listOf(x.typeOf(e.Elt, top, depth+1))
	case *ast.Ellipsis:
		return listOf(x.typeOf(e.Elt, top, depth+1))
	case *ast.MapType:
		return listOf(x.typeOf(e.Value, top, depth+1))
	case *ast.ChanType:
		return listOf(x.typeOf(e.Value, top, depth+1))
	case *ast.FuncType:
		if t := yielded(e); t != nil {
			return listOf(x.typeOf(t, top, depth+1))
		}
		return none
	case *ast.StructType:
		return none
	case *ast.InterfaceType:
		if x.around >= 0 && hasMethods(e) {
			return anonymous
		}
	}
	return unclear
}

func (x *extractor) namedType(name string, top int32, depth int) string {
	i, e := x.find(name, top)
	switch {
	case e == nil && predeclared(name) == basicType:
		return none
	case e == nil || e.kind == declared:
		return name
	case e.kind == localType:
		return x.stands(i, depth)
	}
	return unclear
}

func listOf(elem string) string {
	if elem == none || elem == unclear {
		return elem
	}
	return elem + "[]"
}

// stands returns the Expr that entry i stands for.
func (x *extractor) stands(i int32, depth int) string {
	e := &x.entries[i]
	if e.how == known || e.done {
		return e.expr
	}
	how, node, n := e.how, e.node, int(e.number)
	e.done, e.expr = true, unclear // a definition that needs itself
	got := unclear
	switch how {
	case byType:
		got = x.typeOf(node.(ast.Expr), i, depth+1)
	case byValue:
		got = x.valueOf(node.(ast.Expr), i, depth+1)
	case byElement:
		got = step(x.valueOf(node.(ast.Expr), i, depth+1), "[]")
	case byResult:
		got = x.resultOf(node.(*ast.CallExpr), n, i, depth+1)
	}
	x.entries[i].expr = got
	return got
}

// valueOf returns the Expr whose type is e's, as of entry top.
func (x *extractor) valueOf(e ast.Expr, top int32, depth int) string {
	if depth > maxExprDepth {
		return unclear
	}
	switch e := e.(type) {
	case *ast.Ident:
		return x.named(e.Name, top, depth)
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok {
			if _, at := x.find(id.Name, top); at == nil || at.kind == imported {
				return "=" + id.Name + "." + e.Sel.Name
			}
		}
		base := x.valueOf(e.X, top, depth+1)
		if x.nameless(e.X, base, top) {
			if got, ok := x.member(e, top, depth+1); ok {
				return got
			}
		}
		return step(base, "."+e.Sel.Name)
	case *ast.CallExpr:
		return x.resultOf(e, 0, top, depth)
	case *ast.CompositeLit:
		if e.Type != nil {
			return x.typeOf(e.Type, top, depth+1)
		}
	case *ast.ParenExpr:
		return x.valueOf(e.X, top, depth+1)
	case *ast.StarExpr:
		return x.valueOf(e.X, top, depth+1)
	case *ast.SliceExpr:
		return x.valueOf(e.X, top, depth+1)
	case *ast.TypeAssertExpr:
		if e.Type != nil {
			return x.typeOf(e.Type, top, depth+1)
		}
	case *ast.UnaryExpr:
		return x.unary(e, top, depth)
	case *ast.BinaryExpr:
		return x.binary(e, top, depth)
	case *ast.IndexExpr:
		if x.instance(e.X, e.Index, top) {
			return x.valueOf(e.X, top, depth+1)
		}
		return step(x.valueOf(e.X, top, depth+1), "[]")
	case *ast.IndexListExpr:
		return x.valueOf(e.X, top, depth+1)
	case *ast.BasicLit, *ast.FuncLit:
		return none
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType:
		return x.typeOf(e, top, depth)
	}
	return unclear
}

// named is valueOf for a name.
func (x *extractor) named(name string, top int32, depth int) string {
	i, e := x.find(name, top)
	switch {
	case e == nil && predeclared(name) != notUniverse:
		if name == "nil" {
			return unclear
		}
		return none
	case e == nil, e.kind == declared && !isType(e.node), e.kind == imported:
		return "=" + name
	case e.kind == declared:
		return name
	}
	return x.stands(i, depth)
}

func isType(n ast.Node) bool {
	_, ok := n.(*ast.TypeSpec)
	return ok
}

func (x *extractor) unary(e *ast.UnaryExpr, top int32, depth int) string {
	switch v := x.valueOf(e.X, top, depth+1); e.Op {
	case token.ARROW:
		return step(v, "[]")
	case token.NOT:
		return none
	default:
		return v
	}
}

func (x *extractor) binary(e *ast.BinaryExpr, top int32, depth int) string {
	switch e.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.LAND, token.LOR:
		return none
	case token.SHL, token.SHR:
		return x.valueOf(e.X, top, depth+1)
	}
	if v := x.valueOf(e.X, top, depth+1); v != none && v != unclear {
		return v
	}
	return x.valueOf(e.Y, top, depth+1) // 2 * time.Second
}

// instance says whether x[index] is a generic function's or type's instance rather
// than an element. Without types it goes by the look of both.
func (x *extractor) instance(of, index ast.Expr, top int32) bool {
	switch of := of.(type) {
	case *ast.Ident:
		if _, e := x.find(of.Name, top); e != nil {
			_, variable := e.node.(*ast.ValueSpec)
			return e.kind == declared && !variable
		}
	case *ast.SelectorExpr:
		id, ok := of.X.(*ast.Ident)
		if !ok {
			return false
		}
		if _, e := x.find(id.Name, top); e != nil && e.kind != imported {
			return false // methods have no type parameters
		}
	default:
		return false
	}
	return x.looksLikeType(index, top)
}

func (x *extractor) looksLikeType(e ast.Expr, top int32) bool {
	switch e := e.(type) {
	case *ast.Ident:
		_, at := x.find(e.Name, top)
		return at == nil && predeclared(e.Name) == basicType || at != nil && (at.kind == localType || isType(at.node))
	case *ast.StarExpr:
		return x.looksLikeType(e.X, top)
	case *ast.SelectorExpr:
		id, ok := e.X.(*ast.Ident)
		if !ok {
			return false
		}
		_, at := x.find(id.Name, top)
		return at != nil && at.kind == imported
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType, *ast.IndexExpr:
		return true
	}
	return false
}

// step appends one step to an Expr of either mode. A step on a value of type T
// goes by way of "=T()": on T itself, "[]" would make a list of it.
func step(v, s string) string {
	list := strings.HasSuffix(v, "[]")
	switch {
	case v == none && s == "[]":
		return none
	case v == none || v == unclear || len(v) > maxExprBytes:
		return unclear
	case v[0] == '=':
		return v + s
	case list && s == "[]":
		return v[:len(v)-2]
	case list:
		return unclear // lists have neither members nor results
	}
	return "=" + v + "()" + s
}
