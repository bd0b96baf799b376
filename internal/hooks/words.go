package hooks

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxWords bounds what brace expansion makes of one command.
const maxWords = 256

// shellWord is an argument as the command would get it.
type shellWord struct {
	text    string // quotes and escapes resolved
	pattern string // the same with quoted glob characters escaped, for matching
	glob    bool   // the shell expands it by file names
	told    bool   // false: it depends on what only the running shell knows
}

// words expands braces and resolves quoting. Globs stay as they are: only the graph knows the files.
func words(in []*syntax.Word) []shellWord {
	out := make([]shellWord, 0, len(in))
	for _, w := range in {
		if !syntax.SplitBraces(w) {
			out = append(out, literal(w.Parts))
			continue
		}
		expanded, ok := expandWord(w.Parts, maxWords)
		if !ok || len(out)+len(expanded) > maxWords {
			return append(out, shellWord{})
		}
		for _, parts := range expanded {
			out = append(out, literal(parts))
		}
	}
	return out
}

// expandWord multiplies out the braces of a word, the last one first. Sequences ({1..9}) are not told.
func expandWord(parts []syntax.WordPart, most int) ([][]syntax.WordPart, bool) {
	done := [][]syntax.WordPart{nil}
	for _, part := range parts {
		brace, ok := part.(*syntax.BraceExp)
		if !ok {
			for i := range done {
				done[i] = append(done[i], part)
			}
			continue
		}
		if brace.Sequence {
			return nil, false
		}
		var next [][]syntax.WordPart
		for _, head := range done {
			for _, elem := range brace.Elems {
				tails, ok := expandWord(elem.Parts, most)
				if !ok || len(next)+len(tails) > most {
					return nil, false
				}
				for _, tail := range tails {
					next = append(next, append(append([]syntax.WordPart(nil), head...), tail...))
				}
			}
		}
		done = next
	}
	return done, true
}

// literal resolves one word; told is false where a part needs the shell to run.
func literal(parts []syntax.WordPart) shellWord {
	w := shellWord{told: true}
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if i == 0 && strings.HasPrefix(p.Value, "~") {
				return shellWord{} // whose home, only the shell knows
			}
			w.bare(p.Value)
		case *syntax.SglQuoted:
			text, ok := p.Value, true
			if p.Dollar {
				text, ok = ansiC(p.Value)
			}
			if !ok {
				return shellWord{}
			}
			w.quoted(text)
		case *syntax.DblQuoted:
			for _, inner := range p.Parts {
				lit, ok := inner.(*syntax.Lit)
				if !ok || p.Dollar {
					return shellWord{}
				}
				w.quoted(unescape(lit.Value, "$`\"\\\n"))
			}
		default:
			return shellWord{}
		}
	}
	return w
}

// bare takes text outside quotes: a backslash takes the meaning from what follows.
func (w *shellWord) bare(s string) {
	from := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			w.text, w.pattern = w.text+s[from:i], w.pattern+s[from:i]
			if i++; s[i] != '\n' {
				w.quoted(s[i : i+1])
			}
			from = i + 1
		case c == '*' || c == '?':
			w.glob = true
		case c == '[':
			w.glob = w.glob || strings.IndexByte(s[i:], ']') > 0
		}
	}
	w.text, w.pattern = w.text+s[from:], w.pattern+s[from:]
}

// quoted takes text that means itself.
func (w *shellWord) quoted(s string) {
	w.text += s
	for i := range len(s) {
		if strings.IndexByte(globChars+"{\\", s[i]) >= 0 {
			w.pattern += "\\"
		}
		w.pattern += s[i : i+1]
	}
}

// unescape drops backslashes in front of the characters of set, and those two when the character is a newline.
func unescape(s, set string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte(set, s[i+1]) >= 0 {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// ansiC resolves the escapes of $'…'; false for the rare ones.
func ansiC(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i >= len(s) {
			return "", false
		}
		if at := strings.IndexByte(`ntr\'"?ae`, s[i]); at >= 0 {
			b.WriteByte("\n\t\r\\'\"?\a\x1b"[at])
			continue
		}
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[i]]
		end := i + 1
		for end < len(s) && end-i <= digits && strings.IndexByte("0123456789abcdefABCDEF", s[end]) >= 0 {
			end++
		}
		n, err := strconv.ParseUint(s[i+1:end], 16, 32)
		if digits == 0 || err != nil || n == 0 || (s[i] == 'x' && n > 127) {
			return "", false
		}
		b.WriteRune(rune(n))
		i = end - 1
	}
	return b.String(), true
}
