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
}

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
		all[name] = Property{Type: p.Type, Items: p.Items.Type, Enum: p.Enum, Default: p.Default}
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
