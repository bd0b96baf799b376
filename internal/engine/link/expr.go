package link

import (
	"strings"
	"sync/atomic"
)

// expr is a parsed lang.Expr. Names are numbers of the graph's; 0 is a name that
// nothing has.
type expr struct {
	value bool // over values; its type is wanted
	open  bool // it has a name that nothing had when it was parsed
	root  root
	name  uint32 // of a named root
	steps []step
}

type root uint8

const (
	named  root = iota
	self        // @self
	bases       // @super
	untold      // ?
)

type step struct {
	op   byte // '.' member, '(' result, '[' element
	name uint32
}

// exprs keeps each parsed expression by the number of its string.
type exprs []atomic.Pointer[expr]

// with returns what is known of n expressions: those with a name that nothing had are read again.
func (x exprs) with(n int) exprs {
	out := make(exprs, n)
	for i := range x {
		if e := x[i].Load(); e != nil && !e.open {
			out[i].Store(e)
		}
	}
	return out
}

func (l *Linker) expr(id uint32) *expr {
	if int(id) >= len(l.exprs) {
		return parse(l.g.Text(id), l.g.Find)
	}
	if p := l.exprs[id].Load(); p != nil {
		return p
	}
	p := parse(l.g.Text(id), l.g.Find)
	l.exprs[id].Store(p)
	return p
}

// parse never fails: what it cannot read says nothing.
func parse(s string, find func(string) (uint32, bool)) *expr {
	e := &expr{}
	number := func(name string) uint32 {
		id, ok := find(name)
		e.open = e.open || !ok
		return id
	}
	s, e.value = strings.CutPrefix(s, "=")
	name, s := cutName(s)
	switch name {
	case "@self":
		e.root = self
	case "@super":
		e.root = bases
	case "?", "":
		e.root = untold
	default:
		e.name = number(name)
	}
	for s != "" {
		switch {
		case strings.HasPrefix(s, "()"), strings.HasPrefix(s, "[]"):
			e.steps, s = append(e.steps, step{op: s[0]}), s[2:]
		case s[0] == '.':
			name, s = cutName(s[1:])
			e.steps = append(e.steps, step{op: '.', name: number(name)})
		default:
			return &expr{root: untold}
		}
	}
	return e
}

func cutName(s string) (name, rest string) {
	if at := strings.IndexAny(s, ".(["); at >= 0 {
		return s[:at], s[at:]
	}
	return s, ""
}
