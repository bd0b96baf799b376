package hooks

import (
	"strconv"
	"strings"
)

// reading is what a command that shows files does.
type reading struct {
	operands []shellWord
	narrow   bool // it shows a part: few lines, or from some line on
	lines    int  // of a head, or of a tail, how many it shows; 0: all, or it cannot be told
}

// read judges cat, head, less and their like.
func (w *walk) read(command string, args []shellWord, c context) {
	if r, ok := readOf(command, args); ok && !r.narrow {
		q := question{}
		if command == "head" {
			q.lines = r.lines
		}
		w.askFiles(q, r.operands, c)
	}
}

// askFiles asks for whole files. One that cannot be told spoils the question; without any, the input is read.
func (w *walk) askFiles(q question, operands []shellWord, c context) {
	for _, o := range operands {
		t, ok := c.target(o, false)
		if !ok || o.text == "-" {
			return
		}
		q.targets = append(q.targets, t)
	}
	if c.listed != nil {
		q.targets = append(q.targets, c.listed.globs()...)
	}
	if len(q.targets) > 0 {
		w.ask(q, c)
	}
}

// readOf reads the arguments; false where they ask for something else than lines of files.
func readOf(command string, args []shellWord) (reading, bool) {
	switch command {
	case "cat":
		// -A, -v, -e, -t, -T ask about the bytes, which the graph does not have.
		return readWith(" n b s u number number-nonblank squeeze-blank ", args)
	case "nl":
		return readWith(" b: d: f: h: i: l: n: p s: v: w: body-numbering: number-width: number-format: number-separator: ", args)
	case "less", "more":
		return pagerOf(args)
	case "bat", "batcat":
		fs, operands, ok := bat.parse(args, false)
		lines, ranged := fs.value("r", "line-range")
		narrow := ranged && narrowRange(strings.TrimPrefix(lines, ":"), strings.HasPrefix(lines, ":"))
		return reading{operands: operands, narrow: narrow}, ok && !fs.any(" d diff A show-all L list-languages list-themes help version ")
	case "head":
		fs, operands, ok := headTail.parse(args, false)
		return reading{operands, narrowHead(fs), lineCount(fs)}, ok && !fs.any(" help version ")
	case "tail":
		if len(args) > 0 && strings.HasPrefix(args[0].text, "+") { // tail +20 file
			return reading{operands: args[1:], narrow: args[0].text != "+1"}, told(args)
		}
		fs, operands, ok := headTail.parse(args, false)
		return reading{operands, narrowTail(fs), lineCount(fs)}, ok && !fs.any(" f F follow help version ")
	case "awk", "gawk", "mawk":
		return awkOf(args)
	}
	return reading{}, false
}

func readWith(spec flagSpec, args []shellWord) (reading, bool) {
	_, operands, ok := spec.parse(args, false)
	return reading{operands: operands}, ok
}

// pagerOf: what opens at a line (+30) or at a match (+/text, -p text) shows a part.
func pagerOf(args []shellWord) (r reading, ok bool) {
	const spec flagSpec = " N S R r F X E e i I n M m s u f g G K Q q d l p: x: pattern: LINE-NUMBERS RAW-CONTROL-CHARS chop-long-lines quit-if-one-screen no-init "
	fs, operands, ok := spec.parse(args, false)
	r.narrow = fs.any(" p pattern ")
	for _, o := range operands {
		if strings.HasPrefix(o.text, "+") {
			r.narrow = true
			continue
		}
		r.operands = append(r.operands, o)
	}
	return r, ok
}

const (
	headTail flagSpec = " # n: c: q v z f F lines: bytes: quiet silent verbose zero-terminated follow? pid: retry s: help version "
	bat      flagSpec = " p n P u f d A L l: r: H: m: plain number no-pager paging: style: color: theme: decorations: wrap: tabs: terminal-width: language: line-range: highlight-line: map-syntax: file-name: italic-text: pager: show-all list-languages list-themes diff help version "
)

func narrowHead(fs flags) bool {
	if fs.any(" c bytes ") {
		return true
	}
	n, given := fs.value("n", "lines", "#")
	if !given {
		return true // ten lines
	}
	lines, err := strconv.Atoi(n)
	return err != nil || (lines >= 0 && lines <= maxNarrowLines && !strings.HasPrefix(n, "-"))
}

