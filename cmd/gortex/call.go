package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/version"
	"github.com/gortexhq/gortex/internal/wire"
)

func callCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "call", Usage: "run one MCP tool and print what a model would read", ArgsUsage: "TOOL [JSON]",
		Description: "TOOL is one of " + strings.Join(catalog.Names(), ", ") + ".",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", Value: "compact", Usage: "compact (what Pi's model reads) or json (the structured facts)"},
			jsonFlag(),
		},
		Action: func(c *cli.Context) error { return call(c, t) },
	}
}

func call(c *cli.Context, t terminal) error {
	tool, arguments := c.Args().Get(0), c.Args().Get(1)
	format := c.String("format")
	if c.Bool("json") {
		format = "json"
	}
	switch {
	case tool == "":
		return usagef(c, "which tool? one of %s", strings.Join(catalog.Names(), ", "))
	case c.NArg() > 2:
		return usagef(c, "%q is one argument too many; quote the JSON for your shell", c.Args().Get(2))
	case format != "compact" && format != "json":
		return usagef(c, "--format is compact or json, not %q", format)
	case arguments == "":
		arguments = "{}"
	}
	if !slices.Contains(catalog.Names(), tool) { // Lookup would make every schema first
		return usagef(c, "no tool is named %q; the tools are %s", tool, strings.Join(catalog.Names(), ", "))
	}
	if !json.Valid([]byte(arguments)) {
		return usagef(c, "the arguments are no valid JSON: %s", arguments)
	}
	result, err := callTool(c, t, tool, json.RawMessage(arguments))
	if err != nil {
		return err
	}
	if result.IsError {
		return errors.New(strings.TrimSpace(textOf(result)))
	}
	if format == "json" {
		_, err = fmt.Fprintf(t.out, "%s\n", result.StructuredContent)
	} else {
		_, err = fmt.Fprintln(t.out, onScreen(t, strings.TrimRight(textOf(result), "\n")))
	}
	return err
}

// onScreen is what a terminal may be given: source of others may hold what steers it. What is
// piped stays as it is.
func onScreen(t terminal, text string) string {
	if term.IsTerminal(int(t.out.Fd())) {
		return wire.Visible(text)
	}
	return text
}

// agentName is how calls from a shell are known to the daemon; it reads compact text.
const agentName = "gortex-cli"

func callTool(c *cli.Context, t terminal, tool string, arguments json.RawMessage) (*mcp.ToolResult, error) {
	cwd, err := absolute(".")
	if err != nil {
		return nil, err
	}
	peer, err := session(c.Context, t, cwd)
	if err != nil {
		return nil, err
	}
	defer peer.Close()
	return peer.CallTool(c.Context, tool, arguments, nil)
}

// session opens an MCP session of a shell's in cwd; the caller closes it.
func session(ctx context.Context, t terminal, cwd string) (*mcp.Client, error) {
	dirs, _, err := settings(t)
	if err != nil {
		return nil, err
	}
	stream, _, err := client.Session(ctx, client.SessionOptions{Options: client.Options{Dirs: dirs, Start: true}, CWD: cwd, Agent: agentName, Preset: "full"}) // a shell finds tools by --help
	if err != nil {
		return nil, err
	}
	return mcp.Connect(ctx, stream, mcp.ClientOptions{Info: mcp.Implementation{Name: agentName, Version: version.Version}})
}

func textOf(r *mcp.ToolResult) string {
	var b strings.Builder
	for _, part := range r.Content {
		b.WriteString(part.Text)
	}
	return b.String()
}
