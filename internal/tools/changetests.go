package tools

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine"
)

// commandRow is a command that runs tests.
type commandRow struct {
	Command string `json:"command"`
	Folder  string `json:"folder"` // where to run it: the repository's root
}

// testsToRun lists the tests that a symbol, or else the diff, is reached by, and the
// commands that run just those.
func testsToRun(ctx context.Context, c *call) (*answer, error) {
	a := &answer{head: object{}}
	var tests []found
	if c.args.text("symbol") != "" {
		f, err := c.target(ctx)
		if err != nil {
			return nil, err
		}
		tests = c.testsOf(ctx, f)
		a.head.add("symbol", f.id())
	} else {
		d, err := c.detected(ctx)
		if err != nil {
			return nil, err
		}
		tests, a.remarks = d.tests, d.remarks
		a.head.add("base", d.base)
		if len(d.files) == 0 {
			a.remarks = append(a.remarks, d.nothing())
		}
	}
	limit, offset := c.args.page(100)
	l := testList(tests, limit)
	l.main, l.offset, l.rows = true, offset, nil
	for _, f := range window(tests, limit, offset) {
		row := f.row()
		l.add(row, row.cells()...)
	}
	commands := &list{key: "commands", fields: []string{"command", "folder"}}
	for _, r := range testCommands(tests) {
		commands.add(r, r.Command, r.Folder)
	}
	commands.total = len(commands.rows)
	a.head.add("total", len(tests))
	a.parts = []part{l, commands}
	if len(tests) == 0 {
		a.remarks = append(a.remarks, "no test is seen to reach it; tests that go through the network, a command line or reflection are not seen")
	}
	return a, nil
}

func (c *call) testsOf(ctx context.Context, f found) []found {
	w := walk{snap: f.repo.snap, depth: c.args.number("depth", 5), backward: true, overrides: true, least: c.certainty()}
	tests := testsAmong(f.repo, w.from(ctx, f.sym))
	if test, ok := f.repo.testOf(f.sym); ok {
		tests = append([]found{{f.repo, test}}, slices.DeleteFunc(tests, func(t found) bool { return t.sym.ID == test.ID })...)
	}
	where := c.where(f.repo)
	return slices.DeleteFunc(tests, func(t found) bool { return !within(where, t.sym.Path) })
}

var goTest = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(Test|Benchmark|Example|Fuzz)([^a-z]|$)`) })

// testOf is the test that a symbol is or stands in: what a runner runs by itself, not what
// tests have in common.
func (r *repository) testOf(sym engine.Symbol) (engine.Symbol, bool) {
	for sym.Test {
		if runs(sym) {
			return sym, true
		}
		above, ok := r.snap.SymbolByID(sym.Parent)
		if !ok {
			break
		}
		sym = above
	}
	return engine.Symbol{}, false
}

// runs says whether a symbol of a test file is a test by its kind and, where the language
// goes by names, by its name.
func runs(sym engine.Symbol) bool {
	callable := slices.Contains(functionKinds, sym.Kind)
	switch {
	case strings.HasSuffix(sym.Path, ".go"):
		return callable && sym.Parent == "" && goTest().MatchString(sym.Name)
	case strings.HasSuffix(sym.Path, ".py"):
		return callable && strings.HasPrefix(sym.Name, "test")
	}
	return callable
}

// testCommands are made for go test and pytest, which take names of tests. What runs
// TypeScript's tests is each project's own affair, so no command is made up for it.
func testCommands(tests []found) []commandRow {
	type key struct{ root, folder string }
	names := map[key][]string{}
	python := map[string][]string{}
	var order []key
	var roots []string
	for _, t := range tests {
		switch {
		case strings.HasSuffix(t.sym.Path, "_test.go") && runs(t.sym):
			k := key{t.repo.Root(), path.Dir(t.sym.Path)}
			if names[k] == nil {
				order = append(order, k)
			}
			if !slices.Contains(names[k], t.sym.Name) {
				names[k] = append(names[k], t.sym.Name)
			}
		case strings.HasSuffix(t.sym.Path, ".py") && runs(t.sym):
			root := t.repo.Root()
			if python[root] == nil {
				roots = append(roots, root)
			}
			python[root] = append(python[root], shellWord(t.sym.Path+"::"+strings.ReplaceAll(t.sym.Qualified, ".", "::")))
		}
	}
	var rows []commandRow
	for _, k := range order {
		rows = append(rows, commandRow{"go test " + shellWord("./"+k.folder) + " -run '^(" + strings.Join(names[k], "|") + ")$'", k.root})
	}
	for _, root := range roots {
		rows = append(rows, commandRow{"python -m pytest " + strings.Join(python[root], " "), root})
	}
	return rows
}
