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
	"github.com/gortexhq/gortex/internal/engine/search"
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

// searchPlainly is Search as a scan: every symbol is judged, all hits are sorted.
func searchPlainly(s *Snapshot, q SymbolQuery) ([]Symbol, int) {
	query, pass := search.NewQuery(q.Query), s.passing(search.NewPaths(q.Path), q.Lang)
	var hits []hit
	for n := range int32(s.g.Symbols()) {
		file, _ := s.g.At(n)
		sym := s.g.Sym(n)
		name := s.g.Text(sym.Name)
		rank := query.Name(name)
		if query.Empty() {
			rank = search.Exact
		}
		if distance, near := query.Near(name); rank == search.None && q.Near && near {
			rank += search.Rank(distance)
		} else if rank == search.None {
			continue
		}
		if !pass(file) || len(q.Kinds) > 0 && !slices.Contains(q.Kinds, sym.Kind) || !s.contained(&query, n) {
			continue
		}
		if rank == search.Exact && query.Lower() && weight(sym) > 1 {
			rank = search.ExactFold
		}
		if rank == search.Exact && s.elsewhere(&query, n) {
			rank = search.ExactFold
		}
		hits = append(hits, s.newHit(rank, sym, len(name), n))
	}
	slices.Sort(hits)
	var kept []int32
	for _, h := range hits[:min(q.Limit, len(hits))] {
		kept = append(kept, h.symbol())
	}
	return s.symbols(kept), len(hits)
}

// TestSearchRanksAsAPlainScan: what is left out without being judged would not have been
// among the best, also of names that came with an edit.
func TestSearchRanksAsAPlainScan(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	pieces := strings.Fields("Read read READ File file _ Store get Get Re e 1 é É Name name id ID")
	name := func() string {
		var out strings.Builder
		for range 1 + random.IntN(4) {
			out.WriteString(pieces[random.IntN(len(pieces))])
		}
		return out.String()
	}
	kinds := []lang.Kind{lang.Class, lang.Method, lang.Variable, lang.Field}
	r := newRepository(openEngine(t, Options{}), t.TempDir())
	in := r.names.Interner()
	file := func(path, language string) *graph.File {
		facts := lang.Facts{Package: "store"}
		for i := range 1 + random.IntN(40) {
			facts.Symbols = append(facts.Symbols, lang.Symbol{
				Name: name(), Parent: int32(random.IntN(i+1)) - 1, Kind: kinds[random.IntN(len(kinds))], Exported: random.IntN(2) == 0,
			})
		}
		f := &graph.File{Path: path, Lang: language, Flags: graph.FileFlags(random.IntN(int(graph.Binary)))}
		f.Fill(in, &facts, path)
		return f
	}
	var files []*graph.File
	for i := range 100 {
		files = append(files, file(fmt.Sprintf("%c/%02d.go", 'a'+i/25, i), []string{"go", "python"}[i%2]))
	}
	found := 0
	for range 10 {
		s := &Snapshot{repo: r, g: graph.New(r.names, files).Unlinked()}
		for range 150 {
			q := SymbolQuery{Query: name(), Limit: 1 + random.IntN(60), Near: random.IntN(5) == 0}
			switch random.IntN(6) {
			case 0:
				q.Query = q.Query[:1+random.IntN(min(3, len(q.Query)))]
			case 1:
				q.Query = strings.ToLower(q.Query)
			case 2:
				q.Query = name() + " " + q.Query
			case 3:
				q.Query = name() + "." + q.Query
			case 4:
				q.Query = q.Query[:1] + "f"
			}
			switch random.IntN(4) {
			case 0:
				q.Path = "b"
			case 1:
				q.Lang = "python"
			case 2:
				q.Kinds = kinds[:2]
			}
			want, total := searchPlainly(s, q)
			got, n := s.Search(q)
			if found += n; n != total || !slices.Equal(got, want) {
				t.Fatalf("%+v: %d found, not %d\n%s", q, n, total, cmp.Diff(want, got))
			}
		}
		i := random.IntN(len(files))
		files[i] = file(files[i].Path, files[i].Lang)
	}
	if found == 0 {
		t.Error("nothing is found")
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
