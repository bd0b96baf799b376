package code

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Parameters is what a signature takes.
type Parameters struct {
	Least, Most int      // how many arguments; Most -1: any number
	Names       []string // Python: that may be given by name
	AnyName     bool     // Python: **kwargs
	Required    []string // Python: that must be given, by place or by name, in order; the first Least by place
}

// ParametersOf reads the parameters of a function of that name from its signature, as its
// language writes it. method: what stands for self and cls is not counted. False when
// the text is no signature.
func ParametersOf(signature, name, language string, method bool) (Parameters, bool) {
	list, ok := parameterList(signature, name, language)
	if !ok {
		return Parameters{}, false
	}
	switch {
	case language == "go":
		return goParameters(list), true
	case language == "python":
		return pythonParameters(list, method), true
	case scripts[language]:
		return scriptParameters(list), true
	}
	return Parameters{}, false
}

// parameterList is what stands in the parentheses behind the name, split at its commas.
func parameterList(signature, name, language string) ([]string, bool) {
	masked := string(Mask([]byte(signature), language))
	at := -1
	if name != "" {
		if i := wordAt(masked, name); i >= 0 {
			at = i + len(name)
		}
	}
	if at < 0 { // a signature without its name: func(a int), (a, b) => …
		at = strings.IndexByte(masked, '(')
	}
	if at < 0 {
		return nil, false
	}
	rest := masked[at:]
	if trimmed := strings.TrimLeft(rest, " \t"); strings.HasPrefix(trimmed, "[") || strings.HasPrefix(trimmed, "<") { // type parameters
		end := closing(trimmed)
		if end < 0 {
			return nil, false
		}
		at += len(rest) - len(trimmed) + end
	}
	open := strings.IndexByte(masked[at:], '(')
	if open < 0 {
		return nil, false
	}
	at += open
	end := closing(masked[at:])
	if end < 0 {
		return nil, false
	}
	return Split(masked[at+1:at+end-1], language), true
}

// wordAt finds a name that stands by itself.
func wordAt(s, name string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], name)
		if i < 0 {
			return -1
		}
		i += from
		if (i == 0 || !Letter(s[i-1])) && (i+len(name) == len(s) || !Letter(s[i+len(name)])) {
			return i
		}
		from = i + len(name)
	}
}

// closing is the length of the bracketed group that s starts with, or -1.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '<':
			if s[0] == '<' {
				depth++
			}
		case '>':
			if s[0] == '<' && (i == 0 || s[i-1] != '=' && s[i-1] != '-') {
				depth--
			}
		}
		if depth == 0 {
			return i + 1
		}
	}
	return -1
}

// Split cuts masked code at its outer commas; a last empty piece is none.
func Split(s, language string) []string {
	var pieces []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '<':
			if scripts[language] {
				i += typeArguments(s, i)
			}
		case ',':
			if depth == 0 && !(language == "python" && opensLambda(s[from:i])) {
				pieces, from = append(pieces, strings.TrimSpace(s[from:i])), i+1
			}
		}
	}
	if last := strings.TrimSpace(s[from:]); last != "" {
		pieces = append(pieces, last)
	}
	return pieces
}

// typeArguments is how far the > is that closes a < at a place of TypeScript, 0 where that
// is a comparison: those stand between blanks, or what follows the > goes on as a value.
func typeArguments(s string, at int) int {
	if at == 0 || !Letter(s[at-1]) {
		return 0
	}
	n := closing(s[at:])
	if n < 0 || strings.ContainsAny(s[at:at+n], ";+*/%!") || strings.Contains(s[at:at+n], "&&") || strings.Contains(s[at:at+n], "||") {
		return 0
	}
	if after := at + n; after < len(s) && (Letter(s[after]) || s[after] == '\'' || s[after] == '"') {
		return 0
	}
	return n - 1
}

// opensLambda: a lambda's parameters, whose colon is still to come.
func opensLambda(piece string) bool {
	at := wordAt(piece, "lambda")
	return at >= 0 && !strings.Contains(piece[at:], ":") && strings.Count(piece[:at], "(") == strings.Count(piece[:at], ")")
}

func goParameters(list []string) Parameters {
	p := Parameters{Least: len(list), Most: len(list)}
	if n := len(list); n > 0 && variadic(list[n-1]) {
		p.Least, p.Most = n-1, -1
	}
	return p
}

// variadic: the dots stand before the type, not inside of it.
func variadic(one string) bool {
	dots := strings.Index(one, "...")
	return dots >= 0 && !strings.ContainsAny(one[:dots], "([{")
}

