package hooks

import (
	"errors"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

const (
	// maxCommandBytes: what is longer is a script or a paste, not a question. Parsing this much stays far under a millisecond or two.
	maxCommandBytes = 8 << 10
	// maxOpening bounds the brackets: the parser's time grows with the square of their depth.
	maxOpening    = 400
	maxQuestions  = 16 // questions of one command that are judged
	maxShellDepth = 3  // shells within shells (bash -c "bash -c …")
)

// bash judges the Bash tool: each question of the command by itself, as long as the sources are still what the graph has.
func (j *judge) bash(in input) answer {
	command, ok := in.text("command")
	if !ok || command == "" || len(command) > maxCommandBytes || strings.Count(command, "(")+strings.Count(command, "{") > maxOpening {
		return answer{}
	}
	w := &walk{holds: j.holds}
	w.script(command, context{place: place{dir: j.cwd}})
	if w.unclear || len(w.questions) > maxQuestions {
		return answer{}
	}
	var out answer
	for _, q := range w.questions {
		a := j.answer(q)
		switch {
		case a.silent():
		case out.silent():
			out = a
		default: // a second one: where to ask, no more
			out.next = append(out.next, a.next[0])
		}
	}
	out.rest = w.commands > 1
	return out
}

// answerable appends the file at path where the graph stands in for it.
func (j *judge) answerable(files []File, path string) []File {
	if f, ok := j.graph.File(path); ok && f.answerable() {
		files = append(files, f)
	}
	return files
}

// answer judges a question that a command asks.
func (j *judge) answer(q question) answer {
	if len(q.names) > 0 {
		return j.search(q)
	}
	if len(q.targets) > maxTargets || q.filter.unclear {
		return answer{}
	}
	var files []File
	for _, t := range q.targets {
		if !t.glob {
			files = j.answerable(files, t.path)
			continue
		}
		found, told := j.globFiles(t, maxTargets)
		for _, f := range found {
			files = j.answerable(files, f.Path)
		}
		if !told && sourceGlob(t.path) && len(files) == 0 && !j.away(t) {
			if a := j.listFiles(t); !a.silent() {
				return a
			}
		}
	}
	if len(files) == 0 {
		return answer{}
	}
	return j.readFiles(files)
}

// walk goes through a script and collects what it asks.
type walk struct {
	questions []question
	commands  int  // how many commands run
	depth     int  // of shells
	unclear   bool // nothing of the script can be told
	changed   bool // from here on: what ran may have changed the sources, or what a command's name means
	holds     func(path string) bool
}

var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

var errParser = errors.New("the shell parser gave up")

// parseShell keeps a fault of the parser from costing more than one answer.
func parseShell(script string) (f *syntax.File, err error) {
	defer func() {
		if recover() != nil {
			f, err = nil, errParser
		}
	}()
	p := parsers.Get().(*syntax.Parser)
	f, err = p.Parse(strings.NewReader(script), "")
	parsers.Put(p) // not after a panic: its state is unknown
	return f, err
}

// script walks the text of a shell script and returns where it ends up.
func (w *walk) script(text string, c context) place {
	if w.depth++; w.depth > maxShellDepth {
		w.unclear = true
	}
	defer func() { w.depth-- }()
	if w.unclear {
		return lost
	}
	f, err := parseShell(text)
	if err != nil {
		w.unclear = true
		return lost
	}
	return w.stmts(f.Stmts, c)
}

// inner walks the commands whose output stands in a statement's words: they ask nothing, since the output is used, but they may change something.
func (w *walk) inner(s *syntax.Stmt, c context) {
	c = muted(c)
	c.listed, c.through = nil, nil
	syntax.Walk(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			w.stmts(n.Stmts, c)
			return false
		case *syntax.ProcSubst:
			w.stmts(n.Stmts, c)
			return false
		case *syntax.Stmt:
			return n == s // the others have their own turn
		}
		return true
	})
}
