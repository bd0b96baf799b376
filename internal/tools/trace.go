package tools

import (
	"context"
	"slices"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// trace follows calls from one symbol: to another, as a tree, or through an interface.
func trace(ctx context.Context, c *call) (*answer, error) {
	if c.args.text("symbol") == "" {
		return nil, c.args.misused("trace needs `symbol`.")
	}
	f, err := c.target(ctx)
	if err != nil {
		return nil, err
	}
	switch c.args.operation() {
	case "path":
		return tracePath(ctx, c, f)
	case "flow":
		return traceFlow(ctx, c, f)
	}
	return traceTree(ctx, c, f)
}

// stepRow is one call on a path or in a tree.
type stepRow struct {
	From      string `json:"from"`
	To        string `json:"to"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	Certainty string `json:"certainty"`
	Depth     int    `json:"depth"`
	Via       string `json:"via,omitempty"` // "implementation": not a call, but what a call of From may run
	Again     bool   `json:"again,omitempty"`
}

var stepFields = []string{"depth", "from", "to", "path", "line", "certainty", "via"}

func (r stepRow) cells() []string {
	return []string{itoa(r.Depth), r.From, r.To, r.Path, itoa(r.Line), r.Certainty, r.Via}
}

func (r *repository) step(e engine.Edge, depth int, via string) stepRow {
	return stepRow{From: r.id(e.From), To: r.id(e.To), Path: r.show(e.Path), Line: e.Line, Column: e.Column, Certainty: e.Certainty.String(), Depth: depth, Via: via}
}

// onward are the calls out of a symbol, and for a method that others implement the way to those.
func onward(snap *engine.Snapshot, sym engine.Symbol, least engine.Certainty) (edges []engine.Edge, implementations []engine.Symbol) {
	if sym.Kind == lang.Method {
		implementations = snap.Implementations(sym.ID)
	}
	return snap.Uses(sym.ID, least, lang.Call), implementations
}

// pathLink is how a search came to a symbol.
type pathLink struct {
	edge  engine.Edge
	via   string
	depth int
}

// mostVisited bounds a search for a path.
const mostVisited = 50_000

// tracePath finds a shortest chain of calls, breadth first.
func tracePath(ctx context.Context, c *call, from found) (*answer, error) {
	if c.args.text("to") == "" {
		return nil, c.args.misused("trace with operation path needs `to`, the symbol where the path ends.")
	}
	to, err := c.symbol(ctx, c.args.text("to"))
	if err != nil {
		return nil, err
	}
	a := &answer{head: object{{"symbol", from.id()}, {"to", to.id()}}}
	var rows []stepRow
	if from.repo != to.repo {
		a.remarks = append(a.remarks, "the two are in different repositories: no call leads from one into another")
	} else {
		depth := c.args.number("depth", 20)
		rows = pathBetween(ctx, from, to, c.certainty(), depth)
		if len(rows) == 0 {
			a.remarks = append(a.remarks, noPath(ctx, from, to, c.certainty(), depth))
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	l := &list{key: "steps", fields: stepFields, total: len(rows), main: true, keys: map[string]string{"symbol": from.id(), "to": to.id()}}
	for _, r := range rows {
		l.add(r, r.cells()...)
	}
	a.head.add("total", len(rows))
	a.parts = []part{l}
	return a, nil
}

func noPath(ctx context.Context, from, to found, least engine.Certainty, depth int) string {
	if back := pathBetween(ctx, to, from, least, depth); len(back) > 0 {
		return edit.Sentence("no calls lead from %s to %s, but %s the other way: exchange symbol and to", from.id(), to.id(), count(len(back), "step"))
	}
	if least > engine.NameOnly && len(pathBetween(ctx, from, to, engine.NameOnly, depth)) > 0 {
		return `no calls that are sure lead there; with certainty "name_only" some may`
	}
	return edit.Sentence("no calls lead from %s to %s in the indexed files; calls through values, reflection or other languages are not seen", from.id(), to.id())
}

func pathBetween(ctx context.Context, from, to found, least engine.Certainty, depth int) []stepRow {
	snap := from.repo.snap
	came := map[string]pathLink{from.sym.ID: {}}
	front := []engine.Symbol{from.sym}
	for d := 1; d <= depth && len(front) > 0; d++ {
		var further []engine.Symbol
		reach := func(next engine.Symbol, l pathLink) {
			if _, seen := came[next.ID]; !seen && next.ID != "" && len(came) < mostVisited {
				came[next.ID] = l
				further = append(further, next)
			}
		}
		for _, sym := range front {
			if ctx.Err() != nil {
				return nil
			}
			edges, implementations := onward(snap, sym, least)
			for _, e := range edges {
				e.From = sym // also for what stands inside of it
				reach(e.To, pathLink{e, "", d})
			}
			for _, m := range implementations {
				reach(m, pathLink{engine.Edge{From: sym, To: m, Path: m.Path, Line: m.Line, Column: m.Column, Certainty: engine.Likely}, "implementation", d})
			}
		}
		if _, there := came[to.sym.ID]; there && to.sym.ID != from.sym.ID {
			break
		}
		front = further
	}
	var rows []stepRow
	for at := to.sym.ID; at != from.sym.ID; {
		l, ok := came[at]
		if !ok {
			return nil
		}
		rows = append(rows, from.repo.step(l.edge, l.depth, l.via))
		at = l.edge.From.ID
	}
	slices.Reverse(rows)
	return rows
}

// traceTree lists calls from or to a symbol in the order of a tree: each under what leads to it.
func traceTree(ctx context.Context, c *call, f found) (*answer, error) {
	limit, offset := c.args.page(100)
	t := &treeWalk{
		repo: f.repo, least: c.certainty(), depth: c.args.atMost("depth", 3, 8), callers: c.args.text("direction") == "callers",
		where: c.where(f.repo), open: map[string]bool{}, done: map[string]bool{},
	}
	t.visit(ctx, f.sym, 1)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	l := &list{key: "calls", fields: append(slices.Clone(stepFields), "again"), total: len(t.rows), offset: offset, main: true, keys: map[string]string{"symbol": f.id()}}
	for _, r := range window(t.rows, limit, offset) {
		again := ""
		if r.Again {
			again = "see above"
		}
		l.add(r, append(r.cells(), again)...)
	}
	a := &answer{head: object{{"symbol", f.id()}, {"total", len(t.rows)}}, parts: []part{l}}
	if len(t.rows) >= mostSteps {
		a.remarks = append(a.remarks, "more is reached than is followed: name a smaller depth")
	}
	if len(t.rows) == 0 {
		a.remarks = append(a.remarks, "no calls in the indexed files; calls through interfaces, reflection or other languages may not be seen")
	}
	return a, nil
}

type treeWalk struct {
	repo    *repository
	least   engine.Certainty
	depth   int
	callers bool
	where   string
	open    map[string]bool // what stands above
	done    map[string]bool // whose calls are listed already
	rows    []stepRow
}

func (t *treeWalk) visit(ctx context.Context, sym engine.Symbol, depth int) {
	t.done[sym.ID] = true
	t.open[sym.ID] = true
	defer delete(t.open, sym.ID)
	seen := map[string]bool{}
	for _, next := range t.calls(sym) {
		other := next.edge.To
		if t.callers {
			other = next.edge.From
		}
		if len(t.rows) >= mostSteps || ctx.Err() != nil {
			return
		}
		if other.ID == "" || seen[other.ID] || !within(t.where, next.edge.Path) {
			continue
		}
		seen[other.ID] = true
		row := t.repo.step(next.edge, depth, next.via)
		row.Again = t.done[other.ID] && depth < t.depth
		t.rows = append(t.rows, row)
		if depth < t.depth && !t.done[other.ID] {
			t.visit(ctx, other, depth+1)
		}
	}
}

func (t *treeWalk) calls(sym engine.Symbol) []pathLink {
	var all []pathLink
	if t.callers {
		w := walk{snap: t.repo.snap, least: t.least, kinds: []lang.RefKind{lang.Call}, backward: true, overrides: true}
		for _, e := range w.edges(sym) {
			via := ""
			if e.To.ID != sym.ID {
				via = "implementation"
			}
			all = append(all, pathLink{edge: e, via: via})
		}
		return all
	}
	edges, implementations := onward(t.repo.snap, sym, t.least)
	for _, e := range edges {
		e.From = sym
		all = append(all, pathLink{edge: e})
	}
	for _, m := range implementations {
		all = append(all, pathLink{edge: engine.Edge{From: sym, To: m, Path: m.Path, Line: m.Line, Column: m.Column, Certainty: engine.Likely}, via: "implementation"})
	}
	return all
}

// traceFlow shows who calls the methods of an interface, and what may run then.
func traceFlow(ctx context.Context, c *call, f found) (*answer, error) {
	snap := f.repo.snap
	methods := []engine.Symbol{f.sym}
	if f.sym.Kind != lang.Method {
		methods = nil
		for _, sym := range snap.Outline(f.sym.Path) {
			if sym.Parent == f.sym.ID && sym.Kind == lang.Method {
				methods = append(methods, sym)
			}
		}
	}
	if len(methods) == 0 {
		return nil, c.args.misused("%s has no methods of its own; flow needs an interface, a type with methods, or a method.", f.id())
	}
	least, where := c.certainty(), c.where(f.repo)
	var calls []stepRow
	var targets []found
	for _, m := range methods {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for _, e := range snap.References(m.ID, least, lang.Call) {
			if within(where, e.Path) {
				calls = append(calls, f.repo.step(e, 1, ""))
			}
		}
		for _, impl := range snap.Implementations(m.ID) {
			targets = append(targets, found{f.repo, impl})
		}
	}
	limit, offset := c.args.page(100)
	l := &list{key: "calls", fields: stepFields, total: len(calls), offset: offset, main: true, keys: map[string]string{"symbol": f.id()}}
	for _, r := range window(calls, limit, offset) {
		l.add(r, r.cells()...)
	}
	runs := &list{key: "implementations", fields: symbolFields, total: len(targets)}
	for _, t := range window(targets, limit, 0) {
		row := t.row()
		runs.add(row, row.cells()...)
	}
	a := &answer{head: object{{"symbol", f.id()}, {"total", len(calls)}, {"implementations_total", len(targets)}}, parts: []part{l, runs}}
	if len(targets) == 0 {
		a.remarks = append(a.remarks, "nothing in the indexed files implements it: a call runs what stands there, or code of another module")
	}
	return a, nil
}
