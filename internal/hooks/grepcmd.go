package hooks

import "strings"

// grepping is what a command of the grep family looks for, and where.
type grepping struct {
	names    []name
	filter   filter
	operands []shellWord
	tree     bool // folders are searched through
	stdin    bool // without operands it reads its input, if that is a pipe or a file
}

// grepSpec is what must be known of a search command to read its arguments.
type grepSpec struct {
	flags   flagSpec
	dialect dialect
	tree    bool
	stdin   bool
	silent  string // options that make it another question: inverted, counted, quiet, of other files, of other output
}

var (
	grepFlags flagSpec = " # A: B: C: D: d: e: f: m: E F G P R r H I L T U V Z a b c h i l n o q s v w x y z after-context: before-context: context: regexp: file: max-count: binary-files: devices:" +
		" directories: include: exclude: exclude-dir: exclude-from: label: color? colour? group-separator: no-group-separator extended-regexp fixed-strings basic-regexp perl-regexp recursive" +
		" dereference-recursive with-filename no-filename files-without-match files-with-matches initial-tab binary version null text byte-offset count ignore-case no-ignore-case line-number" +
		" only-matching quiet silent no-messages invert-match word-regexp line-regexp null-data line-buffered help "
	rgFlags flagSpec = " A: B: C: E: M: T: d: e: f: g: j: m: r: t: F H I L N P S U V a b c h i l n o p q s u v w x z . 0 after-context: before-context: context: encoding: max-columns: type-not: max-depth:" +
		" maxdepth: regexp: file: glob: threads: max-count: replace: type: color: colors: engine: iglob: ignore-file: max-filesize: path-separator: pre: pre-glob: sort: sortr: type-add: type-clear:" +
		" context-separator: field-context-separator: field-match-separator: dfa-size-limit: regex-size-limit: hostname-bin: hyperlink-format: generate: fixed-strings with-filename no-filename follow" +
		" no-line-number line-number pcre2 smart-case multiline multiline-dotall version text byte-offset count count-matches help ignore-case case-sensitive files-with-matches files-without-match only-matching" +
		" pretty quiet unrestricted invert-match word-regexp line-regexp search-zip hidden null json files type-list stats passthru passthrough vimgrep heading no-heading column no-column trim no-ignore" +
		" no-ignore-vcs no-ignore-parent no-ignore-dot no-ignore-global no-ignore-files no-ignore-exclude no-ignore-messages no-messages no-config no-require-git block-buffered line-buffered crlf debug trace" +
		" null-data one-file-system binary max-columns-preview mmap no-mmap unicode no-unicode include-zero stop-on-nonmatch auto-hybrid-regex glob-case-insensitive no-context-separator "
	agFlags flagSpec = " A: B: C: D G: Q F H L R S U V W: a c f g: h i l m: n o p: r s t u v w z 0 # after? before? context? ackmate break nobreak color nocolor column count depth: file-search-regex: filename nofilename" +
		" files-with-matches files-without-matches fixed-strings literal follow group nogroup heading noheading help hidden ignore: ignore-dir: ignore-case case-sensitive smart-case invert-match line-numbers" +
		" max-count: numbers nonumbers no-numbers only-matching one-device pager: nopager parallel path-to-ignore: print-long-lines print-all-files recurse norecurse search-binary search-files search-zip silent" +
		" skip-vcs-ignores stats unrestricted vimgrep word-regexp width: all-types all-text version go python js ts java markdown json yaml css html "
	ackFlags flagSpec = " A: B: C: F G: Q H L R S V c f g: h i I l m: n o r s v w x 1 after-context: before-context: context? color nocolor column count nofilter filter flush follow group nogroup heading noheading" +
		" help ignore-case ignore-dir: ignore-directory: ignore-file: invert-match literal max-count: match: no-filename files-with-matches files-without-matches noenv output: pager: nopager passthru print0 type:" +
		" sort-files smart-case word-regexp with-filename version go python js ts java markdown json yaml css html t: "
	gitGrepFlags flagSpec = " # A: B: C: E F G P H I L O? W a c e: f: h i l m: n o p q r v w z after-context: before-context: context: max-depth: max-count: threads: regexp: file: extended-regexp fixed-strings" +
		" basic-regexp perl-regexp recursive no-recursive files-with-matches name-only files-without-match count color? no-color break heading show-function function-context quiet text textconv no-textconv" +
		" ignore-case invert-match word-regexp full-name line-number column only-matching null cached no-index untracked no-exclude-standard exclude-standard recurse-submodules open-files-in-pager?" +
		" and or not all-match "
)

// grepSpecOf returns the specification of a search command; false: it is none.
func grepSpecOf(command string) (grepSpec, bool) {
	const grepSilent = " f file v invert-match c count L files-without-match q quiet silent x line-regexp z null-data Z null exclude-from help version V D devices label "
	switch command {
	case "grep":
		return grepSpec{grepFlags, basic, false, true, grepSilent}, true
	case "egrep":
		return grepSpec{grepFlags, extended, false, true, grepSilent}, true
	case "fgrep":
		return grepSpec{grepFlags, fixed, false, true, grepSilent}, true
	case "rgrep":
		return grepSpec{grepFlags, basic, true, false, grepSilent}, true
	case "rg":
		return grepSpec{rgFlags, extended, true, true, " f file v invert-match c count count-matches files-without-match q quiet x line-regexp z search-zip 0 null null-data json files type-list r replace passthru" +
			" passthrough pre type-add type-clear u unrestricted no-ignore no-ignore-vcs U multiline multiline-dotall d max-depth maxdepth help h version V generate max-filesize stats debug trace "}, true
	case "ag":
		return grepSpec{agFlags, extended, true, true, " G file-search-regex g L files-without-matches v invert-match c count u U t a z 0 h help V version n norecurse depth print-all-files search-zip silent all-types all-text unrestricted skip-vcs-ignores stats hidden "}, true
	case "ack":
		return grepSpec{ackFlags, extended, true, true, " f g G L files-without-matches v invert-match c count x x n help version V output passthru print0 1 s t match "}, true
	case "git grep":
		return grepSpec{gitGrepFlags, basic, true, false, " f file v invert-match c count L files-without-match q quiet z null cached no-index untracked O open-files-in-pager and or not all-match max-depth no-recursive h no-exclude-standard "}, true
	}
	return grepSpec{}, false
}

