package engine

import (
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/search"
)

// SymbolQuery asks for symbols.
type SymbolQuery struct {
	Query string // a name, part of one, camel-case initials, or a qualified name; "" for all
	Kinds []lang.Kind
	Path  string // folder or glob
	Lang  string
	Limit int // 0: 50
	// Near lets names in that the query is no part of: mistyped, or words of it begun.
	Near bool
}

const defaultSymbols = 50

// hit is a symbol that fits, behind what it is ranked by, so that hits compare as numbers:
//
//	rank(8) standing(4) weight(3) member(1) length of the name(8) little used(4) folders above(4) symbol(32)
type hit uint64

func (s *Snapshot) newHit(rank search.Rank, sym *graph.Symbol, length int, n int32) hit {
	file, _ := s.g.At(n)
	f := s.g.Files[file]
	var member hit
	if s.g.Owner(n) >= 0 {
		member = 1
	}
	used := bits.Len(uint(len(s.g.Dependents(file)))) // by how many files
	return fit(rank, length) | hit(standing(f))<<52 | hit(weight(sym))<<49 | member<<48 |
		hit(15-min(used, 15))<<36 | hit(min(strings.Count(f.Path, "/"), 15))<<32 | hit(uint32(n))
}

// fit is the part of a hit that its name alone decides: no symbol of that name is below it.
func fit(rank search.Rank, length int) hit {
	return hit(rank)<<56 | hit(min(length, 1<<8-1))<<40
}

func (h hit) symbol() int32 { return int32(uint32(h)) }

// best keeps the least of many hits: it sorts when it holds twice as many as are wanted.
type best struct {
	hits  []hit
	want  int
	total int
	worst hit // of the kept, once there are enough
}

func (b *best) add(h hit) {
	b.total++
	if h > b.worst {
		return
	}
	if b.hits = append(b.hits, h); len(b.hits) >= 2*b.want {
		b.sorted()
		b.worst = b.hits[len(b.hits)-1]
	}
}

// beyond says that no symbol of a name that fits so well is among the best.
func (b *best) beyond(rank search.Rank, length int) bool {
	return fit(rank, length) > b.worst
}

// sorted returns the kept ones, best first.
func (b *best) sorted() []hit {
	slices.Sort(b.hits)
	b.hits = b.hits[:min(b.want, len(b.hits))]
	return b.hits
}

// Search returns the ranked matches and how many there are in all: exact names,
// then those in another case, prefixes, initials, parts; within these, source
// before tests before generated before vendored files, types and functions before
// variables and fields, what stands by itself before members, short names first, what
// stands in files that many others use, and files in fewer folders.
func (s *Snapshot) Search(q SymbolQuery) ([]Symbol, int) {
	limit := q.Limit
	if limit <= 0 {
		limit = defaultSymbols
	}
	parts := make([]best, max(1, min(runtime.GOMAXPROCS(0), len(s.g.Names)/namesEach)))
	var searching sync.WaitGroup
	for i := range parts {
		parts[i] = best{want: limit, worst: math.MaxUint64}
		n := len(s.g.Names)
		searching.Go(func() { s.search(q, &parts[i], n*i/len(parts), n*(i+1)/len(parts)) })
	}
	searching.Wait()
	found := parts[0]
	for _, p := range parts[1:] {
		found.hits, found.total = append(found.hits, p.hits...), found.total+p.total
	}
	kept := found.sorted()
	out := make([]Symbol, 0, len(kept))
	for _, h := range kept {
		out = append(out, s.symbol(h.symbol()))
	}
	return out, found.total
}

// namesEach is for how many names a further goroutine is worth its start.
const namesEach = 10_000

// search adds to found the symbols that fit, of the names with these numbers.
func (s *Snapshot) search(q SymbolQuery, found *best, from, to int) {
	query := search.NewQuery(q.Query)
	pass := s.passing(search.NewPaths(q.Path), q.Lang)
	restricted := q.Path != "" || q.Lang != "" || len(q.Kinds) > 0 || query.Container() != ""
	pairs := query.Pairs()
	if q.Near {
		pairs = search.Pairs{} // what is near the query lacks some of them
	}
	for name, syms := range s.g.NamesHaving(pairs, from, to) {
		text := s.g.Text(name)
		rank := query.Name(text)
		if query.Empty() {
			rank = search.Exact
		}
		if rank == search.None {
			distance, near := 0, false
			if q.Near {
				distance, near = query.Near(text)
			}
			if !near {
				continue
			}
			rank += search.Rank(distance)
		}
		beyond := found.beyond(rank, len(text))
		if beyond && !restricted {
			found.total += len(syms)
			continue
		}
		for _, n := range syms {
			file, _ := s.g.At(n)
			sym := s.g.Sym(n)
			if !pass(file) || len(q.Kinds) > 0 && !slices.Contains(q.Kinds, sym.Kind) || !s.contained(&query, n) {
				continue
			}
			if beyond {
				found.total++
				continue
			}
			rank := rank
			if rank == search.Exact && query.Lower() && weight(sym) > 1 {
				rank = search.ExactFold // printer typed without a capital may mean the type before a variable
			}
			if rank == search.Exact && s.elsewhere(&query, n) {
				rank = search.ExactFold // Store.Get is a member of Store before it is one of another type in package store
			}
			found.add(s.newHit(rank, sym, len(text), n))
		}
	}
}

