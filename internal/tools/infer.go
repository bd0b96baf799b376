package tools

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// loose are the members of a single replacement, which may stand at the top as well:
// the names that other agents' edit tools use.
var loose = map[string]string{
	"old": "old", "oldtext": "old", "old_text": "old", "old_string": "old", "old_str": "old", "search": "old",
	"new": "new", "newtext": "new", "new_text": "new", "new_string": "new", "new_str": "new", "replace": "new",
	"all": "all", "replace_all": "all", "replaceall": "all",
}

// accept returns the schema's name of an argument.
func accept(tool, name string, schema map[string]catalog.Property) (string, bool) {
	if _, ok := schema[name]; ok {
		return name, true
	}
	lower := strings.ToLower(name)
	if _, ok := schema[lower]; ok {
		return lower, true
	}
	if _, ok := loose[lower]; ok && tool == "edit" {
		return "edits", true
	}
	var fits []string
	for canonical := range schema {
		if slices.Contains(catalog.Synonyms[canonical], lower) {
			fits = append(fits, canonical)
		}
	}
	if len(fits) == 0 {
		return "", false
	}
	slices.SortFunc(fits, func(a, b string) int {
		if d := slices.Index(catalog.Synonyms[a], lower) - slices.Index(catalog.Synonyms[b], lower); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return fits[0], true
}

// infer fills in the operation where only one fits what was given.
func infer(a *arguments, given map[string]json.RawMessage) error {
	if a.tool == "edit" {
		if err := gather(a, given); err != nil {
			return err
		}
	}
	operations := catalog.Operations(a.tool)
	if len(operations) == 0 || a.operation() != "" {
		return nil
	}
	a.values["operation"], a.guess = operations[0], true
	if only := fitting(*a); only != "" {
		a.values["operation"] = only
	}
	return nil
}

// fitting returns the one operation that the arguments leave open, or "".
func fitting(a arguments) string {
	switch a.tool {
	case "search":
		return fittingSearch(a)
	case "read":
		switch {
		case a.has("items"):
			return "batch"
		case a.has("file") && !a.has("symbol"):
			return "file"
		}
	case "change":
		switch {
		case a.has("signature"):
			return "verify"
		case a.has("symbol") && !a.has("base"):
			return "impact"
		}
	case "trace":
		if a.has("to") {
			return "path"
		}
	case "history":
		if !a.has("symbol") && a.has("file") {
			return "blame"
		}
	case "refactor":
		if a.has("file") && !a.has("name") {
			return "move"
		}
	case "edit":
		switch {
		case a.has("changes"):
			return "batch"
		case a.has("symbol") || a.has("body") || a.has("position"):
			return "symbol"
		case a.has("content"):
			return "write"
		}
	}
	return ""
}

// fittingSearch: names of symbols hold no slash, star or parenthesis at their start.
func fittingSearch(a arguments) string {
	query := strings.TrimSpace(a.text("query"))
	switch {
	case a.has("kinds"):
		return "symbols"
	case a.has("regexp") || a.has("ignore_case") || a.has("word"):
		return "text"
	case strings.HasPrefix(query, "(") && a.has("lang"):
		return "ast"
	case !strings.ContainsAny(query, " \t") && !strings.Contains(query, "::") && strings.ContainsAny(query, "*/"):
		return "files"
	}
	return ""
}