// grepOf reads the arguments of a search; false where it is not about names, or not a search at all.
func grepOf(command string, args []shellWord) (g grepping, ok bool) {
	spec, ok := grepSpecOf(command)
	if !ok {
		return g, false
	}
	if command == "git grep" {
		if args, g.operands, ok = pathspecs(args); !ok {
			return g, false
		}
	}
	fs, operands, ok := spec.flags.parse(args, false)
	if !ok || fs.any(spec.silent) {
		return g, false
	}
	patterns := fs.patterns()
	if len(patterns) == 0 && len(operands) > 0 {
		patterns, operands = []string{operands[0].text}, operands[1:]
	}
	if len(g.operands) > 0 && len(operands) > 0 {
		return g, false // revisions
	}
	g.operands = append(g.operands, operands...)
	for _, p := range patterns {
		names, ok := parsePattern(p, spec.dialectOf(command, fs))
		if !ok {
			return g, false
		}
		g.names = append(g.names, names...)
	}
	if fs.any(" w word-regexp ") {
		for i := range g.names {
			g.names[i].whole = true
		}
	}
	g.tree, g.stdin = spec.tree, spec.stdin
	g.where(command, fs)
	return g, len(g.names) > 0
}

func (f flags) patterns() (out []string) {
	for _, one := range f {
		if one.name == "e" || one.name == "regexp" {
			out = append(out, one.value)
		}
	}
	return out
}

// dialectOf: the last option that names one wins.
func (s grepSpec) dialectOf(command string, fs flags) dialect {
	d := s.dialect
	for _, f := range fs {
		switch f.name {
		case "F", "fixed-strings", "Q", "literal":
			d = fixed
		case "E", "extended-regexp", "P", "perl-regexp", "pcre2":
			if f.name != "E" || command != "rg" { // rg's -E is an encoding
				d = extended
			}
		case "G", "basic-regexp":
			d = basic
		}
	}
	return d
}

// where reads the options that restrict the files.
func (g *grepping) where(command string, fs flags) {
	for _, f := range fs {
		switch f.name {
		case "g", "glob", "iglob", "include":
			g.filter.add(f.value)
		case "exclude", "exclude-dir", "ignore", "ignore-dir", "ignore-directory":
			g.filter.add("!" + f.value)
		case "t", "type":
			g.filter.addType(f.value)
		case "T", "type-not":
			if command == "rg" {
				g.filter.dropType(f.value)
			}
		case "go", "python", "js", "ts", "java", "markdown", "json", "yaml", "css", "html":
			g.filter.addType(f.name)
		case "r", "R", "recursive", "dereference-recursive":
			if strings.HasSuffix(command, "grep") && command != "git grep" {
				g.tree, g.stdin = true, false
			}
		case "d", "directories":
			if f.value == "recurse" {
				g.tree, g.stdin = true, false
			}
		}
	}
}

// pathspecs takes off what stands behind "--" of git grep.
func pathspecs(args []shellWord) (before, specs []shellWord, ok bool) {
	for i, a := range args {
		if a.told && a.text == "--" {
			return args[:i], args[i+1:], told(args[i+1:])
		}
	}
	return args, nil, true
}

// grepInverts says that a filter leaves lines out and no more.
func grepInverts(command string, args []shellWord) bool {
	spec, _ := grepSpecOf(command)
	fs, operands, ok := spec.flags.parse(args, false)
	return ok && len(operands) <= 1 && !fs.any(" c count count-matches q quiet silent l files-with-matches json r replace ")
}

// grep judges a search.
func (w *walk) grep(command string, args []shellWord, c context) {
	g, ok := grepOf(command, args)
	if !ok {
		return
	}
	q := question{names: g.names, filter: g.filter}
	switch {
	case c.listed != nil:
		if q.filter.narrows() && c.listed.filter.narrows() {
			return
		}
		q.targets = c.listed.targets
		if !q.filter.narrows() {
			q.filter = c.listed.filter
		}
	case len(g.operands) == 0:
		here, ok := c.base()
		if !ok || !g.tree || (g.stdin && c.fed) {
			return
		}
		q.targets = []target{here}
	default:
		if q.targets, ok = c.targets(g, command, &q.filter); !ok {
			return
		}
	}
	w.ask(q, c)
}

// targets resolves the operands of a search. git expands globs by itself, over folders.
func (c context) targets(g grepping, command string, f *filter) (out []target, ok bool) {
	for _, o := range g.operands {
		if git := command == "git grep"; git && strings.HasPrefix(o.text, ":") {
			if !strings.HasPrefix(o.text, ":!") && !strings.HasPrefix(o.text, ":^") {
				return nil, false
			}
			f.add("!" + o.text[2:])
			continue
		} else if git && !o.glob && strings.ContainsAny(o.text, globChars) {
			f.add(o.text)
			continue
		}
		t, ok := c.target(o, g.tree)
		if !ok || o.text == "-" {
			return nil, false
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		here, ok := c.base()
		return []target{here}, ok
	}
	return out, true
}
