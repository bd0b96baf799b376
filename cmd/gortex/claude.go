package main

import (
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/home"
	"github.com/gortexhq/gortex/internal/hosts/claude"
)

func claudeCommand(t terminal) *cli.Command {
	projectFlag := func() cli.Flag {
		return &cli.BoolFlag{Name: "project", Usage: "this project's .mcp.json and .claude/settings.json instead of yours"}
	}
	return &cli.Command{
		Name: "claude", Usage: "Claude Code as a host",
		Subcommands: []*cli.Command{
			{
				Name: "install", Usage: "add hooks and MCP server to Claude Code's files, and change nothing else in them",
				Description: "Examples:\n   gortex claude install             # for every project of yours\n   gortex claude install --project   # in files that a team shares",
				Flags:       []cli.Flag{projectFlag(), jsonFlag(), &cli.BoolFlag{Name: "force", Usage: "replace an MCP server called gortex that is not ours"}},
				Action:      func(c *cli.Context) error { return claudeInstalled(c, t, claude.Install) },
			},
			{
				Name: "uninstall", Usage: "take out what install put in",
				Description: "Example:\n   gortex claude uninstall --project",
				Flags:       []cli.Flag{projectFlag(), jsonFlag()},
				Action:      func(c *cli.Context) error { return claudeInstalled(c, t, claude.Uninstall) },
			},
			{
				Name: "doctor", Usage: "check every link between Claude Code and the graph; exits with 1 where one does not hold",
				Description: "Changes nothing and starts no daemon.\n\nExample:\n   gortex claude doctor --json",
				Flags:       []cli.Flag{jsonFlag()},
				Action:      func(c *cli.Context) error { return claudeDoctor(c, t) },
			},
		},
	}
}

func claudeOptions(c *cli.Context, t terminal) (claude.Options, error) {
	cwd, err := absolute(".")
	return claude.Options{Getenv: t.getenv, CWD: cwd, Project: c.Bool("project"), Force: c.Bool("force")}, err
}

func claudeInstalled(c *cli.Context, t terminal, do func(claude.Options) (claude.Report, error)) error {
	if err := noArgs(c); err != nil {
		return err
	}
	o, err := claudeOptions(c, t)
	if err != nil {
		return err
	}
	report, err := do(o)
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return printJSON(t, report)
	}
	return say(c, t, "%s\n", report)
}

func claudeDoctor(c *cli.Context, t terminal) error {
	if err := noArgs(c); err != nil {
		return err
	}
	o, err := claudeOptions(c, t)
	if err != nil {
		return err
	}
	var files []string
	if dirs, err := home.Resolve(t.getenv); err == nil { // the doctor says why where it fails
		files = []string{filepath.Join(dirs.Config, "config.toml")}
	}
	cfg, problems := userConfig(t, files)
	return printReport(c, t, claude.Doctor(c.Context, claude.DoctorOptions{
		Options: o, Problems: problems, Files: files, Socket: cfg.Daemon.Socket, HookEnabled: cfg.Hook.Enabled,
	}))
}
