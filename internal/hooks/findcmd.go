package hooks

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// listing is what a command in front of xargs, or find in front of -exec, names: the operands of the command behind it.
type listing struct {
	targets []target
	filter  filter
}

// finding is find's command line.
type finding struct {
	dirs    []shellWord
	names   []string // of -name
	exclude []string // of -not -name, -prune
	exec    []shellWord
	unclear bool // a condition that the graph does not know: age, size, folders
	writes  bool
}

// parseFind reads find's expression. Or and brackets are read over: of names any counts.
func parseFind(args []shellWord) (f finding, ok bool) {
	if !told(args) {
		return f, false
	}
	i := 0
	for ; i < len(args) && (args[i].text == "-H" || args[i].text == "-L" || args[i].text == "-P"); i++ {
	}
	for ; i < len(args) && !strings.HasPrefix(args[i].text, "-") && args[i].text != "(" && args[i].text != "!"; i++ {
		f.dirs = append(f.dirs, args[i])
	}
	not := false
	for ; i < len(args); i++ {
		value := next(args[i+1:])
		negated := not
		not = false
		switch args[i].text {
		case "-not", "!":
			not = !negated
		case "-name", "-iname":
			f.named(value, negated)
			i++
		case "-path", "-ipath", "-wholename":
			f.pathed(value, negated || next(args[min(i+2, len(args)):]) == "-prune")
			i++
		case "-prune":
			if n := len(f.names); n > 0 {
				f.exclude, f.names = append(f.exclude, f.names[n-1]), f.names[:n-1]
			}
		case "-type":
			f.unclear = f.unclear || value != "f" || negated
			i++
		case "-o", "-or", "-a", "-and", "(", ")", "-print", "-print0", "-follow", "-xdev", "-mount":
		case "-exec", "-execdir":
			for i++; i < len(args) && args[i].text != ";" && args[i].text != "+"; i++ {
				f.exec = append(f.exec, args[i])
			}
		case "-delete", "-ok", "-okdir", "-fprint", "-fprint0", "-fprintf", "-fls":
			f.writes = true
		default:
			f.unclear = true
		}
	}
	return f, true
}

func (f *finding) named(glob string, negated bool) {
	if negated {
		f.exclude = append(f.exclude, glob)
	} else {
		f.names = append(f.names, glob)
	}
}

// pathed takes */node_modules/* as the folder that it leaves out.
func (f *finding) pathed(glob string, excluded bool) {
	if folder := strings.Trim(strings.TrimPrefix(glob, "."), "*/"); excluded && !strings.ContainsAny(folder, globChars+"/") {
		f.exclude = append(f.exclude, folder)
		return
	}
	f.unclear = true
}

// listing is what find names.
func (f finding) listing(at place) (*listing, bool) {
	l := &listing{filter: filter{include: f.names, exclude: f.exclude}}
	for _, d := range f.dirs {
		t, ok := at.target(d, true)
		if !ok {
			return nil, false
		}
		l.targets = append(l.targets, t)
	}
	if len(l.targets) == 0 {
		here, ok := at.base()
		l.targets = []target{here}
		return l, ok && !f.unclear
	}
	return l, !f.unclear
}

// find judges find: by a name that looks like a symbol's, or the command that it runs.
func (w *walk) find(args []shellWord, c context) {
	f, ok := parseFind(args)
	if !ok || f.writes {
		w.unclear = true
		return
	}
	l, listed := f.listing(c.place)
	if len(f.exec) > 0 {
		w.operandsFrom(f.exec, "{}", c, l, listed)
		return
	}
	if !listed || len(f.names) != 1 {
		return
	}
	if n, ok := globName(f.names[0]); ok {
		w.ask(question{names: []name{n}, targets: l.targets, filter: filter{exclude: f.exclude}}, c)
	}
}

// fd judges fd: its pattern is a regular expression on names.
func (w *walk) fd(args []shellWord, c context) {
	const spec flagSpec = " H I u a p L l 0 s i g F 1 q t: e: d: E: S: c: j: x X o: hidden no-ignore unrestricted absolute-path full-path follow list-details print0 case-sensitive ignore-case glob fixed-strings" +
		" type: extension: max-depth: min-depth: exact-depth: exclude: size: color: threads: max-results: exec exec-batch owner: changed-within: changed-before: no-ignore-vcs quiet strip-cwd-prefix base-directory: version help V h "
	fs, operands, ok := spec.parse(args, false)
	if !ok || fs.any(" x X exec exec-batch ") {
		w.unclear = true
		return
	}
	kind, typed := fs.value("t", "type")
	if len(operands) == 0 || typed && kind != "f" && kind != "file" ||
		fs.any(" I u no-ignore unrestricted no-ignore-vcs p full-path d max-depth min-depth exact-depth S size o owner changed-within changed-before base-directory q quiet e extension 0 print0 version help V h ") {
		return
	}
	n, ok := globName(strings.Trim(operands[0].text, "^$"))
	if !ok {
		return
	}
	l, ok := finding{dirs: operands[1:]}.listing(c.place)
	if ok {
		w.ask(question{names: []name{n}, targets: l.targets}, c)
	}
}

// xargs judges the command that xargs runs on what the commands before it list.
func (w *walk) xargs(args []shellWord, c context, sources *listing, ok bool) {
	const spec flagSpec = " 0 r t p x o n: P: L: I: J: R: S: d: s: a: E: e? i? l? null no-run-if-empty verbose max-args: max-procs: max-lines? max-chars: replace? delimiter: arg-file: interactive exit open-tty "
	fs, rest, parsed := spec.parse(args[1:], true)
	if !parsed || fs.any(" a arg-file p interactive ") {
		w.unclear = true
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
		w.unclear = true
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

// listingOf knows find, git ls-files and rg --files.
func listingOf(args []shellWord, at place) (*listing, bool) {
	switch commandName(args[0].text) {
	case "find":
		f, ok := parseFind(args[1:])
		if !ok || f.writes || len(f.exec) > 0 {
			return nil, false
		}
		return f.listing(at)
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
