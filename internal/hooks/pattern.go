package hooks

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// dialect is the syntax of a search pattern.
type dialect int

const (
	extended dialect = iota // ERE, PCRE and Rust: for what is understood here they agree
	basic                   // grep's default: \| \( \) have a meaning, their plain forms have none
	fixed                   // no metacharacters
)

const (
	maxNames       = 5 // alternatives in one pattern
	minNameRunes   = 3 // shorter ones are loop variables and noise
	maxNameBytes   = 120
	maxPatternSize = 600
)

// name is a symbol that a pattern asks for: Get, Store.Get (qualifier Store).
type name struct {
	qualifier, id string

	code  bool // the pattern declares or calls it: "func Open", "Open("
	whole bool // a longer name does not match
}

func (n name) String() string {
	if n.qualifier == "" {
		return n.id
	}
	return n.qualifier + "." + n.id
}

// parsePattern returns the names that a pattern looks for; false where it asks for anything else: a pattern that is no name cannot be answered
// by exact lookup.
func parsePattern(pattern string, d dialect) ([]name, bool) {
	if pattern == "" || len(pattern) > maxPatternSize || !cleanText(pattern) {
		return nil, false
	}
	tokens, ok := tokenize(pattern, d)
	if !ok {
		return nil, false
	}
	bare := trimAnchors(tokens)
	inner := undress(bare)
	dressed := len(inner) != len(bare)
	alternatives, ok := split(inner)
	if !ok || len(alternatives) > maxNames {
		return nil, false
	}
	names := make([]name, 0, len(alternatives))
	for _, alt := range alternatives {
		n, ok := parseName(trimAnchors(alt), dressed || anchored(tokens, alt, first), dressed || anchored(tokens, alt, last))
		if !ok {
			return nil, false
		}
		n.code = n.code || dressed
		names = append(names, n)
	}
	return names, true
}

// trimAnchors drops anchors at both ends, and a group around all the rest.
func trimAnchors(t []rune) []rune {
	for len(t) > 0 && t[0] == tokAnchor {
		t = t[1:]
	}
	for len(t) > 0 && t[len(t)-1] == tokAnchor {
		t = t[:len(t)-1]
	}
	if len(t) > 1 && t[0] == tokOpen && closes(t) == len(t)-1 {
		return trimAnchors(t[1 : len(t)-1])
	}
	return t
}

func first(t []rune) rune { return t[0] }
func last(t []rune) rune  { return t[len(t)-1] }

// anchored says that a name begins, or ends, where the pattern or its alternative has an anchor.
func anchored(pattern, alternative []rune, edge func([]rune) rune) bool {
	return edge(pattern) == tokAnchor || (len(alternative) > 0 && edge(alternative) == tokAnchor)
}

// undress takes the keyword and the tail off a group of names: "func (Open|Close)\(" and "(Open|Close)\(" ask for what "Open|Close" does.
func undress(t []rune) []rune {
	open := slices.Index(t, tokOpen)
	keyword := open > 1 && t[open-1] == tokSpace && isKeyword(t[:open-1])
	if open != 0 && !keyword {
		return t
	}
	if inner := trimTail(t[open:]); closes(inner) == len(inner)-1 {
		return trimAnchors(inner)
	}
	return t
}

// closes is where the group that t starts with ends.
func closes(t []rune) int {
	depth := 0
	for i, r := range t {
		switch r {
		case tokOpen:
			depth++
		case tokClose:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// split cuts at the outermost alternations.
func split(t []rune) ([][]rune, bool) {
	var out [][]rune
	depth, from := 0, 0
	for i, r := range t {
		switch r {
		case tokOpen:
			depth++
		case tokClose:
			depth--
		case tokOr:
			if depth == 0 {
				out, from = append(out, t[from:i]), i+1
			}
		}
	}
	return append(out, t[from:]), depth == 0
}

// keywords may stand before a name: "func Open", "export class Api". tails may stand behind it.
const keywords = " func def class type interface struct enum trait fn function const var let async export default public private protected static abstract new "

// declares are those after which a lower-case word is a name for sure.
const declares = " func def class type interface struct enum trait fn function "

func isKeyword(w []rune) bool { return len(w) > 0 && strings.Contains(keywords, " "+string(w)+" ") }

// parseName reads [keyword blank]* name [tail]; begins and ends say that an anchor stands before and behind.
func parseName(t []rune, begins, ends bool) (name, bool) {
	words := [][]rune{nil}
	head := trimTail(t)
	code := codeTail(t[len(head):])
	for _, r := range head {
		switch {
		case r == tokSpace:
			words = append(words, nil)
		case r < 0 && r != tokDot && r != tokAnchor:
			return name{}, false
		default:
			words[len(words)-1] = append(words[len(words)-1], r)
		}
	}
	if len(words) > 1 && len(words[0]) == 0 {
		words = words[1:] // "^\s*func"
	}
	for _, w := range words[:len(words)-1] {
		if w = trimAnchors(w); !isKeyword(w) {
			return name{}, false
		}
		code = code || strings.Contains(declares, " "+string(w)+" ")
	}
	n, ok := dotted(trimAnchors(words[len(words)-1]))
	n.code, n.whole = code, (begins || len(words) > 1) && (ends || len(head) < len(t))
	return n, ok
}

// codeTail says that what was behind a name is that of a call or a type: "(", " struct".
func codeTail(tail []rune) bool {
	return len(tail) > 0 && (tail[0] == '(' || (len(tail) > 2 && tail[0] == tokSpace && tail[1] != '='))
}

// trimTail drops what follows a name where it is declared or called: "Open(", "Open *(", "Store struct", "Api {", "x =".
func trimTail(t []rune) []rune {
	for _, tail := range [][]rune{{tokSpace, '('}, []rune("("), []rune("()"), {tokSpace, '{'}, {'{'}, {':'}, {tokSpace, '='}} {
		if n := len(t) - len(tail); n > 0 && slices.Equal(t[n:], tail) {
			t = t[:n]
		}
	}
	for _, word := range []string{"struct", "interface"} {
		if n := len(t) - len(word) - 1; n > 0 && t[n] == tokSpace && string(t[n+1:]) == word {
			return t[:n]
		}
	}
	return t
}

// dotted reads Name or Qualifier.Name; of more parts the last two count.
func dotted(t []rune) (name, bool) {
	var parts []string
	from := 0
	for i := 0; i <= len(t); i++ {
		if i == len(t) || t[i] == tokDot {
			part := string(t[from:i])
			if !identifier(part) {
				return name{}, false
			}
			parts, from = append(parts, part), i+1
		}
	}
	n := name{id: parts[len(parts)-1]}
	if len(parts) > 1 {
		n.qualifier = parts[len(parts)-2]
	}
	return n, utf8.RuneCountInString(n.id) >= minNameRunes && len(n.String()) <= maxNameBytes
}

// identifier says that a word could be a name in some language.
func identifier(s string) bool {
	for i, r := range s {
		if r == '_' || r == '$' || unicode.IsLetter(r) || (i > 0 && (unicode.IsDigit(r) || unicode.Is(unicode.Mn, r))) {
			continue
		}
		return false
	}
	return s != ""
}

// word says that a name is also an ordinary word: "path", "open".
func word(s string) bool {
	for _, r := range s {
		if !unicode.IsLower(r) {
			return false
		}
	}
	return true
}
