package tools

import (
	"maps"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/wire"
)

// section is a list as a table that a model pays as little for as can be: the header repeats
// nothing that the call said, a column that is empty throughout is left out, and one that
// is the same in all rows stands in the header.
func (a *answer) section(l *list) wire.Section {
	s := wire.Section{Tool: a.tool, Keys: map[string]string{"total": itoa(l.total)}}
	if a.operation != "" && (l.main || len(a.parts) == 1) {
		s.Keys["operation"] = a.operation
	}
	maps.Copy(s.Keys, l.keys)
	maps.DeleteFunc(s.Keys, func(key, value string) bool { return a.asked.said(key, value) })
	if len(a.parts) > 1 {
		s.Keys["list"] = l.key
	}

	var kept []int
	for i, field := range l.fields {
		value, same := l.throughout(i)
		_, taken := s.Keys[field]
		switch {
		case same && value == "" && len(l.rows) > 0:
		case same && !taken && len(l.rows) > 1 && slices.Contains(shared, field) && short(value):
			s.Keys[field] = value
		default:
			kept = append(kept, i)
			s.Fields = append(s.Fields, field)
		}
	}
	for _, r := range l.rows {
		cells := make([]string, len(kept))
		for to, from := range kept {
			cells[to] = r.cells[from]
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}

// shared are columns that may stand in the header for all rows, where a word says it: what
// a row is about and where it stands in its file is not among them.
var shared = []string{
	"path", "kind", "certainty", "depth", "language", "repository", "status", "change", "reason", "module", "fits", "why", "of", "from", "via", "again",
	"commit", "date", "author", "subject",
}

// short says that a value reads well in the header, where a space is \s: a name does, a
// sentence does not.
func short(value string) bool {
	return !strings.ContainsAny(value, ",=") && strings.Count(value, " ") <= 2
}

// throughout is what a column has in all rows.
func (l *list) throughout(column int) (value string, same bool) {
	for i, r := range l.rows {
		if i > 0 && r.cells[column] != value {
			return "", false
		}
		value = r.cells[column]
	}
	return value, true
}
