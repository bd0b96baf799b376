package tools

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	words "github.com/gortexhq/gortex/internal/engine/search"
)

// term is one word of a task that is looked for.
type term struct {
	text   string // as it is searched: a stem, or an identifier as it stands
	weight float64
	exact  bool         // an identifier or a path: written as code is
	word   string       // in lower case, as it stands in the task
	senses words.Senses // as what it may be found
	vague  bool         // says little of the code
}

// telling is how much a word says of what is asked for.
func (t term) telling() float64 {
	if t.vague {
		return 0.5
	}
	return 1
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
			name := plainName(word)
			terms = append(terms, term{text: name, weight: 3, exact: true, word: strings.ToLower(word), senses: words.Senses{stemsOf(name[strings.LastIndexByte(name, '.')+1:])}})
		case len([]rune(word)) >= 3 && !slices.Contains(fillers, strings.ToLower(word)):
			t := term{text: stem(strings.ToLower(word)), weight: 1, word: strings.ToLower(word), senses: words.SensesOf(word)}
			t.vague = slices.Contains(vague, t.word)
			terms = append(terms, t)
		}
	}
	seen := map[string]bool{}
	terms = slices.DeleteFunc(terms, func(t term) bool {
		again := seen[strings.ToLower(t.text)]
		seen[strings.ToLower(t.text)] = true
		return again
	})
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(b.weight, a.weight) })
	return terms[:min(len(terms), maxTerms)], paths
}

// stemsOf are those of the words that an identifier is made of.
func stemsOf(name string) (all []string) {
	words.EachWord([]byte(name), func(word []byte, _ int, _ bool) { all = append(all, words.Stem(string(word))) })
	return all
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
var fillers = strings.Fields(`about above across actually add after again against all almost along already also although always among and another any anybody anyone anything are around
aside asked away back because been before behind being below beneath beside besides between beyond both but can cannot change changed changes code codebase could did does doing done down during
each either else elsewhere enough even ever every everything exactly explain far few first fix for from function functions further get gets give goes going had happen happened happening happens
has have having hence here how however instead into its itself just know known knows let like likely look looks lot made make makes many may maybe might more most much must need needs neither
never new nor not nothing now off often once one only onto other others otherwise ought our out over own perhaps please possible possibly project quite rather really repo repository same see seem
seems shall she should show since some somebody somehow someone something sometimes somewhere soon still such surely than that the their them themselves then there therefore these
they thing things this those though through thus together too toward towards try two under unless until upon use used uses using usual usually very via want wants was way ways well were what
whatever when whenever where whereas wherever whether which while who whoever whole whom whose why will wish with within without wonder work works would yet you your
method implement implemented implementation find`)

// vague are words of a question that say little of the code.
var vague = strings.Fields(`ask asks become becomes come comes day decide decides determine determines end ends gave given gone good keep keeps kept kind last long mean means notice notices part parts place
place put puts say says several side small sort stand stands take taken takes tell tells think time times turn turned turns understand whatever wrong right`)
