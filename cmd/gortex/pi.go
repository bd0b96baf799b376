package main

import (
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/hosts/pi"
	"github.com/gortexhq/gortex/internal/hosts/pi/editdiff"
)

func piCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "pi", Usage: "the Pi coding agent as a host",
		Subcommands: []*cli.Command{
			piInstallCommand(t), piUninstallCommand(t), piDoctorCommand(t),
			{
				Name: "bridge", Usage: "the extension's process: JSON-RPC lines on stdio",
				Action: func(c *cli.Context) error {
					if err := noArgs(c); err != nil {
						return err
					}
					stayLean(t)
					return pi.RunBridge(c.Context, t.in, t.out, piOptions(t))
				},
			},
			{
				Name: "mcp-shim", Usage: "the MCP server that Pi starts; proxies the daemon, or the stdio server named after --", ArgsUsage: "[-- COMMAND ARG…]",
				Flags: []cli.Flag{&cli.BoolFlag{Name: "trusted", Usage: "Pi trusts this project: its configuration files count, but for what they may not set"}},
				Action: func(c *cli.Context) error {
					stayLean(t)
					return pi.RunShim(c.Context, t.in, t.out, pi.ShimOptions{Options: piOptions(t), Command: c.Args().Slice(), Trusted: c.Bool("trusted")})
				},
			},
			{
				Name: "hook", Usage: "as gortex hook --agent pi: Pi's own event on stdin, one decision on stdout",
				Flags:  []cli.Flag{postureFlag()},
				Action: func(c *cli.Context) error { return hook(c, t, "pi") },
			},
			piBriefCommand(t), piDiffCommand(t),
		},
	}
}

// stayLean is for processes of which each session has one: they hold next to nothing, so
// that to collect at a megabyte of garbage, not at four, costs little and keeps them below 20 MB.
// They pass messages on, one after the other: a second processor would be woken for each
// step and find nothing to do, which made a decision a seventh slower.
func stayLean(t terminal) {
	if t.getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(1)
	}
	if t.getenv("GOGC") == "" {
		debug.SetGCPercent(25)
	}
}

func piOptions(t terminal) pi.Options {
	return pi.Options{Getenv: t.getenv, Log: slog.New(slog.NewTextHandler(t.err, &slog.HandlerOptions{Level: slog.LevelWarn}))}
}

func installFlags(more ...cli.Flag) []cli.Flag {
	return append([]cli.Flag{
		agentDirFlag(),
		&cli.BoolFlag{Name: "project", Usage: "the .pi folder of this project instead; Pi loads it once the project is trusted"},
		jsonFlag(),
	}, more...)
}

func agentDirFlag() cli.Flag {
	return &cli.StringFlag{Name: "agent-dir", Usage: "Pi's agent folder (default: PI_CODING_AGENT_DIR, else ~/.pi/agent)"}
}

func piInstallCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "install", Usage: "write the extension into Pi's folder, with the path of this binary",
		Flags: installFlags(&cli.BoolFlag{Name: "force", Usage: "replace a file that was changed by hand"}),
		Action: func(c *cli.Context) error {
			return piInstalled(c, t, pi.Install)
		},
	}
}

func piUninstallCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "uninstall", Usage: "remove what install wrote; a file that was changed by hand is kept",
		Flags:  installFlags(),
		Action: func(c *cli.Context) error { return piInstalled(c, t, pi.Uninstall) },
	}
}

func piInstalled(c *cli.Context, t terminal, do func(pi.InstallOptions) (pi.Report, error)) error {
	if err := noArgs(c); err != nil {
		return err
	}
	report, err := do(pi.InstallOptions{Options: piOptions(t), AgentDir: c.String("agent-dir"), Project: c.Bool("project"), Force: c.Bool("force")})
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return printJSON(t, report)
	}
	return say(c, t, "%s\n", report)
}

func piBriefCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "brief", Usage: "print the session briefing; starts no daemon",
		Flags: []cli.Flag{&cli.StringFlag{Name: "cwd", Usage: "the session's folder (default: the working folder)"}, jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			dir, err := folder(c.String("cwd"))
			if err != nil {
				return err
			}
			o := piOptions(t)
			o.CWD = dir
			text, err := pi.Brief(c.Context, o)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(t, map[string]string{"text": text})
			}
			return say(c, t, "%s\n", text)
		},
	}
}

func piDiffCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "diff", Usage: "print Pi's edit details for two files", ArgsUsage: "OLD NEW",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "path", Usage: "the file's name in the patch (default: NEW)"},
			jsonFlag(), // what it prints is JSON in any case
		},
		Action: func(c *cli.Context) error { return piDiff(c, t) },
	}
}

// diffTime is what a person waits for.
const diffTime = 10 * time.Second

func piDiff(c *cli.Context, t terminal) error {
	if c.NArg() != 2 {
		return usagef(c, "two files are wanted, OLD NEW; %d given", c.NArg())
	}
	var texts [2][]byte
	for i := range texts {
		var err error
		if texts[i], err = os.ReadFile(c.Args().Get(i)); err != nil {
			return err
		}
	}
	path := c.String("path")
	if path == "" {
		path = c.Args().Get(1)
	}
	_, cfg, err := settings(t)
	if err != nil {
		return err
	}
	// As Pi's generators alone, which take files as they are; and nobody waits for it as Pi does.
	result := editdiff.Budget{Bytes: cfg.Diff.MaxFileBytes, Time: diffTime, Raw: true}.Compute(texts[0], texts[1], path)
	if result.Details == nil {
		return printJSON(t, map[string]string{"note": result.Note})
	}
	return printJSON(t, result.Details)
}
