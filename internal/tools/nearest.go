package tools

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
)

// nearest returns the symbols whose names are most like one that nothing has: those
// that search finds, else those a few letters away.
func nearest(snap *engine.Snapshot, name string, limit int) []engine.Symbol {
	bare := name[strings.LastIndexByte(name, '.')+1:]
	var all []engine.Symbol
	for _, file := range snap.Files() {
		if file.Symbols > 0 && !file.Vendored {
			all = append(all, nearestIn(snap.Outline(file.Path), name, limit)...)
		}
	}
	all = nearestIn(all, name, limit)
	if len(all) == 0 {
		all, _ = snap.Search(engine.SymbolQuery{Query: bare, Limit: limit})
	}
	return all[:min(len(all), limit)]
}

// nearestIn sorts by distance and drops what is no spelling of the name.
func nearestIn(symbols []engine.Symbol, name string, limit int) []engine.Symbol {
	type scored struct {
		sym   engine.Symbol
		away  int // of the bare name
		whole int // of the qualified one
	}
	whole := name
	name = name[strings.LastIndexByte(name, '.')+1:]
	most := max(1, len(name)/3)
	lower := strings.ToLower(name)
	var near []scored
	for _, sym := range symbols {
		other := strings.ToLower(sym.Name)
		d := distance(lower, other, most)
		if d > most && len(lower) >= 4 && (strings.Contains(other, lower) || len(other) >= 4 && strings.Contains(lower, other)) {
			d = most
		}
		if d <= most {
			near = append(near, scored{sym, d, distance(strings.ToLower(whole), strings.ToLower(sym.Qualified), len(whole))})
		}
	}
	slices.SortStableFunc(near, func(a, b scored) int { return cmp.Or(a.away-b.away, a.whole-b.whole) })
	out := make([]engine.Symbol, 0, limit)
	for _, n := range near[:min(len(near), limit)] {
		out = append(out, n.sym)
	}
	return out
}

// distance is Levenshtein's, with swapped neighbors as one step; above most it may be any larger number.
func distance(a, b string, most int) int {
	if d := len(a) - len(b); d > most || -d > most {
		return most + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