func scriptParameters(list []string) Parameters {
	p := Parameters{}
	for i, one := range list {
		head, _, typed := strings.Cut(one, ":")
		switch {
		case strings.HasPrefix(one, "..."):
			p.Most = -1
			return p
		case i == 0 && (one == "this" || strings.HasPrefix(one, "this:") || strings.HasPrefix(one, "this ")):
			continue
		case typed && strings.HasSuffix(strings.TrimSpace(head), "?"), strings.HasSuffix(one, "?"), defaulted(one):
		default:
			p.Least = p.Most + 1
		}
		p.Most++
	}
	return p
}

// defaulted: an equals sign outside of brackets that is no arrow.
func defaulted(one string) bool {
	depth := 0
	for i := range len(one) {
		switch one[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '=':
			if depth == 0 && (i+1 == len(one) || one[i+1] != '>') {
				return true
			}
		}
	}
	return false
}

func pythonParameters(list []string, method bool) Parameters {
	p := Parameters{}
	if method && len(list) > 0 && (bare(list[0]) == "self" || bare(list[0]) == "cls") {
		list = list[1:]
	}
	onlyByName := false
	for _, one := range list {
		switch {
		case strings.HasPrefix(one, "**"):
			p.AnyName = true
			continue
		case one == "*":
			onlyByName = true
			continue
		case strings.HasPrefix(one, "*"):
			onlyByName, p.Most = true, -1
			continue
		case one == "/":
			p.Names = nil
			continue
		}
		p.Names = append(p.Names, bare(one))
		if !defaulted(one) {
			p.Required = append(p.Required, bare(one))
			if !onlyByName {
				p.Least++
			}
		}
		if !onlyByName && p.Most >= 0 {
			p.Most++
		}
	}
	return p
}

func bare(parameter string) string {
	name := strings.TrimSpace(strings.FieldsFunc(parameter+" ", func(r rune) bool { return r == ':' || r == '=' })[0])
	return name
}

// Arguments is what one call passes.
type Arguments struct {
	Count int      // by place
	Names []string // Python: by name
	Open  bool     // a spread: how many is not known
}

var byName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([\pL_][\pL\pN_]*)\s*=[^=]`) }) // costs every start a millisecond otherwise

// ArgumentsAt reads the arguments of the call whose function's name ends at a place of
// masked source. False when no call follows there.
func ArgumentsAt(masked []byte, end int, language string) (Arguments, bool) {
	rest := string(masked[end:min(len(masked), end+100_000)])
	trimmed := strings.TrimLeft(rest, " \t\r\n")
	if scripts[language] {
		trimmed = strings.TrimPrefix(strings.TrimPrefix(trimmed, "?."), "!")
	}
	if strings.HasPrefix(trimmed, "[") && language == "go" || strings.HasPrefix(trimmed, "<") && scripts[language] {
		n := closing(trimmed)
		if n < 0 {
			return Arguments{}, false
		}
		trimmed = trimmed[n:]
	}
	if !strings.HasPrefix(trimmed, "(") {
		return Arguments{}, false
	}
	n := closing(trimmed)
	if n < 0 {
		return Arguments{}, false
	}
	var a Arguments
	for _, one := range Split(trimmed[1:n-1], language) {
		name := byName().FindStringSubmatch(one + " ")
		switch {
		case language == "python" && strings.HasPrefix(one, "*"), scripts[language] && strings.HasPrefix(one, "..."), language == "go" && strings.HasSuffix(one, "..."):
			a.Open = true
		case language == "python" && name != nil:
			a.Names = append(a.Names, name[1])
		default:
			a.Count++
		}
	}
	// One call as the only argument may stand for several values in Go: f(g()).
	if language == "go" && a.Count == 1 && strings.HasSuffix(strings.TrimSpace(trimmed[1:n-1]), ")") {
		a.Open = true
	}
	return a, true
}

// Misfit says why arguments do not fit parameters, or "".
func (p Parameters) Misfit(a Arguments) string {
	if a.Open {
		return ""
	}
	if p.Most >= 0 && a.Count > p.Most {
		return takes(p, "at most", p.Most) + ", given " + number(a.Count)
	}
	for _, name := range a.Names {
		if !p.AnyName && !slices.Contains(p.Names, name) {
			return "no parameter is called " + name
		}
	}
	if len(p.Required) > 0 {
		for i, name := range p.Required {
			if (i >= a.Count || i >= p.Least) && !slices.Contains(a.Names, name) {
				return name + " is not given"
			}
		}
		return ""
	}
	if a.Count+len(a.Names) < p.Least {
		return takes(p, "at least", p.Least) + ", given " + number(a.Count+len(a.Names))
	}
	return ""
}

func takes(p Parameters, bound string, n int) string {
	if p.Least == p.Most {
		bound = "exactly"
	}
	return "it takes " + bound + " " + number(n)
}

func number(n int) string { return strconv.Itoa(n) }
