package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/version"
)

// status is the part of gortex/status that these commands print.
type status struct {
	Daemon struct {
		Running  bool      `json:"running"`
		Version  string    `json:"version"`
		PID      int       `json:"pid"`
		Started  time.Time `json:"started"`
		Opening  bool      `json:"opening"`
		Error    string    `json:"error"`
		Retiring string    `json:"retiring"`
		Restart  []string  `json:"restart"`
		Problems []string  `json:"problems"`
	} `json:"daemon"`
	Repositories []repository `json:"repositories"`
	Sessions     []struct {
		Agent string `json:"agent"`
		CWD   string `json:"cwd"`
	} `json:"sessions"`
}

type repository struct {
	Root      string         `json:"root"`
	State     string         `json:"state"`
	Error     string         `json:"error"`
	Files     int            `json:"files"`
	Symbols   int            `json:"symbols"`
	Edges     int            `json:"edges"`
	Languages map[string]int `json:"languages"`
	Behind    int            `json:"behind"`
	Indexed   time.Time      `json:"indexed"`
	Watching  string         `json:"watching"`
	Note      string         `json:"note"`
	Progress  *struct {
		Phase string `json:"phase"`
		Done  int    `json:"done"`
		Total int    `json:"total"`
	} `json:"progress"`
	Skipped []struct {
		Path   string `json:"path"`
		Reason string `json:"reason"`
	} `json:"skipped"`
}

// notRunning is what status says where no daemon answers. Asking starts none.
const notRunning = `{"daemon": {"running": false, "version": %q, "pid": 0}, "repositories": []}`

// statusTimeout bounds what is waited for a daemon to say how it is, which it does from memory.
const statusTimeout = 2 * time.Second

func readStatus(c *cli.Context, t terminal) (raw json.RawMessage, s status, err error) {
	ctx, cancel := context.WithTimeout(c.Context, statusTimeout)
	defer cancel()
	daemon, err := dial(ctx, t, false)
	switch {
	case errors.Is(err, client.ErrNotRunning):
		raw = fmt.Appendf(nil, notRunning, version.Version)
	case err != nil:
		return nil, s, err
	default:
		defer daemon.Close()
		if raw, err = daemon.Status(ctx); err != nil {
			if errors.Is(err, context.DeadlineExceeded) {
				err = fmt.Errorf("the daemon does not answer (%w); %w", err, client.ErrNoAnswer)
			}
			return nil, s, err
		}
	}
	return raw, s, json.Unmarshal(raw, &s)
}

// statusCommand's text is made for a glance: a line for the daemon, a block for each repository.
func statusCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "status", Usage: "say how the daemon and its repositories are",
		Flags: []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			raw, s, err := readStatus(c, t)
			switch {
			case err != nil:
				return err
			case c.Bool("json"):
				return printJSON(t, raw)
			}
			g := glance{now: time.Now(), home: t.getenv("HOME"), color: colored(t)}
			g.status(s)
			_, err = t.out.WriteString(g.String())
			return err
		},
	}
}

// glance renders a status for a terminal of 80 columns.
type glance struct {
	strings.Builder
	now   time.Time
	home  string
	color bool
}

// Colors, as terminals count them.
const (
	red    = 31
	green  = 32
	yellow = 33
	dim    = 2
)

