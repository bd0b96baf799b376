package golang

import (
	"go/ast"
	"go/token"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// declareAll puts the file's own top-level names into scope, before anything is
// read: they may be used above their definition.
func (x *extractor) declareAll(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" {
				x.push(entry{name: d.Name.Name, kind: declared, node: d})
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					x.push(entry{name: s.Name.Name, kind: declared, node: s})
				case *ast.ValueSpec:
					for _, id := range s.Names {
						x.push(entry{name: id.Name, kind: declared, node: s})
					}
				}
			}
		}
	}
	x.locals = x.top()
}

func (x *extractor) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		x.function(d)
	case *ast.GenDecl:
		switch d.Tok {
		case token.TYPE:
			for _, s := range d.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok {
					x.in = -1
					x.typeSpec(d, ts, -1)
				}
			}
		case token.VAR, token.CONST:
			x.values(d)
		}
	}
}

func (x *extractor) function(d *ast.FuncDecl) {
	end := d.End()
	if d.Body != nil {
		end = d.Body.Lbrace
	}
	s := lang.Symbol{Name: d.Name.Name, Parent: -1, Kind: lang.Function, Doc: x.doc(d.Doc)}
	if d.Recv != nil {
		s.Kind, s.Receiver = lang.Method, receiver(d.Recv)
	}
	if s.Name != "_" {
		s.Signature = x.signature("", d.Pos(), end)
		x.in = x.symbol(s, d.Name, d.Pos(), d.End())
	}
	x.around = x.in
	mark := x.mark()
	x.receiverScope(d.Recv)
	x.funcType(d.Type, true)
	if x.in >= 0 {
		x.syms[x.in].Type = outward(x.resultType(d.Type, 0, x.top(), 0))
		if d.Type.Results == nil {
			x.syms[x.in].Type = ""
		}
	}
	if d.Body != nil {
		x.statements(d.Body.List)
	}
	x.pop(mark)
	x.around = -1
}

// receiver returns the name of a method's receiver type.
func receiver(recv *ast.FieldList) string {
	if len(recv.List) == 0 {
		return ""
	}
	e := recv.List[0].Type
	for {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.IndexListExpr:
			e = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// receiverScope reads a receiver: the indices of its type declare type parameters.
func (x *extractor) receiverScope(recv *ast.FieldList) {
	if recv == nil || len(recv.List) == 0 {
		return
	}
	f := recv.List[0]
	e := f.Type
	for {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
			continue
		case *ast.ParenExpr:
			e = t.X
			continue
		case *ast.IndexExpr:
			x.typeParameter(t.Index)
			e = t.X
		case *ast.IndexListExpr:
			for _, i := range t.Indices {
				x.typeParameter(i)
			}
			e = t.X
		}
		break
	}
	x.typ(e)
	for _, id := range f.Names {
		x.push(entry{name: id.Name, kind: local, how: byType, node: f.Type})
	}
}

func (x *extractor) typeParameter(e ast.Expr) {
	if id, ok := e.(*ast.Ident); ok {
		x.push(entry{name: id.Name, kind: localType, expr: unclear})
	}
}

// values reads a group of constants or variables.
func (x *extractor) values(d *ast.GenDecl) {
	var implicit ast.Expr // the type that constants without a value repeat
	for _, s := range d.Specs {
		vs, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if vs.Type != nil || len(vs.Values) > 0 {
			implicit = vs.Type
		}
		first := x.valueSymbols(d, vs, implicit)
		x.in = at(first, 0)
		if vs.Type != nil {
			x.typ(vs.Type)
		}
		for i, v := range vs.Values {
			x.in = at(first, min(i, len(vs.Names)-1))
			x.expr(v, lang.Value)
		}
		x.in = -1
	}
}

func at(symbols []int32, i int) int32 {
	if i < len(symbols) {
		return symbols[i]
	}
	return -1
}

// valueSymbols adds the symbols of one spec and returns their indices, -1 for _.
func (x *extractor) valueSymbols(d *ast.GenDecl, vs *ast.ValueSpec, implicit ast.Expr) []int32 {
	kind, word := lang.Variable, "var "
	if d.Tok == token.CONST {
		kind, word = lang.Constant, "const "
	}
	start, end := vs.Pos(), vs.End()
	if !d.Lparen.IsValid() {
		start, word = d.Pos(), ""
	}
	doc := first(vs.Doc, alone(d, d.Doc), vs.Comment)
	var list []int32
	signature := ""
	for i, id := range vs.Names {
		if id.Name == "_" {
			list = append(list, -1)
			continue
		}
		if signature == "" {
			signature = x.signature(word, start, end)
		}
		s := lang.Symbol{Name: id.Name, Parent: -1, Kind: kind, Signature: signature, Doc: x.doc(doc)}
		switch {
		case implicit != nil:
			s.Type = outward(x.typeOf(implicit, x.top(), 0))
		case i < len(vs.Values) && len(vs.Values) == len(vs.Names), i == 0 && len(vs.Values) == 1:
			s.Type = outward(x.valueOf(vs.Values[i], x.top(), 0))
		}
		list = append(list, x.symbol(s, id, start, end))
	}
	return list
}

func first(docs ...*ast.CommentGroup) *ast.CommentGroup {
	for _, d := range docs {
		if d != nil {
			return d
		}
	}
	return nil
}

// alone returns the comment of a declaration that has one spec and no parentheses.
func alone(d *ast.GenDecl, doc *ast.CommentGroup) *ast.CommentGroup {
	if d.Lparen.IsValid() {
		return nil
	}
	return doc
}

// symbol adds a symbol and returns its index.
func (x *extractor) symbol(s lang.Symbol, name *ast.Ident, from, to token.Pos) int32 {
	start, at := x.offset(from), x.offset(name.Pos())
	end := max(x.offset(to), at+len(name.Name)) // a broken definition may end before its name
	s.Start, s.End = uint32(start), uint32(min(end, len(x.src)))
	s.StartLine, _ = x.position(start)
	s.Line, s.Column = x.position(at)
	s.EndLine, _ = x.position(max(start, int(s.End)-1))
	s.Exported, s.Test = ast.IsExported(s.Name), x.test
	x.syms = append(x.syms, s)
	return int32(len(x.syms) - 1)
}

// outward makes an Expr one for Facts: what says nothing is "".
func outward(expr string) string {
	if expr == none || expr == unclear || len(expr) > maxExprBytes {
		return ""
	}
	return expr
}
