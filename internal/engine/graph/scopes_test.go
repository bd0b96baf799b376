package graph

import (
	"math/rand/v2"
	"testing"
)

// TestScopesAreAMap: whatever is put in, in whatever order, is found as in a map.
func TestScopesAreAMap(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 3, 100, 4096, 10_000} {
		table, want := newScopes(n), map[[2]uint32]int32{}
		for i := range int32(n) {
			unit, name := random.Uint32N(40), random.Uint32N(300)
			before, had := want[[2]uint32{unit, name}]
			if !had {
				before = -1
			}
			if got := table.put(unit, name, i); got != before {
				t.Fatalf("%d: before %d,%d was %d, want %d", n, unit, name, got, before)
			}
			want[[2]uint32{unit, name}] = i
		}
		for unit := range uint32(41) {
			for name := range uint32(301) {
				sym, there := want[[2]uint32{unit, name}]
				if !there {
					sym = -1
				}
				if got := table.get(unit, name); got != sym {
					t.Fatalf("%d: %d,%d is %d, want %d", n, unit, name, got, sym)
				}
			}
		}
	}
}
