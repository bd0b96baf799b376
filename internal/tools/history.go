package tools

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/tools/gitdiff"
)

// commitRow is a commit as scripts read it.
type commitRow struct {
	Commit  string `json:"commit"` // "" for what is not committed yet
	Author  string `json:"author"`
	Date    string `json:"date"`
	Subject string `json:"subject"`
}

func commitOf(c gitdiff.Commit) commitRow {
	row := commitRow{Commit: c.Hash, Author: valid(c.Author), Date: c.Date.Format(time.DateOnly), Subject: valid(c.Subject)}
	if strings.Trim(c.Hash, "0") == "" {
		row.Commit = ""
	}
	return row
}

// spanRow is lines that one commit wrote.
type spanRow struct {
	First int `json:"first"`
	Last  int `json:"last"`
	commitRow
}

// lines is a part of a file that a call is about.
type lines struct {
	place
	symbol      string
	first, last int
}

// history asks git about the lines of a symbol, or of a file.
func history(ctx context.Context, c *call) (*answer, error) {
	at, err := c.linesOf(ctx)
	if err != nil {
		return nil, err
	}
	a := &answer{head: object{}}
	if at.symbol != "" {
		a.head.add("symbol", at.symbol)
	}
	a.head.add("path", at.repo.show(at.path))
	a.head.add("first", at.first)
	a.head.add("last", at.last)
	if c.args.operation() == "blame" {
		err = c.blame(ctx, at, a)
	} else {
		err = c.log(ctx, at, a)
	}
	switch {
	case errors.Is(err, gitdiff.ErrNoGit):
		return nil, refusef("history needs git: %v.", err)
	case errors.Is(err, gitdiff.ErrNotCommitted):
		a.remarks = append(a.remarks, "these lines are not committed yet")
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, refusef("The history of %s can't be had: %v.", at.repo.prefix+at.path, err)
	}
	return a, nil
}

func (c *call) linesOf(ctx context.Context) (lines, error) {
	if c.args.text("symbol") != "" {
		f, err := c.target(ctx)
		if err != nil {
			return lines{}, err
		}
		if _, f, err = c.symbolPiece(ctx, f); err != nil {
			return lines{}, err
		}
		s, err := f.repo.source(ctx, f.sym.Path)
		if err != nil {
			return lines{}, err
		}
		first, last := s.of(f.sym)
		return lines{place{f.repo, f.sym.Path}, f.id(), first, last}, nil
	}
	file := c.args.text("file")
	if file == "" {
		return lines{}, c.args.misused("history needs `symbol` or `file`.")
	}
	at, err := c.scope.locate(ctx, file)
	if err != nil {
		return lines{}, err
	}
	s, err := at.repo.source(ctx, at.path)
	if err != nil {
		return lines{}, err
	}
	l := lines{at, "", max(c.args.number("first", 1), 1), s.last(c.args.number("last", 0))}
	if l.first > l.last {
		return lines{}, refusef("%s has %s; first %d and last %d name none of them.", s.path, count(s.lines(), "line"), l.first, l.last)
	}
	return l, nil
}

func (c *call) log(ctx context.Context, at lines, a *answer) error {
	limit, offset := c.args.page(30)
	l := &list{key: "commits", fields: []string{"commit", "date", "author", "subject"}, offset: offset, main: true}
	a.parts = []part{l}
	commits, more, err := gitdiff.Log(ctx, at.repo.Root(), at.path, at.first, at.last)
	l.total = len(commits)
	for _, one := range window(commits, limit, offset) {
		r := commitOf(one)
		l.add(r, r.Commit, r.Date, r.Author, r.Subject)
	}
	a.head.add("total", l.total)
	if more {
		a.remarks = append(a.remarks, "older commits are left out: only the newest "+itoa(len(commits))+" are read")
	}
	return err
}

func (c *call) blame(ctx context.Context, at lines, a *answer) error {
	limit, offset := c.args.page(100)
	l := &list{key: "lines", fields: []string{"first", "last", "commit", "date", "author", "subject"}, offset: offset, main: true}
	a.parts = []part{l}
	spans, err := gitdiff.Blame(ctx, at.repo.Root(), at.path, at.first, at.last)
	l.total = len(spans)
	told := map[string]bool{} // a commit says once in the text when, who and what
	for _, one := range window(spans, limit, offset) {
		r := spanRow{one.First, one.Last, commitOf(one.Commit)}
		cells := []string{itoa(r.First), itoa(r.Last), r.Commit, "", "", ""}
		if !told[r.Commit] {
			told[r.Commit] = true
			copy(cells[3:], []string{r.Date, r.Author, r.Subject})
		}
		l.add(r, cells...)
	}
	a.head.add("total", l.total)
	return err
}
