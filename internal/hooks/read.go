package hooks

import (
	"fmt"
	"strconv"
	"strings"
)

// maxNarrowLines is how much of a file may be taken without asking the graph: who takes this little knows what for, mostly an edit.
const maxNarrowLines = 50

// maxOutline bounds the outline that a reason carries; the byte limit mostly cuts earlier.
const maxOutline = 60

// read judges the Read tool.
func (j *judge) read(in input) answer {
	name, ok := in.text("file_path")
	if !ok || name == "" || in.given("offset") {
		return answer{}
	}
	if in.given("limit") {
		if n, ok := in.number("limit"); !ok || n <= maxNarrowLines {
			return answer{}
		}
	}
	file, ok := j.source(name)
	if !ok {
		return answer{}
	}
	return j.readFiles([]File{file})
}

// source returns the file of that name if the graph can stand in for it.
func (j *judge) source(name string) (File, bool) {
	p, ok := j.abs(name)
	if !ok || strings.HasSuffix(name, "/") { // asked for as a folder
		return File{}, false
	}
	f, ok := j.graph.File(p)
	return f, ok && f.answerable()
}

// readFiles answers a whole read of files: the outline of the first, and how to get any part of each.
func (j *judge) readFiles(files []File) answer {
	f := files[0]
	name := j.show(f)
	next := compact(j.tools.call("read", arguments{Operation: "outline", File: name}))
	if len(next) == 0 {
		return answer{}
	}
	outline := j.graph.Outline(f.Path, maxOutline)
	a := answer{lead: fmt.Sprintf("%s is indexed and fresh (%s, %s)", name, count(f.Lines, "line"), count(f.Symbols, "symbol")), next: next}
	if s := largest(outline); s.ID != "" {
		a.next = append(a.next, j.tools.call("read", arguments{Symbol: j.id(s)})+" for one symbol")
	}
	a.next = append(a.next, j.tools.call("read", arguments{Operation: "file", File: name})+" for all of it")
	for _, s := range outline {
		lines := strconv.Itoa(s.Line)
		if s.EndLine > s.Line {
			lines += "-" + strconv.Itoa(s.EndLine)
		}
		a.facts = append(a.facts, lines+" "+describe(s))
	}
	if more := f.Symbols - len(outline); more > 0 && len(outline) > 0 {
		a.facts = append(a.facts, "… "+strconv.Itoa(more)+" more")
	}
	if len(files) > 1 {
		a.lead += fmt.Sprintf(", and so %s", plural(len(files)-1, "is another file", "are %d others"))
	}
	return a
}

// largest is the symbol that a whole read was most likely about: the example should be worth copying.
func largest(outline []Symbol) (best Symbol) {
	for _, s := range outline {
		if best.ID == "" || s.EndLine-s.Line > best.EndLine-best.Line {
			best = s
		}
	}
	return best
}

// describe is a definition in a line, under the name that its id has in its file.
func describe(s Symbol) string {
	name := s.Name
	if _, qualified, ok := strings.Cut(s.ID, "::"); ok {
		name = qualified
	}
	if s.Signature == "" {
		return s.Kind + " " + name
	}
	return s.Kind + " " + name + ": " + oneLine(s.Signature)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		noun = stem + "ie"
	}
	return thousands(n) + " " + noun + "s"
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}

// thousands writes 25000 as 25,000.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
