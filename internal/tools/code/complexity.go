package code

import (
	"regexp"
	"sync"
)

var (
	branchesC = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[^\w$.])(?:if|for|while|case|catch|foreach|guard)\b|&&|\|\||\?\?`)
	})
	branchesGo     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[^\w.])(?:if|for|case)\b|&&|\|\|`) })
	branchesPython = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[^\w.])(?:if|elif|for|while|except|and|or|case)\b`)
	})
	branchesRuby = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[^\w.:@$])(?:if|elsif|unless|while|until|for|when|rescue|and|or)\b|&&|\|\|`)
	})
	branchesBash = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[^\w.$-])(?:if|elif|while|until|for)\b|;;|&&|\|\|`)
	})
	branchesRust = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[^\w.])(?:if|for|while|loop)\b|&&|\|\||=>`) })
	ternary      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s\?\s`) })
)

// Complexity is McCabe's number of masked source: one, and one for each branch.
func Complexity(masked []byte, language string) int {
	switch language {
	case "go":
		return 1 + len(branchesGo().FindAllIndex(masked, -1))
	case "python":
		return 1 + len(branchesPython().FindAllIndex(masked, -1))
	case "ruby":
		return 1 + len(branchesRuby().FindAllIndex(masked, -1))
	case "bash":
		return 1 + len(branchesBash().FindAllIndex(masked, -1))
	case "rust":
		return 1 + len(branchesRust().FindAllIndex(masked, -1))
	}
	return 1 + len(branchesC().FindAllIndex(masked, -1)) + len(ternary().FindAllIndex(masked, -1))
}
