package walk

import (
	"regexp"
	"strings"
)

// excludes are patterns in gitignore's syntax: the last one that matches decides.
type excludes struct{ rules []rule }

type rule struct {
	match  *regexp.Regexp
	negate bool
	folder bool // matches folders only
}

// compile reads patterns; empty lines, comments and what cannot be a pattern are nothing.
func compile(patterns []string) *excludes {
	x := &excludes{}
	for _, p := range patterns {
		if r, ok := compileRule(p); ok {
			x.rules = append(x.rules, r)
		}
	}
	return x
}

func compileRule(p string) (rule, bool) {
	var r rule
	p = strings.TrimRight(p, " \t\r\n")
	if strings.HasPrefix(p, "#") {
		return r, false
	}
	if rest, ok := strings.CutPrefix(p, "!"); ok {
		r.negate, p = true, rest
	}
	if rest, ok := strings.CutSuffix(p, "/"); ok {
		r.folder, p = true, rest
	}
	anchored := strings.Contains(p, "/")
	p = strings.TrimPrefix(p, "/")
	if p == "" {
		return r, false
	}
	var b strings.Builder
	b.WriteString("^")
	if !anchored {
		b.WriteString("(?:.*/)?")
	}
	translate(&b, p)
	b.WriteString("$")
	re, err := regexp.Compile(b.String())
	r.match = re
	return r, err == nil
}

// translate writes the glob p as a regular expression.
func translate(b *strings.Builder, p string) {
	for i := 0; i < len(p); i++ {
		switch rest := p[i:]; {
		case strings.HasPrefix(rest, "**/") && (i == 0 || p[i-1] == '/'):
			b.WriteString("(?:.*/)?")
			i += 2
		case rest == "**" && (i == 0 || p[i-1] == '/'):
			b.WriteString(".+")
			i++
		case rest[0] == '*':
			b.WriteString("[^/]*")
		case rest[0] == '?':
			b.WriteString("[^/]")
		case rest[0] == '[':
			i += class(b, rest) - 1
		case rest[0] == '\\' && len(rest) > 1:
			b.WriteString(regexp.QuoteMeta(rest[1:2]))
			i++
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
		}
	}
}

// class writes the bracket expression that s begins with and returns its length.
func class(b *strings.Builder, s string) int {
	end := strings.IndexByte(s[1:], ']')
	if end < 1 { // no end, or a lone "[]"
		b.WriteString(`\[`)
		return 1
	}
	inner := s[1 : end+1]
	if rest, ok := strings.CutPrefix(inner, "!"); ok {
		inner = "^" + rest
	}
	b.WriteString("[" + strings.ReplaceAll(inner, `\`, `\\`) + "]")
	return end + 2
}

// match says whether the patterns exclude this very path; that a parent is
// excluded is the caller's to know.
func (x *excludes) match(p string, folder bool) bool {
	for i := len(x.rules) - 1; i >= 0; i-- {
		if r := x.rules[i]; (folder || !r.folder) && r.match.MatchString(p) {
			return !r.negate
		}
	}
	return false
}
