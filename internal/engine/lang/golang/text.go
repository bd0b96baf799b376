package golang

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"
	"unicode/utf8"
)

const maxTextBytes = 200 // of a signature and a doc sentence

// offset returns the byte offset of pos, inside the file even where the parser
// made a position up.
func (x *extractor) offset(pos token.Pos) int {
	return min(max(int(pos)-x.base, 0), len(x.src))
}

// position returns line and column of an offset, 1-based. Offsets come nearly in
// order, so that the line is looked for from the last one's.
func (x *extractor) position(offset int) (line, column uint32) {
	for x.line > 0 && x.lines[x.line] > offset {
		x.line--
	}
	for x.line+1 < len(x.lines) && x.lines[x.line+1] <= offset {
		x.line++
	}
	return uint32(x.line + 1), uint32(offset - x.lines[x.line] + 1)
}

// signature returns the source from one position to another as one line after
// word: white space is one blank, comments are dropped.
func (x *extractor) signature(word string, from, to token.Pos) string {
	src := x.src[x.offset(from):max(x.offset(from), x.offset(to))]
	b := append(x.text[:0], word...)
	quote := byte(0)
	for i := 0; i < len(src) && len(b) <= maxTextBytes; i++ {
		c := src[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			} else if c == '\\' && quote != '`' && i+1 < len(src) {
				b = append(b, c)
				i++
				c = src[i]
			}
		case c == '"' || c == '`' || c == '\'':
			quote = c
		case c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*'):
			i += commentLen(src[i:]) - 1
			c = ' '
		}
		if c == '\n' || c == '\t' || c == '\r' || c == ' ' {
			if n := len(b); n == 0 || b[n-1] == ' ' || b[n-1] == '(' {
				continue
			}
			c = ' '
		}
		if c == ')' && quote == 0 { // a list that was broken over lines
			b = bytes.TrimSuffix(bytes.TrimSuffix(b, []byte(" ")), []byte(","))
		}
		b = append(b, c)
	}
	x.text = b
	return cut(strings.TrimRight(string(b), " "))
}

// commentLen returns the length of the comment that src begins with, a line's
// end excluded.
func commentLen(src []byte) int {
	if src[1] == '/' {
		for i, c := range src {
			if c == '\n' {
				return i
			}
		}
		return len(src)
	}
	for i := 2; i+1 < len(src); i++ {
		if src[i] == '*' && src[i+1] == '/' {
			return i + 2
		}
	}
	return len(src)
}

// cut bounds a text at a character, and marks that it was cut.
func cut(s string) string {
	if len(s) <= maxTextBytes {
		return s
	}
	const mark = "…"
	s = s[:maxTextBytes-len(mark)]
	for len(s) > 0 && !utf8.RuneStart(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	if r, n := utf8.DecodeLastRuneInString(s); r == utf8.RuneError && n == 1 {
		s = s[:len(s)-1]
	}
	return strings.TrimRight(s, " ") + mark
}

// doc returns the first sentence of a comment.
func (x *extractor) doc(g *ast.CommentGroup) string {
	if g == nil {
		return ""
	}
	b := x.text[:0]
	done := false
	for _, c := range g.List {
		text, line := c.Text, strings.HasPrefix(c.Text, "//")
		if line && directive(text) {
			continue
		}
		text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "//"), "/*"), "*/")
		for part := range strings.SplitSeq(text, "\n") {
			if !line {
				part = strings.TrimPrefix(strings.TrimSpace(part), "*")
			}
			part = strings.TrimSpace(part)
			if part == "" {
				if len(b) > 0 {
					done = true
					break
				}
				continue
			}
			if len(b) > 0 {
				b = append(b, ' ')
			}
			end := sentence(part)
			if b = append(b, part[:end]...); end < len(part) || len(b) > maxTextBytes || ends(part) {
				done = true
				break
			}
		}
		if done {
			break
		}
	}
	x.text = b
	return cut(string(b))
}

// directive says whether a comment is for a tool: //go:build, //nolint, //line.
func directive(text string) bool {
	if len(text) < 3 || text[2] == ' ' || text[2] == '\t' {
		return false
	}
	if strings.HasPrefix(text, "//line ") || strings.HasPrefix(text, "//export ") || strings.HasPrefix(text, "//nolint") {
		return true
	}
	colon := strings.IndexByte(text, ':')
	return colon > 2 && colon+1 < len(text) && text[colon+1] != ' ' && !strings.ContainsAny(text[2:colon], " \t/")
}

// sentence returns where the first sentence of a line ends: after a full stop with
// a blank behind it, unless that is an abbreviation's.
func sentence(s string) int {
	for i := 1; i+1 < len(s); i++ {
		if (s[i] == '.' || s[i] == '!' || s[i] == '?') && s[i+1] == ' ' && !abbreviation(s[:i+1]) {
			return i + 1
		}
	}
	return len(s)
}

func ends(s string) bool {
	return (s[len(s)-1] == '.' || s[len(s)-1] == '!' || s[len(s)-1] == '?') && !abbreviation(s)
}

func abbreviation(s string) bool {
	return strings.HasSuffix(s, "e.g.") || strings.HasSuffix(s, "i.e.") || strings.HasSuffix(s, " vs.") || strings.HasSuffix(s, " cf.")
}
