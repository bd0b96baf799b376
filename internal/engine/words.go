package engine

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/search"
)

// WordsQuery asks for the lines of several words at once: each file is read one time.
type WordsQuery struct {
	Words      [][]string // each in all the spellings that count as it
	Path, Lang string
	First      []string // paths to look at before the others, for the case that ctx ends before all are read
	Limit      int      // lines for each word
}

// Hits are the lines of one word, by path; those of the files named first come before the others.
type Hits struct {
	Matches []Match
	Total   int
}

// Words searches the contents on disk of the indexed files. When ctx ends, what has
// been found by then comes back, and done is false.
func (s *Snapshot) Words(ctx context.Context, q WordsQuery) (hits []Hits, done bool, err error) {
	texts := make([][]*search.Text, len(q.Words))
	for i, spellings := range q.Words {
		for _, word := range spellings {
			t, err := search.NewText(word, false, false, false)
			if err != nil {
				return nil, false, fmt.Errorf("search words: %w", err)
			}
			texts[i] = append(texts[i], t)
		}
	}
	files := s.inOrder(q)
	found := make([][][]Match, len(q.Words)) // by word, by file
	totals := make([]atomic.Int64, len(q.Words))
	for i := range found {
		found[i] = make([][]Match, len(files))
	}
	err = s.read(ctx, files, func(at int, f *graph.File, src []byte) {
		for i := range texts {
			n := 0
			for _, t := range texts[i] {
				t.Find(ctx, src, func(l search.Line) {
					if n++; n <= q.Limit {
						found[i][at] = append(found[i][at], Match{Path: f.Path, Line: l.Number, Column: l.Column, Text: search.Cut(src, l, maxLineBytes)})
					}
				})
			}
			totals[i].Add(int64(n))
		}
	})
	hits = make([]Hits, len(q.Words))
	for i := range hits {
		hits[i] = Hits{Matches: s.first(found[i], files, q.Limit), Total: int(totals[i].Load())}
	}
	return hits, err == nil, nil
}

// inOrder returns the files that a query is about, those it names first in front.
func (s *Snapshot) inOrder(q WordsQuery) []int {
	paths := search.NewPaths(q.Path)
	pass := s.passing(paths, q.Lang)
	taken := map[int]bool{}
	var files []int
	for _, p := range q.First {
		if i, ok := s.g.File(p); ok && !taken[i] && pass(i) {
			taken[i] = true
			files = append(files, i)
		}
	}
	from, to := s.g.Below(paths.Dir())
	for i := from; i < to; i++ {
		if !taken[i] && pass(i) {
			files = append(files, i)
		}
	}
	return files
}
