package tools

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/tools/gitdiff"
)

// change says what a diff touches or breaks, or what a change of one symbol would.
func change(ctx context.Context, c *call) (*answer, error) {
	switch c.args.operation() {
	case "impact":
		return impact(ctx, c)
	case "tests":
		return testsToRun(ctx, c)
	case "verify":
		return verify(ctx, c)
	case "diagnostics":
		return diagnostics(ctx, c)
	}
	d, err := c.detected(ctx)
	if err != nil {
		return nil, err
	}
	return d.answer(), nil
}

// impact follows all uses of a symbol backwards, also those that reach it through what it overrides.
func impact(ctx context.Context, c *call) (*answer, error) {
	if c.args.text("symbol") == "" {
		return nil, c.args.misused("change with operation impact needs `symbol`.")
	}
	f, err := c.target(ctx)
	if err != nil {
		return nil, err
	}
	w := walk{snap: f.repo.snap, least: engine.Likely, depth: c.args.number("depth", 3), backward: true, overrides: true}
	steps := c.inPath(f.repo, w.from(ctx, f.sym))
	limit, offset := c.args.page(100)
	l := &list{key: "callers", fields: []string{"symbol", "line", "column", "certainty", "depth"}, total: len(steps), offset: offset, main: true, keys: map[string]string{"symbol": f.id()}}
	for _, s := range window(steps, limit, offset) {
		u := f.repo.use(s.edge, s.edge.From)
		u.Depth = s.depth
		l.add(u, u.at(), itoa(u.Line), itoa(u.Column), u.Certainty, itoa(u.Depth))
	}
	tests := testsAmong(f.repo, steps)
	files := map[string]bool{}
	for _, s := range steps {
		files[s.edge.Path] = true
	}
	a := &answer{
		head:  object{{"symbol", f.id()}, {"total", len(steps)}, {"files_total", len(files)}, {"tests_total", len(tests)}},
		parts: []part{l, testList(tests, limit)},
	}
	if len(steps) == 0 {
		a.remarks = append(a.remarks, w.nothing(ctx, f.sym))
	}
	if w.stopped {
		a.remarks = append(a.remarks, "more is reached than is followed: name a smaller depth")
	}
	return a, nil
}

// testsAmong are the test functions that steps come from, each once, nearest first.
func testsAmong(r *repository, steps []step) []found {
	var tests []found
	seen := map[string]bool{}
	for _, s := range steps {
		if test, ok := r.testOf(s.edge.From); ok && !seen[test.ID] {
			seen[test.ID] = true
			tests = append(tests, found{r, test})
		}
	}
	return tests
}

func testList(tests []found, limit int) *list {
	l := &list{key: "tests", fields: symbolFields, total: len(tests)}
	for _, f := range window(tests, limit, 0) {
		row := f.row()
		l.add(row, row.cells()...)
	}
	return l
}

