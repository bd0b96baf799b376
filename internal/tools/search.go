package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// search finds by name, by content, by path or by shape.
func search(ctx context.Context, c *call) (*answer, error) {
	if strings.TrimSpace(c.args.text("query")) == "" {
		return nil, c.args.misused("search needs `query`.")
	}
	switch c.args.operation() {
	case "text":
		return searchText(ctx, c)
	case "files":
		return searchFiles(c)
	case "ast":
		return searchAST(ctx, c)
	}
	return searchSymbols(ctx, c)
}

func searchSymbols(ctx context.Context, c *call) (*answer, error) {
	limit, offset := c.args.page(30)
	kinds, err := c.kinds()
	if err != nil {
		return nil, err
	}
	query := plainName(c.args.text("query"))
	var all []found
	total := 0
	look := func(near bool) {
		for _, r := range c.scope.repos {
			q := engine.SymbolQuery{Query: query, Kinds: kinds, Path: c.where(r), Lang: c.args.text("lang"), Limit: offset + limit, Near: near}
			some, n := r.snap.Search(q)
			for _, sym := range some {
				all = append(all, found{r, sym})
			}
			total += n
		}
	}
	look(false)
	fits := total > 0
	if !fits {
		look(true)
	}
	if len(c.scope.repos) > 1 {
		slices.SortStableFunc(all, func(a, b found) int { return boolRank(b.sym.Name == query) - boolRank(a.sym.Name == query) })
	}
	l := &list{key: "symbols", fields: symbolFields, total: total, offset: offset, main: true}
	for _, f := range window(all, limit, offset) {
		row := f.row()
		l.add(row, row.cells()...)
	}
	a := &answer{head: object{{"total", total}}, parts: []part{l}}
	switch {
	case total == 0:
		a.remarks = append(a.remarks, c.otherwise(ctx, query))
	case !fits:
		a.remarks = append(a.remarks, "nothing has that name; these are nearest")
	}
	return a, nil
}

// otherwise says what to try when no symbol has the name.
func (c *call) otherwise(ctx context.Context, query string) string {
	n := 0
	for _, r := range c.scope.repos {
		if _, some, err := r.snap.Text(ctx, engine.TextQuery{Query: c.args.text("query"), Limit: 1}); err == nil {
			n += some
		}
	}
	if n > 0 {
		return fmt.Sprintf(`no symbol has that name, but that text stands in %s: search {"operation": "text", "query": %q}`, count(n, "line"), c.args.text("query"))
	}
	var near []string
	for _, r := range c.scope.repos {
		for _, sym := range nearest(r.snap, query, 5) {
			near = append(near, r.id(sym))
		}
	}
	if len(near) > 0 {
		return "nothing has that name; nearest: " + strings.Join(near[:min(len(near), 5)], ", ")
	}
	return "nothing has that name or text; explore takes a task in words"
}

// kinds reads LSP's names of kinds, as tools print them.
func (c *call) kinds() ([]lang.Kind, error) {
	var kinds []lang.Kind
	var known []string
	for _, want := range c.args.list("kinds") {
		want = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(want)), "s")
		before := len(kinds)
		known = known[:0]
		for k := lang.File; k <= lang.TypeAlias; k++ {
			name := k.String()
			if strings.Contains(name, "(") {
				continue
			}
			known = append(known, name)
			if strings.TrimSuffix(name, "s") == want || shortKinds[want] == name {
				kinds = append(kinds, k)
			}
		}
		if len(kinds) == before {
			return nil, c.args.misused("search: no kind is called %q; kinds are %s.", want, strings.Join(known, ", "))
		}
	}
	return kinds, nil
}

var shortKinds = map[string]string{"func": "function", "fn": "function", "def": "function", "var": "variable", "const": "constant", "typealia": "type", "type_alia": "type", "prop": "property"}

