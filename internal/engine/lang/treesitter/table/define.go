package table

import (
	"bytes"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// maxSignature is how many bytes a head may be cut from: it ends up shorter.
const maxSignature = 2000

// Symbol adds one that node name names, whole defines, and head ends the signature of.
func (x *Extractor) Symbol(s lang.Symbol, name, whole, head uint32) int32 {
	if s.Receiver == "" && x.Level == AtType {
		s.Receiver = x.Receiver
	}
	if s.Receiver == "" {
		s.Parent = x.In
	} else {
		s.Parent = -1
	}
	if s.Name == "" {
		s.Name = x.Name(name)
	}
	n := &x.Nodes[whole]
	start := x.headStart(whole)
	if start > x.Nodes[name].Start {
		start = x.Nodes[name].Start
	}
	text := x.Src[start:min(max(head, x.Nodes[name].End), start+maxSignature)]
	if end := bytes.IndexByte(text, '\n'); x.spec.Lines && end >= 0 {
		text = text[:end]
	}
	s.Signature = strings.TrimSuffix(extract.OneLine(text), " =")
	if s.Doc == "" {
		s.Doc = x.spec.Comments.Doc(x.Src, min(n.Start, x.Nodes[name].Start))
	}
	s.Exported = x.Level != AtFunction && (x.spec.Exported == nil || x.spec.Exported(x, whole, &s))
	test := x.Test
	if x.spec.Testing != nil && !test && x.spec.Testing(x, whole, &s) {
		x.Test = true
	}
	in := x.Add(s, name, n.Start, n.End)
	x.Test = test
	if x.Level == AtFunction && s.Kind != lang.Method && s.Kind != lang.Field {
		x.BindSymbol(s.Name)
	}
	return in
}

// headStart returns where a definition begins behind its annotations.
func (x *Extractor) headStart(i uint32) uint32 {
	start := x.Nodes[i].Start
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if x.Role(c) != Modifier {
			break
		}
		if start = x.Nodes[c].Start; x.Src[start] == '[' || x.Is(c, "annotation") {
			start = x.Nodes[c].End
			continue
		}
		for a, last := c+1, x.Nodes[c].Next; a < last; a = x.Nodes[a].Next {
			if c := x.Src[x.Nodes[a].Start]; c == '@' || c == '[' {
				start = x.Nodes[a].End // annotations come before public, by custom
			}
		}
		if start < x.Nodes[c].End {
			break
		}
	}
	return x.skipBlank(start)
}

func (x *Extractor) skipBlank(at uint32) uint32 {
	for int(at) < len(x.Src) && (x.Src[at] == ' ' || x.Src[at] == '\n' || x.Src[at] == '\t' || x.Src[at] == '\r') {
		at++
	}
	return at
}

// Define adds the type that node i defines and walks it. name is its name, or 0
// for what the table says; whole is the node that the definition begins with.
func (x *Extractor) Define(i, name, whole uint32) int32 {
	r := &x.rules[x.Nodes[i].Kind]
	if name == 0 {
		name = x.nameOf(i, r)
	}
	if name == 0 {
		x.Children(i)
		return -1
	}
	body := x.in(i, r.body)
	head := x.Nodes[i].End
	if body != 0 {
		head = x.Nodes[body].Start
	}
	s := lang.Symbol{Kind: r.kind}
	m := x.Push()
	x.typeParams(i, body)
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if x.Role(c) == Bases {
			s.Bases = x.baseExprs(s.Bases, c)
		}
	}
	local := x.Level == AtFunction
	if local {
		x.BindSymbol(x.Name(name))
	}
	in := x.Symbol(s, name, whole, head)
	level, results, receiver := x.Level, x.results, x.Receiver
	x.Level, x.results, x.Receiver = AtType, -1, ""
	x.Within(in, func() {
		params := x.in(i, r.params)
		if params == 0 {
			params = x.First(i, "parameter_list") // of a primary constructor
		}
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			switch {
			case c == name || x.Nodes[name].Start >= x.Nodes[c].Start && x.Nodes[name].End <= x.Nodes[c].End:
			case c == params:
				x.fields(c)
			default:
				x.Walk(c)
			}
		}
	})
	x.Level, x.results, x.Receiver = level, results, receiver
	x.Pop(m)
	if local {
		x.BindSymbol(x.Facts.Symbols[in].Name)
	}
	return in
}

// fields makes a primary constructor's parameters fields.
func (x *Extractor) fields(i uint32) {
	if x.Role(i) == Param {
		r := &x.rules[x.Nodes[i].Kind]
		if name := x.nameOf(i, r); name != 0 {
			typ := x.in(i, r.typ)
			x.TypesIf(typ)
			x.Symbol(lang.Symbol{Kind: lang.Field, Type: known(x.TypeExpr(typ))}, name, i, x.Nodes[i].End)
			x.WalkIf(x.in(i, r.value))
			return
		}
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		x.fields(c)
	}
}

// nameOf returns the node that names what node i defines, or 0.
func (x *Extractor) nameOf(i uint32, r *rule) uint32 {
	if r.name != 0 {
		return x.deep(x.in(i, r.name))
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if role := x.Role(c); role == Name || role == TypeName {
			return c
		}
	}
	return 0
}

