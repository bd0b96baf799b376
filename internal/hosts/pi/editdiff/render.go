package editdiff

import (
	"strconv"
	"strings"
)

// contextLines stand before and after each change. Changes with at most twice
// as many lines between them are shown together.
const contextLines = 4

// numbered is Pi's own format: sign, line number, text, a line each.
//
//	 9 kept          the old file's number, in front of removed lines too
//	-10 removed
//	+10 added        the new file's number
//	    ...          where lines are left out, the start and the end included
func (c *comparison) numbered() string {
	if len(c.changes) == 0 {
		return ""
	}
	n := numbering{width: len(strconv.Itoa(max(splits(c.old), splits(c.new))))}
	at := 0 // in the old lines
	for i, ch := range c.changes {
		n.kept(c.old, at, ch.oldAt, i > 0, true)
		for j, line := range ch.removed {
			n.line('-', ch.oldAt+j, line)
		}
		for j, line := range ch.added {
			n.line('+', ch.newAt+j, line)
		}
		at = ch.oldAt + len(ch.removed)
	}
	n.kept(c.old, at, len(c.old), true, false)
	return strings.Join(n.out, "\n")
}

// splits is the number of lines as Pi counts them for the width: a final line
// end counts one more.
func splits(lines []string) int {
	if n := len(lines); n > 0 && !strings.HasSuffix(lines[n-1], "\n") {
		return n
	}
	return len(lines) + 1
}

type numbering struct {
	width int
	out   []string
}

func (n *numbering) line(sign byte, at int, text string) {
	number := strconv.Itoa(at + 1)
	n.out = append(n.out, string(sign)+strings.Repeat(" ", n.width-len(number))+number+" "+strings.TrimSuffix(text, "\n"))
}

// kept shows what stays of lines[from:to], which has a change before it, after it, or both.
func (n *numbering) kept(lines []string, from, to int, before, after bool) {
	head, tail := from, to // shown are [from,head) and [tail,to)
	if before {
		head = min(from+contextLines, to)
	}
	if after {
		tail = max(to-contextLines, from)
	}
	if before && after && to-from <= 2*contextLines {
		head, tail = to, to
	}
	for i := from; i < head; i++ {
		n.line(' ', i, lines[i])
	}
	if head < tail {
		n.out = append(n.out, " "+strings.Repeat(" ", n.width)+" ...")
	}
	for i := tail; i < to; i++ {
		n.line(' ', i, lines[i])
	}
}

// patch is a unified diff the way jsdiff writes it: counts always, no dates, paths as they are.
func (c *comparison) patch(path string) string {
	var b strings.Builder
	b.WriteString("--- " + path + "\n+++ " + path + "\n")
	for rest := c.changes; len(rest) > 0; {
		n := together(rest)
		c.hunk(&b, rest[:n])
		rest = rest[n:]
	}
	return b.String()
}

// together counts the changes at the start that share a hunk.
func together(changes []change) int {
	n := 1
	for n < len(changes) && changes[n].oldAt-changes[n-1].oldAt-len(changes[n-1].removed) <= 2*contextLines {
		n++
	}
	return n
}

func (c *comparison) hunk(b *strings.Builder, changes []change) {
	first, last := changes[0], changes[len(changes)-1]
	before := min(contextLines, first.oldAt)
	from := first.oldAt - before
	to := min(last.oldAt+len(last.removed)+contextLines, len(c.old))
	oldCount, newCount := to-from, to-from
	for _, ch := range changes {
		newCount += len(ch.added) - len(ch.removed)
	}
	b.WriteString("@@ -" + span(from, oldCount) + " +" + span(first.newAt-before, newCount) + " @@\n")
	at := from
	for _, ch := range changes {
		write(b, ' ', c.old[at:ch.oldAt])
		write(b, '-', ch.removed)
		write(b, '+', ch.added)
		at = ch.oldAt + len(ch.removed)
	}
	write(b, ' ', c.old[at:to])
}

// span writes start and count; an empty side starts at the line before it.
func span(at, count int) string {
	if count > 0 {
		at++
	}
	return strconv.Itoa(at) + "," + strconv.Itoa(count)
}

func write(b *strings.Builder, sign byte, lines []string) {
	for _, line := range lines {
		b.WriteByte(sign)
		b.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}
