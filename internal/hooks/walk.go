package hooks

import "mvdan.cc/sh/v3/syntax"

// context is what surrounds a command.
type context struct {
	place
	mute    bool     // nobody sees what it prints: a condition, > /dev/null
	fed     bool     // its input is a pipe, a file or a here-document, so it need not look at the tree
	listed  *listing // its operands come from this, through xargs or -exec
	through []stage  // what its output passes on the way to the reader
}

func (c context) at(p place) context {
	c.place = p
	return c
}

// stmts walks a list; each command starts where the one before ended.
func (w *walk) stmts(list []*syntax.Stmt, c context) place {
	for _, s := range list {
		c.place = w.stmt(s, c)
	}
	return c.place
}

func (w *walk) stmt(s *syntax.Stmt, c context) place {
	if w.unclear {
		return lost
	}
	c.mute = c.mute || s.Negated
	w.inner(s, c)
	c = w.redirect(s.Redirs, c)
	if call, ok := s.Cmd.(*syntax.CallExpr); ok && len(s.Redirs) > 0 && len(call.Args) == 1 && call.Args[0].Lit() == "exec" {
		w.changed = true // for all that follows: nobody may see it
	}
	if s.Background || s.Coprocess || s.Disown {
		w.command(s, muted(c)) // a job: nobody waits for what it says
		return c.place
	}
	return w.command(s, c)
}

// command walks what a statement runs.
func (w *walk) command(s *syntax.Stmt, c context) place {
	switch cmd := s.Cmd.(type) {
	case *syntax.DeclClause:
		w.assigns(cmd.Args)
		return c.place
	case nil, *syntax.LetClause, *syntax.ArithmCmd, *syntax.TestClause:
		return c.place
	case *syntax.CallExpr:
		return w.call(cmd, c)
	case *syntax.BinaryCmd:
		return w.binary(cmd, c)
	case *syntax.Subshell:
		w.stmts(cmd.Stmts, c)
		return c.place
	case *syntax.Block:
		return w.stmts(cmd.Stmts, c)
	case *syntax.TimeClause:
		if cmd.Stmt == nil {
			return c.place
		}
		return w.stmt(cmd.Stmt, c)
	case *syntax.IfClause:
		return w.branch(cmd, c)
	case *syntax.WhileClause:
		after := w.stmts(cmd.Cond, muted(c))
		return either(c.place, w.stmts(cmd.Do, c.at(after)))
	case *syntax.ForClause:
		return either(c.place, w.stmts(cmd.Do, c))
	case *syntax.CaseClause:
		end := c.place
		for _, item := range cmd.Items {
			end = either(end, w.stmts(item.Stmts, c))
		}
		return end
	}
	w.changed = true // a function, a coprocess: what runs from here on cannot be told
	return lost
}

// muted is the context of a condition: only its exit status is used.
func muted(c context) context {
	c.mute = true
	return c
}

func (w *walk) branch(cmd *syntax.IfClause, c context) place {
	after := w.stmts(cmd.Cond, muted(c))
	end := w.stmts(cmd.Then, c.at(after))
	if cmd.Else != nil {
		return either(end, w.branch(cmd.Else, c.at(after)))
	}
	if len(cmd.Cond) == 0 { // the else itself
		return end
	}
	return either(end, after)
}

func (w *walk) binary(cmd *syntax.BinaryCmd, c context) place {
	switch cmd.Op {
	case syntax.AndStmt:
		return w.stmt(cmd.Y, c.at(w.stmt(cmd.X, c)))
	case syntax.OrStmt:
		left := w.stmt(cmd.X, c)
		// On the right a plain cd has failed: the shell stands where it stood.
		from := c.place
		if _, plain := cmd.X.Cmd.(*syntax.CallExpr); !plain {
			from = either(from, left)
		}
		right := w.stmt(cmd.Y, c.at(from))
		if leaves(cmd.Y) {
			return left
		}
		return either(left, right)
	case syntax.Pipe, syntax.PipeAll:
		w.pipeline(stages(cmd), c)
		return c.place
	}
	w.changed = true
	return lost
}

// leaves says that nothing runs after a statement.
func leaves(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if block, isBlock := s.Cmd.(*syntax.Block); isBlock && len(block.Stmts) > 0 {
		return leaves(block.Stmts[len(block.Stmts)-1])
	}
	if !ok || len(call.Args) == 0 {
		return false
	}
	switch call.Args[0].Lit() {
	case "exit", "return", "break", "continue":
		return true
	}
	return false
}

// redirect notes where input comes from and output goes.
func (w *walk) redirect(rs []*syntax.Redirect, c context) context {
	for _, r := range rs {
		to := literal(r.Word.Parts)
		switch r.Op {
		case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn:
			c.fed = true
		case syntax.DplOut: // 2>&1, >&2: the reader sees it still
			w.changed = w.changed || !to.told || (!digits(to.text) && to.text != "-")
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
			if to.text == "/dev/stdout" || to.text == "/dev/stderr" || to.text == "/dev/tty" {
				continue
			}
			c.mute = c.mute || r.N == nil || r.N.Value == "1"
			if to.text != "/dev/null" {
				w.write(c.place, to)
			}
		default:
			w.changed = true
		}
	}
	return c
}

// ask notes a question, if what comes of its output is still its answer.
func (w *walk) ask(q question, c context) {
	if c.mute || w.changed {
		return
	}
	for _, pass := range c.through {
		var ok bool
		if q, ok = pass(q); !ok {
			return
		}
	}
	if w.questions = append(w.questions, q); len(w.questions) > maxQuestions {
		w.unclear = true
	}
}
