package catalog

import (
	"slices"
	"strings"
	"unicode"
)

// hints are words that people have for what a tool does, where neither its name nor
// its description has them.
var hints = map[string]string{
	"explore":         "understand overview question context how where",
	"search":          "grep find locate rg ripgrep lookup",
	"read":            "cat view show open source outline",
	"relations":       "function caller callee references usages who calls hierarchy subclasses parents inheritance",
	"change":          "diff review affected blast radius pull request breaking compile lint errors",
	"edit":            "modify patch write replace",
	"workspace":       "status health fresh repositories",
	"trace":           "callgraph graph chain route reach connect between hierarchy dispatch dynamic",
	"analyze":         "unused unreachable quality metrics cyclomatic circular circle imports dependency dependencies technical debt smell architecture public surface churn",
	"history":         "author who wrote when changed commits revision annotate git previous",
	"refactor":        "renaming rename symbol everywhere relocate extract",
	"workspace_admin": "add another new remove index rebuild register refresh forget repository project",
}

// Found is a tool that fits a query.
type Found struct {
	Name       string
	Deferred   bool
	Operations []string
	score      int
}

// Find ranks the tools of a preset by how well they fit words or names, best first.
// A tool that is named comes before all others; one that no word fits is left out,
// and an empty query gives the deferred ones.
func Find(preset, query string) []Found {
	words := wordsOf(strings.TrimPrefix(query, "select:"))
	var all []Found
	for _, e := range table {
		if !within(preset, e) || e.effect == ofSession {
			continue
		}
		f := Found{Name: e.name, Deferred: !e.eager(preset), Operations: Operations(e.name)}
		if f.score = e.fits(words); f.score > 0 || len(words) == 0 && f.Deferred {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b Found) int {
		if a.score != b.score {
			return b.score - a.score
		}
		return rankOf(b.Deferred) - rankOf(a.Deferred)
	})
	if len(all) > 0 { // what only a word in passing speaks for is no answer beside a good one
		least := all[0].score / 4
		all = slices.DeleteFunc(all, func(f Found) bool { return f.score < least })
	}
	return all
}

func rankOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// The weights of a word: a tool's name, an operation, another form of the name ("changed"
// asks for no change), a hint, a word of its description.
const (
	inName      = 100
	likeName    = 30
	inOperation = 40
	inHint      = 15
	inText      = 8
)

func (e entry) fits(words []string) int {
	name, operations := wordsOf(e.name), wordsOf(strings.Join(Operations(e.name), " "))
	hint, text := wordsOf(hints[e.name]), wordsOf(e.description)
	score := 0
	for _, w := range words {
		switch {
		case w == e.name:
			score += 10 * inName
		case slices.Contains(name, w):
			score += inName
		case alike(operations, w):
			score += inOperation
		case alike(name, w):
			score += likeName
		case alike(hint, w):
			score += inHint
		case alike(text, w):
			score += inText
		}
	}
	if e.deferred { // the others are listed already
		score += score / 2
	}
	return score
}

// alike: a word and another form of it, "renaming" and "rename", "cycle" and "cycles".
func alike(have []string, want string) bool {
	return slices.ContainsFunc(have, func(h string) bool { return h == want || root(h) == root(want) })
}

func root(w string) string {
	for _, ending := range []string{"ing", "ies", "es", "ed", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(w, ending); ok && len(rest) >= 3 {
			return rest
		}
	}
	return w
}

// common words say nothing of what is looked for.
var common = []string{"a", "an", "the", "of", "to", "in", "is", "it", "its", "their", "are", "was", "be", "and", "or", "for", "with", "all", "by", "from", "on", "at", "that", "this", "what", "which", "i", "me", "my", "tool", "tools", "do", "does", "can", "find", "get", "code", "symbol", "symbols", "function", "functions", "file", "files"}

// wordsOf also has what stands between underscores; a name with one is kept whole as well.
func wordsOf(text string) []string {
	var all []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		if slices.Contains(common, w) {
			continue
		}
		all = append(all, w)
		if strings.Contains(w, "_") {
			all = append(all, strings.FieldsFunc(w, func(r rune) bool { return r == '_' })...)
		}
	}
	return all
}
