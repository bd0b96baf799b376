package hooks

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call judges a simple command.
func (w *walk) call(cmd *syntax.CallExpr, c context) place {
	w.assigns(cmd.Assigns)
	if len(cmd.Args) == 0 {
		return c.place // assignments
	}
	return w.simple(words(cmd.Args), c)
}

// assigns notes what makes git look at another repository.
func (w *walk) assigns(list []*syntax.Assign) {
	for _, a := range list {
		w.changed = w.changed || a.Name != nil && movesGit(a.Name.Value)
	}
}

func movesGit(variable string) bool { return variable == "GIT_DIR" || variable == "GIT_WORK_TREE" }

// simple judges a command by its arguments and returns the place after it.
func (w *walk) simple(args []shellWord, c context) place {
	w.commands++
	u := unwrap(args, c.place)
	if !u.ok {
		w.changed = true
		return lost
	}
	if u.shows {
		return c.place
	}
	wrapped := len(u.args) < len(args)
	inner := c.at(u.place)
	command, rest := commandName(u.args[0].text), u.args[1:]
	switch command {
	case "cd", "pushd", "popd":
		w.commands--
		return c.change(command, rest)
	case "eval":
		end := w.eval(rest, inner)
		if wrapped {
			return c.place
		}
		return end
	case "bash", "sh", "dash", "zsh", "ksh":
		w.shell(rest, inner)
	case "git":
		w.git(rest, inner)
	case "find", "gfind":
		w.find(rest, inner)
	case "fd", "fdfind":
		w.fd(rest, inner)
	case "sed", "gsed":
		w.sed(rest, inner)
	case "grep", "egrep", "fgrep", "rgrep", "rg", "ag", "ack":
		w.grep(command, rest, inner)
	case "cat", "head", "tail", "less", "more", "bat", "batcat", "nl", "awk", "gawk", "mawk":
		w.read(command, rest, inner)
	default:
		w.effects(command, rest, inner)
	}
	return c.place
}

// text joins arguments as they would be shown.
func text(args []shellWord) string {
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(a.text)
	}
	return b.String()
}

// eval runs its arguments as a script, in this shell.
func (w *walk) eval(args []shellWord, c context) place {
	if !told(args) {
		w.changed = true
		return lost
	}
	w.commands--
	return w.script(text(args), c)
}

// shell judges `bash -c '…'`. A script file, or one on the standard input, can do anything.
func (w *walk) shell(args []shellWord, c context) {
	const spec flagSpec = " c l e u x i v n p O: o: login norc noprofile posix "
	fs, rest, ok := spec.parse(args, true)
	if !ok || c.listed != nil || !fs.any(" c ") || len(rest) == 0 || !rest[0].told {
		w.changed = w.changed || len(args) != 1 || args[0].text != "--version"
		return
	}
	w.commands--
	w.script(rest[0].text, c)
}

// git knows one question.
func (w *walk) git(args []shellWord, c context) {
	const spec flagSpec = " C: c: p P no-pager paginate git-dir: work-tree: no-optional-locks literal-pathspecs no-replace-objects version help "
	fs, rest, ok := spec.parse(args, true)
	if !ok || fs.any(" git-dir work-tree ") || (len(rest) > 0 && !rest[0].told) {
		w.changed = true
		return
	}
	for _, f := range fs {
		if f.name == "C" {
			c.place = c.cd(shellWord{text: f.value, told: true})
		}
	}
	switch {
	case len(rest) == 0:
	case rest[0].text == "grep":
		w.grep("git grep", rest[1:], c)
	default:
		// The first row shows something, the second leaves the work tree as it is.
		const keeps = " status log diff show blame ls-files ls-tree rev-parse describe shortlog cat-file rev-list merge-base diff-tree name-rev whatchanged reflog show-ref for-each-ref count-objects" +
			" add commit push fetch tag config remote branch init gc fsck notes "
		w.changed = w.changed || !subcommand(rest, keeps) || strings.Contains(text(rest), "--output")
	}
}
