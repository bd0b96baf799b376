package catalog

import (
	"encoding/json"
	"slices"
	"sync"
)

// Property is what a schema says of one argument.
type Property struct {
	Type    string // "string", "integer", "boolean", "array", "" for an enum
	Items   string // of an array
	Enum    []string
	Default string

	Least, Most int // of a number
}

// bounds of numbers, by argument, or by tool and argument. They are not in the schemas: a
// client that holds a call to those would refuse what is taken as the nearest that can be had.
var bounds = map[string][2]int{
	"limit": {1, 5000}, "budget": {LeastBudget, MostBudget}, "depth": {1, 5}, "first": {0, mostLines}, "last": {0, mostLines},
	"explore limit": {1, 50}, "tools_search limit": {1, 20}, "change depth": {1, 10}, "trace depth": {1, 20},
}

const (
	LeastBudget = 500     // bytes of text: room for a header and the sentence that says what was cut
	MostBudget  = 512_000 // escaped at its worst this is 3 MB of a frame
	mostLines   = 1 << 30
)

var parsed = sync.OnceValue(func() map[string]map[string]Property {
	all := make(map[string]map[string]Property, len(table))
	for _, e := range table {
		all[e.name] = e.arguments()
	}
	return all
})

// Arguments returns a tool's arguments by name, as its schema has them. Not to be changed.
func Arguments(name string) map[string]Property { return parsed()[name] }

func (e entry) arguments() map[string]Property {
	var schema struct {
		Properties map[string]struct {
			Type    string
			Items   struct{ Type string }
			Enum    []string
			Default string
		}
	}
	if json.Unmarshal([]byte(e.input), &schema) != nil {
		return nil
	}
	all := make(map[string]Property, len(schema.Properties))
	for name, p := range schema.Properties {
		at, ok := bounds[e.name+" "+name]
		if !ok {
			at = bounds[name]
		}
		all[name] = Property{Type: p.Type, Items: p.Items.Type, Enum: p.Enum, Default: p.Default, Least: at[0], Most: at[1]}
	}
	return all
}

// Operations of a tool, the default first; none where it has no such argument.
func Operations(name string) []string {
	p := Arguments(name)["operation"]
	all := slices.Clone(p.Enum)
	if i := slices.Index(all, p.Default); i > 0 {
		all = slices.Insert(slices.Delete(all, i, i+1), 0, p.Default)
	}
	return all
}
