// Package manual turns the command line, given as a value, into what shells and people
// read of it: completions for bash, zsh and fish, and a man page. They are complete
// texts: completing asks no gortex and starts no daemon. Which commands there are is not
// known here.
package manual

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Command is one of the tree; the root is the program.
type Command struct {
	Name, Usage, Args, Description string
	Flags                          []Flag
	Commands                       []Command
	Values                         []string // what its argument can be, where that is known
	Files                          Files    // what its arguments name
}

// Files says which files an argument names.
type Files int

// What an argument names.
const (
	NoFiles Files = iota
	Folders
	AnyFiles
)

// Flag is one option; Names are without dashes, the long one first.
type Flag struct {
	Names  []string
	Usage  string
	Value  bool     // it takes one
	Values []string // which, where that is known
	Files  Files
}

// Shells are the names that Completion knows.
func Shells() []string { return []string{"bash", "fish", "zsh"} }

// Completion writes the completion of a shell.
func Completion(w io.Writer, shell string, root Command) error {
	render, known := map[string]func(Command) string{"bash": bash, "fish": fish, "zsh": zsh}[shell]
	if !known {
		return fmt.Errorf("there is no completion for %q, but for %s", shell, strings.Join(Shells(), ", "))
	}
	_, err := io.WriteString(w, render(root))
	return err
}

// place is a command with the way to it: "" for the root, "/daemon/run" below.
type place struct {
	path string
	Command
}

func (p place) words() string { return strings.ReplaceAll(strings.TrimPrefix(p.path, "/"), "/", " ") }

func places(root Command) []place {
	all := []place{{"", root}}
	for i := 0; i < len(all); i++ {
		for _, c := range all[i].Commands {
			all = append(all, place{all[i].path + "/" + c.Name, c})
		}
	}
	return all
}

// paths are those of all commands but the root, as alternatives of a shell's case.
func paths(root Command) string {
	var all []string
	for _, p := range places(root)[1:] {
		all = append(all, p.path)
	}
	return strings.Join(all, "|")
}

// dashed gives a flag's names as they are typed.
func (f Flag) dashed() []string {
	var all []string
	for _, n := range f.Names {
		if len(n) == 1 {
			all = append(all, "-"+n)
		} else {
			all = append(all, "--"+n)
		}
	}
	return all
}

// candidates are the words that can come next.
func (p place) candidates() []string {
	var all []string
	for _, c := range p.Commands {
		all = append(all, c.Name)
	}
	all = append(all, p.Values...)
	for _, f := range p.Flags {
		all = append(all, f.dashed()[0])
	}
	return all
}

// valued are the flags of all commands that take one, once each.
func valued(root Command) []Flag {
	var all []Flag
	for _, p := range places(root) {
		for _, f := range p.Flags {
			same := func(g Flag) bool { return g.Names[0] == f.Names[0] }
			if f.Value && !slices.ContainsFunc(all, same) {
				all = append(all, f)
			}
		}
	}
	return all
}
