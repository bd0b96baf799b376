package hooks

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// What a command does besides asking matters in one way: a question after it can only be answered from the graph if the sources are still
// what the graph has. So a command that may change them, or that is not known, ends the part of a script that can be told. The list of those
// that do not is long rather than clever.

// effects notes what a command that is no question may have changed.
func (w *walk) effects(command string, args []shellWord, c context) {
	switch command {
	case "rm", "mv", "cp", "ln", "touch", "mkdir", "rmdir", "install", "truncate", "tee", "chmod", "chown", "unlink", "mktemp":
		w.writes(args, c)
	case "sort":
		if strings.Contains(text(args), "-o") || strings.Contains(text(args), "--output") {
			w.writes(args, c)
		}
	case "go":
		w.changed = w.changed || !subcommand(args, " version env list doc build test vet install clean mod work get tool ") || rewrites(args)
	case "source", ".": // a virtual environment's own script is known
		w.changed = w.changed || len(args) != 1 || !args[0].told || path.Base(args[0].text) != "activate"
	case "curl":
		w.writes(args, c) // what it is told to write to is among them
		w.changed = w.changed || rewrites(args) || slices.ContainsFunc(args, remoteName)
	case "node", "bun", "java", "cargo", "uv", "poetry":
		w.changed = w.changed || !versionOnly(args) && (rewrites(args) || runs(args))
	default:
		w.changed = w.changed || !shows(command) && (!builds(command) || rewrites(args)) && (command == "" || !versionOnly(args))
	}
}

// versionOnly says that a program is only asked what it is.
func versionOnly(args []shellWord) bool {
	return len(args) == 1 && oneOf(" --version -version --help ", args[0].text)
}

// remoteName says that an option of curl's writes to a file that the address names, or to one that is joined to it: -O, -LO, -ofile.
func remoteName(a shellWord) bool {
	long := strings.HasPrefix(a.text, "--")
	return long && (strings.HasPrefix(a.text, "--remote-") || strings.HasPrefix(a.text, "--output")) && a.text != "--output" ||
		!long && strings.HasPrefix(a.text, "-") && (strings.Contains(a.text, "O") || len(a.text) > 2 && a.text[1] == 'o')
}

// runs says that a program of somebody's is run: uv run x, node x.js, java -jar x.jar.
func runs(args []shellWord) bool {
	return slices.ContainsFunc(args, func(a shellWord) bool {
		return oneOf(" run -jar -e --eval ", a.text) || sourceExtension(a.text)
	})
}

// shows says that a command only shows or tells something.
func shows(command string) bool {
	const names = " pwd echo printf true false : test [ ls tree stat file wc du df date whoami id uname hostname which type hash dirs printenv set shopt" +
		" export unset readonly exit return break continue basename dirname realpath readlink clear uniq cut tr column fold tac rev diff cmp comm md5sum" +
		" sha1sum sha256sum cksum jq yq ps seq xxd od hexdump strings nproc free uptime sleep paste join exa eza cloc tokei scc ulimit umask tput" +
		" read wait jobs kill trap local declare typeset let shift getopts lsof top pgrep arch groups tty locale man help history expr bc nm objdump ldd "
	return oneOf(names, command)
}

// builds says that a command builds, checks, runs or fetches; what it writes is made from the sources.
func builds(command string) bool {
	const names = " make gmake cmake ninja bazel npm pnpm yarn tsc eslint jest vitest mocha pytest tox mypy pyright pylint flake8 ruff pip pip3 rustc gradle mvn javac" +
		" gcc g++ cc clang golangci-lint staticcheck govulncheck gofmt goimports docker docker-compose podman kubectl helm gh ping nc systemctl journalctl brew apt apt-get "
	return oneOf(names, command)
}

func oneOf(names, command string) bool {
	return command != "" && !strings.Contains(command, " ") && strings.Contains(names, " "+command+" ")
}

// rewrites says that a build command was asked to write sources: make generate, gofmt -w, npm run fix.
func rewrites(args []shellWord) bool {
	for _, a := range args {
		word := strings.ToLower(strings.TrimLeft(a.text, "-"))
		if !a.told || word == "w" {
			return true
		}
		for _, verb := range []string{"fmt", "format", "fix", "gen", "write", "codemod", "migrat", "protoc", "checkout", "patch"} {
			if strings.Contains(word, verb) {
				return true
			}
		}
	}
	return false
}

// writes notes the files that a command names.
func (w *walk) writes(args []shellWord, c context) {
	w.changed = w.changed || c.listed != nil // whatever is listed
	for _, a := range args {
		if !a.told || !strings.HasPrefix(a.text, "-") {
			w.write(c.place, a)
		}
	}
}

// write notes that a file or folder is written, or gone.
func (w *walk) write(at place, to shellWord) {
	t, ok := at.target(to, true)
	w.changed = w.changed || !ok || t.glob || w.holds == nil || w.holds(t.path)
}

// holds says that a path is, or would be, part of the sources that the graph reads.
func (j *judge) holds(p string) bool {
	if _, indexed := j.graph.File(p); indexed || j.graph.SourceUnder(p) > 0 {
		return true
	}
	return sourceExtension(filepath.Base(p)) && j.graph.SourceUnder(filepath.Dir(p)) > 0
}

func subcommand(args []shellWord, names string) bool {
	return len(args) > 0 && args[0].told && oneOf(names, args[0].text)
}