// where is the `path` of a call for one repository: without its name, and relative to the
// root where the session's folder below it was meant.
func (c *call) where(r *repository) string {
	where := strings.TrimPrefix(strings.TrimSpace(c.args.text("path")), "./")
	if where == "" || where == "." {
		return ""
	}
	if rest, ok := strings.CutPrefix(where, r.Root()); ok {
		return strings.Trim(rest, "/")
	}
	if rest, ok := strings.CutPrefix(where+"/", r.Name()+"/"); ok && r.snap.FilesUnder(strings.Trim(where, "/")) == 0 {
		return strings.TrimSuffix(rest, "/")
	}
	if strings.ContainsAny(where, "*?[{") || r.snap.FilesUnder(strings.Trim(where, "/")) > 0 {
		return where
	}
	for _, p := range c.scope.meant(where, func(p place) bool { return p.repo == r && r.snap.FilesUnder(p.path) > 0 }) {
		return p.path
	}
	return where
}

func searchText(ctx context.Context, c *call) (*answer, error) {
	limit, offset := c.args.page(50)
	var rows []matchRow
	total := 0
	for _, r := range c.scope.repos {
		some, n, err := r.snap.Text(ctx, engine.TextQuery{
			Query: c.args.text("query"), Regexp: c.args.flag("regexp"), IgnoreCase: c.args.flag("ignore_case"), Word: c.args.flag("word"),
			Path: c.where(r), Lang: c.args.text("lang"), Limit: offset + limit,
		})
		if err != nil {
			return nil, c.failed(ctx, err)
		}
		rows, total = append(rows, r.matches(some)...), total+n
	}
	a := matchAnswer(rows, total, limit, offset)
	if total == 0 && !c.args.flag("regexp") && strings.ContainsAny(c.args.text("query"), `|*+\[^$`) {
		a.remarks = append(a.remarks, "query was taken as plain text; with regexp true it is a regular expression")
	}
	return a, nil
}

func (r *repository) matches(some []engine.Match) []matchRow {
	rows := make([]matchRow, 0, len(some))
	for _, m := range some {
		rows = append(rows, matchRow{Path: r.show(m.Path), Line: m.Line, Column: m.Column, Text: valid(strings.TrimRight(m.Text, "\r\n"))})
	}
	return rows
}

func matchAnswer(rows []matchRow, total, limit, offset int) *answer {
	// A model reads where and what; the column and the indentation are in the structured form.
	l := &list{key: "matches", fields: []string{"path", "line", "text"}, total: total, offset: offset, main: true}
	for _, m := range window(rows, limit, offset) {
		l.add(m, m.Path, itoa(m.Line), strings.TrimLeft(m.Text, " \t"))
	}
	return &answer{head: object{{"total", total}}, parts: []part{l}}
}

// failed makes a query that can't be understood a refusal with an example.
func (c *call) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return c.args.misused("The query can't be run: %v.", err)
}

func searchFiles(c *call) (*answer, error) {
	limit, offset := c.args.page(50)
	l := &list{key: "files", fields: []string{"path", "language", "lines", "symbols"}, offset: offset, main: true}
	var rows []fileRow
	for _, r := range c.scope.repos {
		most := offset + limit
		where, language := c.where(r), c.args.text("lang")
		if where != "" || language != "" {
			most = len(r.snap.Files()) // narrowed below: all are wanted
		}
		files, n := r.snap.Names(c.args.text("query"), most)
		for _, f := range files {
			if !within(where, f.Path) || language != "" && f.Language != language {
				n--
				continue
			}
			rows = append(rows, fileRow{Path: r.show(f.Path), Language: f.Language, Lines: f.Lines, Symbols: f.Symbols})
		}
		l.total += n
	}
	for _, f := range window(rows, limit, offset) {
		l.add(f, f.Path, f.Language, itoa(f.Lines), itoa(f.Symbols))
	}
	return &answer{head: object{{"total", l.total}}, parts: []part{l}}, nil
}

func searchAST(ctx context.Context, c *call) (*answer, error) {
	language := c.args.text("lang")
	if language == "" {
		return nil, c.args.misused("search with operation ast needs `lang`, the language of the query.")
	}
	limit, offset := c.args.page(50)
	var rows []matchRow
	total := 0
	for _, r := range c.scope.repos {
		some, n, err := r.snap.AST(ctx, language, c.args.text("query"), c.where(r), offset+limit)
		if err != nil {
			return nil, c.failed(ctx, err)
		}
		rows, total = append(rows, r.matches(some)...), total+n
	}
	return matchAnswer(rows, total, limit, offset), nil
}
