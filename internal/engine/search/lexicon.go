package search

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"sync"
)

// WordID stands for a word's stem. Two stems share one so seldom that nobody notices.
type WordID uint32

// IDOf returns the number of a stem.
func IDOf(stem string) WordID {
	h := uint32(2166136261)
	for i := range len(stem) {
		h = (h ^ uint32(stem[i])) * 16777619
	}
	return WordID(h)
}

// Speller numbers words. It remembers those it has seen and is for one goroutine.
type Speller struct{ known map[string]WordID }

// maxKnown bounds what a Speller remembers.
const maxKnown = 1 << 16

// ID returns the number of a word's stem; the word is in lower case.
func (s *Speller) ID(word []byte) WordID {
	if id, ok := s.known[string(word)]; ok {
		return id
	}
	if s.known == nil || len(s.known) >= maxKnown {
		s.known = make(map[string]WordID, 1<<12)
	}
	id := IDOf(Stem(string(word)))
	s.known[string(word)] = id
	return id
}

// Set is the distinct words of a text, in order.
type Set []WordID

// Set returns the words of a text.
func (s *Speller) Set(text []byte) Set {
	var all []WordID
	seen := make(map[WordID]struct{}, 512)
	EachWord(text, func(word []byte, _ int, _ bool) {
		id := s.ID(word)
		if _, again := seen[id]; !again {
			seen[id] = struct{}{}
			all = append(all, id)
		}
	})
	slices.Sort(all)
	return slices.Clone(all) // which has no room behind it
}

// Has says whether a word is in the set.
func (s Set) Has(id WordID) bool {
	_, ok := slices.BinarySearch(s, id)
	return ok
}

// Hash is what a text is known by.
type Hash = [sha256.Size]byte

// Lexicon remembers the words of texts, by content: work trees of one repository share
// them. Safe for use from several goroutines.
type Lexicon struct {
	most int // words; 0: maxHeld

	mu    sync.RWMutex
	sets  map[Hash]Set // guarded by mu
	words int          // in all sets; guarded by mu
}

// Get returns the words of the text with that hash.
func (l *Lexicon) Get(h Hash) (Set, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	s, ok := l.sets[h]
	return s, ok
}

// maxHeld bounds a lexicon to 256 MB, 600 words in each of 100,000 files. One that is full
// begins again: it holds what is gone from the disk, too.
const maxHeld = 64 << 20

// Put remembers the words of a text.
func (l *Lexicon) Put(h Hash, s Set) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, again := l.sets[h]; again {
		return
	}
	if l.sets == nil || l.words+len(s) > cmp.Or(l.most, maxHeld) {
		l.sets, l.words = map[Hash]Set{}, 0
	}
	l.sets[h] = s
	l.words += len(s)
}
