package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a command line in front of its arguments, up to
// "--", because the library stops reading flags at the first argument:
// `gortex call search '{…}' --format json` would print compact text. Flags that no
// command on the way knows stay where they are, for the library to complain about.
func flagsFirst(app *cli.App, args []string) []string {
	type level struct {
		name  string // "" at the top
		flags []cli.Flag
		given []string
	}
	levels := []level{{flags: app.Flags}}
	commands := app.Commands
	var rest []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		here := &levels[len(levels)-1]
		switch {
		case arg == "--":
			rest = append(rest, args[i:]...)
			i = len(args)
		case strings.HasPrefix(arg, "-") && arg != "-":
			owner := here
			flag := find(here.flags, arg)
			for up := len(levels) - 2; flag == nil && up >= 0; up-- {
				if flag = find(levels[up].flags, arg); flag != nil {
					owner = &levels[up]
				}
			}
			owner.given = append(owner.given, arg)
			if takesValue(flag) && !strings.Contains(arg, "=") && i+1 < len(args) {
				i++
				owner.given = append(owner.given, args[i])
			}
		default:
			if c := command(commands, arg); c != nil && len(rest) == 0 {
				levels = append(levels, level{name: arg, flags: c.Flags})
				commands = c.Subcommands
				continue
			}
			rest = append(rest, arg)
		}
	}
	var out []string
	for _, l := range levels {
		if l.name != "" {
			out = append(out, l.name)
		}
		out = append(out, l.given...)
	}
	return append(out, rest...)
}

func command(cs []*cli.Command, name string) *cli.Command {
	for _, c := range cs {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

func find(flags []cli.Flag, arg string) cli.Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	for _, f := range flags {
		for _, n := range f.Names() {
			if n == name {
				return f
			}
		}
	}
	return nil
}

func takesValue(f cli.Flag) bool {
	v, ok := f.(cli.DocGenerationFlag)
	return ok && v.TakesValue()
}
