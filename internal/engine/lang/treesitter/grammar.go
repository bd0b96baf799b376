// Package treesitter turns source into a flat list of syntax nodes, and runs
// tree-sitter queries. The languages below internal/engine/lang that tree-sitter
// parses share it; what a node means is theirs to say and must not be known here.
//
// # Why flat
//
// Tree-sitter's own parse takes 0.2 to 0.3 s a megabyte, and walking its tree
// from Go adds half of that again, because each step crosses into C several
// times. Here C parses, walks and writes the nodes down in one crossing a file:
//
//	Nodes   0 program   1 function   2 name   3 parameters   4 body …
//	Next    n           n            3        4              n
//
// A node's children begin behind it and each one's Next is the index of its
// sibling, so that a subtree is a range, skipping one is an assignment, and a
// walk touches memory in order. Punctuation and keywords are left out; kinds and
// fields are numbers of the language's own choice, good for a switch.
package treesitter

import (
	"maps"
	"sync"
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
)

// Codes of the table that C reads, as in flat.h.
const (
	drop = 0xFFFF
	leaf = 0x8000
)

// Vocabulary names the kinds and fields that a language tells apart. The index
// in each list is the number that nodes carry: 0 is every other kind, or no field.
type Vocabulary struct {
	Kinds  []string
	Also   map[string]uint16 // further names of kinds: grammars differ in a few
	Fields []string
	Tokens []string // words of the language that are nodes to be kept: C#'s this
	Leaves []uint16 // kinds whose children are of no interest
	Drop   []string // kinds that say nothing, nor does what they hold
	Error  uint16   // the kind of what could not be parsed
}

// Grammar is a tree-sitter language with a vocabulary. Safe for use from several
// goroutines. Its tables are made at the first use, so that declaring one costs nothing.
type Grammar struct {
	load       func() unsafe.Pointer
	vocabulary *Vocabulary

	once     sync.Once
	pointer  unsafe.Pointer
	language *ts.Language
	kinds    []uint16
	fields   []uint16

	mu   sync.Mutex
	idle []*parser // guarded by mu
}

// NewGrammar returns the grammar that load hands out, a binding's Language function.
func NewGrammar(load func() unsafe.Pointer, v *Vocabulary) *Grammar {
	return &Grammar{load: load, vocabulary: v}
}

func (g *Grammar) prepare() {
	g.once.Do(func() {
		ownMemory()
		g.pointer = g.load()
		g.language = ts.NewLanguage(g.pointer)
		g.kinds = kindTable(g.language, g.vocabulary)
		numbers := map[string]uint16{}
		for n, name := range g.vocabulary.Fields {
			numbers[name] = uint16(n)
		}
		g.fields = make([]uint16, g.language.FieldCount()+1)
		for id := 1; id < len(g.fields); id++ {
			g.fields[id] = numbers[g.language.FieldNameForId(uint16(id))]
		}
	})
}

func kindTable(l *ts.Language, v *Vocabulary) []uint16 {
	numbers := map[string]uint16{}
	for n, name := range v.Kinds {
		if name != "" {
			numbers[name] = uint16(n)
		}
	}
	maps.Copy(numbers, v.Also)
	dropped := map[string]bool{}
	for _, name := range v.Drop {
		dropped[name] = true
	}
	tokens := map[string]bool{}
	for _, name := range v.Tokens {
		tokens[name] = true
	}
	leaves := map[uint16]bool{}
	for _, n := range v.Leaves {
		leaves[n] = true
	}
	table := make([]uint16, l.NodeKindCount())
	for id := range table {
		table[id] = drop
		name := l.NodeKindForId(uint16(id))
		if !l.NodeKindIsNamed(uint16(id)) && !tokens[name] || dropped[name] {
			continue
		}
		n := numbers[name]
		if leaves[n] {
			n |= leaf
		}
		table[id] = n
	}
	return table
}
