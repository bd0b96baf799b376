package golang

import "go/ast"

// What follows reads types that only this file can know, because they have no
// name outside a function or none at all: the structs of table tests, mostly.

// typeExpr is a type as it is written, and the entry as of which to read it.
type typeExpr struct {
	ast.Expr
	top int32
}

// writtenType returns the type of e where the file writes it out, or nothing.
func (x *extractor) writtenType(e ast.Expr, top int32, depth int) typeExpr {
	if depth > maxExprDepth {
		return typeExpr{}
	}
	switch e := e.(type) {
	case *ast.Ident:
		return x.writtenTypeOfName(e.Name, top, depth)
	case *ast.ParenExpr:
		return x.writtenType(e.X, top, depth+1)
	case *ast.StarExpr:
		return x.writtenType(e.X, top, depth+1)
	case *ast.SliceExpr:
		return x.writtenType(e.X, top, depth+1)
	case *ast.UnaryExpr:
		return x.writtenType(e.X, top, depth+1)
	case *ast.CompositeLit:
		return x.local(typeExpr{e.Type, top})
	case *ast.TypeAssertExpr:
		return x.local(typeExpr{e.Type, top})
	case *ast.IndexExpr:
		return x.elementType(x.writtenType(e.X, top, depth+1))
	case *ast.SelectorExpr:
		if f := field(x.writtenType(e.X, top, depth+1), e.Sel.Name); f != nil {
			return x.local(typeExpr{f.Type, top})
		}
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && len(e.Args) > 0 {
			if _, at := x.find(id.Name, top); at == nil && (id.Name == "new" || id.Name == "make") {
				return x.local(typeExpr{e.Args[0], top})
			} else if at == nil && id.Name == "append" {
				return x.writtenType(e.Args[0], top, depth+1)
			}
		}
	}
	return typeExpr{}
}

func (x *extractor) writtenTypeOfName(name string, top int32, depth int) typeExpr {
	i, e := x.find(name, top)
	switch {
	case e == nil:
	case e.kind == local:
		node, _ := e.node.(ast.Expr)
		switch e.how {
		case byType:
			return x.local(typeExpr{node, i})
		case byValue:
			return x.writtenType(node, i, depth+1)
		case byElement:
			return x.elementType(x.writtenType(node, i, depth+1))
		}
	case e.kind == declared:
		spec, ok := e.node.(*ast.ValueSpec)
		switch {
		case !ok:
		case spec.Type != nil:
			return x.local(typeExpr{spec.Type, x.locals})
		case len(spec.Names) == 1 && len(spec.Values) == 1:
			return x.writtenType(spec.Values[0], x.locals, depth+1)
		}
	}
	return typeExpr{}
}

// local follows the names of types that are defined in functions.
func (x *extractor) local(t typeExpr) typeExpr {
	for range maxExprDepth {
		switch e := t.Expr.(type) {
		case *ast.ParenExpr:
			t.Expr = e.X
			continue
		case *ast.StarExpr:
			t.Expr = e.X
			continue
		case *ast.Ident:
			if i, at := x.find(e.Name, t.top); at != nil && at.kind == localType {
				if node, ok := at.node.(ast.Expr); ok {
					t = typeExpr{node, i}
					continue
				}
			}
		}
		break
	}
	return t
}

func (x *extractor) elementType(t typeExpr) typeExpr {
	switch e := t.Expr.(type) {
	case *ast.ArrayType:
		return x.local(typeExpr{e.Elt, t.top})
	case *ast.Ellipsis:
		return x.local(typeExpr{e.Elt, t.top})
	case *ast.MapType:
		return x.local(typeExpr{e.Value, t.top})
	case *ast.ChanType:
		return x.local(typeExpr{e.Value, t.top})
	}
	return typeExpr{}
}

// field returns the field of that name of a struct type, or nil.
func field(t typeExpr, name string) *ast.Field {
	s, ok := t.Expr.(*ast.StructType)
	if !ok || s.Fields == nil {
		return nil
	}
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 && embeddedName(f.Type) == name {
			return f
		}
		for _, id := range f.Names {
			if id.Name == name {
				return f
			}
		}
	}
	return nil
}

func embeddedName(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return embeddedName(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.IndexExpr:
		return embeddedName(t.X)
	case *ast.IndexListExpr:
		return embeddedName(t.X)
	}
	return ""
}

// promoter returns the one type that a struct type embeds, or nothing.
func promoter(t typeExpr) typeExpr {
	var one typeExpr
	if s, ok := t.Expr.(*ast.StructType); ok && s.Fields != nil {
		for _, f := range s.Fields.List {
			if len(f.Names) > 0 {
				continue
			}
			if one.Expr != nil {
				return typeExpr{}
			}
			one = typeExpr{f.Type, t.top}
		}
	}
	return one
}

// member returns the Expr of e, a selector of something whose type has no name of
// its own, and whether it is one.
func (x *extractor) member(e *ast.SelectorExpr, top int32, depth int) (string, bool) {
	t := x.writtenType(e.X, top, depth)
	if _, ok := t.Expr.(*ast.StructType); !ok {
		return "", false
	}
	if f := field(t, e.Sel.Name); f != nil {
		return x.typeOf(f.Type, t.top, depth+1), true
	}
	if up := promoter(t); up.Expr != nil {
		return step(x.typeOf(up.Expr, up.top, depth+1), "."+e.Sel.Name), true
	}
	return unclear, true
}

// holder returns the Expr of what a member of e.X is to be looked for in, when the
// type of e.X has no name of its own: none for its own fields, which are nothing to
// the graph.
func (x *extractor) holder(e *ast.SelectorExpr) (string, bool) {
	t := x.writtenType(e.X, x.top(), 0)
	if _, ok := t.Expr.(*ast.StructType); !ok {
		return "", false
	}
	if up := promoter(t); up.Expr != nil && field(t, e.Sel.Name) == nil {
		return x.typeOf(up.Expr, up.top, 0), true
	}
	return none, true
}

// nameless says whether what e begins with may have a type without a name: a local
// that the graph knows nothing of, or a variable of this file.
func (x *extractor) nameless(e ast.Expr, expr string, top int32) bool {
	if expr == none {
		return true
	}
	for range maxExprDepth {
		switch t := e.(type) {
		case *ast.Ident:
			i, at := x.find(t.Name, top)
			switch {
			case at == nil:
			case at.kind == local && (at.how == byValue || at.how == byElement):
				e, _ = at.node.(ast.Expr)
				top = i
				continue
			case at.kind == declared:
				_, variable := at.node.(*ast.ValueSpec)
				return variable
			}
			return false
		case *ast.SelectorExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.UnaryExpr:
			e = t.X
		case *ast.StarExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		default:
			return false
		}
	}
	return false
}
