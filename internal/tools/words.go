package tools

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// term is one word of a task that is looked for.
type term struct {
	text   string // as it is searched: a stem, or an identifier as it stands
	weight float64
	exact  bool   // an identifier or a path: written as code is
	word   string // in lower case, as it stands in the task
}

// forms are the spellings that a word is looked for in text: an identifier's last name as
// it stands, a word in lower case and with a capital.
func (t term) forms() []string {
	if t.exact {
		return []string{t.text[strings.LastIndexByte(t.text, '.')+1:]}
	}
	first, size := utf8.DecodeRuneInString(t.text)
	capital := string(unicode.ToUpper(first)) + t.text[size:]
	if capital == t.text {
		return []string{t.text}
	}
	return []string{t.text, capital}
}

var (
	wordPattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*`)
	})
	pathPattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[\w.@-]*/[\w./@-]+|\b[\w-]+\.(?:go|mod|sum|tsx?|jsx?|mjs|cjs|pyi?|json|ya?ml|toml|md|txt|css|html|sh)\b`)
	})
)

// maxTerms bounds what one task costs.
const maxTerms = 12

// termsOf finds what a task in words looks for, the most telling first, and the paths it names.
func termsOf(task string) (terms []term, paths []string) {
	for _, p := range pathPattern().FindAllString(task, -1) {
		paths = append(paths, strings.Trim(p, ".,"))
	}
	rest := pathPattern().ReplaceAllString(task, " ")
	for _, word := range wordPattern().FindAllString(rest, -1) {
		switch {
		case codelike(word):
			terms = append(terms, term{plainName(word), 3, true, strings.ToLower(word)})
		case len([]rune(word)) >= 3 && !slices.Contains(fillers, strings.ToLower(word)):
			terms = append(terms, term{stem(strings.ToLower(word)), 1, false, strings.ToLower(word)})
		}
	}
	seen := map[string]bool{}
	terms = slices.DeleteFunc(terms, func(t term) bool {
		again := seen[strings.ToLower(t.text)]
		seen[strings.ToLower(t.text)] = true
		return again
	})
	slices.SortStableFunc(terms, func(a, b term) int { return int(b.weight - a.weight) })
	return terms[:min(len(terms), maxTerms)], paths
}

// codelike: written as no prose is, with a capital or an underscore inside, or dots between.
func codelike(word string) bool {
	if strings.ContainsAny(word, "_$.:#") {
		return true
	}
	lower := false
	for _, r := range word {
		if unicode.IsUpper(r) && lower {
			return true
		}
		lower = lower || unicode.IsLower(r) || unicode.IsDigit(r)
	}
	return false
}

// stem takes the endings of English off, so that what is left is part of the other forms.
func stem(word string) string {
	for _, ending := range []string{"ization", "ation", "ing", "ers", "ies", "ied", "es", "ed", "er", "ly", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 4 {
			if n := len(rest); n > 4 && rest[n-1] == rest[n-2] && ending != "s" && ending != "e" && ending != "es" {
				rest = rest[:n-1] // stopped → stop
			}
			return rest
		}
	}
	if rest, ok := strings.CutSuffix(word, "s"); ok && len(rest) >= 3 && !strings.HasSuffix(rest, "s") {
		return rest
	}
	return word
}

// fillers are words of a question that say nothing of the code.
var fillers = strings.Fields(`about above add after again all also and any are around because been before being below between both but can
change changed changes code codebase could did does doing down during each explain find first fix for from function functions get gets give given goes had has have having
here how into its just know let like look made make makes many method more most must need needs new not now off once one only other our out over own please
project repo repository same see should show some such than that the their them then there these they thing this those through too under until use
used uses using very want was way well were what when where which while who whole whose why will with within without work works would you your implement implemented implementation`)

// parts are the words that an identifier is made of, in lower case.
func parts(name string) []string {
	var all []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			all = append(all, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return all
}
