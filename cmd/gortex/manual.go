package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/manual"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/version"
)

func completionCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: "print the completion of a shell", ArgsUsage: "bash|zsh|fish",
		Description: "Completing runs no gortex.\n\nExamples:\n   gortex completion bash >~/.local/share/bash-completion/completions/gortex\n" +
			"   gortex completion zsh >\"${fpath[1]}/_gortex\"\n   gortex completion fish >~/.config/fish/completions/gortex.fish",
		Action: func(c *cli.Context) error {
			shell, err := oneArg(c, "shell", "")
			if err != nil {
				return err
			}
			if !slices.Contains(manual.Shells(), shell) {
				return usagef(c, "%q is none of bash, zsh, fish", shell)
			}
			return manual.Completion(t.out, shell, commandTree(c.App))
		},
	}
}

func manCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "man", Usage: "print the manual page",
		Description: "Example: gortex man | man -l -",
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return manual.Man(t.out, commandTree(c.App), version.Version, about, manSections())
		},
	}
}

const about = "gortex reads the repositories you work in into a symbol graph and serves it to coding agents over MCP, " +
	"from one daemon per user that starts by itself, and keeps agents on the graph through a hook. " +
	"Flags are taken in any position up to \"--\". Data goes to stdout, the rest to stderr."

func manSections() []manual.Section {
	env := [][2]string{
		{"GORTEX_HOME", "a folder that replaces all others of gortex's"},
		{"NO_COLOR", "nothing is colored, if it is set"},
	}
	for _, k := range config.Keys() {
		if k.Env != "" {
			env = append(env, [2]string{k.Env, k.Doc + " (" + k.Key + ")"})
		}
	}
	return []manual.Section{
		{Title: "Exit status", Entries: [][2]string{{"0", "done"}, {"1", "failed"}, {"2", "wrong usage"}}},
		{Title: "Environment", Entries: env},
		{Title: "Files", Entries: [][2]string{
			{"$XDG_CONFIG_HOME/gortex/config.toml", "settings of yours"},
			{".gortex.toml, .pi/gortex.toml", "settings of a project that is trusted"},
			{"$XDG_CACHE_HOME/gortex", "the index; safe to delete at any time"},
			{"$XDG_STATE_HOME/gortex", "the list of repositories, and the daemon's log"},
		}},
	}
}

// flagValues are the values that flags can have; a flag of one name means the same in
// every command.
var flagValues = map[string][]string{
	"format":  {"compact", "json"},
	"posture": {"deny", "enrich", "consult-unlock", "nudge"},
	"agent":   hosts.Names(),
}

// argValues and argFiles say the same of arguments, by command.
var (
	argValues = map[string][]string{"call": catalog.Names(), "completion": manual.Shells()}
	argFiles  = map[string]manual.Files{"init": manual.Folders, "track": manual.Folders, "untrack": manual.Folders, "map": manual.Folders, "diff": manual.AnyFiles}
	flagFiles = map[string]manual.Files{"agent-dir": manual.Folders, "cwd": manual.Folders, "out": manual.AnyFiles}
)

func commandTree(app *cli.App) manual.Command {
	return manual.Command{Name: app.Name, Usage: app.Usage, Flags: flagsOf(app.Flags), Commands: commandsOf(app.Commands)}
}

func commandsOf(cs []*cli.Command) []manual.Command {
	var all []manual.Command
	for _, c := range cs {
		if c.Hidden {
			continue
		}
		all = append(all, manual.Command{
			Name: c.Name, Usage: c.Usage, Args: c.ArgsUsage, Description: c.Description, Flags: flagsOf(c.Flags), Commands: commandsOf(c.Subcommands),
			Values: argValues[c.Name], Files: argFiles[c.Name],
		})
	}
	return all
}

func flagsOf(fs []cli.Flag) []manual.Flag {
	var all []manual.Flag
	for _, f := range fs {
		d, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		name := f.Names()[0]
		all = append(all, manual.Flag{Names: f.Names(), Usage: d.GetUsage(), Value: d.TakesValue(), Values: flagValues[name], Files: flagFiles[name]})
	}
	return all
}
