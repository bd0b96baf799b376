package search_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/search"
)

// randomNames are made of few letters, so that queries fit some of them.
func randomNames(random *rand.Rand, n int) []string {
	pieces := strings.Fields("a b ab A B AB Ab _ __ 1 . é É ſ Aé ba Ba HTTP x")
	names := []string{""}
	for range n {
		var name strings.Builder
		for range random.IntN(7) {
			name.WriteString(pieces[random.IntN(len(pieces))])
		}
		names = append(names, name.String())
	}
	return names
}

// TestWhatFitsPassesTheSieve: whatever a query ranks, the sieve lets through, while names are added.
func TestWhatFitsPassesTheSieve(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	names := randomNames(random, 3000)
	queries := append(randomNames(random, 300), "ab ba", "ha _1", "K", "Éa", "abab.Ba")
	var sieve search.Sieve
	kept, ranked := 0, 0
	for _, n := range []int{0, 10, 64, 65, 200, len(names)} {
		sieve.Grow(names[:n])
		for _, text := range queries {
			query := search.NewQuery(text)
			from, to := random.IntN(n+1), len(names)
			fitting := slices.Collect(sieve.Fitting(query.Pairs(), from, to))
			if !slices.IsSorted(fitting) || len(fitting) > 0 && (fitting[0] < from || fitting[len(fitting)-1] >= to) {
				t.Fatalf("%q: %v, of %d to %d", text, fitting, from, to)
			}
			for i := from; i < to; i++ {
				_, passes := slices.BinarySearch(fitting, i)
				if query.Name(names[i]) != search.None {
					if ranked++; !passes {
						t.Errorf("%q of %d names: %q does not pass", text, n, names[i])
					}
				}
			}
			kept += len(fitting)
		}
	}
	if ranked == 0 {
		t.Error("no query fits a name")
	}
	t.Logf("%d pass, %d fit", kept, ranked)
}

// TestTheSieveHoldsBackWhatDoesNotFit: of names without a pair of the query's letters.
func TestTheSieveHoldsBackWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	names := slices.Repeat([]string{"ReadFile", "new_server"}, 64)
	var sieve search.Sieve
	sieve.Grow(names)
	for _, tt := range []struct {
		query string
		want  int
	}{
		{"readf", 64}, {"rf", 64}, {"ns", 64}, {"nf", 0}, {"NS", 64}, {"e", 128}, {"server new", 64}, {"writefile", 0}, {"", 128},
	} {
		query := search.NewQuery(tt.query)
		if got := len(slices.Collect(sieve.Fitting(query.Pairs(), 0, len(names)))); got != tt.want {
			t.Errorf("%q may fit %d, not %d", tt.query, got, tt.want)
		}
	}
}
