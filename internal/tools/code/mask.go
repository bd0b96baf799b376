// Package code looks at source text where no graph is needed: what is a comment or a
// text and what is code, how often a function branches, what a call passes and a
// signature takes. It knows no repository.
package code

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Mask returns a copy of source, of the same length, in which comments and the contents
// of texts are blanks; line ends stay. What is not understood is taken for code.
func Mask(src []byte, language string) []byte {
	m := masker{
		src: src, out: append([]byte(nil), src...), python: language == "python", script: scripts[language], golang: language == "go", rust: language == "rust",
		hash: hashed[language], slash: !hashed[language] || language == "php",
	}
	m.code(0, 0)
	return m.out
}

var scripts = map[string]bool{"typescript": true, "tsx": true, "javascript": true}

// hashed are the languages whose comments start with a #; all but PHP have no others.
var hashed = map[string]bool{"python": true, "ruby": true, "bash": true, "php": true}

type masker struct {
	src, out                     []byte
	python, script, golang, rust bool
	hash, slash                  bool // how comments start
}

func (m *masker) blank(from, to int) {
	for i := from; i < min(to, len(m.out)); i++ {
		if m.out[i] != '\n' && m.out[i] != '\r' {
			m.out[i] = ' '
		}
	}
}

// code goes from at to the end, or behind the brace that closes what close says: code
// inside a text. It returns where it ended.
func (m *masker) code(at int, close byte) int {
	depth := 0
	for at < len(m.src) {
		c := m.src[at]
		switch {
		case close != 0 && c == '{':
			depth++
		case close != 0 && c == close:
			if depth == 0 {
				return at + 1
			}
			depth--
		case m.hash && c == '#' && m.startsComment(at), m.slash && m.has(at, "//"):
			at = m.until(at, at, "\n", false)
			continue
		case m.slash && m.has(at, "/*"):
			at = m.until(at, at+2, "*/", true)
			continue
		case m.golang && c == '`':
			at = m.until(at+1, at+1, "`", false) + 1
			continue
		case m.script && c == '`':
			at = m.template(at + 1)
			continue
		case m.python && (m.has(at, `"""`) || m.has(at, "'''")):
			at = m.text(at, string(m.src[at:at+3]))
			continue
		case m.rust && c == '\'' && !m.character(at): // a lifetime
		case c == '"' || c == '\'':
			at = m.text(at, string(c))
			continue
		case m.script && c == '/' && m.beforeRegexp(at):
			at = m.regexp(at)
			continue
		}
		at++
	}
	return at
}

// startsComment: in a shell a # inside a word, as in ${#list} or $#, starts none, and in
// PHP #[ is an attribute.
func (m *masker) startsComment(at int) bool {
	if m.slash && m.has(at, "#[") {
		return false
	}
	return m.python || at == 0 || !Letter(m.src[at-1]) && m.src[at-1] != '{'
}

// character says whether a quote of Rust opens a character: one, or an escape, and a quote.
func (m *masker) character(at int) bool {
	rest := m.src[at+1:]
	if len(rest) > 0 && rest[0] == '\\' {
		return true
	}
	_, n := utf8.DecodeRune(rest)
	return len(rest) > n && rest[n] == '\''
}

func (m *masker) has(at int, s string) bool {
	return at+len(s) <= len(m.src) && string(m.src[at:at+len(s)]) == s
}

// until blanks from a place to an end mark that stands at or after search.
func (m *masker) until(from, search int, mark string, with bool) int {
	end := len(m.src)
	if i := bytes.Index(m.src[min(search, end):min(end, search+maxText)], []byte(mark)); i >= 0 {
		end = search + i
		if with {
			end += len(mark)
		}
	}
	m.blank(from, end)
	return end
}

// maxText bounds what is searched for the end of one comment or text.
const maxText = 4 << 20

// text blanks what stands between quotes. A quote that its line does not close is none.
func (m *masker) text(at int, quote string) int {
	formatted := m.python && at > 0 && strings.ContainsRune("fF", rune(m.src[at-1])) ||
		m.python && at > 1 && strings.ContainsRune("fF", rune(m.src[at-2])) && strings.ContainsRune("rR", rune(m.src[at-1]))
	start := at + len(quote)
	for i := start; i < len(m.src); i++ {
		switch c := m.src[i]; {
		case c == '\\':
			i++
		case c == '\n' && len(quote) == 1:
			return at + 1
		case m.has(i, quote):
			m.blankText(start, i, formatted)
			return i + len(quote)
		}
	}
	return at + 1
}

// blankText leaves the expressions of a formatted text of Python.
func (m *masker) blankText(from, to int, formatted bool) {
	if !formatted {
		m.blank(from, to)
		return
	}
	for i := from; i < to; i++ {
		switch {
		case m.has(i, "{{"):
			m.blank(i, i+2)
			i++
		case m.src[i] == '{':
			depth := 0
			for ; i < to; i++ {
				if m.src[i] == '{' {
					depth++
				} else if m.src[i] == '}' {
					if depth--; depth == 0 {
						break
					}
				}
			}
		default:
			m.blank(i, i+1)
		}
	}
}

// template blanks a template text of TypeScript, but not the code inside it.
func (m *masker) template(at int) int {
	for at < len(m.src) {
		switch {
		case m.src[at] == '\\':
			m.blank(at, at+2)
			at += 2
		case m.src[at] == '`':
			return at + 1
		case m.has(at, "${"):
			at = m.code(at+2, '}')
		default:
			m.blank(at, at+1)
			at++
		}
	}
	return at
}

// beforeRegexp: a slash divides after a value, and starts a regular expression elsewhere.
func (m *masker) beforeRegexp(at int) bool {
	before := strings.TrimRight(string(m.src[max(0, at-80):at]), " \t")
	if before == "" {
		return true
	}
	if strings.ContainsRune("(,=:[!&|?{};+-*%~^\n\r", rune(before[len(before)-1])) {
		return true
	}
	for _, word := range []string{"return", "typeof", "case", "in", "of", "delete", "void"} {
		if strings.HasSuffix(before, word) && (len(before) == len(word) || !Letter(before[len(before)-len(word)-1])) {
			return true
		}
	}
	return false
}

func (m *masker) regexp(at int) int {
	class := false
	for i := at + 1; i < len(m.src); i++ {
		switch c := m.src[i]; {
		case c == '\n':
			return at + 1
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			m.blank(at+1, i)
			return i + 1
		}
	}
	return at + 1
}

// Letter says whether a byte may stand in a name.
func Letter(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
