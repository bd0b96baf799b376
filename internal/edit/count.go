package edit

import "strings"

// maxLineSteps bounds the search: above it, all lines between the first and the
// last difference count as changed.
const maxLineSteps = 2000

// countLines counts the lines that a shortest line diff adds and removes.
func countLines(before, after []byte) (added, removed int) {
	old, new := differing(string(before), string(after))
	a, b := splitLines(old), splitLines(new)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if steps, ok := distance(a, b); ok {
		added = (steps + len(b) - len(a)) / 2
		return added, steps - added
	}
	return len(b), len(a)
}

// differing cuts whole lines that both texts begin and end with: most of a large file.
func differing(a, b string) (string, string) {
	head := strings.LastIndexByte(a[:commonPrefix(a, b)], '\n') + 1
	a, b = a[head:], b[head:]
	tail := commonSuffix(a, b)
	if end := strings.IndexByte(a[len(a)-tail:], '\n'); end >= 0 {
		tail -= end + 1
		a, b = a[:len(a)-tail], b[:len(b)-tail]
	}
	return a, b
}

func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// distance is the length of the shortest script from a to b by Myers' search;
// only its length is wanted, so one row of furthest points is all it keeps.
func distance(a, b []string) (steps int, ok bool) {
	most := min(len(a)+len(b), maxLineSteps)
	furthest := make([]int, 2*most+3) // by diagonal x-y, with most+1 as its zero
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			i := k + most + 1
			x := furthest[i-1] + 1
			if k == -d || k != d && furthest[i-1] < furthest[i+1] {
				x = furthest[i+1]
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			furthest[i] = x
			if x == len(a) && x-k == len(b) {
				return d, true
			}
		}
	}
	return 0, false
}