// lineCount is N of head -n N and tail -n N.
func lineCount(fs flags) int {
	n, _ := fs.value("n", "lines", "#")
	lines, err := strconv.Atoi(n)
	if err != nil || lines < 0 || strings.HasPrefix(n, "+") {
		return 0
	}
	return lines
}

func narrowTail(fs flags) bool {
	if fs.any(" c bytes ") {
		return true
	}
	n, given := fs.value("n", "lines", "#")
	if !given {
		return true
	}
	lines, err := strconv.Atoi(strings.TrimLeft(n, "+-"))
	if strings.HasPrefix(n, "+") {
		return err != nil || lines > 1 // from a line on: who says so knows what for
	}
	return err != nil || lines <= maxNarrowLines
}

// sed judges `sed -n 'a,bp'`. In place it writes; any other program shows something else than the file.
func (w *walk) sed(args []shellWord, c context) {
	const spec flagSpec = " n E r s u z i? e: f: l: quiet silent regexp-extended separate unbuffered null-data in-place? expression: file: sandbox posix debug help version "
	fs, rest, ok := spec.parse(args, false)
	if !ok || fs.any(" f file ") {
		w.changed = true
		return
	}
	program, given := fs.value("e", "expression")
	if !given && len(rest) > 0 {
		program, rest = rest[0].text, rest[1:]
	}
	switch {
	case sedActs(program) || fs.count("e", "expression") > 1:
		w.changed = true
		return
	case fs.any(" i in-place "):
		w.writes(rest, c)
		return
	}
	lines, quits := strings.CutSuffix(program, "q")
	if !quits {
		lines, ok = strings.CutSuffix(program, "p")
		ok = ok && fs.any(" n quiet silent ")
	}
	if ok && !narrowRange(strings.TrimSpace(lines), quits) {
		n, _ := strconv.Atoi(strings.TrimSpace(lines[strings.LastIndexByte(lines, ',')+1:])) // 0: to the end
		w.askFiles(question{lines: max(n, 0)}, rest, c)
	}
}

// sedActs says that a program may write a file (w) or run a command (e). Of one substitution only the flags can.
func sedActs(program string) bool {
	if len(program) > 1 && program[0] == 's' && !strings.ContainsAny(program, ";\n{") {
		program = program[strings.LastIndexByte(program, program[1])+1:]
	}
	return strings.ContainsAny(program, "wWe")
}

// narrowRange reads "a,b", "a:b", "a" or "": from the first line to beyond fifty is a whole read. only says that a single number is the last line.
func narrowRange(s string, only bool) bool {
	from, to, ranged := strings.Cut(strings.ReplaceAll(s, ":", ","), ",")
	switch {
	case s == "":
		return false // every line
	case !ranged && only:
		from, to = "1", from
	case !ranged:
		return true
	}
	if start, err := strconv.Atoi(strings.TrimSpace(from)); err != nil || start > 1 {
		return true
	}
	if to = strings.TrimSpace(to); to == "$" || to == "" {
		return false
	}
	end, err := strconv.Atoi(to)
	return err != nil || end <= maxNarrowLines
}

// awkOf knows the programs that show all lines, and those that show the first ones.
func awkOf(args []shellWord) (reading, bool) {
	const spec flagSpec = " F: v: f: e: "
	fs, rest, ok := spec.parse(args, false)
	if !ok || fs.any(" f e ") || len(rest) == 0 || rest[0].text == "" {
		return reading{}, false
	}
	program := strings.NewReplacer(" ", "", ";", "", "\t", "").Replace(rest[0].text)
	program = strings.TrimSuffix(program, "{print}")
	switch program {
	case "", "1", "{print$0}", "{printNR,$0}", `{printNR":"$0}`, `{printNR":",$0}`, `{printFNR":"$0}`, "NR>0", "NR>=1":
		return reading{operands: rest[1:]}, true
	}
	last, found := strings.CutPrefix(strings.TrimPrefix(program, "NR>=1&&"), "NR<")
	if n, err := strconv.Atoi(strings.TrimPrefix(last, "=")); found && err == nil {
		return reading{operands: rest[1:], narrow: n <= maxNarrowLines}, true
	}
	return reading{}, false
}
