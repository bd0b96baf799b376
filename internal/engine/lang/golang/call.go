package golang

import "go/ast"

// resultOf returns the Expr of result n of a call or conversion, as of entry top.
func (x *extractor) resultOf(call *ast.CallExpr, n int, top int32, depth int) string {
	if depth > maxExprDepth {
		return unclear
	}
	fun := bare(call.Fun)
	if i, ok := fun.(*ast.IndexExpr); ok && x.genericCall(i, top) {
		fun = bare(i.X)
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		if got, ok := x.calledName(fun.Name, call, n, top, depth); ok {
			return got
		}
	case *ast.FuncLit:
		return x.resultType(fun.Type, n, top, depth)
	case *ast.StarExpr, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.StructType:
		return x.typeOf(call.Fun, top, depth+1) // a conversion
	}
	if n > 0 {
		return unclear
	}
	return step(x.valueOf(fun, top, depth+1), "()")
}

// calledName answers for calls of what this file or the language defines.
func (x *extractor) calledName(name string, call *ast.CallExpr, n int, top int32, depth int) (string, bool) {
	i, e := x.find(name, top)
	if e == nil {
		return x.builtin(name, call, top, depth)
	}
	switch e.kind {
	case declared:
		switch d := e.node.(type) {
		case *ast.TypeSpec:
			return name, true // a conversion
		case *ast.FuncDecl:
			if n > 0 {
				return x.resultType(d.Type, n, x.locals, depth), true
			}
		}
	case local:
		if ft := functionType(e); ft != nil {
			return x.resultType(ft, n, i, depth), true
		}
	case localType:
		return x.stands(i, depth), true
	}
	return "", false
}

// functionType returns the type of a local function, if it is plain to see.
func functionType(e *entry) *ast.FuncType {
	switch node := e.node.(type) {
	case *ast.FuncType:
		return node
	case *ast.FuncLit:
		return node.Type
	}
	return nil
}

func (x *extractor) builtin(name string, call *ast.CallExpr, top int32, depth int) (string, bool) {
	switch predeclared(name) {
	case basicType:
		return none, true
	case builtin:
		if len(call.Args) == 0 {
			return unclear, true
		}
		switch name {
		case "new":
			if looksLikeValue(call.Args[0]) { // new(expr), since Go 1.26
				return x.valueOf(call.Args[0], top, depth+1), true
			}
			return x.typeOf(call.Args[0], top, depth+1), true
		case "make":
			return x.typeOf(call.Args[0], top, depth+1), true
		case "append":
			return x.valueOf(call.Args[0], top, depth+1), true
		}
		return none, true
	}
	return "", false
}

func looksLikeValue(e ast.Expr) bool {
	switch e.(type) {
	case *ast.CallExpr, *ast.CompositeLit, *ast.BasicLit, *ast.BinaryExpr, *ast.UnaryExpr, *ast.FuncLit:
		return true
	}
	return false
}

// resultType returns the Expr of a function type's result n.
func (x *extractor) resultType(ft *ast.FuncType, n int, top int32, depth int) string {
	if ft.Results == nil {
		return none
	}
	for _, f := range ft.Results.List {
		if n -= max(1, len(f.Names)); n < 0 {
			if named, ok := f.Type.(*ast.Ident); ok && ft.TypeParams != nil && declares(ft.TypeParams, named.Name) {
				return unclear
			}
			return x.typeOf(f.Type, top, depth+1)
		}
	}
	return unclear
}

func declares(list *ast.FieldList, name string) bool {
	for _, f := range list.List {
		for _, id := range f.Names {
			if id.Name == name {
				return true
			}
		}
	}
	return false
}

// genericCall says whether f[x](…) calls an instance of f rather than an element of it.
func (x *extractor) genericCall(e *ast.IndexExpr, top int32) bool {
	if x.instance(e.X, e.Index, top) {
		return true
	}
	switch of := e.X.(type) {
	case *ast.Ident:
		_, at := x.find(of.Name, top)
		return at == nil && !x.variable(e.Index, top)
	case *ast.SelectorExpr:
		id, ok := of.X.(*ast.Ident)
		if !ok {
			return false
		}
		_, at := x.find(id.Name, top)
		return (at == nil || at.kind == imported) && !x.variable(e.Index, top)
	}
	return false
}

// variable says whether e can only be a value.
func (x *extractor) variable(e ast.Expr, top int32) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return looksLikeValue(e)
	}
	_, at := x.find(id.Name, top)
	return at != nil && (at.kind == local || at.kind == declared && !isType(at.node))
}

// bare takes the parentheses off.
func bare(e ast.Expr) ast.Expr {
	for {
		p, ok := e.(*ast.ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}
