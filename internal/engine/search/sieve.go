package search

import (
	"bytes"
	"iter"
	"math/bits"
	"sync"
	"sync/atomic"
)

// Sieve tells at a glance which of many names a query cannot fit, so that only the rest
// need be judged. What fits a query has every pair of neighboring letters that the query
// has: in itself, or in the row of its words' first letters. Pairs are thrown into 256
// slots, and for 64 names at a time each slot says which of them have such a pair:
//
//	            names 0…63   64…127
//	slot 0      …0010        …0000
//	slot 1      …0110        …1000      a query of slots 0 and 1: name 1
//
// It only grows. The zero value is empty and ready. Safe for use from several goroutines.
type Sieve struct {
	mu     sync.Mutex               // held by who adds names
	blocks atomic.Pointer[[]*block] // of the first names; never change once they are there
}

const (
	slots   = 256
	inBlock = 64
)

// block is what 64 names have, by slot.
type block [slots]uint64

// Grow notes those of names that are new: the first ones are as at an earlier call.
func (s *Sieve) Grow(names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.full()
	fresh := make([]block, max(len(names)/inBlock-len(all), 0)) // the last few are no block yet
	for i := range fresh {
		for k, name := range names[len(all)*inBlock:][:inBlock] {
			fresh[i].add(k, name)
		}
		all = append(all, &fresh[i])
	}
	s.blocks.Store(&all)
}

// full returns the blocks that there are.
func (s *Sieve) full() []*block {
	if all := s.blocks.Load(); all != nil {
		return *all
	}
	return nil
}

// add notes the pairs of the name that is the i-th of a block.
func (b *block) add(i int, name string) {
	bit := uint64(1) << i
	var last, first byte
	for at := range len(name) {
		c := fold(name[at])
		if at > 0 {
			b[slot(last, c)] |= bit
		}
		if wordStart(name, at) {
			if at > 0 {
				b[slot(first, c)] |= bit
			}
			first = c
		}
		last = c
	}
}

// Fitting returns the numbers from…to-1 of the names that something with these pairs may
// fit: of all that it fits and a few others.
func (s *Sieve) Fitting(pairs Pairs, from, to int) iter.Seq[int] {
	blocks := s.full()
	if len(pairs.slots) == 0 {
		blocks = nil
	}
	return func(yield func(int) bool) {
		for b := from / inBlock; b*inBlock < to; b++ {
			fit := ^uint64(0)
			if b < len(blocks) {
				fit = blocks[b].having(pairs)
			}
			if first := b * inBlock; first < from {
				fit &= ^uint64(0) << (from - first)
			}
			for ; fit != 0; fit &= fit - 1 {
				if i := b*inBlock + bits.TrailingZeros64(fit); i >= to || !yield(i) {
					return
				}
			}
		}
	}
}

// having says which of a block's names have all these pairs.
func (b *block) having(pairs Pairs) uint64 {
	have := ^uint64(0)
	for _, slot := range pairs.slots {
		if have &= b[slot]; have == 0 {
			break
		}
	}
	return have
}

// Pairs are what a name must have to fit; where there are none, any may.
type Pairs struct{ slots []byte }

// PairsOf returns those of names that have part inside.
func PairsOf(part string) (p Pairs) {
	for i := 1; i < len(part); i++ {
		if slot := slot(fold(part[i-1]), fold(part[i])); bytes.IndexByte(p.slots, slot) < 0 {
			p.slots = append(p.slots, slot)
		}
	}
	return p
}

// Pairs returns those of names that q may fit.
func (q *Query) Pairs() (p Pairs) {
	for _, w := range q.words {
		p.slots = append(p.slots, PairsOf(w).slots...)
	}
	// Beyond ASCII, a name that equals the query may have other bytes than its lower case.
	if len(q.text) == len(q.lower) && equalFold(q.text, q.lower) {
		p.slots = append(p.slots, PairsOf(q.lower).slots...)
	}
	return p
}

// slot returns the slot of two bytes that stand beside each other.
func slot(a, b byte) byte {
	return byte((uint32(a)<<8 | uint32(b)) * 0x9E3779B1 >> 24)
}

func fold(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
