package editdiff

import (
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"
	"github.com/aymanbagabas/go-udiff/myers"
)

// maxSearchBytes bounds what the search for the shortest script keeps: about
// 16 bytes for each of its steps (a changed line) and each line of both texts.
// At the bound it takes a quarter of a second.
const maxSearchBytes = 64 << 20

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
// jsdiff finds, whose tie-breaks the search in myers has. Cutting the common
// start changes nothing about that; cutting the common end would.
func compare(oldText, newText string) (comparison, bool) {
	c := comparison{old: lines(oldText), new: lines(newText)}
	if oldText == newText {
		return c, true
	}
	same := commonStart(c.old, c.new)
	cut := 0
	for _, line := range c.old[:same] {
		cut += len(line)
	}
	oldRest, newRest := oldText[cut:], newText[cut:]
	if tooCostly(oldRest, newRest, len(c.old)+len(c.new)-2*same) {
		return comparison{}, false
	}
	c.changes = joined(myers.ComputeEdits(oldRest, newRest), oldRest, same)
	return c, true
}

// tooCostly counts the changed lines with the library's other search, which is
// linear and never finds fewer.
func tooCostly(oldText, newText string, lines int) bool {
	if lines*lines*16 <= maxSearchBytes {
		return false
	}
	steps := 0
	for _, e := range udiff.Lines(oldText, newText) {
		steps += lineCount(oldText[e.Start:e.End]) + lineCount(e.New)
	}
	return steps > maxSearchBytes/16/lines
}

// joined makes changes of edits, each of which removes or adds whole lines:
// those that touch are one change, its removed lines before its added ones.
func joined(edits []udiff.Edit, oldText string, same int) []change {
	var changes []change
	end, oldAt, newAt := 0, same, same // of what has been seen of oldText
	for _, e := range edits {
		if e.Start > end || len(changes) == 0 {
			between := lineCount(oldText[end:e.Start])
			oldAt, newAt = oldAt+between, newAt+between
			changes = append(changes, change{oldAt: oldAt, newAt: newAt})
		}
		last := &changes[len(changes)-1]
		removed, added := lines(oldText[e.Start:e.End]), lines(e.New)
		last.removed = append(last.removed, removed...)
		last.added = append(last.added, added...)
		oldAt, newAt = oldAt+len(removed), newAt+len(added)
		end = e.End
	}
	return changes
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
	return all[:lineCount(text)]
}

func lineCount(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}
