package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
	"github.com/gortexhq/gortex/internal/engine/search"
)

// AST runs a tree-sitter query over the indexed files of a language below a folder or
// matching a glob ("": all), in path order. Second: how many nodes match in all.
// limit 0: 100. (Go has no tree-sitter grammar in this cut.)
func (s *Snapshot) AST(ctx context.Context, language, query, path string, limit int) ([]Match, int, error) {
	if a := aliases[strings.ToLower(language)]; a != "" {
		language = a
	}
	l := queriers()[strings.ToLower(language)]
	if l == nil {
		return nil, 0, fmt.Errorf("search ast: no tree-sitter queries for %q; there are for %s", language, strings.Join(slices.Sorted(maps.Keys(queriers())), ", "))
	}
	if limit <= 0 {
		limit = defaultMatches
	}
	var files []int
	pass := s.passing(search.NewPaths(path), "")
	for i, f := range s.g.Files {
		if f.Lang == strings.ToLower(language) && pass(i) && f.Problem != errDeadly.Error() {
			files = append(files, i)
		}
	}
	found := make([][]Match, len(files))
	var total atomic.Int64
	var once sync.Once
	var fault error // set by once
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	err := s.read(ctx, files, func(at int, f *graph.File, src []byte) {
		// What ends a process over a query may well be read without.
		asked := sha256.Sum256(append([]byte(query+"\x00"), src...))
		err := s.repo.engine.suspect.during(asked, func() error {
			return l.Query(ctx, src, query, func(line, column, start, _ int) bool {
				total.Add(1)
				if len(found[at]) < limit {
					found[at] = append(found[at], Match{Path: f.Path, Line: line, Column: column, Text: search.Cut(src, lineAt(src, start), maxLineBytes)})
				}
				return true
			})
		})
		if err != nil && !errors.Is(err, errDeadly) {
			once.Do(func() { fault = err; stop() })
		}
	})
	if fault != nil {
		err = fault
	}
	if err != nil {
		return nil, 0, fmt.Errorf("search ast: %w", err)
	}
	return s.first(found, files, limit), int(total.Load()), nil
}

func queriers() map[string]treesitter.Querier {
	all := map[string]treesitter.Querier{}
	for _, l := range lang.All() {
		if q, ok := l.(treesitter.Querier); ok {
			all[l.Name()] = q
		}
	}
	return all
}

func lineAt(src []byte, at int) search.Line {
	at = min(at, len(src))
	l := search.Line{Start: bytes.LastIndexByte(src[:at], '\n') + 1, End: len(src), At: at}
	if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
		l.End = at + n
	}
	return l
}
