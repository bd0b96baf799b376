package editdiff

import (
	"strings"
	"time"
)

// change is a run of removed lines and the added ones in their place; all
// indices count from 0.
type change struct {
	oldAt, newAt   int
	removed, added []string // with their line ends
}

// comparison is two texts as lines, and the changes between them in order.
type comparison struct {
	old, new []string
	changes  []change
}

// compare finds Pi's changes: a shortest script, and of several the one that
// jsdiff finds (search.go). Cutting the common start changes nothing about
// that; cutting the common end would.
func compare(oldText, newText string, deadline time.Time) (comparison, failure) {
	c := comparison{old: lines(oldText), new: lines(newText)}
	same := commonStart(c.old, c.new)
	old, new := c.old[same:], c.new[same:]
	numbers := make(map[string]int32, len(old))
	s, why := shortest(interned(old, numbers), interned(new, numbers), deadline)
	if why == found {
		c.changes = s.changes(old, new, same)
	}
	return c, why
}

// interned gives each line the number of its text.
func interned(lines []string, numbers map[string]int32) []int32 {
	all := make([]int32, len(lines))
	for i, line := range lines {
		n, known := numbers[line]
		if !known {
			n = int32(len(numbers))
			numbers[line] = n
		}
		all[i] = n
	}
	return all
}

// changes gathers what the script removes and adds: what touches is one
// change, its removed lines before its added ones.
func (s *script) changes(old, new []string, same int) []change {
	var all []change
	i, j := 0, 0
	for i < len(old) || j < len(new) {
		c := change{oldAt: same + i, newAt: same + j}
		from, to := i, j
		for i < len(old) && s.removed[i] || j < len(new) && s.added[j] {
			if i < len(old) && s.removed[i] {
				i++
			} else {
				j++
			}
		}
		c.removed, c.added = old[from:i], new[to:j]
		if len(c.removed)+len(c.added) > 0 {
			all = append(all, c)
		} else {
			i, j = i+1, j+1
		}
	}
	return all
}

func commonStart(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// lines splits after each LF, which is all that ends a line here.
func lines(text string) []string {
	all := strings.SplitAfter(text, "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}