// NamesWith counts the names of definitions that have part inside and are not part
// itself; it stops at limit. Nothing is ranked or copied for it.
func (s *Snapshot) NamesWith(part string, limit int) (n int) {
	for id := range s.g.NamesHaving(search.PairsOf(part), 0, len(s.g.Names)) {
		if text := s.g.Text(id); len(text) > len(part) && strings.Contains(text, part) {
			if n++; n == limit {
				break
			}
		}
	}
	return n
}

// weight orders symbols by how likely one is what is looked for.
func weight(s *graph.Symbol) uint8 {
	w := uint8(2)
	switch s.Kind {
	case lang.Class, lang.Struct, lang.Interface, lang.Enum, lang.Function, lang.Method, lang.Constructor, lang.TypeAlias:
		w = 0
	case lang.Field, lang.Property, lang.EnumMember:
		w = 4
	}
	return w + 1 - uint8(s.Flags&graph.Exported)
}

// contained says whether n stands in what a qualified query names, Go's package included.
func (s *Snapshot) contained(q *search.Query, n int32) bool {
	if q.Container() == "" {
		return true
	}
	file, _ := s.g.At(n)
	return q.Contained(s.g.Text(s.g.Files[file].Package) + "." + s.container(n))
}

// container is the qualified name of what n is a member of, or "".
func (s *Snapshot) container(n int32) string {
	qualified := s.qualified(n)
	return qualified[:max(strings.LastIndexByte(qualified, '.'), 0)]
}

// elsewhere says whether n is a member of something that a qualified query does not name.
func (s *Snapshot) elsewhere(q *search.Query, n int32) bool {
	if q.Container() == "" || s.g.Owner(n) < 0 {
		return false
	}
	return !strings.HasSuffix("."+strings.ToLower(s.container(n)), "."+q.Container())
}

// passing returns which files a restriction by path and language lets through,
// asked once a file.
func (s *Snapshot) passing(paths search.Paths, language string) func(file int) bool {
	from, to := s.g.Below(paths.Dir())
	answers := make([]uint8, len(s.g.Files)) // 0: not asked yet
	return func(i int) bool {
		if i < from || i >= to {
			return false
		}
		if answers[i] == 0 {
			answers[i] = 1
			f := s.g.Files[i]
			if f.Flags&graph.Binary == 0 && speaks(f.Lang, language) && paths.Match(f.Path) {
				answers[i] = 2
			}
		}
		return answers[i] == 2
	}
}

// speaks says whether a file's language is the one asked for; "typescript" means its dialect too.
func speaks(have, want string) bool {
	want = strings.ToLower(want)
	return want == "" || have == want || have == aliases[want] || want == "typescript" && have == "tsx"
}

var aliases = map[string]string{
	"ts": "typescript", "js": "javascript", "py": "python", "golang": "go", "rs": "rust", "c++": "cpp", "c#": "csharp", "cs": "csharp", "rb": "ruby", "sh": "bash", "shell": "bash",
}

// Names returns files whose path matches a glob or contains the words, best first,
// and how many there are in all. limit 0: 50.
func (s *Snapshot) Names(query string, limit int) ([]File, int) {
	if limit <= 0 {
		limit = defaultSymbols
	}
	words := search.NewWords(query)
	type ranked struct {
		f    *graph.File
		rank int
	}
	var hits []ranked
	for _, f := range s.g.Files {
		if f.Flags&graph.Binary != 0 {
			continue
		}
		if rank, ok := words.Rank(f.Path); ok {
			hits = append(hits, ranked{f, standing(f)/2*1000 + rank*4 + standing(f)}) // others' files come last
		}
	}
	sort.SliceStable(hits, func(i, j int) bool { return hits[i].rank < hits[j].rank })
	out := make([]File, 0, min(limit, len(hits)))
	for _, h := range hits[:min(limit, len(hits))] {
		out = append(out, publicFile(h.f))
	}
	return out, len(hits)
}
