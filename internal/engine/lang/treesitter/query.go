package treesitter

import (
	"context"
	"fmt"
	"strings"
	"time"

	ts "github.com/tree-sitter/go-tree-sitter"
)

// Querier is a language that can be asked with tree-sitter's queries. visit gets
// line and column (from 1) and the byte range of each capture, in source order
// of the matches, until it returns false.
type Querier interface {
	Query(ctx context.Context, src []byte, query string, visit func(line, column, start, end int) bool) error
}

// maxMatches bounds the matches that a query may have in progress.
const maxMatches = 10_000

// Query runs a query over src. A query that does not parse gives an error with
// its place and example, a query that does.
func (g *Grammar) Query(ctx context.Context, src []byte, query, example string, visit func(line, column, start, end int) bool) error {
	g.prepare()
	q, bad := ts.NewQuery(g.language, query)
	if bad != nil {
		return queryError(bad, query, example)
	}
	defer q.Close()
	parser := ts.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(g.language); err != nil {
		return fmt.Errorf("query: %w", err)
	}
	tree := parser.ParseWithOptions(func(at int, _ ts.Point) []byte {
		return src[min(at, len(src)):min(at+chunk, len(src))]
	}, nil, &ts.ParseOptions{ProgressCallback: func(ts.ParseState) bool { return ctx.Err() != nil }})
	if tree == nil || ctx.Err() != nil {
		if tree != nil {
			tree.Close()
		}
		return fmt.Errorf("query: %w", context.Cause(ctx))
	}
	defer tree.Close()
	cursor := ts.NewQueryCursor()
	defer cursor.Close()
	cursor.SetMatchLimit(maxMatches)
	if deadline, ok := ctx.Deadline(); ok {
		cursor.SetTimeoutMicros(uint64(max(time.Until(deadline).Microseconds(), 1)))
	}
	matches := cursor.Matches(q, tree.RootNode(), src)
	for m := matches.Next(); m != nil; m = matches.Next() {
		if ctx.Err() != nil {
			break
		}
		for _, c := range m.Captures {
			at := c.Node.StartPosition()
			if !visit(int(at.Row)+1, int(at.Column)+1, int(c.Node.StartByte()), int(c.Node.EndByte())) {
				return nil
			}
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("query: %w", context.Cause(ctx))
	}
	return nil
}

// chunk is how much source the binding copies at a time.
const chunk = 64 << 10

// queryError says where a query fails and shows one that works.
func queryError(e *ts.QueryError, query, example string) error {
	line := ""
	if lines := strings.Split(query, "\n"); int(e.Row) < len(lines) {
		line = strings.TrimSpace(lines[e.Row])
	}
	what := map[ts.QueryErrorKind]string{
		ts.QueryErrorSyntax: "syntax", ts.QueryErrorNodeType: "no such kind of node", ts.QueryErrorField: "no such field",
		ts.QueryErrorCapture: "no such capture", ts.QueryErrorPredicate: "predicate", ts.QueryErrorStructure: "a pattern that cannot match",
	}[e.Kind]
	if e.Kind == ts.QueryErrorNodeType || e.Kind == ts.QueryErrorField || e.Kind == ts.QueryErrorPredicate {
		what += " " + e.Message
	}
	return fmt.Errorf("query, line %d column %d: %s, in %q; a query that works: %s", e.Row+1, e.Column+1, what, line, example)
}
