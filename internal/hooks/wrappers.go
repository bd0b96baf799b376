package hooks

import (
	"path/filepath"
	"strings"
)

// wrapper is a command that runs another one.
type wrapper struct {
	spec    flagSpec
	skip    int    // operands in front of the command, such as timeout's duration
	assigns bool   // NAME=value may stand in front of the command
	gives   string // options with which it runs no command, or one that cannot be told
	chdir   string // options that move its working folder
}

// wrapperOf returns what is known of a wrapper.
func wrapperOf(command string) (wrapper, bool) {
	switch command {
	case "sudo":
		return wrapper{spec: " A b E e H K k l n P S s i v u: g: h: p: C: r: t: T: U: D: R: user: group: preserve-env? non-interactive set-home chdir: login shell list ",
			assigns: true, gives: " e l i s K v R T h U login shell list ", chdir: " D chdir "}, true
	case "doas":
		return wrapper{spec: " n u: C: L s a: ", gives: " C L s "}, true
	case "env":
		return wrapper{spec: " i 0 v u: C: S: ignore-environment unset: chdir: split-string: null debug ", assigns: true, gives: " S split-string ", chdir: " C chdir "}, true
	case "timeout", "gtimeout":
		return wrapper{spec: " k: s: v p f foreground preserve-status kill-after: signal: verbose ", skip: 1}, true
	case "nice":
		return wrapper{spec: " n: # adjustment: "}, true
	case "ionice":
		return wrapper{spec: " c: n: t p: P: u: class: classdata: ignore ", gives: " p P u "}, true
	case "nohup", "chronic", "unbuffer", "builtin", "busybox", "noglob", "nocorrect":
		return wrapper{}, true
	case "setsid":
		return wrapper{spec: " c f w ctty fork wait ", gives: " f fork "}, true
	case "caffeinate":
		return wrapper{spec: " d i m s u t: w: "}, true
	case "command":
		return wrapper{spec: " p v V "}, true
	case "exec":
		return wrapper{spec: " c l a: "}, true
	case "time", "gtime":
		return wrapper{spec: " p v q a f: o: portability verbose format: ", gives: " o "}, true
	case "stdbuf":
		return wrapper{spec: " i: o: e: input: output: error: "}, true
	}
	return wrapper{}, false
}

// unwrapped is the command that remains when the wrappers are taken off.
type unwrapped struct {
	args  []shellWord
	place place
	shows bool // `command -v`, `env` alone: it only shows something
	ok    bool // false: what runs cannot be told
}

// unwrap takes wrappers off. Their options are skipped with their arguments.
func unwrap(args []shellWord, at place) unwrapped {
	for depth := 0; len(args) > 0 && args[0].told && depth < 8; depth++ {
		name := commandName(args[0].text)
		w, ok := wrapperOf(name)
		if !ok {
			return unwrapped{args: args, place: at, ok: true}
		}
		fs, rest, ok := w.spec.parse(args[1:], true)
		if !ok || fs.any(w.gives) {
			return unwrapped{}
		}
		if name == "command" && fs.any(" v V ") {
			return unwrapped{shows: true, ok: true}
		}
		for w.assigns && len(rest) > 0 && (assignment(rest[0]) || rest[0].told && rest[0].text == "-") { // env - is env -i
			if name, _, _ := strings.Cut(rest[0].text, "="); movesGit(name) {
				return unwrapped{}
			}
			rest = rest[1:]
		}
		if len(rest) < w.skip {
			return unwrapped{}
		}
		for _, f := range fs {
			if strings.Contains(w.chdir, " "+f.name+" ") {
				at = at.cd(shellWord{text: f.value, told: true})
			}
		}
		if args = rest[w.skip:]; len(args) == 0 {
			alone := name == "env" || name == "exec" || name == "time"
			return unwrapped{shows: alone, ok: alone}
		}
	}
	return unwrapped{}
}

// commandName is the base name of a command that is found in the system's folders; a program in the tree is its own.
func commandName(s string) string {
	if !strings.ContainsRune(s, '/') {
		return s
	}
	if dir := filepath.Dir(s); filepath.IsAbs(s) && filepath.Base(dir) == "bin" {
		return filepath.Base(s)
	}
	return ""
}

func assignment(w shellWord) bool {
	name, _, ok := strings.Cut(w.text, "=")
	return w.told && ok && identifier(name)
}
