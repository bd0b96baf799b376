package engine

import "strings"

// shape is how many parameters and results a Go signature has.
type shape struct{ params, results int }

// arity reads the shape from a signature on one line, "func (s *Store) Get(k string) (string, error)"
// or "Get(k string) (string, error)". A signature that was cut gives what is there.
func arity(name, signature string) shape {
	at := strings.Index(signature, name+"(")
	if at < 0 {
		if at = strings.Index(signature, name+"["); at < 0 {
			return shape{}
		}
	}
	rest := signature[at+len(name):]
	if strings.HasPrefix(rest, "[") {
		rest = rest[group(rest):]
	}
	end := group(rest)
	s := shape{params: elements(rest[:end])}
	rest = strings.TrimSpace(rest[end:])
	switch {
	case rest == "" || rest[0] == '{':
	case rest[0] == '(':
		s.results = elements(rest[:group(rest)])
	default:
		s.results = 1
	}
	return s
}

// group returns the length of the bracketed group that s starts with.
func group(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// elements counts the elements between the brackets of a group.
func elements(s string) int {
	if len(s) < 2 || strings.TrimSpace(s[1:len(s)-1]) == "" {
		return 0
	}
	depth, n := 0, 1
	for i := range len(s) {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 1 && strings.Trim(s[i+1:], " )") != "" {
				n++
			}
		}
	}
	return n
}
