package hooks

import "mvdan.cc/sh/v3/syntax"

// maxStages bounds a pipeline: what is longer is no question.
const maxStages = 16

// stage is a filter behind a question: what it leaves is still a question of the graph, or it is not.
type stage func(question) (question, bool)

func drop(q question) (question, bool) { return q, false }
func viewNames(q question) (question, bool) {
	return q, len(q.names) > 0 // lines of a search may be sorted or cut; a file that was is no file any more
}

// part is a head or a tail: the end of the first lines is a part from a later line on, as sed -n '61,120p' is.
func part(command string, lines int) stage {
	return func(q question) (question, bool) {
		switch {
		case command == "tail" && lines > 0 && lines < q.lines:
			return viewNames(q)
		case command == "head" && lines > 0:
			q.lines = lines
		}
		return q, true
	}
}

// stages are the commands of a pipeline in order.
func stages(cmd *syntax.BinaryCmd) []*syntax.Stmt {
	left, ok := cmd.X.Cmd.(*syntax.BinaryCmd)
	if ok && (left.Op == syntax.Pipe || left.Op == syntax.PipeAll) && len(cmd.X.Redirs) == 0 && !cmd.X.Negated {
		return append(stages(left), cmd.Y)
	}
	return []*syntax.Stmt{cmd.X, cmd.Y}
}

// pipeline judges the first command, or the one that xargs runs: all others filter.
func (w *walk) pipeline(list []*syntax.Stmt, c context) {
	if len(list) > maxStages {
		w.unclear = true
		return
	}
	before := w.commands
	defer func() { w.commands = min(w.commands, before+1) }() // a pipeline is one thing to send again
	asks := 0
	for i := 1; i < len(list); i++ {
		if args, ok := w.plain(list[i], c); ok && args[0].text == "xargs" {
			asks = i
		}
	}
	inner := c
	inner.through = nil
	for _, s := range list[asks+1:] {
		inner.through = append(inner.through, w.filter(s, c))
	}
	inner.through = append(inner.through, c.through...)
	if asks == 0 {
		w.stmt(list[0], inner)
		return
	}
	for i, s := range list[:asks] { // what lists the files asks nothing itself
		quiet := muted(c)
		quiet.fed = c.fed || i > 0
		w.stmt(s, quiet)
	}
	sources, ok := w.listing(list[:asks], c)
	args, _ := w.plain(list[asks], c)
	w.xargs(args, w.redirect(list[asks].Redirs, inner), sources, ok)
}

// plain returns the arguments of a simple command without its wrappers.
func (w *walk) plain(s *syntax.Stmt, c context) ([]shellWord, bool) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil, false
	}
	u := unwrap(words(call.Args), c.place)
	if !u.ok || u.shows {
		return nil, false
	}
	return u.args, true
}

// filter judges a command that a pipe feeds.
func (w *walk) filter(s *syntax.Stmt, c context) stage {
	c.fed = true
	c = w.redirect(s.Redirs, c)
	args, ok := w.plain(s, c)
	if !ok || c.mute {
		w.stmt(s, muted(c)) // a loop or a group: only its effects count
		return drop
	}
	rest := args[1:]
	switch command := commandName(args[0].text); command {
	case "sort":
		if fs, _, ok := flagSpec(" b d f g h i M n r R V c C k: m o: s S: t: T: u z key: reverse unique numeric-sort output: ").parse(rest, false); !ok || fs.any(" o output ") {
			w.effects(command, rest, c)
			return drop
		}
		return viewNames
	case "uniq":
		if len(rest) > 0 { // it counts, or shows what is there twice
			return drop
		}
		return viewNames
	case "cut", "column", "fold", "tac":
		return viewNames
	case "cat", "less", "more", "bat", "batcat", "nl", "head", "tail":
		if r, ok := readOf(command, rest); ok {
			if len(r.operands) > 0 { // it reads files of its own, not the pipe
				w.simple(args, c)
				return drop
			}
			if r.narrow {
				return viewNames
			}
			return part(command, r.lines)
		}
		return drop
	case "grep", "egrep", "fgrep", "rg":
		return grepFilter(command, rest)
	}
	w.simple(args, muted(c))
	return drop
}

// grepFilter: a search narrowed stays a search; a file that is read to find a name in it is a search for that name.
func grepFilter(command string, args []shellWord) stage {
	g, ok := grepOf(command, args)
	return func(q question) (question, bool) {
		if len(q.names) > 0 {
			return q, ok || grepInverts(command, args)
		}
		if !ok || len(g.names) == 0 || len(g.operands) > 0 {
			return q, false
		}
		q.names = g.names
		return q, true
	}
}
