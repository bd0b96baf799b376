package golang

import (
	"go/ast"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// ref notes one use of a name.
func (x *extractor) ref(id *ast.Ident, recv string, kind lang.RefKind) {
	r := lang.Ref{Name: id.Name, Recv: recv, Kind: kind, In: x.in}
	r.Line, r.Column = x.position(x.offset(id.Pos()))
	x.refs = append(x.refs, r)
}

// name notes the use of a bare name, unless it is a local's or the language's.
func (x *extractor) name(id *ast.Ident, kind lang.RefKind) {
	if id.Name == "_" {
		return
	}
	_, e := x.find(id.Name, x.top())
	switch {
	case e == nil:
		if predeclared(id.Name) != notUniverse {
			return
		}
	case e.kind == localType && e.node != nil && e.expr == id.Name, e.kind == declared && isType(e.node):
		if kind != lang.Inherit {
			kind = lang.TypeUse // a conversion, a method expression
		}
	case e.kind != declared:
		return
	}
	x.ref(id, "", kind)
}

// selector notes the uses in x.name.
func (x *extractor) selector(e *ast.SelectorExpr, kind lang.RefKind) {
	if e.Sel.Name == "_" { // the parser's stand-in for a missing name
		x.expr(e.X, lang.Value)
		return
	}
	if id, ok := e.X.(*ast.Ident); ok {
		_, at := x.find(id.Name, x.top())
		if at == nil && predeclared(id.Name) == notUniverse {
			x.unknown[id.Name] = true
		}
		if at != nil && at.kind == imported {
			x.guessed[at.number] = false // a good guess
			x.ref(e.Sel, of(id.Name, kind), kind)
			return
		}
		if at == nil && (kind == lang.TypeUse || kind == lang.Inherit) {
			x.ref(e.Sel, id.Name, kind)
			return
		}
	}
	x.expr(e.X, lang.Value)
	recv := x.valueOf(e.X, x.top(), 0)
	if x.nameless(e.X, recv, x.top()) {
		if in, ok := x.holder(e); ok {
			recv = in
		}
	}
	if recv != none {
		if len(recv) > maxExprBytes {
			recv = unclear
		}
		x.ref(e.Sel, recv, kind)
	}
}

// of returns the Expr of a package, in the mode that a use of that kind wants.
func of(name string, kind lang.RefKind) string {
	if kind == lang.TypeUse || kind == lang.Inherit {
		return name
	}
	return "=" + name
}

// expr notes the uses in an expression; kind is how its last name is used.
func (x *extractor) expr(e ast.Expr, kind lang.RefKind) {
	if !x.enter() {
		return
	}
	defer x.leave()
	switch e := e.(type) {
	case *ast.Ident:
		x.name(e, kind)
	case *ast.SelectorExpr:
		x.selector(e, kind)
	case *ast.CallExpr:
		x.call(e)
	case *ast.CompositeLit:
		x.composite(e, nil)
	case *ast.FuncLit:
		x.funcLit(e)
	case *ast.ParenExpr:
		x.expr(e.X, kind)
	case *ast.StarExpr:
		x.expr(e.X, lang.Value)
	case *ast.UnaryExpr:
		x.expr(e.X, lang.Value)
	case *ast.BinaryExpr:
		x.operands(e)
	case *ast.IndexExpr:
		if kind == lang.Call && !x.genericCall(e, x.top()) {
			kind = lang.Value // an element is called, not what holds it
		}
		x.expr(e.X, kind)
		x.expr(e.Index, lang.Value)
	case *ast.IndexListExpr:
		x.expr(e.X, kind)
		for _, i := range e.Indices {
			x.typ(i)
		}
	case *ast.SliceExpr:
		x.expr(e.X, lang.Value)
		for _, i := range []ast.Expr{e.Low, e.High, e.Max} {
			if i != nil {
				x.expr(i, lang.Value)
			}
		}
	case *ast.TypeAssertExpr:
		x.expr(e.X, lang.Value)
		if e.Type != nil {
			x.typ(e.Type)
		}
	case *ast.KeyValueExpr:
		x.expr(e.Key, lang.Value)
		x.expr(e.Value, lang.Value)
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType, *ast.Ellipsis:
		x.typ(e)
	}
}

// operands walks a chain of operators without recursing into its left side: the
// parser makes a + b + c + … as deep as it is long.
func (x *extractor) operands(e *ast.BinaryExpr) {
	var right []ast.Expr
	left := ast.Expr(e)
	for {
		b, ok := left.(*ast.BinaryExpr)
		if !ok {
			break
		}
		right, left = append(right, b.Y), b.X
	}
	x.expr(left, lang.Value)
	for i := len(right) - 1; i >= 0; i-- {
		x.expr(right[i], lang.Value)
	}
}

func (x *extractor) call(e *ast.CallExpr) {
	x.expr(e.Fun, lang.Call)
	for i, a := range e.Args {
		if i == 0 && x.takesType(e.Fun) {
			x.typeOrValue(a)
			continue
		}
		x.expr(a, lang.Value)
	}
}

// takesType says whether fun is the builtin new or make.
func (x *extractor) takesType(fun ast.Expr) bool {
	id, ok := fun.(*ast.Ident)
	if !ok || id.Name != "new" && id.Name != "make" {
		return false
	}
	_, e := x.find(id.Name, x.top())
	return e == nil
}

func (x *extractor) typeOrValue(e ast.Expr) {
	if looksLikeValue(e) {
		x.expr(e, lang.Value)
		return
	}
	x.typ(e)
}

func (x *extractor) funcLit(e *ast.FuncLit) {
	mark := x.mark()
	x.funcType(e.Type, true)
	if e.Body != nil {
		x.statements(e.Body.List)
	}
	x.pop(mark)
}
