package pi

import (
	"encoding/json"
	"regexp"

	gojson "github.com/goccy/go-json"
)

// translate gives a call of one of Pi's own tools in the canonical vocabulary: its
// name, its input under canonical keys, paths absolute as Pi would resolve them. A tool
// that has no canonical twin keeps its name and its input: no rule speaks of it.
func translate(tool string, input json.RawMessage, cwd, userHome string) (string, json.RawMessage) {
	row, known := vocabulary[tool]
	if !known {
		return tool, input
	}
	var in map[string]any
	if gojson.Unmarshal(input, &in) != nil || in == nil {
		return row.name, json.RawMessage("{}")
	}
	out := map[string]any{}
	for key, value := range in {
		canonical, renamed := row.keys[key]
		if !renamed {
			canonical = key
		}
		if path, ok := value.(string); ok && key == "path" {
			value = row.resolve(path, cwd, userHome)
		}
		out[canonical] = value
	}
	if row.finish != nil {
		row.finish(out)
	}
	b, err := gojson.Marshal(out)
	if err != nil {
		return row.name, json.RawMessage("{}")
	}
	return row.name, b
}

type word struct {
	name    string
	keys    map[string]string
	resolve func(path, cwd, userHome string) string
	finish  func(map[string]any)
}

var vocabulary = map[string]word{
	"read":  {name: "Read", keys: map[string]string{"path": "file_path"}, resolve: resolveReadPath},
	"bash":  {name: "Bash", resolve: resolvePath},
	"edit":  {name: "Edit", keys: map[string]string{"path": "file_path"}, resolve: resolvePath, finish: firstEdit},
	"write": {name: "Write", keys: map[string]string{"path": "file_path"}, resolve: resolvePath},
	"grep":  {name: "Grep", keys: map[string]string{"ignoreCase": "-i", "context": "-C", "limit": "head_limit"}, resolve: resolvePath, finish: quoteLiteral},
	"find":  {name: "Glob", resolve: resolvePath},
	"ls":    {name: "LS", resolve: resolvePath},
	"task":  {name: "Task", resolve: resolvePath},
}

// firstEdit also gives the first of Pi's edits under the keys of a single edit.
func firstEdit(in map[string]any) {
	edits, _ := in["edits"].([]any)
	if len(edits) == 0 {
		return
	}
	if first, ok := edits[0].(map[string]any); ok {
		in["old_string"], in["new_string"] = first["oldText"], first["newText"]
	}
}

// quoteLiteral makes a literal pattern the regular expression that a canonical Grep takes.
func quoteLiteral(in map[string]any) {
	if pattern, ok := in["pattern"].(string); ok && in["literal"] == true {
		in["pattern"] = regexp.QuoteMeta(pattern)
	}
	delete(in, "literal")
}
