package tools

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// arguments are a call's, by the names of its schema, as string, int, bool, []string
// or []object. What was not given is not there.
type arguments struct {
	tool   string
	values map[string]any
	guess  bool // the operation is inferred
}

func (a arguments) has(name string) bool { _, ok := a.values[name]; return ok }
func (a arguments) text(name string) string {
	s, _ := a.values[name].(string)
	return s
}

// said: the call itself gave this value.
func (a arguments) said(name, value string) bool {
	given, ok := a.values[name].(string)
	return ok && given == value && !(a.guess && name == "operation")
}

func (a arguments) flag(name string) bool { b, _ := a.values[name].(bool); return b }
func (a arguments) list(name string) []string {
	l, _ := a.values[name].([]string)
	return l
}
func (a arguments) objects(name string) []map[string]json.RawMessage {
	l, _ := a.values[name].([]map[string]json.RawMessage)
	return l
}

// number returns the argument between least and most, or fallback when it was not given.
func (a arguments) number(name string, fallback, least, most int) int {
	n, ok := a.values[name].(int)
	if !ok {
		return fallback
	}
	return max(least, min(most, n))
}

func (a arguments) operation() string { return a.text("operation") }

// misused is a refusal that shows how this call should have been.
func (a arguments) misused(format string, args ...any) *refusal {
	return misused(a.tool, a.operation(), format, args...)
}

const (
	defaultBudget = 12_000  // bytes of text
	leastBudget   = 500     // room for a header and the sentence that says what was cut
	mostBudget    = 512_000 // escaped at its worst this is 3 MB of a frame
)

func (a arguments) budget() int { return a.number("budget", defaultBudget, leastBudget, mostBudget) }

// page is the window of a list: how many rows, after how many.
func (a arguments) page(fallback int) (limit, offset int) {
	limit = a.number("limit", fallback, 1, 5000)
	offset, _ = strconv.Atoi(a.text("cursor")) // isCursor has judged it
	return limit, offset
}

// isCursor says whether an answer could have given it: a number of rows. None is the first row's.
func isCursor(s string) bool {
	n, err := strconv.ParseUint(s, 10, 32)
	return s == "" || err == nil && n <= 1<<28
}

// parseArguments reads what a client sent. It takes what is plainly meant: numbers and
// lists as strings, one thing where several may stand, other agents' names of the same argument.
func parseArguments(tool string, raw json.RawMessage) (arguments, error) {
	args := arguments{tool: tool, values: map[string]any{}}
	given, err := members(raw)
	if err != nil {
		return args, misused(tool, "", "The arguments of %s must be one JSON object.", tool)
	}
	schema := catalog.Arguments(tool)
	for _, name := range sortedNames(given) {
		value := given[name]
		if isNull(value) {
			continue
		}
		canonical, ok := accept(tool, name, schema)
		if !ok {
			return args, misused(tool, args.operation(), "%s has no argument %q%s.", tool, name, nearestArgument(name, schema))
		}
		if canonical != name && !isNull(given[canonical]) {
			continue // both spellings: the schema's own counts
		}
		if canonical == "edits" && name != "edits" && loose[strings.ToLower(name)] != "" {
			continue // gathered below
		}
		v, mend := coerce(schema[canonical], value)
		if mend != "" {
			return args, misused(tool, args.operation(), "%s: `%s` must be %s.", tool, name, mend)
		}
		if canonical == "cursor" && v != nil && !isCursor(v.(string)) {
			return args, misused(tool, args.operation(), "%s: `cursor` %q is none that an answer gives: pass the one of the answer before as it is, or none for the first rows.", tool, v)
		}
		if v != nil {
			args.values[canonical] = v
		}
	}
	return args, infer(&args, given)
}

// members reads an object, also one that was sent as a JSON string or left out.
func members(raw json.RawMessage) (map[string]json.RawMessage, error) {
	raw = bytes.TrimSpace(raw)
	var inner string
	if len(raw) > 0 && raw[0] == '"' && gojson.Unmarshal(raw, &inner) == nil {
		raw = bytes.TrimSpace([]byte(inner))
	}
	if len(raw) == 0 || isNull(raw) {
		return nil, nil
	}
	var given map[string]json.RawMessage
	err := gojson.Unmarshal(raw, &given)
	return given, err
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// sortedNames with operation first, so that later refusals can show its example.
func sortedNames(given map[string]json.RawMessage) []string {
	names := make([]string, 0, len(given))
	for name := range given {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if r := boolRank(b == "operation") - boolRank(a == "operation"); r != 0 {
			return r
		}
		return strings.Compare(a, b)
	})
	return names
}

func nearestArgument(name string, schema map[string]catalog.Property) string {
	best, least := "", len(name)/2+1
	for known := range schema {
		if d := distance(strings.ToLower(name), known, least); d < least || d == least && known < best {
			best, least = known, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean `" + best + "`?"
}
