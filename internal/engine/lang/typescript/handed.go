package typescript

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// handed is what a closure's parameters stand for where they do not say so.
type handed struct {
	first    string // the Expr of the first one; "" where the others tell
	by       string // the Expr of the function that the closure is an argument of, or of the type that it has
	argument int    // which argument; -1: the closure has the type itself
}

// given is what parameter n stands for.
func (x *extractor) given(h handed, n int) string {
	switch {
	case h.by == "" || h.by == extract.Unknown:
		if n > 0 {
			return ""
		}
		return h.first
	case h.argument < 0:
		return x.join(h.by, slot(n, -1), "")
	}
	return x.join(h.by, slot(h.argument, n), "")
}

// slot is lang's text for parameter n, or for what it is handed as its own parameter m.
func slot(n, m int) string {
	s := "%" + strconv.Itoa(n)
	if m >= 0 {
		s += "." + strconv.Itoa(m)
	}
	return s
}

const (
	maxSlot   = 9  // parameters beyond it are not told of
	maxParams = 24 // of one function
)

// tellParameters notes for symbol s what the parameters at node i are handed, where they
// are functions, and which have a type of ours, that may be a function's. all says that
// every one is told of: they are a function type's own.
func (x *extractor) tellParameters(s int32, i uint32, all bool) {
	if i == 0 {
		return
	}
	n := -1
	for c, end := i+1, x.Nodes[i].Next; c < end; c = x.Nodes[c].Next {
		typ := x.Field(c, fType)
		if _, ok := x.thisParameter(c); ok {
			continue
		}
		if n++; n > maxSlot {
			return
		}
		if typ == 0 {
			continue
		}
		if f := x.functionTypeOf(typ); f != 0 {
			x.tellHanded(s, n, x.Field(f, fParameters))
		} else if all || x.namesType(typ) && x.Facts.Symbols[s].Kind != lang.Constructor {
			x.tell(s, slot(n, -1), x.annotation(typ))
		}
	}
}

// tellHanded notes what parameter n of symbol s, a function with these parameters, is handed.
func (x *extractor) tellHanded(s int32, n int, parameters uint32) {
	if parameters == 0 {
		return
	}
	m := -1
	for c, end := parameters+1, x.Nodes[parameters].Next; c < end; c = x.Nodes[c].Next {
		if _, ok := x.thisParameter(c); ok {
			continue
		}
		if m++; m > maxSlot {
			return
		}
		if typ := x.Field(c, fType); typ != 0 {
			x.tell(s, slot(n, m), x.annotation(typ))
		}
	}
}

func (x *extractor) tell(s int32, slot, expr string) {
	sym := &x.Facts.Symbols[s]
	if expr == "" || expr == extract.Unknown || expr == "@self" || len(sym.Params) >= maxParams {
		return
	}
	for _, have := range sym.Params {
		if strings.HasPrefix(have, slot) && !digit(have[len(slot)]) && have[len(slot)] != '.' {
			return // an overload before this one has told
		}
	}
	sym.Params = append(sym.Params, x.join(slot, expr, ""))
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// namesType says whether an annotation is nothing but a type's name.
func (x *extractor) namesType(annotation uint32) bool {
	t := annotation + 1
	if t >= x.Nodes[annotation].Next {
		return false
	}
	switch x.Nodes[t].Kind {
	case typeIdentifier, nestedTypeIdentifier, genericType:
		return true
	}
	return false
}

// commas counts those between two arguments, comments aside: what stands there besides
// are literals, which have no node.
func commas(text []byte) (n int) {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == ',':
			n++
		case bytes.HasPrefix(text[i:], []byte("//")):
			if end := bytes.IndexByte(text[i:], '\n'); end >= 0 {
				i += end
			} else {
				return n
			}
		case bytes.HasPrefix(text[i:], []byte("/*")):
			if end := bytes.Index(text[i+2:], []byte("*/")); end >= 0 {
				i += end + 3
			}
		}
	}
	return n
}
