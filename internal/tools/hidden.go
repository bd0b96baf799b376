package tools

import (
	"fmt"
	"strings"

	"github.com/gortexhq/gortex/internal/wire"
)

// hidden says which lines of a piece hold characters that are not seen, or turn the order in
// which a line is read. The text itself stays as the file has it: edits are held to it.
func (p piece) hidden() string {
	var lines []string
	found := map[rune]bool{}
	var names []string
	n := p.First
	for line := range strings.Lines(p.Text) {
		in := false
		for _, r := range strings.TrimRight(line, "\r\n") {
			if r == '\t' || r == '\f' || !wire.Steers(r) {
				continue
			}
			in = true
			if !found[r] {
				found[r] = true
				names = append(names, fmt.Sprintf("U+%04X", r))
			}
		}
		if in {
			lines = append(lines, itoa(n))
		}
		n++
	}
	switch {
	case len(lines) == 0:
		return ""
	case len(lines) > 10:
		lines = append(lines[:10], "…")
	}
	if len(names) > 5 {
		names = append(names[:5], "…")
	}
	return "not seen, but there: " + strings.Join(names, ", ") + " in " + lineWord(lines) + " " + strings.Join(lines, ", ")
}

func lineWord(lines []string) string {
	if len(lines) == 1 {
		return "line"
	}
	return "lines"
}
