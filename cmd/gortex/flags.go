package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// commandLine is a command line that was read with the commands in sight. The library
// reads flags only between a command and its first argument, and takes an argument for
// a topic once it has seen --help; people write both where they think of them.
type commandLine struct {
	levels []level  // the program, then the commands that were named
	rest   []string // arguments, and what follows "--"
	help   bool     // --help, -h, or help in place of a command
	open   string   // the last word, where it is a flag that lacks its value; the library says so
}

type level struct {
	name  string // "" at the top
	flags []cli.Flag
	below []*cli.Command
	given [][]string // flags, each with its value
}

// flagsFirst moves the flags of a command line, up to "--", to the command that knows
// them, in front of its arguments: `gortex --json call search '{…}' --format json` is
// taken. A flag that no command on the way knows stays where it is, for the library to
// complain about.
func flagsFirst(app *cli.App, args []string) []string { return readLine(app, args).args() }

func readLine(app *cli.App, args []string) commandLine {
	l := commandLine{levels: []level{{flags: app.Flags, below: app.Commands}}}
	for i := 0; i < len(args); i++ {
		arg, here := args[i], l.last()
		started := len(l.rest) > 0
		switch {
		case arg == "--":
			l.rest = append(l.rest, args[i:]...)
			i = len(args)
		case arg == "--help" || arg == "-h" || arg == "help" && len(here.below) > 0 && !started:
			l.help = true
		case strings.HasPrefix(arg, "-") && arg != "-":
			i += l.flag(args[i:])
		case !started && command(here.below, arg) != nil:
			l.enter(arg)
		default:
			l.rest = append(l.rest, arg)
		}
	}
	l.settle()
	return l
}

func (l *commandLine) last() *level { return &l.levels[len(l.levels)-1] }

func (l *commandLine) enter(name string) {
	c := command(l.last().below, name)
	l.levels = append(l.levels, level{name: name, flags: c.Flags, below: c.Subcommands})
}

// flag takes the flag that args begin with, and returns how many words of value it has.
func (l *commandLine) flag(args []string) int {
	arg, owner := args[0], l.last()
	if len(l.levels) == 1 && (arg == "--version" || arg == "-v") && command(owner.below, "version") != nil {
		l.enter("version")
		return 0
	}
	for i := len(l.levels) - 1; i >= 0; i-- {
		if find(l.levels[i].flags, arg) != nil {
			owner = &l.levels[i]
			break
		}
	}
	known := find(owner.flags, arg)
	switch {
	case strings.Contains(arg, "="),
		known != nil && !takesValue(known),
		known == nil && !takesValueBelow(owner.below, args):
		owner.given = append(owner.given, args[:1])
		return 0
	case len(args) == 1:
		owner.given = append(owner.given, args)
		l.open = arg
		return 0
	}
	owner.given = append(owner.given, args[:2])
	return 1
}

// takesValueBelow says whether a flag that comes before its command has its value next.
// Where one command takes a value and another does not, a command's name is none.
func takesValueBelow(cs []*cli.Command, args []string) bool {
	value, without := false, false
	everyCommand(cs, func(c *cli.Command) {
		if f := find(c.Flags, args[0]); f != nil {
			value, without = value || takesValue(f), without || !takesValue(f)
		}
	})
	return value && !(without && len(args) > 1 && command(cs, args[1]) != nil)
}

// settle moves flags that came before the command that knows them.
func (l *commandLine) settle() {
	for i := range l.levels {
		here := &l.levels[i]
		here.given = slices.DeleteFunc(here.given, func(flag []string) bool {
			if find(here.flags, flag[0]) != nil {
				return false
			}
			for j := i + 1; j < len(l.levels); j++ {
				if find(l.levels[j].flags, flag[0]) != nil {
					l.levels[j].given = append(l.levels[j].given, flag)
					return true
				}
			}
			return false
		})
	}
}

// path is the commands that were named.
func (l *commandLine) path() []string {
	var names []string
	for _, at := range l.levels[1:] {
		names = append(names, at.name)
	}
	return names
}

// args is the line as the library reads it.
func (l commandLine) args() []string {
	switch {
	case len(l.last().below) > 0 && len(l.rest) > 0: // no command is named so: that is the fault to tell
		return append(l.path(), l.rest...)
	case l.help:
		return append(l.path(), "--help")
	}
	var out []string
	for _, at := range l.levels {
		if at.name != "" {
			out = append(out, at.name)
		}
		for _, flag := range at.given {
			if len(flag) == 1 && flag[0] == l.open {
				return append(out, flag[0])
			}
			out = append(out, flag...)
		}
	}
	return append(out, l.rest...)
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
