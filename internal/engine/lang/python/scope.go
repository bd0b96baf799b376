package python

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// iterate binds the target of a for to what iterating over node right gives.
func (x *extractor) iterate(left, right uint32) {
	if left == 0 || right == 0 {
		return
	}
	pair := x.Nodes[left].Kind == patternList || x.Nodes[left].Kind == tuplePattern
	if x.Nodes[right].Kind == call {
		fn, args := x.Field(right, fFunction), x.Field(right, fArguments)
		switch {
		case fn != 0 && x.Nodes[fn].Kind == attribute && x.Field(fn, fAttribute) != 0:
			of := x.Field(fn, fObject)
			switch name := string(x.Bytes(x.Field(fn, fAttribute))); {
			case name == "items" && pair && of != 0:
				x.targets(left, extract.Unknown, x.elementOf(x.expr(of)))
				return
			case name == "values" && of != 0:
				x.target(left, left, x.elementOf(x.expr(of)), 0)
				return
			}
		case fn != 0 && args != 0 && x.Nodes[fn].Kind == identifier && pair:
			switch string(x.Bytes(fn)) {
			case "enumerate":
				x.targets(left, extract.Unknown, x.elementOf(x.expr(args+1)))
				return
			case "zip":
				var items []string
				for c, end := args+1, x.Nodes[args].Next; c < end; c = x.Nodes[c].Next {
					items = append(items, x.elementOf(x.expr(c)))
				}
				x.targets(left, items...)
				return
			}
		}
	}
	x.target(left, left, x.elementOf(x.expr(right)), 0)
}

// targets assigns to the parts of a pattern one by one.
func (x *extractor) targets(pattern uint32, exprs ...string) {
	n := 0
	for c, end := pattern+1, x.Nodes[pattern].Next; c < end; c = x.Nodes[c].Next {
		expr := extract.Unknown
		if n < len(exprs) {
			expr = exprs[n]
		}
		x.target(c, c, expr, 0)
		n++
	}
}

// comprehension binds what its clauses bind before its body is walked.
func (x *extractor) comprehension(i uint32) {
	outer, function := x.level, x.function
	m := x.Push()
	x.level, x.function = atFunction, m
	body := x.Field(i, fBody)
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		switch {
		case c == body:
		case x.Nodes[c].Kind == forIn:
			right := x.Field(c, fRight)
			x.walkField(right)
			x.iterate(x.Field(c, fLeft), right)
		default:
			x.walk(c)
		}
	}
	x.walkField(body)
	x.Pop(m)
	x.level, x.function = outer, function
}

func (x *extractor) lambda(i uint32) {
	outer, function, results := x.level, x.function, x.results
	m := x.Push()
	x.level, x.function, x.results = atFunction, m, -1
	if p := x.Field(i, fParameters); p != 0 {
		x.parameters(p, false)
	}
	x.walkField(x.Field(i, fBody))
	x.Pop(m)
	x.level, x.function, x.results = outer, function, results
}

// asPattern is `value as target`, of with and except.
func (x *extractor) asPattern(i uint32, exception bool) {
	value, alias := i+1, x.Field(i, fAlias)
	if value >= x.Nodes[i].Next || value == alias {
		return
	}
	x.walk(value)
	if alias == 0 {
		return
	}
	expr := x.expr(value)
	if exception {
		expr = x.typeExpr(value)
	}
	if x.Nodes[alias].Kind == asTarget && alias+1 < x.Nodes[alias].Next {
		alias++
	}
	x.target(alias, alias, expr, 0)
}

func (x *extractor) exceptClause(i uint32) {
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if x.Nodes[c].Kind == asPattern {
			x.asPattern(c, true)
		} else {
			x.walk(c)
		}
	}
}

// namedExpression is `name := value`.
func (x *extractor) namedExpression(i uint32) {
	name, value := x.Field(i, fName), x.Field(i, fValue)
	x.walkField(value)
	if name == 0 {
		return
	}
	expr := extract.Unknown
	if value != 0 {
		expr = x.expr(value)
	}
	x.target(name, i, expr, 0)
}

// ifStatement narrows: below `if isinstance(v, T):` v is a T.
func (x *extractor) ifStatement(i uint32) {
	condition, then := x.Field(i, fCondition), x.Field(i, fConsequence)
	x.walkField(condition)
	name, expr := x.instanceTest(condition)
	if name == "" {
		x.walkField(then)
	} else {
		was, _, _ := x.Local([]byte(name))
		x.Set(extract.Mark{}, name, expr)
		x.walkField(then)
		x.Set(extract.Mark{}, name, was)
	}
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if c != condition && c != then {
			x.walk(c)
		}
	}
}

// instanceTest reads isinstance(v, T) of a local v.
func (x *extractor) instanceTest(i uint32) (name, expr string) {
	if i == 0 || int(i) >= len(x.Nodes) {
		return "", ""
	}
	if x.Nodes[i].Kind == booleanOperator && i+1 < x.Nodes[i].Next {
		i++ // the first of `isinstance(v, T) and …`
	}
	if x.Nodes[i].Kind != call {
		return "", ""
	}
	fn, args := x.Field(i, fFunction), x.Field(i, fArguments)
	if fn == 0 || args == 0 || string(x.Bytes(fn)) != "isinstance" || x.count(args) != 2 {
		return "", ""
	}
	of := args + 1
	if x.Nodes[of].Kind != identifier {
		return "", ""
	}
	if self, symbol, local := x.Local(x.Bytes(of)); !local || symbol || self == "@self" {
		return "", ""
	}
	e := x.typeExpr(x.Nodes[of].Next)
	if e == extract.Unknown {
		return "", ""
	}
	return x.Name(of), e
}

func (x *extractor) caseClause(i uint32) {
	guard, body := x.Field(i, fGuard), x.Field(i, fConsequence)
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		if c != guard && c != body {
			x.pattern(c)
		}
	}
	x.walkField(guard)
	x.walkField(body)
}

// pattern binds the names that a case captures.
func (x *extractor) pattern(i uint32) {
	switch x.Nodes[i].Kind {
	case dottedName:
		if i+1 < x.Nodes[i].Next && x.Nodes[i+1].Next == x.Nodes[i].Next {
			x.target(i+1, i+1, extract.Unknown, 0)
		} else {
			x.dotted(i, lang.Value)
		}
	case classPattern:
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			if x.Nodes[c].Kind == dottedName {
				x.dotted(c, lang.TypeUse)
			} else {
				x.pattern(c)
			}
		}
	case keywordPattern:
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			if x.Nodes[c].Kind != identifier {
				x.pattern(c)
			}
		}
	case identifier:
		x.target(i, i, extract.Unknown, 0)
	case str:
	default:
		for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
			x.pattern(c)
		}
	}
}

// dotted is a.b.C in a pattern: a use of its parts.
func (x *extractor) dotted(i uint32, kind lang.RefKind) {
	recv := ""
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		k := kind
		if x.Nodes[c].Next < end {
			k = lang.Value
		}
		if recv == "" {
			x.use(c, k)
			recv = x.expr(c)
			continue
		}
		x.Ref(c, x.Name(c), recv, k)
		recv = x.join(recv, "."+x.Name(c))
	}
}
