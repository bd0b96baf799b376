package engine

import (
	"cmp"
	"slices"
	"sort"
	"strings"

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
}

const defaultSymbols = 50

// hit is a symbol that fits, with what it is ranked by.
type hit struct {
	n        int32
	rank     search.Rank
	standing uint8
	kind     uint8
	length   uint16
}

// Search returns the ranked matches and how many there are in all: exact names,
// then those in another case, prefixes, initials, parts; within these, source
// before tests before generated before vendored files, types and functions before
// variables and fields, short names first.
func (s *Snapshot) Search(q SymbolQuery) ([]Symbol, int) {
	limit := q.Limit
	if limit <= 0 {
		limit = defaultSymbols
	}
	query, paths := search.NewQuery(q.Query), search.NewPaths(q.Path)
	pass := s.passing(paths, q.Lang)
	var hits []hit
	s.g.EachName(func(name uint32, syms []int32) {
		text := s.g.Text(name)
		rank := query.Name(text)
		if query.Empty() {
			rank = search.Exact
		}
		if rank == search.None {
			return
		}
		for _, n := range syms {
			file, _ := s.g.At(n)
			sym := s.g.Sym(n)
			if !pass(file) || len(q.Kinds) > 0 && !slices.Contains(q.Kinds, sym.Kind) || !s.contained(query, n) {
				continue
			}
			hits = append(hits, hit{n, rank, uint8(standing(s.g.Files[file])), weight(sym), uint16(min(len(text), 1<<15))})
		}
	})
	sort.Slice(hits, func(i, j int) bool { return closer(hits[i], hits[j]) < 0 })
	total := len(hits)
	out := make([]Symbol, 0, min(limit, total))
	for _, h := range hits[:min(limit, total)] {
		out = append(out, s.symbol(h.n))
	}
	return out, total
}

// NamesWith counts the names of definitions that have part inside and are not part
// itself; it stops at limit. Nothing is ranked or copied for it.
func (s *Snapshot) NamesWith(part string, limit int) (n int) {
	for id, text := range s.g.Names {
		if len(text) > len(part) && strings.Contains(text, part) && len(s.g.NamedID(uint32(id))) > 0 {
			if n++; n == limit {
				break
			}
		}
	}
	return n
}

func closer(a, b hit) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.standing, b.standing), cmp.Compare(a.kind, b.kind),
		cmp.Compare(a.length, b.length), cmp.Compare(a.n, b.n))
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
func (s *Snapshot) contained(q search.Query, n int32) bool {
	if q.Container() == "" {
		return true
	}
	file, _ := s.g.At(n)
	qualifier := s.qualified(n)
	qualifier = qualifier[:max(strings.LastIndexByte(qualifier, '.'), 0)]
	return q.Contained(s.g.Text(s.g.Files[file].Package) + "." + qualifier)
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
