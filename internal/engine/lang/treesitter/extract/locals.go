package extract

// Locals are the names that stand for something local at one point of a walk:
// parameters, variables, functions inside functions. Scopes nest by marks.
type Locals struct {
	bindings []binding
	latest   map[string]int32 // index+1 in bindings
	nesting  int
}

type binding struct {
	name   string
	expr   string
	shadow int32 // the binding of that name that this one hides, as in latest
	symbol bool
}

// Mark is a point to go back to.
type Mark struct{ length, nesting int }

// Push starts a scope.
func (l *Locals) Push() Mark {
	l.nesting++
	return Mark{len(l.bindings), l.nesting - 1}
}

// Pop forgets what was bound since the mark.
func (l *Locals) Pop(m Mark) {
	for i := len(l.bindings) - 1; i >= m.length; i-- {
		b := &l.bindings[i]
		if b.shadow == 0 {
			delete(l.latest, b.name)
		} else {
			l.latest[b.name] = b.shadow
		}
	}
	l.bindings = l.bindings[:m.length]
	l.nesting = m.nesting
}

// Inside says whether any scope is open: at file level names are no locals.
func (l *Locals) Inside() bool { return l.nesting > 0 }

// Bind makes name a local that stands for expr.
func (l *Locals) Bind(name, expr string) { l.bind(name, expr, false) }

// BindSymbol makes name stand for a symbol defined in the scope: uses of it are references.
func (l *Locals) BindSymbol(name string) { l.bind(name, "="+name, true) }

func (l *Locals) bind(name, expr string, symbol bool) {
	if name == "" || !l.Inside() {
		return
	}
	if expr == "" {
		expr = Unknown
	}
	l.bindings = append(l.bindings, binding{name, expr, l.latest[name], symbol})
	l.latest[name] = int32(len(l.bindings))
}

// Set changes what the innermost local of that name stands for, when one was
// bound since m; else it binds it.
func (l *Locals) Set(m Mark, name, expr string) {
	if at := l.latest[name]; int(at) > m.length {
		b := &l.bindings[at-1]
		if expr == "" {
			expr = Unknown
		}
		b.expr, b.symbol = expr, false
		return
	}
	l.Bind(name, expr)
}

// Local looks a name up. expr is what it stands for; symbol says that it is
// defined as a symbol, so that its uses are references.
func (l *Locals) Local(name []byte) (expr string, symbol, found bool) {
	at := l.latest[string(name)]
	if at == 0 {
		return "", false, false
	}
	b := &l.bindings[at-1]
	return b.expr, b.symbol, true
}