func (g *glance) paint(code int, text string) string {
	if !g.color {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[0m", code, text)
}

func (g *glance) status(s status) {
	d := s.Daemon
	if !d.Running {
		fmt.Fprintln(g, "daemon: not running; gortex daemon start starts it, and so does any command that needs it")
		return
	}
	fmt.Fprintf(g, "gortex %s, pid %d, up %s, %s\n", d.Version, d.PID, short(g.now.Sub(d.Started)), g.sessions(s))
	switch {
	case d.Error != "":
		g.remark(red, "✗", "the index did not open: "+d.Error+"; gortex daemon logs says more")
	case d.Opening:
		g.remark(yellow, "◐", "the index is being opened")
	case len(s.Repositories) == 0:
		fmt.Fprintln(g, "no repository is tracked; gortex init DIR tracks one")
	}
	for _, p := range d.Problems {
		g.remark(red, "✗", p)
	}
	if len(d.Restart) > 0 {
		g.remark(yellow, "!", "changed since it started: "+strings.Join(d.Restart, ", ")+"; gortex daemon restart takes it up")
	}
	if d.Retiring != "" {
		g.remark(yellow, "!", "version "+d.Retiring+" is installed: this one ends with its last session")
	}
	width := 0
	for _, r := range s.Repositories {
		width = max(width, utf8.RuneCountInString(nameOf(r)))
	}
	for _, r := range s.Repositories {
		fmt.Fprintln(g)
		g.repository(r, min(width, widestName))
	}
}

func (g *glance) sessions(s status) string {
	text := count(len(s.Sessions), "session")
	agents := map[string]int{}
	for _, one := range s.Sessions {
		if one.Agent != "" {
			agents[shown(one.Agent)]++
		}
	}
	if len(agents) == 0 {
		return text
	}
	return text + " (" + languages(agents) + ")"
}

func (g *glance) remark(code int, sign, text string) {
	fmt.Fprintf(g, "%s %s\n", g.paint(code, sign), shown(text))
}

const (
	widestName = 24
	// skippedShown is how many skipped files status lists; --json has more.
	skippedShown = 3
)

func nameOf(r repository) string { return shown(filepath.Base(r.Root)) }

// repository is one block: how it is, how much it is, where it is, and what is the matter with it.
func (g *glance) repository(r repository, width int) {
	sign := g.paint(green, "●")
	switch {
	case r.State == "failed":
		sign = g.paint(red, "✗")
	case r.State != "ready" || r.Behind > 0:
		sign = g.paint(yellow, "◐")
	}
	fmt.Fprintf(g, "%s %-*s  %-8s  %s\n", sign, width, nameOf(r), r.State, g.paint(dim, g.at(r.Root)))
	if r.Error != "" {
		g.line("%s", shown(r.Error))
	}
	if r.Progress != nil {
		p := mcp.Progress{Message: r.Progress.Phase, Progress: float64(r.Progress.Done), Total: float64(r.Progress.Total)}
		g.line("%s", line(p))
	}
	if r.Files > 0 || r.State == "ready" {
		g.line("%s, %s, %s", thousands(r.Files, "file"), thousands(r.Symbols, "symbol"), thousands(r.Edges, "edge"))
	}
	if text := languages(r.Languages); text != "" {
		g.line("%s", text)
	}
	if r.Behind > 0 {
		g.line("being read again: %s", count(r.Behind, "file"))
	} else if r.State == "ready" && !r.Indexed.IsZero() {
		g.line("%s", g.paint(dim, "up to date; read whole "+short(g.now.Sub(r.Indexed))+" ago"))
	}
	switch r.Watching {
	case "poll":
		g.line("polling: the system has no file watches left; gortex doctor says more")
	case "off":
		if r.State == "ready" {
			g.line("not watched: changes are not noticed; gortex doctor says more")
		}
	}
	if r.Note != "" {
		g.line("%s", shown(r.Note))
	}
	for i, s := range r.Skipped {
		if i == skippedShown {
			g.line("… %d more skipped: gortex status --json", len(r.Skipped)-i)
			break
		}
		g.line("skipped %s: %s", shown(s.Path), shown(s.Reason))
	}
}

func (g *glance) line(format string, args ...any) {
	fmt.Fprintf(g, "    "+format+"\n", args...)
}

// at is a folder as people write it.
func (g *glance) at(dir string) string {
	if rest, below := strings.CutPrefix(dir, g.home); below && g.home != "" && (rest == "" || rest[0] == filepath.Separator) {
		dir = "~" + rest
	}
	return shown(dir)
}

// thousands is count with a mark between them.
func thousands(n int, what string) string {
	digits := strconv.Itoa(n)
	var parts []string
	for ; len(digits) > 3; digits = digits[:len(digits)-3] {
		parts = append(parts, digits[len(digits)-3:])
	}
	parts = append(parts, digits)
	slices.Reverse(parts)
	_, noun, _ := strings.Cut(count(n, what), " ")
	return strings.Join(parts, ",") + " " + noun
}

// short is a duration in its largest unit.
func short(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", max(0, int(d.Seconds())))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}
