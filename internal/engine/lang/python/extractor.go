package python

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// level says whose names an assignment makes.
type level uint8

const (
	atModule level = iota
	atClass
	atFunction
)

// extractor walks one file once, in source order.
type extractor struct {
	*extract.Builder
	level     level
	function  extract.Mark     // the scope of the innermost function
	results   int32            // the function whose result a return statement tells, or -1
	class     int32            // the innermost class, or -1
	enum      bool             // it is an enumeration
	names     map[string]int32 // what the module has defined
	fields    map[string]int32 // what the innermost class has defined
	all       map[string]bool  // __all__, when there is one
	overloads int32            // the function whose @overload signatures were just read, or -1
	scratch   []byte
}

func newExtractor(t *treesitter.Tree) *extractor {
	return &extractor{Builder: extract.NewBuilder(t), results: -1, class: -1, overloads: -1, names: map[string]int32{}}
}

func (x *extractor) children(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		x.walk(c)
	}
}

func (x *extractor) walkField(i uint32) {
	if i != 0 {
		x.walk(i)
	}
}

// walk is the one dispatch: what a node of each kind gives.
func (x *extractor) walk(i uint32) {
	switch x.Nodes[i].Kind {
	case functionDefinition:
		x.functionDefinition(i, decorators{})
	case classDefinition:
		x.classDefinition(i)
	case decoratedDefinition:
		x.decorated(i)
	case importStatement:
		x.importStatement(i)
	case importFrom, futureImport:
		x.importFrom(i)
	case assignment:
		x.assignment(i)
	case augmented:
		x.augmented(i)
	case typeAliasStatement:
		x.typeAlias(i)
	case globalStatement:
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			x.BindSymbol(x.Name(c))
		}
	case nonlocalStatement:
	case forStatement:
		right := x.Field(i, fRight)
		x.walkField(right)
		x.iterate(x.Field(i, fLeft), right)
		x.walkField(x.Field(i, fBody))
		x.walkField(x.Field(i, fAlternative))
	case listComprehension, setComprehension, dictionaryComprehension, generatorExpression:
		x.comprehension(i)
	case lambda:
		x.lambda(i)
	case asPattern:
		x.asPattern(i, false)
	case exceptClause:
		x.exceptClause(i)
	case namedExpression:
		x.namedExpression(i)
	case returnStatement:
		x.tellResult(i + 1)
		x.children(i)
	case ifStatement, elifClause:
		x.ifStatement(i)
	case assertStatement:
		x.children(i)
		if name, expr := x.instanceTest(i + 1); name != "" {
			x.Bind(name, expr)
		}
	case caseClause:
		x.caseClause(i)
	case typeNode:
		x.types(i)
	default:
		x.expression(i)
	}
}

// symbol adds one, with what all of them have.
func (x *extractor) symbol(s lang.Symbol, name, at, head uint32) int32 {
	s.Parent = x.In
	if s.Name == "" {
		s.Name = x.Name(name)
	}
	s.Exported = !hidden(s.Name) && x.level != atFunction && (x.In < 0 || x.Facts.Symbols[x.In].Exported)
	n := &x.Nodes[at]
	s.Signature = extract.OneLine(x.Src[n.Start:max(head, n.Start)])
	in := x.Add(s, name, n.Start, n.End)
	switch x.level {
	case atModule:
		x.names[s.Name] = in
	case atClass:
		x.fields[s.Name] = in
	case atFunction:
	}
	return in
}

// hidden: a leading underscore says so; the language's own names (__init__) are not meant.
func hidden(name string) bool {
	return name != "" && name[0] == '_' && (len(name) < 5 || name[1] != '_' || name[len(name)-1] != '_')
}

// tellResult takes a returned expression for the type of a function that names none.
func (x *extractor) tellResult(i uint32) {
	if x.results < 0 || int(i) >= len(x.Nodes) || x.Facts.Symbols[x.results].Type != "" {
		return
	}
	if e := x.expr(i); e != extract.Unknown {
		x.Facts.Symbols[x.results].Type = e
	}
}

// finishExports applies __all__ to the module's names.
func (x *extractor) finishExports() {
	if x.all == nil {
		return
	}
	for i := range x.Facts.Symbols {
		if s := &x.Facts.Symbols[i]; s.Parent < 0 {
			s.Exported = x.all[s.Name]
		} else if p := &x.Facts.Symbols[s.Parent]; p.Kind == lang.Class || p.Kind == lang.Enum {
			s.Exported = p.Exported && !hidden(s.Name)
		}
	}
}
