package treesitter

import (
	"bytes"
	"iter"
	"sort"
)

// Node is one syntax node, laid out as flat_node in flat.h.
type Node struct {
	Kind  uint16
	Field uint16
	Start uint32 // bytes
	End   uint32
	Row   uint32 // of Start, from 0
	Next  uint32 // index of the first node behind this one's subtree
}

// Tree is a parsed file. Not safe for use from several goroutines.
type Tree struct {
	Nodes   []Node // in source order, a parent before its children
	Src     []byte
	Problem string // why the list is not all there is, or ""

	grammar *Grammar
	parser  *parser
	lines   []uint32
}

// Close gives the nodes' memory back.
func (t *Tree) Close() {
	if t.parser != nil {
		t.grammar.release(t.parser)
		t.parser, t.Nodes = nil, nil
	}
}

// Bytes returns the source of node i.
func (t *Tree) Bytes(i uint32) []byte {
	n := &t.Nodes[i]
	return t.Src[n.Start:n.End]
}

// Text returns the source of node i as a string of its own.
func (t *Tree) Text(i uint32) string { return string(t.Bytes(i)) }

// Children yields the indexes of node i's children.
func (t *Tree) Children(i uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for c, end := i+1, t.Nodes[i].Next; c < end; c = t.Nodes[c].Next {
			if !yield(c) {
				return
			}
		}
	}
}

// Field returns node i's first child with that field, or 0: the root is no child.
func (t *Tree) Field(i uint32, field uint16) uint32 {
	for c, end := i+1, t.Nodes[i].Next; c < end; c = t.Nodes[c].Next {
		if t.Nodes[c].Field == field {
			return c
		}
	}
	return 0
}

// Child returns node i's first child of that kind, or 0.
func (t *Tree) Child(i uint32, kind uint16) uint32 {
	for c, end := i+1, t.Nodes[i].Next; c < end; c = t.Nodes[c].Next {
		if t.Nodes[c].Kind == kind {
			return c
		}
	}
	return 0
}

// Line returns the line of node i's start, from 1.
func (t *Tree) Line(i uint32) uint32 { return t.Nodes[i].Row + 1 }

// Column returns the column of node i's start in bytes, from 1.
func (t *Tree) Column(i uint32) uint32 {
	n := &t.Nodes[i]
	return n.Start - t.lineStarts()[n.Row] + 1
}

// LineAt returns the line that holds the byte at offset, from 1.
func (t *Tree) LineAt(offset uint32) uint32 {
	lines := t.lineStarts()
	return uint32(sort.Search(len(lines), func(i int) bool { return lines[i] > offset }))
}

// lineStarts returns the offset of each line's first byte.
func (t *Tree) lineStarts() []uint32 {
	if t.lines == nil {
		t.lines = make([]uint32, 1, 1+bytes.Count(t.Src, []byte{'\n'}))
		for at := 0; ; {
			n := bytes.IndexByte(t.Src[at:], '\n')
			if n < 0 {
				break
			}
			at += n + 1
			t.lines = append(t.lines, uint32(at))
		}
	}
	return t.lines
}
