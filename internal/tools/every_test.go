package tools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// misuse is what may be sent for an argument of one kind.
type misuse struct {
	refused []string
	taken   map[string]any // by what it is taken for; nil: as if it had not been given
}

func misuses(p catalog.Property) misuse {
	switch {
	case len(p.Enum) > 0:
		return misuse{[]string{`"nonsense"`, `5`, `true`, `{}`, `[]`}, map[string]any{`""`: nil, `null`: nil, fmt.Sprintf("%q", strings.ToUpper(p.Enum[0])): p.Enum[0]}}
	case p.Type == "integer":
		m := misuse{[]string{`"many"`, `1.5`, `"1.5"`, `true`, `{}`, `[3]`, `-1`, `-5`, `"-3"`, `1e99`}, map[string]any{
			`null`: nil, `""`: nil, fmt.Sprintf(`"%d"`, p.Least): p.Least, fmt.Sprintf(`%d.0`, p.Most): p.Most, fmt.Sprint(p.Most + 1): p.Most, fmt.Sprintf(`"%d"`, p.Most+7): p.Most,
		}}
		if p.Least > 0 {
			m.refused = append(m.refused, `0`)
		}
		if p.Least > 1 {
			m.taken[`1`] = p.Least
		}
		return m
	case p.Type == "boolean":
		return misuse{[]string{`"perhaps"`, `2`, `{}`, `[true]`}, map[string]any{`null`: nil, `""`: nil, `"true"`: true, `"False"`: false, `1`: true, `0`: false}}
	case p.Type == "array" && p.Items == "string":
		return misuse{[]string{`{}`, `5`, `true`, `[{}]`, `[null]`, `["a",1]`}, map[string]any{
			`null`: nil, `"a"`: []string{"a"}, `"a, b"`: []string{"a", "b"}, `"[\"a\",\"b\"]"`: []string{"a", "b"}, `["a"]`: []string{"a"},
		}}
	case p.Type == "array":
		one := []map[string]json.RawMessage{{"file": json.RawMessage(`"a"`)}}
		return misuse{[]string{`"x"`, `5`, `true`, `[1]`, `[null]`, `"[1]"`, `"null"`}, map[string]any{`null`: nil, `{"file":"a"}`: one, `"[{\"file\":\"a\"}]"`: one, `["{\"file\":\"a\"}"]`: one}}
	}
	return misuse{[]string{`{}`, `["a","b"]`, `true`, `[]`, `[1]`, `[null]`}, map[string]any{`null`: nil, `5`: "5", `["5"]`: "5"}}
}

// with is an example of a tool with one argument as text.
func with(t *testing.T, tool, name, text string) json.RawMessage {
	t.Helper()
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(example(tool, "")), &all); err != nil {
		t.Fatal(err)
	}
	all[name] = json.RawMessage(text)
	raw, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// teaches holds a refusal to what a model needs to do better.
func teaches(t *testing.T, what string, err error, names ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s was not refused", what)
		return
	}
	result, _ := refused(err, false)
	text := result.Content[0].Text
	for _, want := range append(names, "Accepted: ", "Example: {") {
		if !strings.Contains(text, want) {
			t.Errorf("%s: %q is not in\n%s", what, want, text)
		}
	}
}

func TestEveryArgumentOfEveryToolIsTakenOrRefusedNeverChangedInSilence(t *testing.T) {
	t.Parallel()
	for _, tool := range catalog.Names() {
		for name, p := range catalog.Arguments(tool) {
			m := misuses(p)
			for _, text := range m.refused {
				_, err := parseArguments(tool, with(t, tool, name, text))
				names := []string{"`" + name + "`"}
				if len(p.Enum) > 0 {
					names = append(names, strings.Join(p.Enum, ", "))
				}
				teaches(t, fmt.Sprintf("%s %s=%s", tool, name, text), err, names...)
			}
			for text, want := range m.taken {
				if p.Type == "array" && p.Items == "" && name == "edits" && text != "null" { // edits with files are a batch: see infer
					continue
				}
				if name == "cursor" && text == "null" {
					continue
				}
				args, err := parseArguments(tool, with(t, tool, name, text))
				if err != nil {
					t.Errorf("%s %s=%s: %v", tool, name, text, err)
					continue
				}
				got := args.values[name]
				if name == "operation" && want == nil {
					continue // it is inferred
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s %s=%s (-want +got):\n%s", tool, name, text, diff)
				}
				n, number := want.(int)
				changed := number && strings.Trim(strings.TrimSuffix(text, ".0"), `"`) != fmt.Sprint(n)
				if said := slices.ContainsFunc(args.remarks(), func(r string) bool {
					return strings.Contains(r, "`"+name+"`") && strings.Contains(r, fmt.Sprint(n)+" taken")
				}); said != changed {
					t.Errorf("%s %s=%s is taken as %v, said: %v in %q", tool, name, text, got, said, args.remarks())
				}
			}
		}
		_, err := parseArguments(tool, with(t, tool, "operaton_", `1`))
		teaches(t, tool+" with an unknown argument", err, "no argument \"operaton_\"")
	}
}

func TestOneArgumentUnderTwoNamesMustSayOneThing(t *testing.T) {
	t.Parallel()
	if _, err := parseArguments("search", json.RawMessage(`{"query":"x","pattern":"x"}`)); err != nil {
		t.Error(err)
	}
	for _, text := range []string{`{"query":"x","pattern":"y"}`, `{"q":"x","pattern":"y"}`} {
		_, err := parseArguments("search", json.RawMessage(text))
		teaches(t, text, err, "`pattern`", "`query`", "different things")
	}
}

func TestWhatAnOperationHasNoUseForIsSaid(t *testing.T) {
	t.Parallel()
	args, err := parseArguments("search", json.RawMessage(`{"query":"x","operation":"text","kinds":["function"],"limit":3,"format":"json"}`))
	if err != nil {
		t.Fatal(err)
	}
	args.text("query")
	args.page(10)
	if diff := cmp.Diff([]string{"search with operation text has no use for `kinds`"}, args.remarks()); diff != "" {
		t.Error(diff)
	}
}
