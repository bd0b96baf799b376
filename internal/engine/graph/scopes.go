package graph

import "math/bits"

// scopes finds a symbol by unit and name. It is made anew with every graph and asked for
// every reference, so it is a table of its own: a key's place is the first free one from
// where its hash points to.
type scopes struct {
	keys  []uint64 // 0: free
	syms  []int32
	shift uint8 // of a hash, to its place
}

// taken marks a key, which else may be 0.
const taken = 1 << 63

// newScopes returns a table with room for n entries.
func newScopes(n int) scopes {
	size := 1 << bits.Len(uint(n+n/2)) // at most two thirds are taken
	return scopes{make([]uint64, size), make([]int32, size), uint8(64 - bits.TrailingZeros(uint(size)))}
}

// place returns where a key is, or belongs.
func (t *scopes) place(key uint64) int {
	at := int(key * 0x9E3779B97F4A7C15 >> t.shift)
	for t.keys[at] != 0 && t.keys[at] != key {
		at = (at + 1) & (len(t.keys) - 1)
	}
	return at
}

// put makes sym what is found, and returns what was before, or -1.
func (t *scopes) put(unit, name uint32, sym int32) (before int32) {
	key := uint64(unit)<<32 | uint64(name) | taken
	at := t.place(key)
	before = -1
	if t.keys[at] == key {
		before = t.syms[at]
	}
	t.keys[at], t.syms[at] = key, sym
	return before
}

// get returns the symbol, or -1.
func (t *scopes) get(unit, name uint32) int32 {
	key := uint64(unit)<<32 | uint64(name) | taken
	if at := t.place(key); t.keys[at] == key {
		return t.syms[at]
	}
	return -1
}
