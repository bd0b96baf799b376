// Package search judges how well names, paths and lines fit a query. It knows no
// graph and no disk: strings and bytes come in, ranks and places go out.
package search

import "strings"

// Rank says how well a name fits; lower is better.
type Rank uint8

// The ranks, best first.
const (
	Exact Rank = iota
	ExactFold
	Prefix
	Initials
	Substring
	None
)

// Query is a symbol query, prepared. Safe for use from several goroutines.
type Query struct {
	text      string
	lower     string
	container string // "Store" of "Store.Get": what the name stands in
	words     []string
}

// NewQuery prepares a name, a part of one, camel-case initials, a qualified name, or words.
func NewQuery(q string) Query {
	q = strings.TrimSpace(q)
	var out Query
	if words := strings.Fields(q); len(words) > 1 {
		for _, w := range words {
			out.words = append(out.words, strings.ToLower(w))
		}
		return out
	}
	if dot := strings.LastIndexAny(q, ".#"); dot > 0 && dot < len(q)-1 {
		out.container, q = strings.ToLower(q[:dot]), q[dot+1:]
	}
	out.text, out.lower = q, strings.ToLower(q)
	return out
}

// Empty says that the query matches everything.
func (q *Query) Empty() bool { return q.text == "" && len(q.words) == 0 }

// Lower says that the query is a name without a capital.
func (q *Query) Lower() bool { return q.text == q.lower && q.text != "" }

// Container returns the lower-case qualifier that Contained must be asked about, or "".
func (q *Query) Container() string { return q.container }

// Name ranks a name.
func (q *Query) Name(name string) Rank {
	switch {
	case len(q.words) > 0:
		for _, w := range q.words {
			if indexFold(name, w) < 0 {
				return None
			}
		}
		return Substring
	case name == q.text:
		return Exact
	case len(name) < len(q.text):
		return None
	case len(name) == len(q.text):
		if indexFold(name, q.lower) == 0 {
			return ExactFold
		}
		return None
	}
	at := indexFold(name, q.lower)
	switch {
	case at == 0:
		return Prefix
	case initials(name, q.lower):
		return Initials
	case at > 0:
		return Substring
	}
	return None
}

// Contained says whether a qualifier ("Store" of "Store.Get", with Go's package in
// front) has the query's among its elements.
func (q *Query) Contained(qualifier string) bool {
	return q.container == "" || strings.Contains("."+strings.ToLower(qualifier)+".", "."+q.container+".")
}

// indexFold is strings.Index without regard to the case of ASCII letters; want is in lower case.
func indexFold(s, want string) int {
	if want == "" {
		return 0
	}
	first := want[0]
	upper := first
	if 'a' <= first && first <= 'z' {
		upper -= 'a' - 'A'
	}
	for i := 0; i+len(want) <= len(s); i++ {
		if c := s[i]; (c == first || c == upper) && equalFold(s[i+1:i+len(want)], want[1:]) {
			return i
		}
	}
	return -1
}

func equalFold(s, lower string) bool {
	for i := range len(lower) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// initials says whether the first letters of name's words begin with want:
// "ns" for NewServer, "hsc" for http_status_code.
func initials(name, want string) bool {
	if len(want) < 2 {
		return false
	}
	n := 0
	for i := 0; i < len(name) && n < len(want); i++ {
		c := name[i]
		if !wordStart(name, i) {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != want[n] {
			return false
		}
		n++
	}
	return n == len(want)
}

// wordStart says whether a word of name begins at i: at a capital, behind an underscore.
func wordStart(name string, i int) bool {
	c := name[i]
	return i == 0 || 'A' <= c && c <= 'Z' && (name[i-1] < 'A' || name[i-1] > 'Z' || i+1 < len(name) && 'a' <= name[i+1] && name[i+1] <= 'z') || name[i-1] == '_' && c != '_'
}
