package hooks

import (
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// listing is what a command in front of xargs, or find in front of -exec, names: the operands of the command behind it.
type listing struct {
	targets []target
	filter  filter
}

// globs are the files that a listing names by their names alone, as patterns; none where that is not all that restricts them.
func (l listing) globs() (out []target) {
	if len(l.filter.exclude) > 0 || l.filter.unclear {
		return nil
	}
	for _, t := range l.targets {
		for _, name := range l.filter.include {
			if t.glob || strings.Contains(name, "/") || strings.ContainsAny(t.path, globChars+`{\`) {
				return nil
			}
			out = append(out, target{path: filepath.Join(t.path, "**", name), glob: true})
		}
	}
	return out
}

// xargs judges the command that xargs runs on what the commands before it list.
func (w *walk) xargs(args []shellWord, c context, sources *listing, ok bool) {
	const spec flagSpec = " 0 r t p x o n: P: L: I: J: R: S: d: s: a: E: e? i? l? null no-run-if-empty verbose max-args: max-procs: max-lines? max-chars: replace? delimiter: arg-file: interactive exit open-tty "
	fs, rest, parsed := spec.parse(args[1:], true)
	if !parsed || fs.any(" a arg-file p interactive ") {
		w.changed = true
		return
	}
	if len(rest) == 0 {
		return // echo
	}
	replaced, _ := fs.value("I", "J", "i", "replace")
	if replaced == "" {
		replaced = "{}"
	}
	w.operandsFrom(rest, replaced, c, sources, ok)
}

// operandsFrom judges a command whose operands are the files of a listing, with one mark standing for them.
func (w *walk) operandsFrom(args []shellWord, mark string, c context, l *listing, ok bool) {
	var own []shellWord
	for _, a := range args {
		if a.text != mark {
			own = append(own, a)
		}
	}
	if len(own) == 0 {
		w.changed = true
		return
	}
	c.listed = l
	if !ok {
		c.listed, c.mute = &listing{}, true
	}
	c.fed = true
	w.simple(own, c)
}

// listing says what the commands in front of xargs name; false where that cannot be told.
func (w *walk) listing(before []*syntax.Stmt, c context) (*listing, bool) {
	args, ok := w.plain(before[0], c)
	if !ok {
		return nil, false
	}
	l, ok := listingOf(args, c.place)
	if !ok {
		return nil, false
	}
	for _, s := range before[1:] {
		args, ok := w.plain(s, c)
		if !ok {
			return nil, false
		}
		switch commandName(args[0].text) {
		case "sort", "uniq":
		case "grep", "egrep", "rg":
			ext, ok := extensionPattern(args[1:])
			if !ok || len(l.filter.include) > 0 {
				return nil, false
			}
			l.filter.include = []string{"*." + ext}
		default:
			return nil, false
		}
	}
	return l, true
}

// listingOf knows find, fd, git ls-files and rg --files.
func listingOf(args []shellWord, at place) (*listing, bool) {
	switch commandName(args[0].text) {
	case "find":
		f, ok := parseFind(args[1:])
		if !ok || f.writes || len(f.exec) > 0 {
			return nil, false
		}
		return f.listing(at)
	case "fd", "fdfind":
		return fdListing(args[1:], at)
	case "git":
		if len(args) < 2 || args[1].text != "ls-files" {
			return nil, false
		}
		fs, operands, ok := flagSpec(" z c cached ").parse(args[2:], false)
		return pathListing(fs, operands, at, ok)
	case "rg":
		fs, operands, ok := rgFlags.parse(args[1:], false)
		return pathListing(fs, operands, at, ok && fs.any(" files ") && !fs.any(" u unrestricted no-ignore d max-depth maxdepth "))
	}
	return nil, false
}

// pathListing takes folders as targets and globs as restrictions.
func pathListing(fs flags, operands []shellWord, at place, ok bool) (*listing, bool) {
	if !ok {
		return nil, false
	}
	g := grepping{tree: true, operands: operands}
	g.where("rg", fs)
	l := &listing{filter: g.filter}
	l.targets, ok = context{place: at}.targets(g, "git grep", &l.filter)
	return l, ok
}

// extensionPattern reads \.go$.
func extensionPattern(args []shellWord) (string, bool) {
	if len(args) == 2 && args[0].text == "-E" {
		args = args[1:]
	}
	if len(args) != 1 || !args[0].told {
		return "", false
	}
	ext, ok := strings.CutPrefix(args[0].text, `\.`)
	ext, end := strings.CutSuffix(ext, "$")
	return ext, ok && end && identifier(ext)
}
