package search

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text finds lines. Safe for use from several goroutines.
type Text struct {
	literal []byte         // what is looked for, or nil
	re      *regexp.Regexp // otherwise
	need    []byte         // bytes that every match contains, or nil
	word    bool
}

// NewText prepares a literal or a regular expression (Go's syntax; ^ and $ are about lines).
func NewText(query string, isRegexp, ignoreCase, word bool) (*Text, error) {
	if query == "" {
		return nil, errors.New("the query is empty: give the text to look for")
	}
	if !isRegexp {
		if !ignoreCase || !cased(query) {
			return &Text{literal: []byte(query), word: word}, nil
		}
		query = regexp.QuoteMeta(query)
	} else if word { // looking again in mid-line would move what ^ and \b are about
		query, word = `\b(?:`+query+`)\b`, false
	}
	flags := "m"
	if ignoreCase {
		flags += "i"
	}
	re, err := regexp.Compile("(?" + flags + ":" + query + ")")
	if err != nil {
		return nil, fmt.Errorf("the regular expression is wrong: %w; for the text as it stands leave regexp out", err)
	}
	t := &Text{re: re, word: word}
	if !ignoreCase {
		if parsed, err := syntax.Parse(query, syntax.Perl); err == nil {
			t.need = []byte(needed(parsed.Simplify()))
		}
	}
	return t, nil
}

func cased(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.SimpleFold(r) != r })
}

// needed returns the longest literal that every match of re contains, or "".
func needed(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return string(re.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
	case syntax.OpConcat:
		best := ""
		for _, sub := range re.Sub {
			if n := needed(sub); len(n) > len(best) {
				best = n
			}
		}
		return best
	}
	return ""
}

// Line is one line with a match.
type Line struct {
	Number, Column int // from 1; Column in bytes
	Start, End     int // of the line, in the source
	At             int // of the match, in the source
}

// Find calls visit with the first match of each line, in order.
func (t *Text) Find(src []byte, visit func(Line)) {
	if len(t.need) > 0 && !bytes.Contains(src, t.need) {
		return
	}
	number, counted, at := 1, 0, 0
	for at < len(src) {
		from, to := t.next(src, at)
		if from < 0 || from >= len(src) {
			return
		}
		number += bytes.Count(src[counted:from], []byte{'\n'})
		start := bytes.LastIndexByte(src[:from], '\n') + 1
		end := len(src)
		if n := bytes.IndexByte(src[from:], '\n'); n >= 0 {
			end = from + n
		}
		counted = start
		if start < from {
			counted = from
		}
		if !t.word || wordAt(src, from, to) {
			visit(Line{Number: number, Column: from - start + 1, Start: start, End: end, At: from})
			at = end + 1
			continue
		}
		at = max(from+1, to) // another one in the same line may be a word
	}
}

func (t *Text) next(src []byte, at int) (from, to int) {
	if t.re == nil {
		n := bytes.Index(src[at:], t.literal)
		if n < 0 {
			return -1, -1
		}
		return at + n, at + n + len(t.literal)
	}
	loc := t.re.FindIndex(src[at:])
	if loc == nil {
		return -1, -1
	}
	return at + loc[0], at + loc[1]
}

func wordAt(src []byte, from, to int) bool {
	before, _ := utf8.DecodeLastRune(src[:from])
	after, _ := utf8.DecodeRune(src[to:])
	return !letter(before) && !letter(after)
}

func letter(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// Cut returns the line around a match, at most limit bytes of it, without a carriage return.
func Cut(src []byte, l Line, limit int) string {
	from, to := l.Start, l.End
	if to > from && src[to-1] == '\r' {
		to--
	}
	if to-from > limit {
		from = max(from, min(l.At-limit/4, to-limit))
		to = min(to, from+limit)
		for from < to && !utf8.RuneStart(src[from]) {
			from++
		}
		for to > from && to < len(src) && !utf8.RuneStart(src[to]) {
			to--
		}
	}
	return strings.ToValidUTF8(string(src[from:to]), "\uFFFD")
}
