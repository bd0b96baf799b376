package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// TestTheBestOfManyAreTheFirstOfAll: keeping a few gives what sorting all would.
func TestTheBestOfManyAreTheFirstOfAll(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 7, 100, 5000} {
		for _, want := range []int{1, 3, 50, 1 << 20} {
			b := best{want: want, worst: math.MaxUint64}
			var all []hit
			for range n {
				h := hit(random.Uint64N(1 << 20)) // some are equal
				b.add(h)
				all = append(all, h)
			}
			slices.Sort(all)
			if diff := cmp.Diff(all[:min(want, n)], b.sorted()); diff != "" || b.total != n {
				t.Errorf("the best %d of %d (%d counted)\n%s", want, n, b.total, diff)
			}
		}
	}
}

// largeSnapshot has so many symbols, with names of some words of a few thousand.
func largeSnapshot(b *testing.B, symbols int) *Snapshot {
	random := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("re con ser ver get set load par tok node type list map key val err buf str int run end ctx req res file path line word sym edge")
	word := func() string {
		w := syllables[random.IntN(len(syllables))] + syllables[random.IntN(len(syllables))]
		return strings.ToUpper(w[:1]) + w[1:]
	}
	r := newRepository(openEngine(b, Options{}), b.TempDir())
	in := r.names.Interner()
	var files []*graph.File
	for n := 0; n < symbols; n += 50 {
		var facts lang.Facts
		for range 50 {
			name := word() + word()
			if random.IntN(2) == 0 {
				name += word()
			}
			facts.Symbols = append(facts.Symbols, lang.Symbol{Name: name, Parent: -1, Kind: lang.Function, Exported: true, Signature: "func " + name + "()"})
		}
		f := &graph.File{Path: fmt.Sprintf("p%06d.go", n), Lang: "go"}
		f.Fill(in, &facts, f.Path)
		files = append(files, f)
	}
	g := graph.New(r.names, files)
	return &Snapshot{repo: r, g: g.Unlinked()}
}

// BenchmarkSearch200k gives the 99th percentile of searches among 200,000 symbols.
func BenchmarkSearch200k(b *testing.B) {
	const symbols = 200_000
	s := largeSnapshot(b, symbols)
	random := rand.New(rand.NewPCG(3, 4))
	name := func() string { return s.g.Text(s.g.Sym(random.Int32N(symbols)).Name) }
	for _, bb := range []struct {
		name  string
		query func() string
	}{
		{"exact", name},
		{"part", func() string { n := name(); return n[:len(n)/2] }},
		{"letters", func() string { return strings.ToLower(name()[:2]) }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				q := SymbolQuery{Query: bb.query()}
				start := time.Now()
				s.Search(q)
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		})
	}
}
