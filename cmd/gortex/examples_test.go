package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// leaves calls f for every command that does something, with its path.
func leaves(path string, cs []*cli.Command, f func(path string, c *cli.Command)) {
	for _, c := range cs {
		at := strings.TrimSpace(path + " " + c.Name)
		if len(c.Subcommands) > 0 {
			leaves(at, c.Subcommands, f)
		} else {
			f(at, c)
		}
	}
}

func TestEveryCommandHasExamplesThatAreCommandLines(t *testing.T) {
	t.Parallel()
	app := newApp(terminal{getenv: func(string) string { return "" }})
	line := regexp.MustCompile(`(?m)gortex [a-z].*$`)
	leaves("", app.Commands, func(path string, c *cli.Command) {
		_, shown, ok := strings.Cut(c.Description, "Example")
		if !ok {
			t.Errorf("gortex %s --help has no example", path)
			return
		}
		for _, example := range line.FindAllString(shown, -1) {
			example, _, _ = strings.Cut(example, " #")
			if words := strings.Fields(example)[1:]; !strings.HasPrefix(strings.Join(words, " "), path) && !strings.HasPrefix("daemon "+strings.Join(words, " "), path) {
				t.Errorf("gortex %s --help shows %q", path, example)
			}
			for _, word := range strings.Fields(strings.Split(example, " -- ")[0]) {
				if name, isFlag := strings.CutPrefix(word, "--"); isFlag && !slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }) {
					t.Errorf("gortex %s --help shows %q, and there is no --%s", path, example, name)
				}
			}
		}
	})
}

// Commands that speak a protocol, or print a text for another program, have no data of
// their own to print as JSON.
var noJSON = []string{"mcp", "hook", "daemon run", "pi bridge", "pi mcp-shim", "pi hook", "completion", "man"}

func TestEveryCommandThatPrintsDataTakesJSON(t *testing.T) {
	t.Parallel()
	app := newApp(terminal{getenv: func(string) string { return "" }})
	leaves("", app.Commands, func(path string, c *cli.Command) {
		has := slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), "json") })
		if has == slices.Contains(noJSON, path) {
			t.Errorf("gortex %s: --json is %v", path, has)
		}
	})
}
