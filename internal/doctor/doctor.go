// Package doctor says, one link a line, what holds between a person's machine and a
// gortex that works, and what mends the rest. A check is a pure function of gathered
// facts; what is looked at of the machine is looked at in look.go. What a host needs
// beyond the daemon is checked in the host's own folder, with the types of this one.
package doctor

import (
	"fmt"
	"io"
	"strings"
)

// Check is one link.
type Check struct {
	Name string `json:"name"`           // stable: the troubleshooting page names it
	OK   bool   `json:"ok"`             //
	Text string `json:"text"`           // what was found, one line
	Mend string `json:"mend,omitempty"` // the command or the step that mends it, where it does not hold
}

// Holds is a link that holds.
func Holds(name, format string, args ...any) Check {
	return Check{Name: name, OK: true, Text: line(fmt.Sprintf(format, args...))}
}

// Broken is a link that does not, with what mends it.
func Broken(name, mend, format string, args ...any) Check {
	return Check{Name: name, Text: line(fmt.Sprintf(format, args...)), Mend: line(mend)}
}

// Count says how many there are: "1 file", "2 repositories".
func Count(n int, what string) string {
	if n != 1 {
		if stem, ok := strings.CutSuffix(what, "y"); ok {
			what = stem + "ie"
		}
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// line keeps a check on one: what it quotes may come from a file.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

// Report is the result of a whole visit.
type Report struct {
	Checks []Check `json:"checks"`
}

// OK says that every link holds.
func (r Report) OK() bool { return r.Faults() == 0 }

// Faults is how many do not.
func (r Report) Faults() int {
	n := 0
	for _, c := range r.Checks {
		if !c.OK {
			n++
		}
	}
	return n
}

// Write prints a line for each link: a sign, its name, what was found and what mends it.
// The signs are red and green where color is set.
func (r Report) Write(w io.Writer, color bool) error {
	width := 0
	for _, c := range r.Checks {
		width = max(width, len(c.Name))
	}
	for _, c := range r.Checks {
		sign, text := "✓", c.Text
		if !c.OK {
			sign = "✗"
			text += "; mend: " + c.Mend
		}
		if color {
			code := 32
			if !c.OK {
				code = 31
			}
			sign = fmt.Sprintf("\x1b[%dm%s\x1b[0m", code, sign)
		}
		if _, err := fmt.Fprintf(w, "%s %-*s  %s\n", sign, width, c.Name, text); err != nil {
			return err
		}
	}
	return nil
}
