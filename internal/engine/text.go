package engine

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/search"
)

// TextQuery asks for lines.
type TextQuery struct {
	Query      string
	Regexp     bool
	IgnoreCase bool
	Word       bool
	Path, Lang string
	Limit      int // 0: 100
}

// Match is one line that matches.
type Match struct {
	Path         string
	Line, Column int
	Text         string // the line, cut at 300 bytes around the match
	Symbol       string // id of the enclosing definition, ""
}

const (
	defaultMatches = 100
	maxLineBytes   = 300
)

// Text searches the contents on disk of the indexed files (text files of every
// kind), in path order. Second: how many lines match in all.
func (s *Snapshot) Text(ctx context.Context, q TextQuery) ([]Match, int, error) {
	t, err := search.NewText(q.Query, q.Regexp, q.IgnoreCase, q.Word)
	if err != nil {
		return nil, 0, fmt.Errorf("search text: %w", err)
	}
	limit := q.Limit
	if limit <= 0 {
		limit = defaultMatches
	}
	paths := search.NewPaths(q.Path)
	pass := s.passing(paths, q.Lang)
	from, to := s.g.Below(paths.Dir())
	var files []int
	for i := from; i < to; i++ {
		if pass(i) {
			files = append(files, i)
		}
	}
	found := make([][]Match, len(files))
	var total atomic.Int64
	err = s.read(ctx, files, func(at int, f *graph.File, src []byte) {
		n := 0
		t.Find(ctx, src, func(l search.Line) {
			if n++; n <= limit {
				found[at] = append(found[at], Match{Path: f.Path, Line: l.Number, Column: l.Column, Text: search.Cut(src, l, maxLineBytes)})
			}
		})
		total.Add(int64(n))
	})
	if err != nil {
		return nil, 0, fmt.Errorf("search text: %w", err)
	}
	return s.first(found, files, limit), int(total.Load()), nil
}

// first returns the first matches, with the definitions around them.
func (s *Snapshot) first(found [][]Match, files []int, limit int) []Match {
	var out []Match
	for at := range found {
		for _, m := range found[at] {
			if len(out) == limit {
				return out
			}
			m.Symbol = s.enclosing(files[at], m.Line)
			out = append(out, m)
		}
	}
	return out
}

// read calls visit with the content on disk of each file, from several goroutines.
// What cannot be read any more is left out: the index will notice by itself.
func (s *Snapshot) read(ctx context.Context, files []int, visit func(at int, f *graph.File, src []byte)) error {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(s.repo.engine.options.Workers, len(files)) {
		workers.Go(func() {
			var buf bytes.Buffer
			for at := int(next.Add(1)) - 1; at < len(files) && ctx.Err() == nil; at = int(next.Add(1)) - 1 {
				f := s.g.Files[files[at]]
				h, err := os.Open(filepath.Join(s.repo.root, filepath.FromSlash(f.Path)))
				if err != nil {
					continue
				}
				buf.Reset()
				_, err = buf.ReadFrom(h)
				_ = h.Close()
				if err == nil {
					visit(at, f, buf.Bytes())
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// enclosing returns the id of the definition around a line, or "".
func (s *Snapshot) enclosing(file, line int) string {
	if i := at(s.g.Files[file], line); i >= 0 {
		n := s.g.Number(file, i)
		return s.id(n, s.qualified(n))
	}
	return ""
}
