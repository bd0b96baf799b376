package tools

import (
	"context"
	"strings"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// toolRow is a tool as tools_search shows it: all that a call of it needs, so that a
// client which lists tools only now and then can make one at once.
type toolRow struct {
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Operations  []string          `json:"operations,omitempty"`
	Example     string            `json:"example"`
	InputSchema gojson.RawMessage `json:"input_schema"`
	ReadOnly    bool              `json:"read_only"`
}

// searchTools finds tools by words. What it shows is callable when its answer is read:
// the answer carries the names, and the session takes them up before it goes out.
func searchTools(_ context.Context, c *call) (*answer, error) {
	query, away := strings.TrimSpace(c.args.text("query")), c.args.list("withdraw")
	all := catalog.Find(c.session.preset, query)
	if query == "" && len(away) > 0 {
		all = nil
	}
	limit := c.args.number("limit", max(3, named(query, all)))
	if query == "" {
		limit = max(limit, len(all))
	}
	l := &list{key: "tools", fields: []string{"name", "operations", "description", "arguments"}, total: len(all)}
	a := &answer{withdraw: away}
	var examples []string
	for _, f := range window(all, limit, 0) {
		definition, _ := catalog.Lookup(f.Name)
		row := toolRow{
			Name: f.Name, Description: definition.Description, Operations: f.Operations, Example: example(f.Name, ""),
			InputSchema: gojson.RawMessage(definition.InputSchema), ReadOnly: catalog.ReadOnly(f.Name),
		}
		l.add(row, row.Name, strings.Join(row.Operations, ","), row.Description, strings.Join(argumentNames(f.Name), ","))
		examples = append(examples, f.Name+" "+row.Example)
		a.promote = append(a.promote, f.Name)
	}
	a.head = object{{"total", len(all)}}
	a.parts = []part{l}
	if len(away) > 0 {
		a.head.add("withdrawn", away)
	}
	if len(examples) > 0 {
		a.remarks = append(a.remarks, "callable now, for example:\n"+strings.Join(examples, "\n"))
	} else if query != "" {
		a.remarks = append(a.remarks, "no tool fits these words; an empty query lists all that can be had")
	}
	return a, nil
}

// named counts the tools that a query names: all of them are wanted.
func named(query string, all []catalog.Found) int {
	n := 0
	for _, f := range all {
		if strings.Contains(query, f.Name) {
			n++
		}
	}
	return n
}
