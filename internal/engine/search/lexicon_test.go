package search

import "testing"

func TestALexiconThatIsFullBeginsAgain(t *testing.T) {
	l := Lexicon{most: 4}
	one, two, three := Hash{1}, Hash{2}, Hash{3}
	l.Put(one, Set{1, 2})
	l.Put(two, Set{1, 2})
	l.Put(two, Set{1, 2}) // the same text, read at once
	if s, ok := l.Get(one); !ok || !s.Has(2) || s.Has(3) {
		t.Fatalf("%v %v", s, ok)
	}
	l.Put(three, Set{3})
	for h, want := range map[Hash]bool{one: false, two: false, three: true} {
		if _, ok := l.Get(h); ok != want {
			t.Errorf("%x: %v", h[0], ok)
		}
	}
}
