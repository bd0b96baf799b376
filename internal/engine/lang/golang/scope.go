package golang

import "go/ast"

// scope is what names mean at the place being read: a stack of entries, and for
// each name the newest of them. An entry knows the one it hides, so that an
// expression can be read as of the moment an entry was made: only entries below
// it count.
type scope struct {
	entries []entry
	names   map[string]int32
	locals  int32 // the first entry that is not the file's
	block   int   // the first entry of the innermost block
}

type entry struct {
	name   string
	hidden int32 // the entry of that name below this one, or -1
	kind   entryKind
	how    how
	number int32
	node   ast.Node // what how speaks of
	expr   string   // the Expr it stands for, once asked for
	done   bool     // it was
}

type entryKind uint8

const (
	imported  entryKind = iota // number is the index in Facts.Imports
	declared                   // at file level; node is its FuncDecl, TypeSpec or ValueSpec
	local                      // a variable, constant or parameter of a function
	localType                  // a type of a function, or a type parameter
)

// how says how an entry's Expr is found, from its node.
type how uint8

const (
	known     how = iota // expr is it
	byType               // node is its type
	byValue              // node is its value
	byElement            // node is what it is an element of
	byResult             // node is a call, number which of its results
)

// none is the Expr of what is known to be nothing of the repository's: basic
// types, functions, types defined inside a function. It never leaves this package.
const none = "-"

// unclear is lang's Expr for what the file cannot tell.
const unclear = "?"

func (s *scope) push(e entry) {
	if e.name == "_" || e.name == "" {
		return
	}
	e.hidden = -1
	if i, ok := s.names[e.name]; ok {
		e.hidden = i
	}
	s.names[e.name] = int32(len(s.entries))
	s.entries = append(s.entries, e)
}

// mark is where a block began, and the block around it.
type mark struct{ at, block int }

// mark begins a block.
func (s *scope) mark() mark {
	m := mark{len(s.entries), s.block}
	s.block = m.at
	return m
}

// pop ends the block that began at m, and those in it.
func (s *scope) pop(m mark) {
	for i := len(s.entries) - 1; i >= m.at; i-- {
		if e := &s.entries[i]; e.hidden >= 0 {
			s.names[e.name] = e.hidden
		} else {
			delete(s.names, e.name)
		}
	}
	clear(s.entries[m.at:])
	s.entries, s.block = s.entries[:m.at], m.block
}

// find returns the newest entry of that name below top, or nil.
func (s *scope) find(name string, top int32) (int32, *entry) {
	i, ok := s.names[name]
	if !ok {
		return -1, nil
	}
	for i >= top {
		i = s.entries[i].hidden
	}
	if i < 0 {
		return -1, nil
	}
	return i, &s.entries[i]
}

// top is the place where everything in scope counts.
func (s *scope) top() int32 { return int32(len(s.entries)) }

type universe uint8

const (
	notUniverse universe = iota
	basicType
	builtin
	constant
)

// predeclared says what a name means that nothing declares. min, max and clear
// are no builtins here: much code still has functions of that name in another
// file of the package, and the linker finds nothing where it has not.
func predeclared(name string) universe {
	switch name {
	case "string", "int", "error", "bool", "byte", "any", "int64", "uint64", "int32", "uint32", "rune", "float64", "uint8", "uint16",
		"int8", "int16", "uint", "uintptr", "float32", "complex64", "complex128", "comparable":
		return basicType
	case "len", "append", "make", "new", "panic", "copy", "cap", "delete", "close", "recover", "print", "println", "complex", "real", "imag":
		return builtin
	case "nil", "true", "false", "iota":
		return constant
	}
	return notUniverse
}
