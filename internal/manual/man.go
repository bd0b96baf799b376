package manual

import (
	"fmt"
	"io"
	"strings"
)

// Section is one that a man page has beyond its commands: a title, and entries of a term
// and a text.
type Section struct {
	Title   string
	Entries [][2]string
}

// Man writes a man page of section 1.
func Man(w io.Writer, root Command, version, about string, more []Section) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s %s\"\n", strings.ToUpper(root.Name), root.Name, roff(version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", root.Name, roff(root.Usage))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.I command\n[\\fIflag\\fR]... [\\fIargument\\fR]...\n", root.Name)
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", roffText(about))
	b.WriteString(".SH COMMANDS\n")
	for _, p := range places(root)[1:] {
		if len(p.Commands) > 0 {
			continue // its commands have entries of their own
		}
		fmt.Fprintf(&b, ".TP\n\\fB%s %s\\fR %s\n%s.\n", root.Name, roff(p.words()), roff(p.Args), roff(p.Usage))
		if p.Description != "" {
			fmt.Fprintf(&b, ".IP\n.nf\n%s\n.fi\n", roffText(p.Description))
		}
		for _, f := range p.Flags {
			fmt.Fprintf(&b, ".RS\n.TP\n\\fB%s\\fR\n%s\n.RE\n", roff(strings.Join(f.dashed(), ", ")), roff(f.Usage))
		}
	}
	for _, s := range more {
		fmt.Fprintf(&b, ".SH %s\n", roff(strings.ToUpper(s.Title)))
		for _, e := range s.Entries {
			fmt.Fprintf(&b, ".TP\n\\fB%s\\fR\n%s\n", roff(e[0]), roff(e[1]))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// roff keeps text from being read as requests and escapes.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", "").Replace(s)
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			b.WriteRune(r)
		} else { // troff reads bytes
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	s = b.String()
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

func roffText(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = roff(l)
	}
	return strings.Join(lines, "\n")
}
