package graph

import (
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/search"
)

// Names holds every string of a repository once, under a number. It only grows;
// a stored index leaves behind what nothing uses any more. 0 is "".
// Safe for use from several goroutines.
type Names struct {
	mu   sync.RWMutex
	ids  map[string]uint32 // guarded by mu
	list []string          // guarded by mu; elements never change once they are there
	// room holds the newest strings, one behind the other: a search goes through all of
	// them, and would otherwise wait for memory at each. Guarded by mu.
	room *strings.Builder

	sieve search.Sieve // of list
}

const roomBytes = 64 << 10

// NewNames returns a table that holds list, whose first element must be "".
func NewNames(list []string) *Names {
	if len(list) == 0 {
		list = []string{""}
	}
	n := &Names{ids: make(map[string]uint32, len(list)), list: list}
	for i, s := range list {
		n.ids[s] = uint32(i)
	}
	return n
}

// Find returns the number of s.
func (n *Names) Find(s string) (uint32, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	id, ok := n.ids[s]
	return id, ok
}

// List returns the strings by number, as they are now.
func (n *Names) List() []string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.list[:len(n.list):len(n.list)]
}

// number returns the number of s, and s as it is kept.
func (n *Names) number(s string) (uint32, string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	id, ok := n.ids[s]
	if !ok {
		s = n.keep(s)
		id = uint32(len(n.list))
		n.list = append(n.list, s)
		n.ids[s] = id
	}
	return id, n.list[id]
}

// keep copies s, which may be a part of a whole file. n.mu is held.
func (n *Names) keep(s string) string {
	if n.room == nil || n.room.Cap()-n.room.Len() < len(s) {
		n.room = &strings.Builder{} // the full one stays with its strings
		n.room.Grow(max(roomBytes, len(s)))
	}
	at := n.room.Len()
	n.room.WriteString(s)
	return n.room.String()[at:]
}

// Interner numbers the strings of one goroutine. It remembers those it was asked for
// last: of four names in a file three stood there, or in the file before, and need
// neither the lock nor the large table.
type Interner struct {
	names  *Names
	recent [1 << recentBits]recentName
}

type recentName struct {
	text string
	id   uint32
}

const recentBits = 12

// Interner returns a new one.
func (n *Names) Interner() *Interner { return &Interner{names: n} }

func (in *Interner) number(s string) uint32 {
	if s == "" {
		return 0
	}
	r := &in.recent[slot(s)]
	if r.text != s {
		r.id, r.text = in.names.number(s)
	}
	return r.id
}

// slot hashes a name by its length and by bytes from its beginning, its middle and its end.
func slot(s string) uint32 {
	n := len(s)
	h := uint64(n)
	if n >= 4 {
		h = h<<32 ^ uint64(word(s))<<24 ^ uint64(word(s[n/2-2:]))<<12 ^ uint64(word(s[n-4:]))
	} else {
		h = h<<32 ^ uint64(s[0])<<16 ^ uint64(s[n/2])<<8 ^ uint64(s[n-1])
	}
	return uint32(h * 0x9E3779B97F4A7C15 >> (64 - recentBits))
}

func word(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
