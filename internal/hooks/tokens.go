package hooks

import (
	"strings"
	"unicode/utf8"
)

// The pattern as tokens of one syntax: a rune is itself, and what has a meaning is one of these, outside Unicode.
const (
	tokAnchor = -(iota + 1) // \b \< \> ^ $: where a name begins and ends anyway
	tokSpace                // \s, \s+, \s*, a blank
	tokDot                  // . or \.: in a name both mean the dot
	tokOr
	tokOpen
	tokClose
)

func tokenize(pattern string, d dialect) ([]rune, bool) {
	tokens := make([]rune, 0, len(pattern))
	for i := 0; i < len(pattern); {
		r, n := utf8.DecodeRuneInString(pattern[i:])
		if d != fixed && r == '\\' {
			t, ok := escaped(pattern[i+1:], d)
			if !ok {
				return nil, false
			}
			tokens, i = append(tokens, t), i+2
		} else {
			t, ok := plain(r, d)
			if !ok {
				return nil, false
			}
			tokens, i = append(tokens, t), i+n
		}
		if l := len(tokens); tokens[l-1] == tokSpace && d != fixed && i < len(pattern) && (pattern[i] == '*' || (pattern[i] == '+' && d == extended)) {
			i++
		}
		if l := len(tokens); tokens[l-1] == tokOpen && strings.HasPrefix(pattern[i:], "?:") {
			i += 2
		}
	}
	return tokens, true
}

// plain is a character without a backslash.
func plain(r rune, d dialect) (rune, bool) {
	switch {
	case r == ' ' || r == '\t':
		return tokSpace, true
	case r == '.':
		return tokDot, true
	case d == fixed:
		return r, r != '\n'
	case r == '^' || r == '$':
		return tokAnchor, true
	case strings.ContainsRune("*[]\n", r):
		return 0, false
	case d == basic:
		return r, true
	case r == '|':
		return tokOr, true
	case r == '(':
		return tokOpen, true
	case r == ')':
		return tokClose, true
	case strings.ContainsRune("+?{}", r):
		return 0, false
	}
	return r, true
}

// escaped is the character after a backslash.
func escaped(rest string, d dialect) (rune, bool) {
	if rest == "" {
		return 0, false
	}
	switch c := rest[0]; {
	case c == 'b' || c == '<' || c == '>':
		return tokAnchor, true
	case c == 's':
		return tokSpace, true
	case c == '.':
		return tokDot, true
	case d == basic && c == '|':
		return tokOr, true
	case d == basic && c == '(':
		return tokOpen, true
	case d == basic && c == ')':
		return tokClose, true
	case strings.IndexByte("(){}$^|", c) >= 0 && d == extended, c == '$' || c == '^':
		return rune(c), true
	}
	return 0, false
}
