package golang

import (
	"go/ast"
	"go/token"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

func (x *extractor) statements(list []ast.Stmt) {
	for _, s := range list {
		x.stmt(s)
	}
}

// scoped reads statements in a scope of their own.
func (x *extractor) scoped(list ...ast.Stmt) {
	mark := x.mark()
	for _, s := range list {
		if s != nil {
			x.stmt(s)
		}
	}
	x.pop(mark)
}

// stmt notes the uses in a statement and brings what it declares into scope.
func (x *extractor) stmt(s ast.Stmt) {
	if !x.enter() {
		return
	}
	defer x.leave()
	switch s := s.(type) {
	case *ast.ExprStmt:
		x.expr(s.X, lang.Value)
	case *ast.AssignStmt:
		x.assign(s)
	case *ast.IfStmt:
		x.branch(s)
	case *ast.ReturnStmt:
		x.exprs(s.Results)
	case *ast.BlockStmt:
		x.scoped(s.List...)
	case *ast.RangeStmt:
		x.rangeOver(s)
	case *ast.ForStmt:
		x.loop(s)
	case *ast.SwitchStmt:
		x.switchOn(s)
	case *ast.TypeSwitchStmt:
		x.typeSwitch(s)
	case *ast.SelectStmt:
		for _, c := range s.Body.List {
			if c, ok := c.(*ast.CommClause); ok {
				x.scoped(append([]ast.Stmt{c.Comm}, c.Body...)...)
			}
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			x.localDecl(d)
		}
	case *ast.DeferStmt:
		x.expr(s.Call, lang.Value)
	case *ast.GoStmt:
		x.expr(s.Call, lang.Value)
	case *ast.SendStmt:
		x.expr(s.Chan, lang.Value)
		x.expr(s.Value, lang.Value)
	case *ast.IncDecStmt:
		x.expr(s.X, lang.Value)
	case *ast.LabeledStmt: // labels are no names of the graph
		x.stmt(s.Stmt)
	}
}

func (x *extractor) exprs(list []ast.Expr) {
	for _, e := range list {
		x.expr(e, lang.Value)
	}
}

func (x *extractor) branch(s *ast.IfStmt) {
	mark := x.mark()
	if s.Init != nil {
		x.stmt(s.Init)
	}
	x.expr(s.Cond, lang.Value)
	x.stmt(s.Body)
	if s.Else != nil {
		x.stmt(s.Else)
	}
	x.pop(mark)
}

func (x *extractor) loop(s *ast.ForStmt) {
	mark := x.mark()
	if s.Init != nil {
		x.stmt(s.Init)
	}
	if s.Cond != nil {
		x.expr(s.Cond, lang.Value)
	}
	if s.Post != nil {
		x.stmt(s.Post)
	}
	x.stmt(s.Body)
	x.pop(mark)
}

func (x *extractor) switchOn(s *ast.SwitchStmt) {
	mark := x.mark()
	if s.Init != nil {
		x.stmt(s.Init)
	}
	if s.Tag != nil {
		x.expr(s.Tag, lang.Value)
	}
	for _, c := range s.Body.List {
		if c, ok := c.(*ast.CaseClause); ok {
			x.exprs(c.List)
			x.scoped(c.Body...)
		}
	}
	x.pop(mark)
}

// typeSwitch: in a case of one type the variable has that type, elsewhere that of
// what is switched on.
func (x *extractor) typeSwitch(s *ast.TypeSwitchStmt) {
	mark := x.mark()
	if s.Init != nil {
		x.stmt(s.Init)
	}
	var name string
	var on ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		on = a.X
	case *ast.AssignStmt:
		if len(a.Lhs) == 1 && len(a.Rhs) == 1 {
			on = a.Rhs[0]
			if id, ok := a.Lhs[0].(*ast.Ident); ok {
				name = id.Name
			}
		}
	}
	if on != nil {
		x.expr(on, lang.Value)
	}
	if t, ok := on.(*ast.TypeAssertExpr); ok {
		on = t.X
	}
	for _, c := range s.Body.List {
		c, ok := c.(*ast.CaseClause)
		if !ok {
			continue
		}
		for _, t := range c.List {
			x.typ(t)
		}
		inner := x.mark()
		switch {
		case len(c.List) == 1 && !isNil(c.List[0]):
			x.push(entry{name: name, kind: local, how: byType, node: c.List[0]})
		case on != nil:
			x.push(entry{name: name, kind: local, how: byValue, node: on})
		}
		x.statements(c.Body)
		x.pop(inner)
	}
	x.pop(mark)
}

func isNil(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "nil"
}

