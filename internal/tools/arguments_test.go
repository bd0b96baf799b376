package tools

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// plain makes raw messages comparable.
func plain(values map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range values {
		if list, ok := v.([]map[string]json.RawMessage); ok {
			b, _ := json.Marshal(list)
			v = string(b)
		}
		out[k] = v
	}
	return out
}

func TestWhatIsPlainlyMeantIsTaken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, tool, in string
		want           map[string]any
	}{
		{"a number as a string", "search", `{"query":"x","limit":"20"}`, map[string]any{"operation": "symbols", "query": "x", "limit": 20}},
		{"a whole float is a number", "search", `{"query":"x","limit":20.0}`, map[string]any{"operation": "symbols", "query": "x", "limit": 20}},
		{"a number as a cursor", "search", `{"query":"x","cursor":50}`, map[string]any{"operation": "symbols", "query": "x", "cursor": "50"}},
		{"a boolean as a string", "read", `{"symbol":"x","callers":"true"}`, map[string]any{"operation": "source", "symbol": "x", "callers": true}},
		{"null is nothing", "search", `{"query":"x","path":null}`, map[string]any{"operation": "symbols", "query": "x"}},
		{"an empty operation is none", "search", `{"query":"x","operation":""}`, map[string]any{"operation": "symbols", "query": "x"}},
		{"operations in other spellings", "relations", `{"operation":"Implementation","symbol":"x"}`, map[string]any{"operation": "implementations", "symbol": "x"}},
		{"the arguments as a JSON string", "search", `"{\"query\":\"x\"}"`, map[string]any{"operation": "symbols", "query": "x"}},
		{"one thing for a list", "search", `{"query":"x","kinds":"function, method"}`, map[string]any{"operation": "symbols", "query": "x", "kinds": []string{"function", "method"}}},
		{"one element for one thing", "read", `{"symbol":["x"]}`, map[string]any{"operation": "source", "symbol": "x"}},
		{"edits as a JSON string", "edit", `{"file":"a","edits":"[{\"old\":\"x\",\"new\":\"y\"}]"}`, map[string]any{"operation": "replace", "file": "a", "edits": `[{"new":"y","old":"x"}]`}},
		{"a single edit for a list", "edit", `{"file":"a","edits":{"old":"x","new":"y"}}`, map[string]any{"operation": "replace", "file": "a", "edits": `[{"new":"y","old":"x"}]`}},
		{"an edit at the top", "edit", `{"file_path":"a","old_string":"x","new_string":"y"}`, map[string]any{"operation": "replace", "file": "a", "edits": `[{"new":"y","old":"x"}]`}},
		{"another agent's edits", "edit", `{"path":"a","edits":[{"oldText":"x","newText":"y"}]}`, map[string]any{"operation": "replace", "file": "a", "edits": `[{"newText":"y","oldText":"x"}]`}},
		{"new for a symbol's body", "edit", `{"symbol":"F","new":"func F() {}"}`, map[string]any{"operation": "symbol", "symbol": "F", "body": "func F() {}"}},
		{"edits of several files are a batch", "edit", `{"edits":[{"file":"a","old":"x","new":"y"}]}`, map[string]any{"operation": "batch", "changes": `[{"file":"a","new":"y","old":"x"}]`}},
		{"a path where a file is meant", "read", `{"path":"a.go","offset":3}`, map[string]any{"operation": "file", "file": "a.go", "first": 3}},
		{"a pattern where a query is meant", "search", `{"pattern":"x y","operation":"text"}`, map[string]any{"operation": "text", "query": "x y"}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got, err := parseArguments(tt.tool, json.RawMessage(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, plain(got.values)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheOperationIsInferredWhereOneFits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ tool, in, want string }{
		{"search", `{"query":"NewServer"}`, "symbols"},
		{"search", `{"query":"Store.Get"}`, "symbols"},
		{"search", `{"query":"x","regexp":true}`, "text"},
		{"search", `{"query":"**/*.go"}`, "files"},
		{"search", `{"query":"internal/store"}`, "files"},
		{"search", `{"query":"internal/store/store.go::Store"}`, "symbols"},
		{"search", `{"query":"(call_expression) @c","lang":"python"}`, "ast"},
		{"read", `{"symbol":"x"}`, "source"},
		{"read", `{"file":"x"}`, "file"},
		{"read", `{"items":["x"]}`, "batch"},
		{"relations", `{"symbol":"x"}`, "usages"},
		{"change", `{}`, "detect"},
		{"change", `{"base":"main"}`, "detect"},
		{"change", `{"symbol":"x"}`, "impact"},
		{"edit", `{"file":"a","content":""}`, "write"},
		{"edit", `{"symbol":"a","body":""}`, "symbol"},
		{"edit", `{"changes":[{"file":"a","content":"x"}]}`, "batch"},
		{"workspace", ``, "info"},
		{"workspace", `null`, "info"},
	} {
		got, err := parseArguments(tt.tool, json.RawMessage(tt.in))
		if err != nil || got.operation() != tt.want {
			t.Errorf("%s %s: operation %q, %v; want %q", tt.tool, tt.in, got.operation(), err, tt.want)
		}
	}
}

func TestWrongArgumentsAreAnsweredWithAnExample(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, tool, in, says string }{
		{"no object", "search", `[1]`, "one JSON object"},
		{"broken JSON", "search", `{"query":`, "one JSON object"},
		{"an unknown argument, with the nearest", "relations", `{"symbl":"x"}`, "did you mean `symbol`"},
		{"an unknown operation, with those there are", "relations", `{"operation":"parents","symbol":"x"}`, "usages, callers"},
		{"a number that is none", "search", `{"query":"x","limit":"many"}`, "`limit` must be a whole number"},
		{"a boolean that is none", "read", `{"symbol":"x","callers":"perhaps"}`, "true or false"},
		{"an object for a string", "search", `{"query":{"a":1}}`, "`query` must be a string"},
		{"edits that are text", "edit", `{"file":"a","edits":"x"}`, "a list of objects"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			_, err := parseArguments(tt.tool, json.RawMessage(tt.in))
			if err == nil {
				t.Fatal("no error")
			}
			result, _ := refused(err, false)
			text := result.Content[0].Text
			if !result.IsError || !strings.Contains(text, tt.says) || !strings.Contains(text, "Example: {") || !strings.Contains(text, "Accepted: ") {
				t.Errorf("IsError %v, text:\n%s\nwant %q in it", result.IsError, text, tt.says)
			}
			if !json.Valid(result.StructuredContent) {
				t.Errorf("structured: %s", result.StructuredContent)
			}
		})
	}
}

