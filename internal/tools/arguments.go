package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// arguments are a call's, by the names of its schema, as string, int, bool, []string
// or []object. What was not given is not there.
type arguments struct {
	tool   string
	values map[string]any
	guess  bool  // the operation is inferred
	heed   *heed // nil: nobody asks
}

// heed is what became of the arguments: nothing that a call gives is changed or left
// aside without a word.
type heed struct {
	mu    sync.Mutex // guards what follows
	read  map[string]bool
	notes []string
}

// get is how handlers read an argument.
func (a arguments) get(name string) any {
	if a.heed != nil {
		a.heed.mu.Lock()
		a.heed.read[name] = true
		a.heed.mu.Unlock()
	}
	return a.values[name]
}

func (a arguments) note(format string, args ...any) {
	if a.heed == nil {
		return
	}
	said := edit.Sentence(format, args...)
	a.heed.mu.Lock()
	defer a.heed.mu.Unlock()
	if !slices.Contains(a.heed.notes, said) {
		a.heed.notes = append(a.heed.notes, said)
	}
}

// remarks say what was taken otherwise than it was given, and what the operation has no use for.
func (a arguments) remarks() []string {
	if a.heed == nil {
		return nil
	}
	of := a.tool
	if operation := a.operation(); operation != "" {
		of += " with operation " + operation
	}
	a.heed.mu.Lock()
	defer a.heed.mu.Unlock()
	var unread []string
	for name := range a.values {
		if !a.heed.read[name] && !slices.Contains(everywhere, name) {
			unread = append(unread, "`"+name+"`")
		}
	}
	notes := a.heed.notes
	if len(unread) > 0 {
		slices.Sort(unread)
		notes = append(notes[:len(notes):len(notes)], of+" has no use for "+strings.Join(unread, ", "))
	}
	return notes
}

// everywhere are the arguments that the stations around the handlers read.
var everywhere = []string{"operation", "format", "budget", "repo"}

func (a arguments) has(name string) bool { a.get(name); _, ok := a.values[name]; return ok }
func (a arguments) text(name string) string {
	s, _ := a.get(name).(string)
	return s
}

// said: the call itself gave this value.
func (a arguments) said(name, value string) bool {
	given, ok := a.values[name].(string)
	return ok && given == value && !(a.guess && name == "operation")
}

func (a arguments) flag(name string) bool { b, _ := a.get(name).(bool); return b }
func (a arguments) list(name string) []string {
	l, _ := a.get(name).([]string)
	return l
}
func (a arguments) objects(name string) []map[string]json.RawMessage {
	l, _ := a.get(name).([]map[string]json.RawMessage)
	return l
}

// number returns the argument, or fallback when it was not given; what parseArguments let
// pass is within the tool's bounds.
func (a arguments) number(name string, fallback int) int {
	n, ok := a.get(name).(int)
	if !ok {
		return fallback
	}
	return n
}

// atMost is number where this operation goes less far than the tool.
func (a arguments) atMost(name string, fallback, most int) int {
	n := a.number(name, fallback)
	if n > most {
		a.note("`%s` is at most %d for %s: %d taken, not %d", name, most, a.operation(), most, n)
		return most
	}
	return n
}

func (a arguments) operation() string { return a.text("operation") }

// misused is a refusal that shows how this call should have been.
func (a arguments) misused(format string, args ...any) *refusal {
	return misused(a.tool, a.operation(), format, args...)
}

const (
	defaultBudget = 12_000 // bytes of text
	leastBudget   = catalog.LeastBudget
	mostBudget    = catalog.MostBudget
)

func (a arguments) budget() int { return a.number("budget", defaultBudget) }

// page is the window of a list: how many rows, after how many.
func (a arguments) page(fallback int) (limit, offset int) {
	limit = a.number("limit", fallback)
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
	args := arguments{tool: tool, values: map[string]any{}, heed: &heed{read: map[string]bool{}}}
	given, err := members(raw)
	if err != nil {
		return args, misused(tool, "", "The arguments of %s must be one JSON object.", tool)
	}
	schema := catalog.Arguments(tool)
	from := map[string]string{} // how each was spelled
	for _, name := range sortedNames(given) {
		value := given[name]
		if isNull(value) {
			continue
		}
		canonical, ok := accept(tool, name, schema)
		if !ok {
			return args, misused(tool, args.operation(), "%s has no argument %q%s.", tool, name, nearestArgument(name, schema))
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
		if n, whole := v.(int); whole {
			v, mend = args.bounded(canonical, n, schema[canonical])
			if mend != "" {
				return args, misused(tool, args.operation(), "%s: `%s` must be %s.", tool, name, mend)
			}
		}
		if v == nil {
			continue
		}
		if other, twice := from[canonical]; twice && !reflect.DeepEqual(args.values[canonical], v) {
			return args, misused(tool, args.operation(), "%s: `%s` and `%s` are one argument, `%s`, and say different things.", tool, other, name, canonical)
		}
		args.values[canonical], from[canonical] = v, name
	}
	return args, infer(&args, given)
}

// bounded holds a number to its bounds: none at all is refused, too much or too little is
// taken as the nearest that can be had, and said.
func (a arguments) bounded(name string, n int, p catalog.Property) (v any, mend string) {
	switch nearest := max(p.Least, min(p.Most, n)); {
	case nearest == n:
	case n < 1:
		return nil, fmt.Sprintf("a whole number from %d to %d", p.Least, p.Most)
	default:
		a.note("`%s` is %d to %d: %d taken, not %d", name, p.Least, p.Most, nearest, n)
		n = nearest
	}
	return n, ""
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
