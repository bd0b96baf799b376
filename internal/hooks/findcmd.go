package hooks

import "strings"

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
		w.changed = true
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

const (
	fdFlags flagSpec = " H I u a p L l 0 s i g F 1 q t: e: d: E: S: c: j: x X o: hidden no-ignore unrestricted absolute-path full-path follow list-details print0 case-sensitive ignore-case glob fixed-strings" +
		" type: extension: max-depth: min-depth: exact-depth: exclude: size: color: threads: max-results: exec exec-batch owner: changed-within: changed-before: no-ignore-vcs quiet strip-cwd-prefix base-directory: version help V h "
	// fdUnclear are the options that list by what the graph does not know.
	fdUnclear = " I u no-ignore unrestricted no-ignore-vcs p full-path d max-depth min-depth exact-depth S size o owner changed-within changed-before base-directory q quiet version help V h x X exec exec-batch "
)

// fdFiles says that only files are listed.
func fdFiles(fs flags) bool {
	kind, typed := fs.value("t", "type")
	return !typed || kind == "f" || kind == "file"
}

// fd judges fd: its pattern is a regular expression on names.
func (w *walk) fd(args []shellWord, c context) {
	fs, operands, ok := fdFlags.parse(args, false)
	if !ok || fs.any(" x X exec exec-batch ") {
		w.changed = true
		return
	}
	if len(operands) == 0 || !fdFiles(fs) || fs.any(fdUnclear) || fs.any(" e extension 0 print0 ") {
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

// fdListing is what fd names by extension alone: fd -e go . internal.
func fdListing(args []shellWord, at place) (*listing, bool) {
	fs, operands, ok := fdFlags.parse(args, false)
	if !ok || !fdFiles(fs) || fs.any(fdUnclear) || fs.any(" 1 max-results ") || len(operands) > 0 && operands[0].text != "." {
		return nil, false
	}
	var f finding
	for _, o := range fs {
		switch o.name {
		case "e", "extension":
			f.names = append(f.names, "*."+strings.TrimPrefix(o.value, "."))
		case "E", "exclude":
			f.exclude = append(f.exclude, o.value)
		}
	}
	f.dirs = operands[min(1, len(operands)):]
	return f.listing(at)
}