// changedFile is a file of the diff, as scripts read it.
type changedFile struct {
	Path    string `json:"path"`
	Status  string `json:"status"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	From    string `json:"from,omitempty"` // its path before a rename
}

// changedSymbol is a symbol that the diff touches.
type changedSymbol struct {
	symbolRow
	Change  string `json:"change"`  // added, modified
	Callers int    `json:"callers"` // uses of it
}

// detected maps a diff to symbols, and these to who uses them and to tests.
func (c *call) detected(ctx context.Context) (*detection, error) {
	d := &detection{call: c}
	for _, r := range c.scope.repos {
		diff, err := gitdiff.Changes(ctx, r.Root(), c.args.text("base"))
		switch unknown, ok := errors.AsType[*gitdiff.UnknownBaseError](err); {
		case ok:
			return nil, c.args.misused("%s has no branch, tag or commit %q; it has: %s.", r.Name(), unknown.Base, strings.Join(unknown.Known, ", "))
		case errors.Is(err, gitdiff.ErrNoGit) && len(c.scope.repos) > 1:
			d.remarks = append(d.remarks, edit.OneLine(r.Name())+" is in no git work tree")
			continue
		case errors.Is(err, gitdiff.ErrNoGit):
			return nil, refusef("change %s needs git: %v. `change` with operation impact works without it: give a `symbol`.", c.args.operation(), err)
		case err != nil:
			return nil, refusef("The diff of %s can't be had: %v.", r.Name(), err)
		}
		d.base = diff.Base
		d.add(ctx, r, diff.Files)
	}
	return d, nil
}

// detection gathers what the diffs of the repositories in scope touch.
type detection struct {
	call    *call
	base    string
	files   []changedFile
	symbols []changedSymbol
	uses    []useRow
	tests   []found
	remarks []string
}

// manyChanged is how many files of a diff are looked at again before it is mapped to
// symbols: git has just said that they differ from what was committed, the watcher may not have yet.
const manyChanged = 200

func (d *detection) add(ctx context.Context, r *repository, files []gitdiff.File) {
	where := d.call.where(r)
	files = slices.DeleteFunc(files, func(f gitdiff.File) bool { return !within(where, f.Path) })
	if len(files) > 0 && len(files) <= manyChanged {
		paths := make([]string, 0, len(files))
		for _, f := range files {
			paths = append(paths, f.Path)
		}
		r.reread(ctx, paths)
	}
	touched := map[string]bool{}
	var changed []engine.Symbol
	for _, f := range files {
		d.files = append(d.files, fileOf(r, f))
		for _, t := range touchedBy(f, r.snap.Outline(f.Path)) {
			touched[t.ID] = true
			changed = append(changed, t.Symbol)
			d.symbols = append(d.symbols, changedSymbol{found{r, t.Symbol}.row(), t.change, len(r.snap.References(t.ID, engine.Likely))})
		}
	}
	d.reach(ctx, r, changed, touched)
}

func fileOf(r *repository, f gitdiff.File) changedFile {
	row := changedFile{Path: r.show(f.Path), Status: string(f.Status), Added: f.Added, Removed: f.Removed}
	if f.Status == gitdiff.Renamed {
		row.From = r.prefix + f.Old
	}
	if indexed, ok := r.snap.File(f.Path); ok && f.Status == gitdiff.Added && len(f.Hunks) == 0 {
		row.Added = indexed.Lines
	}
	return row
}

// mostReached bounds the steps that one diff may take through the graph.
const mostReached = 300_000

// reach lists the uses outside of what has changed itself, and the tests within three steps.
func (d *detection) reach(ctx context.Context, r *repository, changed []engine.Symbol, touched map[string]bool) {
	seen := map[string]bool{}
	left := mostReached
	for i, sym := range changed {
		if ctx.Err() != nil || left <= 0 {
			d.remarks = append(d.remarks, "the diff is large: callers and tests are those of the first "+itoa(i)+" of its symbols; narrow with path")
			break
		}
		if test, ok := r.testOf(sym); ok && !seen[test.ID] {
			seen[test.ID] = true
			d.tests = append(d.tests, found{r, test})
		}
		w := walk{snap: r.snap, least: engine.Likely, depth: 3, backward: true, overrides: true, most: min(left, mostSteps)}
		steps := w.from(ctx, sym)
		left -= len(steps)
		for _, s := range steps {
			if s.depth == 1 && !touched[s.edge.From.ID] {
				u := r.use(s.edge, s.edge.From)
				u.Of = r.id(sym)
				d.uses = append(d.uses, u)
			}
		}
		for _, t := range testsAmong(r, steps) {
			if !seen[t.sym.ID] {
				seen[t.sym.ID] = true
				d.tests = append(d.tests, t)
			}
		}
	}
}

func (d *detection) answer() *answer {
	limit, offset := d.call.args.page(100)
	files := &list{key: "files", fields: []string{"path", "status", "added", "removed", "from"}, total: len(d.files)}
	for _, f := range window(d.files, limit, 0) {
		files.add(f, f.Path, f.Status, itoa(f.Added), itoa(f.Removed), f.From)
	}
	symbols := &list{key: "symbols", fields: []string{"id", "kind", "line", "end_line", "change", "callers"}, total: len(d.symbols), offset: offset, main: true}
	for _, s := range window(d.symbols, limit, offset) {
		symbols.add(s, s.ID, s.Kind, itoa(s.Line), itoa(s.EndLine), s.Change, itoa(s.Callers))
	}
	uses := &list{key: "callers", fields: []string{"symbol", "line", "column", "of", "certainty"}, total: len(d.uses)}
	for _, u := range window(d.uses, limit, 0) {
		uses.add(u, u.at(), itoa(u.Line), itoa(u.Column), u.Of, u.Certainty)
	}
	a := &answer{
		head:  object{{"base", d.base}, {"total", len(d.symbols)}, {"files_total", len(d.files)}, {"callers_total", len(d.uses)}, {"tests_total", len(d.tests)}},
		parts: []part{files, symbols, uses, testList(d.tests, limit)}, remarks: d.remarks,
	}
	if len(d.files) == 0 {
		a.remarks = append(a.remarks, d.nothing())
	}
	return a
}

func (d *detection) nothing() string {
	since := "the last commit"
	if base := d.call.args.text("base"); base != "" {
		since = base
	}
	return "nothing differs from " + since
}
