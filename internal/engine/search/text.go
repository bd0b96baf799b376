package search

import (
	"bytes"
	"context"
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
	needles []needle       // every match contains one of them; none: that cannot be told
	exact   bool           // a needle is a match
	re      *regexp.Regexp // otherwise, and in files with letters that fold to ASCII's
	lines   bool           // re is about one line at a time
	word    bool
}

// NewText prepares a literal or a regular expression (Go's syntax; ^ and $ are about
// lines, and a match stays in its line unless the expression names the line's end).
func NewText(query string, isRegexp, ignoreCase, word bool) (*Text, error) {
	if query == "" {
		return nil, errors.New("the query is empty: give the text to look for")
	}
	exact := false
	if !isRegexp {
		if ignoreCase = ignoreCase && cased(query); !ignoreCase {
			return &Text{needles: []needle{newNeedle(query, false)}, exact: true, word: word}, nil
		}
		exact = foldable(query)
		query = regexp.QuoteMeta(query)
	} else if word { // looking again in mid-line would move what ^ and \b are about
		query, word = `\b(?:`+query+`)\b`, false
	}
	flags := "m"
	if ignoreCase {
		flags += "i"
	}
	query = "(?" + flags + ":" + query + ")"
	re, err := regexp.Compile(query)
	if err != nil {
		return nil, fmt.Errorf("the regular expression is wrong: %w; for the text as it stands leave regexp out", err)
	}
	t := &Text{re: re, exact: exact, word: word}
	if parsed, err := syntax.Parse(query, syntax.Perl); err == nil {
		parsed = parsed.Simplify()
		t.needles, t.lines = needed(parsed), !spans(parsed)
	}
	return t, nil
}

func cased(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.SimpleFold(r) != r })
}

// Line is one line with a match.
type Line struct {
	Number, Column int // from 1; Column in bytes
	Start, End     int // of the line, in the source
	At             int // of the match, in the source
}

// Find calls visit with the first match of each line, in order, until ctx ends: a
// costly expression over a large file is given up between two lines.
func (t *Text) Find(ctx context.Context, src []byte, visit func(Line)) {
	next := t.searcher(ctx, src)
	number, counted, at := 1, 0, 0
	for at < len(src) && ctx.Err() == nil {
		from, to := next(at)
		if from < 0 || from >= len(src) {
			return
		}
		number += bytes.Count(src[counted:from], []byte{'\n'})
		start, end := lineAround(src, from)
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

// searcher returns what finds the next match at or after a place; -1 without one.
func (t *Text) searcher(ctx context.Context, src []byte) func(at int) (from, to int) {
	if len(t.needles) == 0 {
		return t.inPieces(ctx, src)
	}
	f := newFinder(t.needles, src)
	if first, _ := f.from(0); first < 0 && !t.folded(src) {
		return func(int) (int, int) { return -1, -1 }
	}
	switch {
	case t.exact && !t.folded(src):
		return func(at int) (int, int) {
			from, length := f.from(at)
			return from, from + length
		}
	case !t.lines || t.folded(src):
		return func(at int) (int, int) { return t.match(src, at, len(src)) }
	}
	return func(at int) (int, int) {
		for {
			pos, _ := f.from(at)
			if pos < 0 || ctx.Err() != nil {
				return -1, -1
			}
			start, end := lineAround(src, pos)
			if from, to := t.match(src, max(start, at), end); from >= 0 {
				return from, to
			}
			at = end
		}
	}
}

// piece is how much is searched with an expression before the next look whether anyone still waits.
const piece = 64 << 10

// inPieces searches without needles: some lines at a time, where matches stay in their lines.
func (t *Text) inPieces(ctx context.Context, src []byte) func(at int) (from, to int) {
	return func(at int) (int, int) {
		for at <= len(src) && ctx.Err() == nil {
			end := len(src)
			if t.lines && at+piece < end {
				_, end = lineAround(src, at+piece)
			}
			if from, to := t.match(src, at, end); from >= 0 {
				return from, to
			}
			at = end + 1
		}
		return -1, -1
	}
}

// folded says whether src has letters that fold to those of a needle and are not ASCII.
func (t *Text) folded(src []byte) bool {
	for _, n := range t.needles {
		if !n.fold || !bytes.ContainsAny(n.text, "ks") {
			continue
		}
		for _, x := range exotic {
			if bytes.Contains(src, x) {
				return true
			}
		}
		return false
	}
	return false
}

func (t *Text) match(src []byte, at, end int) (from, to int) {
	loc := t.re.FindIndex(src[at:end])
	if loc == nil {
		return -1, -1
	}
	return at + loc[0], at + loc[1]
}

// lineAround returns the line that a place is in.
func lineAround(src []byte, at int) (start, end int) {
	start, end = bytes.LastIndexByte(src[:at], '\n')+1, len(src)
	if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
		end = at + n
	}
	return start, end
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