func (x *extractor) assign(s *ast.AssignStmt) {
	if s.Tok != token.DEFINE {
		x.exprs(s.Lhs)
		x.exprs(s.Rhs)
		return
	}
	x.exprs(s.Rhs)
	top := x.top()
	for i, l := range s.Lhs {
		id, ok := l.(*ast.Ident)
		if !ok {
			continue
		}
		if n, e := x.find(id.Name, top); e != nil && e.kind == local && int(n) >= x.block {
			continue // assigned, not declared: it keeps its type
		}
		x.define(id.Name, s.Rhs, i, len(s.Lhs))
	}
}

// define brings a variable into scope that is number i of n set from values.
func (x *extractor) define(name string, values []ast.Expr, i, n int) {
	e := entry{name: name, kind: local, expr: unclear}
	switch {
	case len(values) == n:
		e.how, e.node = byValue, values[i]
	case len(values) != 1:
	case i == 0: // the first result, or v, ok := …
		e.how, e.node = byValue, values[0]
	case name == "err" || name == "ok":
		e.expr = none // by far the most second results; errors have one method, and it is not ours
	default:
		if call, ok := bare(values[0]).(*ast.CallExpr); ok {
			e.how, e.node, e.number = byResult, call, int32(i)
		}
	}
	x.push(e)
}

func (x *extractor) rangeOver(s *ast.RangeStmt) {
	mark := x.mark()
	if s.Tok != token.DEFINE {
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if e != nil {
				x.expr(e, lang.Value)
			}
		}
	}
	x.expr(s.X, lang.Value)
	if s.Tok == token.DEFINE {
		if id, ok := s.Key.(*ast.Ident); ok {
			x.push(x.key(id.Name, s.X, s.Value == nil))
		}
		if id, ok := s.Value.(*ast.Ident); ok {
			x.push(entry{name: id.Name, kind: local, how: byElement, node: s.X})
		}
	}
	x.stmt(s.Body)
	x.pop(mark)
}

// key is the entry of the first variable of a range: an index or a key, and of a
// channel or an iterator an element. What a call returns is taken for an iterator
// when there is one variable: an index has no methods that would tell.
func (x *extractor) key(name string, over ast.Expr, alone bool) entry {
	e := entry{name: name, kind: local, expr: unclear}
	switch t := x.visibleType(over).(type) {
	case *ast.ChanType:
		e.how, e.node = byElement, over
	case *ast.MapType:
		e.how, e.node = byType, t.Key
	case *ast.FuncType:
		if yielded(t) != nil {
			e.how, e.node = byElement, over
		}
	case *ast.ArrayType, *ast.BasicLit:
		e.expr = none
	default:
		_, call := bare(over).(*ast.CallExpr)
		if written := x.writtenType(over, x.top(), 0).Expr; alone && (call || x.iterated(written, x.top()) != nil) {
			e.how, e.node = byElement, over
		}
	}
	return e
}

// visibleType returns the type that a local, or a literal, plainly has.
func (x *extractor) visibleType(e ast.Expr) ast.Expr {
	switch t := bare(e).(type) {
	case *ast.Ident:
		if _, at := x.find(t.Name, x.top()); at != nil {
			switch node := at.node.(type) {
			case *ast.CompositeLit:
				return x.spelled(node.Type)
			case *ast.CallExpr:
				if x.takesType(node.Fun) && len(node.Args) > 0 {
					return x.spelled(node.Args[0])
				}
			case *ast.ValueSpec:
				return x.spelled(node.Type)
			case ast.Expr:
				return x.spelled(node)
			}
		}
	case *ast.CompositeLit:
		return x.spelled(t.Type)
	case *ast.BasicLit:
		return t
	}
	return nil
}

func (x *extractor) localDecl(d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			x.localType(d, s)
		case *ast.ValueSpec:
			if s.Type != nil {
				x.typ(s.Type)
			}
			x.exprs(s.Values)
			for i, id := range s.Names {
				if s.Type != nil {
					x.push(entry{name: id.Name, kind: local, how: byType, node: s.Type})
				} else {
					x.define(id.Name, s.Values, i, len(s.Names))
				}
			}
		}
	}
}

// localType brings a type of a function into scope: a symbol inside the function's.
func (x *extractor) localType(d *ast.GenDecl, s *ast.TypeSpec) {
	e := entry{name: s.Name.Name, kind: localType, node: s.Type, expr: s.Name.Name}
	if x.around < 0 {
		e.expr = none
	}
	x.push(e)
	if x.around < 0 {
		mark := x.mark()
		x.typeParameters(s.TypeParams)
		x.typ(s.Type)
		x.pop(mark)
		return
	}
	in := x.in
	x.typeSpec(d, s, x.around)
	x.in = in
}
