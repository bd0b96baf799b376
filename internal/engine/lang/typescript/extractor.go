package typescript

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// extractor walks one file once, in source order.
type extractor struct {
	*extract.Builder
	script bool // JavaScript: fields are not declared

	self     string       // what `this` stands for
	function extract.Mark // the scope of the innermost function, for var
	results  int32        // the symbol whose result a return statement tells, or -1
	handed   handed       // what the next closure is handed
	objects  int          // anonymous objects so far
	class    int32        // the class whose members `this.x = …` declares, or -1

	exports []exportName // export { a as b }, in order
	scratch []byte
}

// exportName says that the file exports its name as another.
type exportName struct {
	name, as string
	line     uint32
}

func newExtractor(t *treesitter.Tree) *extractor {
	return &extractor{
		Builder: extract.NewBuilder(t),
		self:    extract.Unknown, results: -1, class: -1,
	}
}

// statements walks the children of a node after binding what they declare, so
// that a use before the declaration is no global.
func (x *extractor) statements(i uint32) {
	if x.Inside() {
		x.hoist(i)
	}
	x.children(i)
}

func (x *extractor) children(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		x.walk(c)
	}
}

// hoist binds the names that the statements right below node i declare.
func (x *extractor) hoist(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		switch x.Nodes[c].Kind {
		case functionDeclaration, generatorDeclaration, classDeclaration, abstractClass, enumDeclaration,
			interfaceDeclaration, typeAlias:
			if name := x.Field(c, fName); name != 0 {
				x.BindSymbol(x.Name(name))
			}
		case lexicalDeclaration, variableDeclaration:
			for d, end := c+1, x.Nodes[c].Next; d < end; d = x.Nodes[d].Next {
				name := x.Field(d, fName)
				if name == 0 || x.Nodes[name].Kind != identifier {
					continue
				}
				if x.local(d) {
					x.BindSymbol(x.Name(name))
				} else {
					x.Bind(x.Name(name), extract.Unknown)
				}
			}
		}
	}
}

// block walks statements in a scope of their own.
func (x *extractor) block(i uint32) {
	m := x.Push()
	x.statements(i)
	x.Pop(m)
}

// walk is the one dispatch: what a node of each kind gives.
func (x *extractor) walk(i uint32) {
	switch x.Nodes[i].Kind {
	case importStatement:
		x.importStatement(i)
	case importAlias:
		x.importAlias(i)
	case exportStatement:
		x.exportStatement(i)
	case functionDeclaration, generatorDeclaration, functionSignature, classDeclaration, abstractClass, interfaceDeclaration,
		typeAlias, enumDeclaration, namespaceDeclaration, moduleDeclaration, lexicalDeclaration, variableDeclaration:
		x.declaration(i, modifiers{start: x.Nodes[i].Start})
	case ambientDeclaration:
		x.ambient(i, modifiers{start: x.Nodes[i].Start})
	case functionExpression, generatorExpression, arrowFunction:
		x.closure(i)
	case classExpression:
		x.classLike(i, modifiers{start: x.Nodes[i].Start}, x.Field(i, fName), lang.Class)
	case statementBlock, switchBody:
		x.block(i)
	case staticBlock:
		x.block(i)
	case forStatement, forIn:
		x.loop(i)
	case ifStatement:
		x.ifStatement(i)
	case catchClause:
		x.catchClause(i)
	case returnStatement:
		x.returnStatement(i)
	case decorator, assignmentPattern, objectAssignment:
		x.children(i)
	default:
		x.expression(i)
	}
}

func (x *extractor) loop(i uint32) {
	m := x.Push()
	x.hoist(i)
	if left := x.Field(i, fLeft); left != 0 {
		right := x.Field(i, fRight)
		x.walkField(right)
		if x.Field(i, fKind) != 0 || x.declares(i, left) {
			x.bind(left, x.elementOf(x.expr(right)))
		} else {
			x.walk(left)
		}
	} else {
		x.walkField(x.Field(i, fInitializer))
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if f := x.Nodes[c].Field; f != fLeft && f != fRight && f != fInitializer {
			x.walk(c)
		}
	}
	x.Pop(m)
}

// declares says whether the head of a for loop declares its variable: the
// keyword before it is not in the list of nodes.
func (x *extractor) declares(i, left uint32) bool {
	head := x.Src[x.Nodes[i].Start:x.Nodes[left].Start]
	return containsWord(head, "const") || containsWord(head, "let") || containsWord(head, "var")
}

func (x *extractor) walkField(i uint32) {
	if i != 0 {
		x.walk(i)
	}
}

// ifStatement narrows: within `if (v instanceof T) { … }` v is a T.
func (x *extractor) ifStatement(i uint32) {
	condition, then := x.Field(i, fCondition), x.Field(i, fConsequence)
	x.walkField(condition)
	m := x.Push()
	if name, expr := x.instanceTest(condition); name != "" {
		x.Bind(name, expr)
	}
	x.walkField(then)
	x.Pop(m)
	x.walkField(x.Field(i, fAlternative))
}

// instanceTest reads `(v instanceof T)`.
func (x *extractor) instanceTest(condition uint32) (name, expr string) {
	if condition == 0 {
		return "", ""
	}
	test := x.Child(condition, binary)
	if test == 0 {
		return "", ""
	}
	left, right := x.Field(test, fLeft), x.Field(test, fRight)
	if left == 0 || right == 0 || x.Nodes[left].Kind != identifier {
		return "", ""
	}
	if !containsWord(x.Src[x.Nodes[left].End:x.Nodes[right].Start], "instanceof") {
		return "", ""
	}
	if _, _, local := x.Local(x.Bytes(left)); !local {
		return "", ""
	}
	return x.Name(left), x.typeOfConstructor(right)
}

func (x *extractor) catchClause(i uint32) {
	m := x.Push()
	if p := x.Field(i, fParameter); p != 0 {
		x.bind(p, extract.Unknown)
	}
	x.walkField(x.Field(i, fBody))
	x.Pop(m)
}

// returnStatement tells the type of the function around it, when it does not say it itself.
func (x *extractor) returnStatement(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		x.result(c)
	}
}

// result walks an expression that a function returns.
func (x *extractor) result(i uint32) {
	if inner := x.bare(i); x.Nodes[inner].Kind == object && x.In >= 0 && x.hasFunctions(inner) {
		self := "@self"
		if x.results >= 0 {
			if t := x.Facts.Symbols[x.results].Type; t != "" && t != extract.Unknown {
				self = t
			}
		}
		name := x.anonymousObject(inner, self)
		if x.results >= 0 && x.Facts.Symbols[x.results].Type == "" {
			x.Facts.Symbols[x.results].Type = "=" + name
		}
		return
	}
	x.tellResult(i)
	x.walk(i)
}

func (x *extractor) tellResult(i uint32) {
	if x.results < 0 || x.Facts.Symbols[x.results].Type != "" {
		return
	}
	if e := x.expr(i); e != extract.Unknown {
		x.Facts.Symbols[x.results].Type = e
	}
}
