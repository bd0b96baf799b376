package code

import "regexp"

var (
	branchesC      = regexp.MustCompile(`(?:^|[^\w$.])(?:if|for|while|case|catch|foreach|guard)\b|&&|\|\||\?\?`)
	branchesGo     = regexp.MustCompile(`(?:^|[^\w.])(?:if|for|case)\b|&&|\|\|`)
	branchesPython = regexp.MustCompile(`(?:^|[^\w.])(?:if|elif|for|while|except|and|or|case)\b`)
	branchesRuby   = regexp.MustCompile(`(?:^|[^\w.:@$])(?:if|elsif|unless|while|until|for|when|rescue|and|or)\b|&&|\|\|`)
	branchesBash   = regexp.MustCompile(`(?:^|[^\w.$-])(?:if|elif|while|until|for)\b|;;|&&|\|\|`)
	branchesRust   = regexp.MustCompile(`(?:^|[^\w.])(?:if|for|while|loop)\b|&&|\|\||=>`)
	ternary        = regexp.MustCompile(`\s\?\s`)
)

// Complexity is McCabe's number of masked source: one, and one for each branch.
func Complexity(masked []byte, language string) int {
	switch language {
	case "go":
		return 1 + len(branchesGo.FindAllIndex(masked, -1))
	case "python":
		return 1 + len(branchesPython.FindAllIndex(masked, -1))
	case "ruby":
		return 1 + len(branchesRuby.FindAllIndex(masked, -1))
	case "bash":
		return 1 + len(branchesBash.FindAllIndex(masked, -1))
	case "rust":
		return 1 + len(branchesRust.FindAllIndex(masked, -1))
	}
	return 1 + len(branchesC.FindAllIndex(masked, -1)) + len(ternary.FindAllIndex(masked, -1))
}
