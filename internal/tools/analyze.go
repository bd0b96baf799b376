package tools

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/tools/code"
	"github.com/gortexhq/gortex/internal/tools/gitdiff"
)

// analyze looks at a whole folder or repository.
func analyze(ctx context.Context, c *call) (*answer, error) {
	a, err := analyses[c.args.operation()](ctx, c)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return a, err
}

var analyses = map[string]handler{
	"hotspots": hotspots, "dead_code": deadCode, "cycles": cycles, "todos": todos,
	"complexity": complexity, "coupling": coupling, "api": publicAPI,
}

// measured is a function with its numbers, as scripts read it.
type measured struct {
	symbolRow
	Complexity int `json:"complexity"`
	Lines      int `json:"lines"`
	Commits    int `json:"commits"`
	Callers    int `json:"callers"`

	found
	score int
}

// functionKinds are what has branches of its own.
var functionKinds = []lang.Kind{lang.Function, lang.Method, lang.Constructor}

// counts says whether a call is about a definition: not what tests, generators and
// others wrote, unless asked for.
func (c *call) counts(sym engine.Symbol) bool {
	return !sym.Generated && !sym.Vendored && (!sym.Test || c.args.flag("tests"))
}

// functions measures every function in the call's path, file by file.
func (c *call) functions(ctx context.Context, r *repository) []measured {
	some, _ := r.snap.Search(engine.SymbolQuery{Kinds: functionKinds, Path: c.where(r), Lang: c.args.text("lang"), Limit: 1 << 30})
	byFile := map[string][]engine.Symbol{}
	var paths []string
	for _, sym := range some {
		if !c.counts(sym) {
			continue
		}
		if byFile[sym.Path] == nil {
			paths = append(paths, sym.Path)
		}
		byFile[sym.Path] = append(byFile[sym.Path], sym)
	}
	slices.Sort(paths)
	var all []measured
	for _, path := range paths {
		if ctx.Err() != nil {
			return nil
		}
		src, _, err := r.snap.Source(path)
		file, _ := r.snap.File(path)
		if err != nil {
			continue // gone since: the index will notice by itself
		}
		masked := code.Mask(src, file.Language)
		for _, sym := range byFile[path] {
			if sym.End > len(masked) || sym.Start > sym.End {
				continue
			}
			all = append(all, measured{found: found{r, sym}, Complexity: code.Complexity(masked[sym.Start:sym.End], file.Language), Lines: sym.EndLine - sym.StartLine + 1})
		}
	}
	return all
}

func complexity(ctx context.Context, c *call) (*answer, error) {
	var all []measured
	for _, r := range c.scope.repos {
		all = append(all, c.functions(ctx, r)...)
	}
	for i := range all {
		all[i].score = all[i].Complexity
	}
	return c.ranked(all, []string{"complexity", "lines"}), nil
}

// hotspots are complex functions in files that change often: there a fault is likely, and
// a simpler form is worth most.
func hotspots(ctx context.Context, c *call) (*answer, error) {
	var all []measured
	var remarks []string
	for _, r := range c.scope.repos {
		churn, err := gitdiff.Churn(ctx, r.Root())
		if err != nil && errors.Is(err, gitdiff.ErrNoGit) {
			remarks = append(remarks, edit.OneLine(r.Name())+" has no git history: by complexity alone")
		} else if err != nil {
			remarks = append(remarks, edit.Sentence("%s: %v; by complexity alone", r.Name(), err))
		}
		some := c.functions(ctx, r)
		for i := range some {
			some[i].Commits = churn[some[i].sym.Path]
			some[i].score = (some[i].Complexity - 1) * (1 + some[i].Commits)
		}
		all = append(all, some...)
	}
	all = slices.DeleteFunc(all, func(m measured) bool { return m.score == 0 })
	a := c.ranked(all, []string{"complexity", "lines", "commits", "callers"})
	a.remarks = remarks
	return a, nil
}

// ranked shows the first of the functions by score.
func (c *call) ranked(all []measured, columns []string) *answer {
	slices.SortFunc(all, func(a, b measured) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.Lines, a.Lines), cmp.Compare(a.sym.ID, b.sym.ID))
	})
	limit, offset := c.args.page(30)
	l := &list{key: "symbols", fields: append([]string{"id", "line"}, columns...), total: len(all), offset: offset, main: true}
	for _, m := range window(all, limit, offset) {
		m.Callers = len(m.repo.snap.References(m.sym.ID, engine.Likely, lang.Call))
		m.symbolRow = m.row()
		numbers := map[string]int{"complexity": m.Complexity, "lines": m.Lines, "commits": m.Commits, "callers": m.Callers}
		cells := []string{m.ID, itoa(m.Line)}
		for _, column := range columns {
			cells = append(cells, itoa(numbers[column]))
		}
		l.add(m, cells...)
	}
	return &answer{head: object{{"total", len(all)}}, parts: []part{l}}
}

// remark finds a mark that people leave: the first word of a comment, or of a line. The same
// word in a string or in the middle of a sentence is none.
const remark = `(?:^|//|#|/\*|\*|--|<!--|;|%|"""|''')[\s*!@:\[(-]*\b(TODO|FIXME|HACK|XXX)\b`

var marked = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(remark) })

// todos are the marks that people leave; each is shown from its mark on.
func todos(ctx context.Context, c *call) (*answer, error) {
	limit, offset := c.args.page(50)
	var rows []matchRow
	total := 0
	for _, r := range c.scope.repos {
		some, n, err := r.snap.Text(ctx, engine.TextQuery{
			Query: remark, Regexp: true, Path: c.where(r), Lang: c.args.text("lang"), Limit: offset + limit,
		})
		if err != nil {
			return nil, err
		}
		for i, m := range some {
			if at := marked().FindStringSubmatchIndex(m.Text); at != nil { // nil: the line is long, and cut
				some[i].Column, m.Text = m.Column+at[2]-at[0], m.Text[at[2]:]
			}
			some[i].Text = strings.TrimSpace(m.Text)
		}
		rows, total = append(rows, r.matches(some)...), total+n
	}
	return matchAnswer(rows, total, limit, offset), nil
}

// publicAPI lists what is exported, with its signature, by file.
func publicAPI(ctx context.Context, c *call) (*answer, error) {
	var all []found
	for _, r := range c.scope.repos {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		where := c.where(r)
		some, _ := r.snap.Search(engine.SymbolQuery{Path: where, Lang: c.args.text("lang"), Limit: 1 << 30})
		open := map[string]bool{}
		for _, sym := range some {
			open[sym.ID] = sym.Exported
		}
		for _, sym := range some {
			if sym.Exported && c.counts(sym) && sym.Kind != lang.Field && sym.Kind != lang.EnumMember && (sym.Parent == "" || open[sym.Parent]) && (where != "" || !strings.Contains("/"+sym.Path, "/internal/")) {
				all = append(all, found{r, sym})
			}
		}
	}
	hidden := ""
	if len(all) == 0 { // all of it is internal: then that is what is asked for
		hidden = "nothing outside of internal folders is exported; name one with path to see what it exports to its neighbors"
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.sym.Path, b.sym.Path), cmp.Compare(a.sym.Line, b.sym.Line))
	})
	limit, offset := c.args.page(100)
	l := &list{key: "symbols", fields: symbolFields, total: len(all), offset: offset, main: true}
	for _, f := range window(all, limit, offset) {
		row := f.row()
		l.add(row, row.cells()...)
	}
	a := &answer{head: object{{"total", len(all)}}, parts: []part{l}}
	if hidden != "" {
		a.remarks = append(a.remarks, hidden)
	}
	return a, nil
}
