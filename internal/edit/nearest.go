package edit

import (
	"fmt"
	"strings"
)

const (
	maxShownLines   = 12
	maxShownRunes   = 200     // of one line
	commonLine      = 50      // a line that is there more often says nothing about where
	maxCompared     = 4 << 20 // bytes of lines: a hint is not worth more
	leastSimilarity = 0.5
)

// notThere refuses an old that is not in the file, and shows the text that is
// most like it: most misses are a space or a line that has changed since.
func (v *view) notThere(path, old string) *Refusal {
	lines := strings.Split(v.text, "\n")
	wanted := strings.Split(strings.Trim(old, "\n"), "\n")
	at, ok := nearest(lines, wanted)
	if !ok {
		return refuse(path, "does not have this old, nor anything like it; nothing was written: read the file and copy the text exactly")
	}
	first, last := at, min(at+len(wanted), len(lines))
	var shown strings.Builder
	for i, line := range lines[first:min(last, first+maxShownLines)] {
		fmt.Fprintf(&shown, "\n%d\t%s", first+i+1, shorten(line))
	}
	if last-first > maxShownLines {
		shown.WriteString("\n…")
	}
	why := ""
	if squeeze(strings.Join(wanted, "\n")) == squeeze(strings.Join(lines[first:last], "\n")) {
		why = ", which differs in white space only"
	}
	r := refuse(path, "does not have this old; nothing was written. The nearest text is at lines %d-%d%s; copy it exactly, without the numbers and tabs in front:", first+1, last, why)
	r.Text += shown.String()
	return r
}

// squeeze leaves white space out.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

func shorten(line string) string {
	n := 0
	for i := range line {
		if n++; n > maxShownRunes {
			return line[:i] + "…"
		}
	}
	return line
}

// nearest finds where in lines the wanted ones would stand. Each wanted line
// that is there, white space aside, votes for the start that it would mean,
// the rarer the stronger. Where none is, the single line most like one of them decides.
func nearest(lines, wanted []string) (at int, ok bool) {
	places := map[string][]int{}
	keys := make([]string, len(lines)) // "": blank, or there already
	for i, line := range lines {
		key := squeeze(line)
		at := places[key]
		if key == "" || len(at) > commonLine {
			continue
		}
		places[key] = append(at, i)
		if len(at) == 0 {
			keys[i] = key
		}
	}
	votes := map[int]float64{}
	for j, line := range wanted {
		found := places[squeeze(line)]
		if len(found) > commonLine {
			continue
		}
		for _, i := range found {
			votes[max(i-j, 0)] += 1 / float64(len(found))
		}
	}
	best := 0.0
	for start, n := range votes {
		if n > best || n == best && start < at {
			best, at = n, start
		}
	}
	if best > 0 {
		return at, true
	}
	return mostSimilar(keys, wanted)
}

// mostSimilar compares the longest wanted line with every line, white space aside.
func mostSimilar(keys, wanted []string) (at int, ok bool) {
	longest := 0
	for j, line := range wanted {
		if len(squeeze(line)) > len(squeeze(wanted[longest])) {
			longest = j
		}
	}
	key := squeeze(wanted[longest])
	pairs := pairsOf(key)
	best, compared := leastSimilarity, 0
	for i, line := range keys {
		if s := similarity(key, line, &pairs); s > best {
			best, at, ok = s, max(i-longest, 0), true
		}
		if compared += len(line); compared > maxCompared {
			break
		}
	}
	return at, ok
}

// similarity is what two lines share at their start and end, or of their pairs
// of bytes, in parts of the longer; the larger of both.
func similarity(a, b string, pairsOfA *pairs) float64 {
	if a == "" || b == "" || len(a) > 2*len(b) || len(b) > 2*len(a) {
		return 0 // less than half of the longer can be shared
	}
	long := float64(max(len(a), len(b)))
	head := commonPrefix(a, b)
	edges := float64(head+commonSuffix(a[head:], b[head:])) / long
	return max(edges, float64(pairsOfA.shared(b)+1)/long)
}

// pairs counts the pairs of neighboring bytes, by hash: near enough for a hint,
// and quick enough for each line of a large file.
type pairs [1024]uint8

func pairsOf(s string) (p pairs) {
	for i := 1; i < len(s); i++ {
		if n := &p[pairHash(s[i-1], s[i])]; *n < 255 {
			*n++
		}
	}
	return p
}

func (p pairs) shared(s string) (n int) { // p is a copy: it is used up
	for i := 1; i < len(s); i++ {
		if left := &p[pairHash(s[i-1], s[i])]; *left > 0 {
			*left--
			n++
		}
	}
	return n
}

func pairHash(a, b byte) uint32 { return (uint32(a)*31 + uint32(b)*131) % 1024 }
