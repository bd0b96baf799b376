package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/gortexhq/gortex/internal/mcp"
)

// barWidth is the bar's width in characters; with its text a line stays below 80.
const barWidth = 24

// progress draws what a long command reports: one bar on a terminal, a plain line
// for each phase elsewhere, nothing when quiet.
type progress struct {
	out   io.Writer
	tty   bool
	quiet bool
	phase string
	drawn time.Time
}

func newProgress(t terminal, quiet bool) *progress {
	return &progress{out: t.err, tty: term.IsTerminal(int(t.err.Fd())), quiet: quiet}
}

func (p *progress) update(u mcp.Progress) {
	switch {
	case p.quiet:
	case p.tty:
		if time.Since(p.drawn) < 50*time.Millisecond && u.Progress < u.Total && u.Message == p.phase {
			return
		}
		p.drawn, p.phase = time.Now(), u.Message
		fmt.Fprintf(p.out, "\r\x1b[K%s", line(u))
	case u.Message != p.phase:
		p.phase = u.Message
		fmt.Fprintln(p.out, line(u))
	}
}

// done removes the bar, so that what follows starts on a clean line.
func (p *progress) done() {
	if p.tty && !p.quiet && p.phase != "" {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// line is one report as text: "extract ██████░░░░ 120/400".
func line(u mcp.Progress) string {
	if u.Total <= 0 {
		return u.Message
	}
	full := min(barWidth, int(float64(barWidth)*u.Progress/u.Total))
	return fmt.Sprintf("%-8s %s%s %d/%d", u.Message, strings.Repeat("█", full), strings.Repeat("░", barWidth-full), int(u.Progress), int(u.Total))
}
