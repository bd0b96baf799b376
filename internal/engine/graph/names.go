package graph

import (
	"strings"
	"sync"
)

// Names holds every string of a repository once, under a number. It only grows;
// a stored index leaves behind what nothing uses any more. 0 is "".
// Safe for use from several goroutines.
type Names struct {
	mu   sync.RWMutex
	ids  map[string]uint32 // guarded by mu
	list []string          // guarded by mu; elements never change once they are there
}

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

// batch calls fill with a function that gives strings numbers. One lock a file
// instead of one a string: two workers would spend a tenth of their time on it.
func (n *Names) batch(fill func(intern func(string) uint32)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	fill(func(s string) uint32 {
		id, ok := n.ids[s]
		if !ok {
			s = strings.Clone(s) // s may be a part of a whole file
			id = uint32(len(n.list))
			n.list = append(n.list, s)
			n.ids[s] = id
		}
		return id
	})
}
