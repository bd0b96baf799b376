package search

import (
	"bytes"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// needle is bytes to look for. Folded ones are ASCII in lower case.
type needle struct {
	text []byte
	fold bool
	rare int // folded: the index of the byte that sources have least of
}

// byHowOften are ASCII letters, those that sources have most of first.
const byHowOften = "etaoinsrlcdupmfghbyvwkxjqz"

func newNeedle(text string, fold bool) needle {
	n := needle{text: []byte(text), fold: fold}
	if !fold {
		return n
	}
	n.text = []byte(strings.ToLower(text))
	best := -2
	for i, c := range n.text {
		if rank := strings.IndexByte(byHowOften, c); rank > best {
			best, n.rare = rank, i
		}
	}
	return n
}

// foldable says whether ASCII's two cases are all that s needs to be found in any case.
func foldable(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// exotic are the letters beyond ASCII that fold to k and s.
var exotic = [][]byte{[]byte("\u212A"), []byte("\u017F")}

// finder looks for the next place of any of some needles. It remembers where each
// stands next, so that a rare one is not looked for again and again.
type finder struct {
	needles []needle
	src     []byte
	next    []int    // by needle: where it stands next; -1: not looked for yet
	cased   [][2]int // by needle: where its rare byte stands next, in lower and upper case
}

func newFinder(needles []needle, src []byte) *finder {
	f := &finder{needles: needles, src: src, next: make([]int, len(needles)), cased: make([][2]int, len(needles))}
	for i := range needles {
		f.next[i], f.cased[i] = -1, [2]int{-1, -1}
	}
	return f
}

// from returns where the first needle at or after at stands, and how long it is; -1 without one.
func (f *finder) from(at int) (pos, length int) {
	pos = -1
	for i := range f.needles {
		n := &f.needles[i]
		if f.next[i] < at {
			f.next[i] = f.find(i, at)
		}
		if f.next[i] < len(f.src) && (pos < 0 || f.next[i] < pos) {
			pos, length = f.next[i], len(n.text)
		}
	}
	return pos, length
}

// find returns where needle i stands at or after at; len(src) without.
func (f *finder) find(i, at int) int {
	n := &f.needles[i]
	if !n.fold {
		if p := bytes.Index(f.src[at:], n.text); p >= 0 {
			return at + p
		}
		return len(f.src)
	}
	lower := n.text[n.rare]
	upper := lower
	if letterByte(lower) {
		upper = lower - 'a' + 'A'
	}
	c := &f.cased[i]
	for p := at + n.rare; ; p++ {
		for k, b := range [2]byte{lower, upper} {
			if c[k] < p {
				c[k] = len(f.src)
				if q := bytes.IndexByte(f.src[min(p, len(f.src)):], b); q >= 0 {
					c[k] = p + q
				}
			}
		}
		p = min(c[0], c[1])
		if p-n.rare+len(n.text) > len(f.src) {
			return len(f.src)
		}
		if sameFolded(f.src[p-n.rare:p-n.rare+len(n.text)], n.text) {
			return p - n.rare
		}
	}
}

func letterByte(c byte) bool { return 'a' <= c && c <= 'z' }

func sameFolded(s, lower []byte) bool {
	for i, c := range lower {
		if s[i] != c && (!letterByte(c) || s[i] != c-'a'+'A') {
			return false
		}
	}
	return true
}

// maxNeedles is how many alternatives are looked for one by one.
const maxNeedles = 8

// needed returns needles one of which every match of re contains, or none when that
// cannot be told.
func needed(re *syntax.Regexp) []needle {
	switch re.Op {
	case syntax.OpLiteral:
		fold := re.Flags&syntax.FoldCase != 0
		if s := string(re.Rune); !fold || foldable(s) {
			return []needle{newNeedle(s, fold)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []needle
		for _, sub := range re.Sub {
			if n := needed(sub); shortest(n) > shortest(best) {
				best = n
			}
		}
		return best
	case syntax.OpAlternate:
		var all []needle
		for _, sub := range re.Sub {
			n := needed(sub)
			if len(n) == 0 || len(all)+len(n) > maxNeedles {
				return nil
			}
			all = append(all, n...)
		}
		return all
	}
	return nil
}

func shortest(of []needle) int {
	if len(of) == 0 {
		return 0
	}
	n := len(of[0].text)
	for _, x := range of[1:] {
		n = min(n, len(x.text))
	}
	return n
}

// spans says whether re names a line's end: then a match may go over several lines.
func spans(re *syntax.Regexp) bool {
	if re.Op == syntax.OpLiteral && strings.ContainsRune(string(re.Rune), '\n') || re.Op == syntax.OpAnyChar {
		return true
	}
	if re.Op == syntax.OpCharClass && len(re.Rune) == 2 && re.Rune[0] == '\n' && re.Rune[1] == '\n' {
		return true
	}
	for _, sub := range re.Sub {
		if spans(sub) {
			return true
		}
	}
	return false
}
