package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// examples are shown by --help, and in the manual page. A test reads each as a command line.
var examples = map[string][]string{
	"init":           {"gortex init", "gortex init ~/code/yours --json"},
	"track":          {"gortex track ~/code/other"},
	"untrack":        {"gortex untrack ~/code/other"},
	"repos":          {"gortex repos --json"},
	"status":         {"gortex status", "gortex status --json"},
	"call":           {`gortex call search '{"query": "NewServer"}'`, `gortex call explore '{"task": "how does an edit reach the disk"}' --format json`},
	"mcp":            {"gortex mcp"},
	"hook":           {"gortex hook --agent claude --posture enrich"},
	"doctor":         {"gortex doctor", "gortex doctor --config"},
	"daemon run":     {"gortex daemon run"},
	"daemon start":   {"gortex daemon start --quiet"},
	"daemon stop":    {"gortex daemon stop"},
	"daemon restart": {"gortex daemon restart"},
	"daemon status":  {"gortex daemon status --json"},
	"daemon doctor":  {"gortex daemon doctor --json"},
	"daemon logs":    {"gortex daemon logs", "gortex daemon logs -n 20", "gortex daemon logs --path"},
	"pi install":     {"gortex pi install", "gortex pi install --project", "gortex pi install --agent-dir ~/.pi/agent --force"},
	"pi uninstall":   {"gortex pi uninstall"},
	"pi bridge":      {"gortex pi bridge"},
	"pi mcp-shim":    {"gortex pi mcp-shim", "gortex pi mcp-shim -- node server.js"},
	"pi hook":        {"gortex pi hook --posture nudge"},
	"pi brief":       {"gortex pi brief --cwd ~/code/yours"},
	"pi diff":        {"gortex pi diff old.go new.go --path store.go"},
	"version":        {"gortex version --json"},
}

// withExamples adds them to the descriptions that have none yet.
func withExamples(path string, cs []*cli.Command) {
	for _, c := range cs {
		at := strings.TrimSpace(path + " " + c.Name)
		if lines := examples[at]; len(lines) > 0 && !strings.Contains(c.Description, "Example") {
			c.Description = strings.TrimSpace(c.Description + "\n\nExamples:\n   " + strings.Join(lines, "\n   "))
		}
		withExamples(at, c.Subcommands)
	}
}
