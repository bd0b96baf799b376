package hooks

import (
	"path/filepath"
	"strings"
)

// place is where a shell stands. It is a value: a subshell's copy goes with it.
type place struct {
	dir   string // "": cannot be told
	prev  string // for `cd -`
	stack string // of pushd, joined by NUL: values can be compared
}

// lost is anywhere.
var lost = place{}

// cd is the place after `cd w`.
func (p place) cd(w shellWord) place {
	if !w.told || w.glob || w.text == "" {
		return lost
	}
	if w.text == "-" {
		return place{dir: p.prev, prev: p.dir, stack: p.stack}
	}
	dir, ok := resolve(p.dir, w.text)
	if !ok {
		return lost
	}
	return place{dir: dir, prev: p.dir, stack: p.stack}
}

// change is the place after cd, pushd or popd with these arguments.
func (p place) change(command string, args []shellWord) place {
	for len(args) > 0 && args[0].told && (args[0].text == "--" || args[0].text == "-P" || args[0].text == "-L" || args[0].text == "-e") {
		args = args[1:]
	}
	switch {
	case command == "popd" && len(args) == 0 && p.stack != "":
		top, rest, _ := strings.Cut(p.stack, "\x00")
		return place{dir: top, prev: p.dir, stack: rest}
	case command == "popd", len(args) != 1:
		return lost
	case command == "pushd" && strings.HasPrefix(args[0].text, "+"):
		return lost
	}
	to := p.cd(args[0])
	if command == "pushd" && to.dir != "" && p.dir != "" {
		to.stack = strings.TrimSuffix(p.dir+"\x00"+p.stack, "\x00")
	}
	return to
}

// either is the place after one of two ways.
func either(a, b place) place {
	if a == b {
		return a
	}
	return lost
}

// target resolves an operand; false where it cannot be told.
func (p place) target(w shellWord, tree bool) (target, bool) {
	if !w.told || (!tree && strings.HasSuffix(w.text, "/")) { // with a slash at its end it is no file
		return target{}, false
	}
	text := w.text
	if w.glob {
		text = w.pattern
	}
	full, ok := resolve(p.dir, text)
	return target{path: full, glob: w.glob, tree: tree}, ok
}

// base is the place's own folder as a target.
func (p place) base() (target, bool) {
	return target{path: filepath.Clean(p.dir), tree: true}, p.dir != ""
}
