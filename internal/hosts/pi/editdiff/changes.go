package editdiff

import "strings"

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
func compare(oldText, newText string) (comparison, bool) {
	c := comparison{old: lines(oldText), new: lines(newText)}
	same := commonStart(c.old, c.new)
	s, ok := shortest(c.old[same:], c.new[same:])
	if ok {
		c.changes = s.changes(same)
	}
	return c, ok
}

// changes gathers what the script removes and adds: what touches is one
// change, its removed lines before its added ones.
func (s *script) changes(same int) []change {
	var all []change
	i, j := 0, 0
	for i < len(s.old) || j < len(s.new) {
		c := change{oldAt: same + i, newAt: same + j}
		from, to := i, j
		for i < len(s.old) && s.removed[i] || j < len(s.new) && s.added[j] {
			if i < len(s.old) && s.removed[i] {
				i++
			} else {
				j++
			}
		}
		c.removed, c.added = s.old[from:i], s.new[to:j]
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