// An example that is refused itself would teach nothing.
func TestExamplesAreAccepted(t *testing.T) {
	t.Parallel()
	for _, tool := range catalog.Names() {
		for _, operation := range append(catalog.Operations(tool), "") {
			text := example(tool, operation)
			if text == "" {
				t.Errorf("%s %s has no example", tool, operation)
				continue
			}
			if _, err := parseArguments(tool, json.RawMessage(text)); err != nil {
				t.Errorf("%s %s: %v", tool, operation, err)
			}
		}
	}
	for key := range examples {
		tool, operation, _ := strings.Cut(key, " ")
		args, err := parseArguments(tool, json.RawMessage(examples[key]))
		if err != nil || operation != "" && args.operation() != operation {
			t.Errorf("the example of %q has operation %q, %v", key, args.operation(), err)
		}
	}
}

// FuzzArguments: whatever is sent is read or refused, and what is read has the schema's types.
func FuzzArguments(f *testing.F) {
	for key, text := range examples {
		tool, _, _ := strings.Cut(key, " ")
		f.Add(tool, text)
	}
	f.Add("edit", `{"edits":"[{\"old\":1}]"}`)
	f.Fuzz(func(t *testing.T, tool, text string) {
		schema := catalog.Arguments(tool)
		args, err := parseArguments(tool, json.RawMessage(text))
		if err != nil {
			return
		}
		for name, v := range args.values {
			p, known := schema[name]
			ok := false
			switch v.(type) {
			case string:
				ok = p.Type == "string" || len(p.Enum) > 0
			case int:
				ok = p.Type == "integer"
			case bool:
				ok = p.Type == "boolean"
			case []string, []map[string]json.RawMessage:
				ok = p.Type == "array"
			}
			if !known || !ok {
				t.Errorf("%s %s: %s is %T, the schema says %+v", tool, text, name, v, p)
			}
		}
	})
}
