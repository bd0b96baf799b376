package golang

import "go/ast"

// iterated returns the type of what an iterator yields (the last value, where it
// yields two), or nil for a type that is none: iter.Seq, iter.Seq2, or a function
// that takes yield.
func (x *extractor) iterated(e ast.Expr, top int32) ast.Expr {
	switch t := e.(type) {
	case *ast.IndexExpr:
		if x.iterPackage(t.X, top) {
			return t.Index
		}
	case *ast.IndexListExpr:
		if x.iterPackage(t.X, top) && len(t.Indices) > 0 {
			return t.Indices[len(t.Indices)-1]
		}
	case *ast.FuncType:
		return yielded(t)
	}
	return nil
}

func (x *extractor) iterPackage(e ast.Expr, top int32) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := s.X.(*ast.Ident)
	if !ok || s.Sel.Name != "Seq" && s.Sel.Name != "Seq2" {
		return false
	}
	_, at := x.find(id.Name, top)
	return at != nil && at.kind == imported && x.facts.Imports[at.number].Module == "iter"
}

// yielded returns T of func(yield func(T) bool).
func yielded(t *ast.FuncType) ast.Expr {
	if t.Results != nil && len(t.Results.List) > 0 || t.Params == nil || len(t.Params.List) != 1 {
		return nil
	}
	yield, ok := t.Params.List[0].Type.(*ast.FuncType)
	if !ok || yield.Results == nil || len(yield.Results.List) != 1 || yield.Params == nil || len(yield.Params.List) == 0 {
		return nil
	}
	if id, ok := yield.Results.List[0].Type.(*ast.Ident); !ok || id.Name != "bool" {
		return nil
	}
	return yield.Params.List[len(yield.Params.List)-1].Type
}
