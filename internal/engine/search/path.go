package search

import (
	"path"
	"strings"
)

// Words is a query for paths, prepared.
type Words struct {
	words []string
	paths Paths
	glob  bool
}

// NewWords prepares a glob or words.
func NewWords(q string) Words {
	q = strings.TrimSpace(q)
	if Glob(q) {
		return Words{paths: NewPaths(q), glob: true}
	}
	return Words{words: strings.Fields(strings.ToLower(q))}
}

// Rank says how well a path fits, lower is better; false when it does not.
func (w Words) Rank(p string) (int, bool) {
	if w.glob {
		return 0, w.paths.Match(p)
	}
	base := strings.ToLower(path.Base(p))
	rank := 0
	for _, word := range w.words {
		stem := strings.TrimSuffix(base, path.Ext(base))
		switch {
		case base == word || strings.EqualFold(p, word):
		case stem == word:
			rank++
		case strings.HasPrefix(base, word):
			rank += 2
		case strings.Contains(base, word):
			rank += 3
		case indexFold(p, word) >= 0:
			rank += 4
		default:
			return 0, false
		}
	}
	return rank, true
}
