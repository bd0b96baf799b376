package tools

import (
	"context"
	"slices"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// relations shows the graph around one symbol or one file.
func relations(ctx context.Context, c *call) (*answer, error) {
	operation := c.args.operation()
	switch operation {
	case "imports", "dependents":
		return fileRelations(ctx, c)
	case "definition":
		return definitions(ctx, c)
	}
	if c.args.text("symbol") == "" {
		if c.args.text("file") != "" {
			return nil, c.args.misused("relations with operation %s needs `symbol`; only imports and dependents take a `file` alone.", operation)
		}
		return nil, c.args.misused("relations needs `symbol`.")
	}
	f, err := c.target(ctx)
	if err != nil {
		return nil, err
	}
	switch operation {
	case "implementations":
		return typeRelations(ctx, c, f, (*engine.Snapshot).Implementations), nil
	case "supertypes":
		return typeRelations(ctx, c, f, (*engine.Snapshot).Supertypes), nil
	}
	return uses(ctx, c, f), nil
}

func (c *call) certainty() engine.Certainty {
	switch c.args.text("certainty") {
	case "resolved":
		return engine.Resolved
	case "name_only":
		return engine.NameOnly
	}
	return engine.Likely
}

func refKind(k lang.RefKind) string {
	switch k {
	case lang.Call:
		return "call"
	case lang.TypeUse:
		return "type"
	case lang.Inherit:
		return "inherit"
	}
	return "value"
}

// uses answers usages, callers and callees.
func uses(ctx context.Context, c *call, f found) *answer {
	operation, depth := c.args.operation(), c.args.number("depth", 1)
	w := walk{snap: f.repo.snap, least: c.certainty(), depth: depth, backward: operation != "callees"}
	if operation != "usages" {
		w.kinds = []lang.RefKind{lang.Call}
	}
	steps := c.inPath(f.repo, w.from(ctx, f.sym))
	limit, offset := c.args.page(100)
	l := &list{key: operation, fields: useFields(operation, depth), total: len(steps), offset: offset, main: true, keys: map[string]string{"symbol": f.id()}}
	for _, s := range window(steps, limit, offset) {
		at := s.edge.From
		if operation == "callees" {
			at = s.edge.To
			f.repo.show(at.Path)
		}
		u := f.repo.use(s.edge, at)
		cells := []string{u.at(), itoa(u.Line), itoa(u.Column), u.Certainty}
		if operation == "callees" {
			cells = []string{u.Path, itoa(u.Line), itoa(u.Column), u.Symbol, u.Certainty}
		}
		if operation == "usages" {
			u.Kind = refKind(s.edge.Kind)
			cells = append(cells, u.Kind)
		}
		if depth > 1 {
			u.Depth = s.depth
			cells = append(cells, itoa(s.depth))
		}
		l.add(u, cells...)
	}
	a := &answer{head: object{{"symbol", f.id()}, {"total", len(steps)}}, parts: []part{l}}
	if len(steps) == 0 {
		a.remarks = append(a.remarks, w.nothing(ctx, f.sym))
	}
	if w.stopped {
		a.remarks = append(a.remarks, "more is reached than is followed: name a smaller depth")
	}
	return a
}

func useFields(operation string, depth int) []string {
	fields := []string{"symbol", "line", "column", "certainty"}
	if operation == "callees" {
		fields = []string{"path", "line", "column", "symbol", "certainty"}
	}
	if operation == "usages" {
		fields = append(fields, "kind")
	}
	if depth > 1 {
		fields = append(fields, "depth")
	}
	return fields
}

// nothing says what an empty list leaves open.
func (w *walk) nothing(ctx context.Context, sym engine.Symbol) string {
	if w.least > engine.NameOnly {
		least := *w
		least.least, least.depth = engine.NameOnly, 1
		if n := len(least.from(ctx, sym)); n > 0 {
			return count(n, "possible use") + ` by name alone: certainty "name_only" shows them`
		}
	}
	return "none in the indexed files; calls through interfaces, reflection or other languages may not be seen"
}

// inPath keeps the steps whose place lies in the call's `path`.
func (c *call) inPath(r *repository, steps []step) []step {
	where := c.where(r)
	if where == "" {
		return steps
	}
	return slices.DeleteFunc(steps, func(s step) bool { return !within(where, s.edge.Path) })
}

// typeRelations answers implementations and supertypes, followed to a depth.
func typeRelations(ctx context.Context, c *call, f found, next func(*engine.Snapshot, string) []engine.Symbol) *answer {
	operation, depth := c.args.operation(), c.args.number("depth", 1)
	type reached struct {
		sym   engine.Symbol
		depth int
	}
	seen, where := map[string]bool{f.sym.ID: true}, c.where(f.repo)
	var all []reached
	front := []engine.Symbol{f.sym}
	for d := 1; d <= depth && len(front) > 0; d++ {
		var further []engine.Symbol
		for _, sym := range front {
			if ctx.Err() != nil {
				break
			}
			for _, n := range next(f.repo.snap, sym.ID) {
				if !seen[n.ID] && within(where, n.Path) {
					seen[n.ID] = true
					all, further = append(all, reached{n, d}), append(further, n)
				}
			}
		}
		front = further
	}
	limit, offset := c.args.page(100)
	l := &list{key: operation, fields: symbolFields, total: len(all), offset: offset, main: true, keys: map[string]string{"symbol": f.id()}}
	for _, r := range window(all, limit, offset) {
		row := found{f.repo, r.sym}.row()
		l.add(row, row.cells()...)
	}
	return &answer{head: object{{"symbol", f.id()}, {"total", len(all)}}, parts: []part{l}}
}

// definitions lists every definition that a symbol may mean: here, several are the answer.
func definitions(ctx context.Context, c *call) (*answer, error) {
	all, err := c.symbols(ctx, c.args.text("symbol"))
	if err != nil {
		return nil, err
	}
	limit, offset := c.args.page(50)
	l := &list{key: "definitions", fields: symbolFields, total: len(all), offset: offset, main: true}
	for _, f := range window(all, limit, offset) {
		row := f.row()
		l.add(row, row.cells()...)
	}
	return &answer{head: object{{"symbol", all[0].id()}, {"total", len(all)}}, parts: []part{l}}, nil
}

// fileRelations answers imports and dependents of a file, or of the file of a symbol.
func fileRelations(ctx context.Context, c *call) (*answer, error) {
	at, err := c.targetFile(ctx)
	if err != nil {
		return nil, err
	}
	operation, depth := c.args.operation(), c.args.number("depth", 1)
	backward := operation == "dependents"
	where := c.where(at.repo)
	var rows []importRow
	seen, front := map[string]bool{at.path: true}, []string{at.path}
	for d := 1; d <= depth && len(front) > 0; d++ {
		var further []string
		for _, path := range front {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for _, i := range at.repo.importsOf(path, backward) {
				other := i.To
				if backward {
					other = i.From
				}
				if d > 1 && (other == "" || seen[other]) {
					continue
				}
				if other != "" && !seen[other] {
					seen[other] = true
					further = append(further, other)
				}
				if where != "" && !within(where, other) {
					continue
				}
				row := importRow{Module: i.Module, Line: i.Line}
				if other != "" {
					row.Path = at.repo.show(other)
				}
				if depth > 1 {
					row.Depth = d
				}
				rows = append(rows, row)
			}
		}
		front = further
	}
	return importAnswer(c, at, rows), nil
}

func (c *call) targetFile(ctx context.Context) (place, error) {
	if file := c.args.text("file"); file != "" {
		return c.scope.locate(ctx, file)
	}
	text := c.args.text("symbol")
	if text == "" {
		return place{}, c.args.misused("relations with operation %s needs `file`.", c.args.operation())
	}
	if c.isFile(ctx, text) {
		return c.scope.locate(ctx, text)
	}
	f, err := c.symbol(ctx, text)
	return place{f.repo, f.sym.Path}, err
}

func (r *repository) importsOf(path string, backward bool) []engine.Import {
	if backward {
		return r.snap.Dependents(path)
	}
	return r.snap.Imports(path)
}

func importAnswer(c *call, at place, rows []importRow) *answer {
	limit, offset := c.args.page(100)
	shown := at.repo.show(at.path)
	l := &list{key: c.args.operation(), fields: []string{"path", "line", "module"}, total: len(rows), offset: offset, main: true, keys: map[string]string{"file": shown}}
	deep := slices.ContainsFunc(rows, func(r importRow) bool { return r.Depth > 0 })
	if deep {
		l.fields = append(l.fields, "depth")
	}
	for _, row := range window(rows, limit, offset) {
		cells := []string{row.Path, itoa(row.Line), row.Module}
		if deep {
			cells = append(cells, itoa(row.Depth))
		}
		l.add(row, cells...)
	}
	return &answer{head: object{{"file", shown}, {"total", len(rows)}}, parts: []part{l}}
}
