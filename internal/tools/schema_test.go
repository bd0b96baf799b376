package tools_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// schema is the part of JSON Schema that the definitions use.
type schema struct {
	Type       string
	Required   []string
	Properties map[string]schema
	Items      *schema
}

// checkOutput holds structured content to the tool's outputSchema, as clients do.
func checkOutput(t *testing.T, tool string, structured json.RawMessage) {
	t.Helper()
	definition, _ := catalog.Lookup(tool)
	var s schema
	var v any
	if err := json.Unmarshal(definition.OutputSchema, &s); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(structured, &v); err != nil {
		t.Fatal(err)
	}
	s.check(t, tool, v)
}

func (s schema) check(t *testing.T, at string, v any) {
	t.Helper()
	ok := true
	switch v := v.(type) {
	case map[string]any:
		ok = s.Type == "object"
		for _, name := range s.Required {
			if _, there := v[name]; !there {
				t.Errorf("%s lacks %s", at, name)
			}
		}
		for name, member := range v {
			if p, known := s.Properties[name]; known {
				p.check(t, at+"."+name, member)
			}
		}
	case []any:
		ok = s.Type == "array"
		for _, item := range v {
			if s.Items != nil {
				s.Items.check(t, at+"[]", item)
			}
		}
	case string:
		ok = s.Type == "string"
	case bool:
		ok = s.Type == "boolean"
	case float64:
		ok = s.Type == "integer" && v == math.Trunc(v)
	default:
		ok = false
	}
	if !ok {
		t.Errorf("%s is %T (%v), the schema says %q", at, v, v, s.Type)
	}
}
