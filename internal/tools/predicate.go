package tools

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine"
)

var (
	// A question that is answered by yes or no: "Was a flag given?", "how it is told whether a file is binary". Not a
	// request, as "Can you", nor the title of a fault, as "Does not build".
	yesOrNo = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^\W*(?:is|are|was|were|do|does|did|can|could|may|must|should|has|have|had|will|would)\s+(\S+)|\bwhether\b|\b(?:check|test|tell)s? if\b`)
	})
	predicateName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^_*(?:[Ii]s|[Aa]re|[Ww]as|[Hh]as|[Cc]an|[Cc]ould|[Ss]hould|[Mm]ust|[Ww]ill|[Nn]eeds?|[Ss]upports?|[Aa]llows?|[Cc]ontains?|[Ee]xists?|[Mm]atch(?:es)?|[Ee]quals?|[Vv]alidate|[Vv]erify|[Cc]heck)(?:[A-Z_0-9?!]|$)` +
			`|^__(?:lt|le|eq|ne|ge|gt|contains|bool)__$|\?$`)
	})
	truth = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\bbool(?:ean)?\b|\)\s*:\s*\w+ is\b`) })
)

// asksYesOrNo says whether a task is a question that something in the code answers by true or false.
func asksYesOrNo(task string) bool {
	of := yesOrNo().FindStringSubmatch(task)
	return of != nil && !slices.Contains([]string{"not", "i", "you", "there"}, strings.ToLower(of[1]))
}

// predicate says whether a definition tells true from false: it is called as such are, or results in one.
func predicate(sym engine.Symbol) bool {
	return sym.Kind.Callable() && (predicateName().MatchString(sym.Name) || truth().MatchString(resultOf(sym.Signature, sym.Name)))
}

// resultOf is a signature without its parameters, and without what stands before the name where a result stands behind.
func resultOf(signature, name string) string {
	before, rest, ok := strings.Cut(signature, name)
	if !ok {
		return ""
	}
	open := 0
	for i, c := range rest {
		switch c {
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				if behind := strings.Trim(rest[i:], " )\t{;:"); behind != "" {
					return rest[i:]
				}
				return before
			}
		}
	}
	return before
}
