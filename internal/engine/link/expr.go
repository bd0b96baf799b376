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
	slot  uint32 // the parameter that it tells of, or 0: see slot
	told  bool   // it has a step that asks for a slot
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
	op   byte // '.' member, '(' result, '[' element, '%' slot
	name uint32
}

// A slot is a parameter, or a parameter of the function that a parameter is: lang's "%1"
// and "%1.0" as one number.
const slotBits = 8

// inner returns the slot of the parameter without what it is handed, and the slot that
// this is in the type of the parameter; 0 where it names the parameter itself.
func inner(slot uint32) (parameter, handed uint32) {
	if slot&(1<<slotBits-1) == 0 {
		return slot, 0
	}
	return slot &^ (1<<slotBits - 1), slot & (1<<slotBits - 1) << slotBits
}

// cutSlot reads the slot that s begins with behind its "%".
func cutSlot(s string) (slot uint32, rest string, ok bool) {
	digits := func() (uint32, bool) {
		n, at := uint32(1), 0
		for ; at < len(s) && at < 2 && s[at] >= '0' && s[at] <= '9'; at++ {
			n = (n-1)*10 + uint32(s[at]-'0') + 1
		}
		s = s[at:]
		return n, at > 0
	}
	n, ok := digits()
	slot = n << slotBits
	if ok && len(s) > 1 && s[0] == '.' && s[1] >= '0' && s[1] <= '9' {
		s = s[1:]
		n, ok = digits()
		slot |= n
	}
	return slot, s, ok
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
	if handed, ok := strings.CutPrefix(s, "%"); ok {
		if e.slot, s, ok = cutSlot(handed); !ok {
			return &expr{root: untold}
		}
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
		case s[0] == '%':
			slot, rest, ok := cutSlot(s[1:])
			if !ok {
				return &expr{root: untold}
			}
			e.steps, s, e.told = append(e.steps, step{op: '%', name: slot}), rest, true
		default:
			return &expr{root: untold}
		}
	}
	return e
}

func cutName(s string) (name, rest string) {
	if at := strings.IndexAny(s, ".([%"); at >= 0 {
		return s[:at], s[at:]
	}
	return s, ""
}