// deep follows a node that stands for its first child down to a name.
func (x *Extractor) deep(i uint32) uint32 {
	for i != 0 && x.Role(i) != Name && x.Role(i) != TypeName {
		if i+1 >= x.Nodes[i].Next {
			break
		}
		if x.Role(i) == Dot || x.Role(i) == Generic {
			r := &x.rules[x.Nodes[i].Kind]
			if n := x.in(i, r.name); n != 0 {
				i = n
				continue
			}
		}
		i++
	}
	if i != 0 && x.Nodes[i].Start == x.Nodes[i].End {
		return 0 // the parser's guess at what is missing
	}
	return i
}

// FuncParts are the nodes of a function's definition. 0 is: as the table says.
type FuncParts struct {
	Rule     uint32 // the node whose rule counts
	Whole    uint32 // the node that the definition begins with
	Name     uint32
	Params   uint32
	Body     uint32
	Type     string // of the result
	Receiver string
	Kind     lang.Kind
}

// DefineFunc adds a function or method and walks node i, which holds all of it.
func (x *Extractor) DefineFunc(i uint32, p FuncParts) int32 {
	r := &x.rules[x.Nodes[p.Rule].Kind]
	if p.Name == 0 {
		p.Name = x.nameOf(i, r)
	}
	if p.Name == 0 {
		x.Scope(func() { x.Children(i) })
		return -1
	}
	if p.Params == 0 {
		p.Params = x.in(i, r.params)
	}
	if p.Body == 0 {
		p.Body = x.in(i, r.body)
	}
	if p.Kind == 0 {
		if p.Kind = r.kind; p.Kind == lang.Function && (x.Level == AtType || p.Receiver != "") {
			p.Kind = lang.Method
		}
	}
	head := x.Nodes[i].End
	if p.Body != 0 {
		head = x.Nodes[p.Body].Start
	}
	result := x.in(i, r.result)
	m := x.Push()
	x.typeParams(i, p.Body)
	if p.Type == "" {
		p.Type = known(x.TypeExpr(result))
	}
	if x.Level == AtFunction {
		x.BindSymbol(x.Name(p.Name))
	}
	in := x.Symbol(lang.Symbol{Kind: p.Kind, Type: p.Type, Receiver: p.Receiver}, p.Name, p.Whole, head)
	x.Body(in, result == 0, func() {
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			switch {
			case x.Nodes[p.Name].Start >= x.Nodes[c].Start && x.Nodes[p.Name].End <= x.Nodes[c].End && !within(c, x.Nodes[c].Next, p.Params):
			case c == result:
				x.Types(c)
			default:
				x.Walk(c)
			}
		}
	})
	x.Pop(m)
	if x.Level == AtFunction {
		x.BindSymbol(x.Facts.Symbols[in].Name)
	}
	return in
}

func within(from, to, i uint32) bool { return i >= from && i < to }

// Body walks a function's parts with its symbol as the enclosing one.
func (x *Extractor) Body(in int32, infer bool, walk func()) {
	level, results, function := x.Level, x.results, x.function
	x.Level, x.results = AtFunction, -1
	if infer && x.Facts.Symbols[in].Type == "" && x.Facts.Symbols[in].Kind != lang.Constructor {
		x.results = in
	}
	x.function = x.Push()
	x.Within(in, walk)
	x.Pop(x.function)
	x.Level, x.results, x.function = level, results, function
}

// TellResult takes the expression at node i for the type of a function that names none.
func (x *Extractor) TellResult(i uint32) {
	if x.results < 0 || int(i) >= len(x.Nodes) || x.Facts.Symbols[x.results].Type != "" {
		return
	}
	x.Facts.Symbols[x.results].Type = known(x.Expr(i))
}

// typeParams binds the names of a definition's type parameters: they stand for nothing of ours.
func (x *Extractor) typeParams(i, body uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end && c != body; c = x.Nodes[c].Next {
		if x.Is(c, "type_parameters") || x.Is(c, "type_parameter_list") || x.Is(c, "template_parameter_list") {
			x.bindTypeParams(c)
		}
	}
}

func (x *Extractor) bindTypeParams(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		for n := c; n < x.Nodes[c].Next; n++ {
			if role := x.Role(n); role == Name || role == TypeName {
				x.Bind(x.Name(n), extract.Unknown)
				break
			}
		}
	}
}

// BindTypeParams binds the names that a list of type parameters at node i declares.
func (x *Extractor) BindTypeParams(i uint32) { x.bindTypeParams(i) }

func (x *Extractor) member(i uint32, r *rule) {
	name := x.nameOf(i, r)
	if name == 0 {
		x.Children(i)
		return
	}
	kind := r.kind
	if kind == 0 {
		kind = lang.EnumMember
	}
	level := x.Level
	x.Level = AtType
	in := x.Symbol(lang.Symbol{Kind: kind}, name, i, x.Nodes[i].End)
	x.Level = level
	x.Within(in, func() { x.except(i, name, 0) })
}

func known(expr string) string {
	if expr == extract.Unknown {
		return ""
	}
	return expr
}
