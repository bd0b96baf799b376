package jsonedit

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// node is a value and where it stands.
type node struct {
	from, to int
	open     byte // '{', '[', or 0 for what holds nothing
	items    []item
}

// item is a member or an element; from is where its key begins, if it has one.
type item struct {
	key      string
	from, to int
	value    *node
}

// member returns what a key or a number names.
func (n *node) member(key string) *node {
	if i := n.index(key); i >= 0 {
		return n.items[i].value
	}
	return nil
}

// index is the place of what a key or a number names, -1 where there is none. Of several
// members with one key the last counts, as it does for those who read the file.
func (n *node) index(key string) int {
	switch {
	case n == nil:
	case n.open == '[':
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(n.items) {
			return i
		}
	default:
		for i := len(n.items) - 1; i >= 0; i-- {
			if n.items[i].key == key {
				return i
			}
		}
	}
	return -1
}

// inline says that a container stands on one line with its items.
func (n *node) inline(src []byte) bool {
	return len(n.items) > 0 && !bytes.ContainsRune(src[n.from:n.items[0].from], '\n')
}

// parser reads text that is known to be valid.
type parser struct {
	src []byte
	at  int
}

func (p *parser) space() {
	for p.at < len(p.src) && bytes.IndexByte([]byte(" \t\r\n"), p.src[p.at]) >= 0 {
		p.at++
	}
}

func (p *parser) value() *node {
	p.space()
	n := &node{from: p.at}
	switch c := p.src[p.at]; c {
	case '{', '[':
		n.open = c
		p.items(n)
	case '"':
		p.text()
	default:
		for p.at < len(p.src) && bytes.IndexByte([]byte(",]} \t\r\n"), p.src[p.at]) < 0 {
			p.at++
		}
	}
	n.to = p.at
	return n
}

func (p *parser) items(n *node) {
	p.at++
	for p.space(); p.src[p.at] != '}' && p.src[p.at] != ']'; p.space() {
		if p.src[p.at] == ',' {
			p.at++
			p.space()
		}
		it := item{from: p.at}
		if n.open == '{' {
			it.key = p.text()
			p.space()
			p.at++ // the colon
		}
		it.value = p.value()
		it.to = it.value.to
		n.items = append(n.items, it)
	}
	p.at++
}

func (p *parser) text() (s string) {
	from := p.at
	for p.at++; p.src[p.at] != '"'; p.at++ {
		if p.src[p.at] == '\\' {
			p.at++
		}
	}
	p.at++
	_ = json.Unmarshal(p.src[from:p.at], &s) // it is valid
	return s
}
