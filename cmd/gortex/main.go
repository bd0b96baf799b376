// Command gortex indexes repositories into a symbol graph, serves it to coding
// agents, and keeps them on it. No logic lives here: a command is its flags, a
// call into a room, and what is printed of the answer.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/spell"
)

// Exit codes, as scripts rely on them.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, terminal{os.Stdin, os.Stdout, os.Stderr, os.Getenv}, os.Args))
}

// terminal is what a command sees of the world it was started in.
type terminal struct {
	in       *os.File
	out, err *os.File
	getenv   func(string) string
}

// run runs one command line and returns its exit code.
func run(ctx context.Context, t terminal, args []string) int {
	app := newApp(t)
	line := readLine(app, args[1:])
	code := runCommand(ctx, t, app, append(args[:1:1], line.args()...))
	if code != exitDone && isHook(line.path()) {
		fmt.Fprintln(t.out, nothing)
		return exitDone
	}
	return code
}

func runCommand(ctx context.Context, t terminal, app *cli.App, args []string) int {
	err := app.RunContext(ctx, args)
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage):
		fmt.Fprintf(t.err, "gortex: %v\n", err)
		if usage.command != "" {
			fmt.Fprintf(t.err, "see: %s --help\n", usage.command)
		}
		return exitUsage
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(t.err, "gortex: interrupted")
		return exitFailed
	}
	fmt.Fprintf(t.err, "gortex: %v\n", err)
	return exitFailed
}

func newApp(t terminal) *cli.App {
	app := &cli.App{
		Name:            "gortex",
		Usage:           "a symbol graph of your repositories, for coding agents",
		HideHelpCommand: true,
		HideVersion:     true,
		Reader:          t.in,
		Writer:          t.out,
		ErrWriter:       t.err,
		OnUsageError:    onUsageError,
		ExitErrHandler:  func(*cli.Context, error) {}, // run decides
		Action:          noCommand,
		CommandNotFound: nil,
		Commands: []*cli.Command{
			initCommand(t), trackCommand(t), untrackCommand(t), reposCommand(t), statusCommand(t), callCommand(t),
			mcpCommand(t), hookCommand(t), daemonCommand(t), piCommand(t), claudeCommand(t), versionCommand(t),
			daemonDoctorCommand(t, "as gortex daemon doctor"), mapCommand(t), completionCommand(t), manCommand(t),
		},
	}
	withExamples("", app.Commands)
	everyCommand(app.Commands, func(c *cli.Command) {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		if len(c.Subcommands) > 0 && c.Action == nil {
			c.Action = noCommand
		}
	})
	return app
}

func everyCommand(cs []*cli.Command, f func(*cli.Command)) {
	for _, c := range cs {
		f(c)
		everyCommand(c.Subcommands, f)
	}
}

// usageError is a wrong command line: exit code 2.
type usageError struct {
	text    string
	command string // whose --help says more
}

func (e usageError) Error() string { return e.text }

func usagef(c *cli.Context, format string, args ...any) error {
	return usageError{fmt.Sprintf(format, args...), commandPath(c)}
}

// onUsageError keeps the library from printing the whole help on stdout.
func onUsageError(c *cli.Context, err error, _ bool) error {
	return usageError{err.Error(), commandPath(c)}
}

// noCommand is the action of a command that only has others below it: help when
// nothing was asked for, an error that names the nearest when something was.
func noCommand(c *cli.Context) error {
	name := c.Args().First()
	known := c.App.Commands
	if c.Command != nil && len(c.Command.Subcommands) > 0 {
		known = c.Command.Subcommands
	}
	if name == "" {
		if c.Command == nil || c.Command.Name == c.App.Name || c.Command.Name == "" {
			return cli.ShowAppHelp(c)
		}
		return cli.ShowSubcommandHelp(c)
	}
	var names []string
	for _, k := range known {
		names = append(names, k.Name)
	}
	if near := spell.Nearest(name, names, 2); near != "" {
		return usagef(c, "%q is no command of %s; did you mean %q?", name, commandPath(c), near)
	}
	return usagef(c, "%q is no command of %s", name, commandPath(c))
}

func commandPath(c *cli.Context) string {
	var path []string
	for _, up := range c.Lineage() {
		if up.Command != nil && up.Command.Name != "" {
			path = append([]string{up.Command.Name}, path...)
		}
	}
	if len(path) == 0 || path[0] != "gortex" {
		path = append([]string{"gortex"}, path...)
	}
	return strings.Join(strings.Fields(strings.Join(path, " ")), " ")
}

// oneArg returns the only argument, or the fallback when there is none.
func oneArg(c *cli.Context, what, fallback string) (string, error) {
	switch {
	case c.NArg() > 1:
		return "", usagef(c, "one %s at most, %d given", what, c.NArg())
	case c.NArg() == 1:
		return c.Args().First(), nil
	case fallback == "":
		return "", usagef(c, "which %s?", what)
	}
	return fallback, nil
}

func noArgs(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef(c, "%q is one argument too many", c.Args().First())
	}
	return nil
}

func warn(w io.Writer, lines ...string) {
	for _, l := range lines {
		fmt.Fprintln(w, "gortex: "+l)
	}
}
