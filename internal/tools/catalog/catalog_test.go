package catalog_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// maxListBytes is what tools/list may cost a model's context.
const maxListBytes = 15_000

func TestTheListCostsAtMostItsBudget(t *testing.T) {
	t.Parallel()
	list, err := json.Marshal(map[string]any{"tools": catalog.Tools("")})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("tools/list takes %d bytes", len(list))
	if len(list) > maxListBytes {
		t.Errorf("tools/list takes %d bytes, want at most %d", len(list), maxListBytes)
	}
}

func TestAnnotationsAreTruthful(t *testing.T) {
	t.Parallel()
	writes := []string{"edit", "refactor", "workspace_admin"}
	for _, name := range catalog.Names() {
		tool, ok := catalog.Lookup(name)
		if !ok || tool.Name != name {
			t.Fatalf("Lookup(%q) = %q, %v", name, tool.Name, ok)
		}
		a := tool.Annotations
		readOnly := !slices.Contains(writes, name)
		if *a.ReadOnlyHint != readOnly || catalog.ReadOnly(name) != readOnly {
			t.Errorf("%s: readOnlyHint %v, ReadOnly %v, want %v", name, *a.ReadOnlyHint, catalog.ReadOnly(name), readOnly)
		}
		if *a.OpenWorldHint {
			t.Errorf("%s says that it leaves this machine", name)
		}
		if name == "workspace_admin" {
			if *a.DestructiveHint || !*a.IdempotentHint {
				t.Errorf("%s touches no file, and twice is once", name)
			}
			continue
		}
		if !readOnly && (a.DestructiveHint == nil || !*a.DestructiveHint || *a.IdempotentHint) {
			t.Errorf("%s overwrites files and must say so", name)
		}
	}
	if catalog.ReadOnly("nothing") {
		t.Error("a tool that is not there is called safe")
	}
}

func TestSchemasAreObjects(t *testing.T) {
	t.Parallel()
	for _, name := range catalog.Names() {
		tool, _ := catalog.Lookup(name)
		for what, raw := range map[string]json.RawMessage{"input": tool.InputSchema, "output": tool.OutputSchema} {
			var schema struct {
				Type       string                     `json:"type"`
				Required   []string                   `json:"required"`
				Properties map[string]json.RawMessage `json:"properties"`
			}
			if err := json.Unmarshal(raw, &schema); err != nil {
				t.Fatalf("%s, %s: %v in %s", name, what, err, raw)
			}
			if schema.Type != "object" || len(schema.Properties) == 0 {
				t.Errorf("%s: %s schema is no object with properties", name, what)
			}
			for _, r := range schema.Required {
				if _, ok := schema.Properties[r]; !ok {
					t.Errorf("%s: %s requires %q, which it does not define", name, what, r)
				}
			}
		}
		if p, ok := catalog.Arguments(name)["operation"]; ok && !slices.Contains(p.Enum, p.Default) {
			t.Errorf("%s: the default operation %q is none of %q", name, p.Default, p.Enum)
		}
	}
}

func TestPresets(t *testing.T) {
	t.Parallel()
	names := func(preset string) []string {
		var all []string
		for _, tool := range catalog.Tools(preset) {
			all = append(all, tool.Name)
		}
		return all
	}
	core := []string{"explore", "search", "read", "relations", "change", "edit", "workspace", "tools_search"}
	if diff := cmp.Diff(core, names("")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(core, names("core")); diff != "" {
		t.Error(diff)
	}
	if got := names("full"); !slices.Equal(got, catalog.Names()) {
		t.Errorf("the preset full lists %q, want all of %q", got, catalog.Names())
	}
	if !slices.Equal(catalog.Presets(), []string{"core", "read", "full"}) {
		t.Errorf("presets are %q", catalog.Presets())
	}
	if slices.Contains(names("read"), "edit") {
		t.Error("the preset read shows a tool that writes")
	}
}

func TestOperationsStartWithTheDefault(t *testing.T) {
	t.Parallel()
	if got := catalog.Operations("relations"); got[0] != "usages" || len(got) != 8 {
		t.Errorf("relations: %q", got)
	}
	if got := catalog.Operations("explore"); got != nil {
		t.Errorf("explore: %q", got)
	}
}

func TestCompactForKnownClients(t *testing.T) {
	t.Parallel()
	for client, want := range map[string]bool{
		"pi": true, "Pi": true, "claude-code": true, "codex-mcp-client": true, "cursor-vscode": true, "gortex-cli": true, "Claude Code": true,
		"": false, "pilot": false, "mcp-inspector": false, "codexample": false, "example": false,
	} {
		if got := catalog.CompactFor(client); got != want {
			t.Errorf("CompactFor(%q) = %v, want %v", client, got, want)
		}
	}
}

func TestToolsAreFoundByWhatTheyDo(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"rename a symbol everywhere":              "refactor",
		"renaming":                                "refactor",
		"who wrote this line":                     "history",
		"git blame":                               "history",
		"find unused code":                        "analyze",
		"circular imports":                        "analyze",
		"cyclomatic complexity of functions":      "analyze",
		"TODO comments":                           "analyze",
		"call graph from main to the store":       "trace",
		"path between two functions":              "trace",
		"which code runs behind an interface":     "trace",
		"index another repository":                "workspace_admin",
		"untrack":                                 "workspace_admin",
		"select:trace":                            "trace",
		"workspace_admin":                         "workspace_admin",
		"who calls a function":                    "relations",
		"patch a file":                            "edit",
		"what breaks when I change this function": "change",
		"blast radius":                            "change",
		"which tests to run for my diff":          "change",
		"call hierarchy":                          "trace",
		"call chain between two functions":        "trace",
		"dead code":                               "analyze",
		"most complex functions":                  "analyze",
		"dependency cycles":                       "analyze",
		"public api of a package":                 "analyze",
		"commits that changed a function":         "history",
		"annotate lines with their author":        "history",
		"move a function to another file":         "refactor",
		"track a folder":                          "workspace_admin",
		"rebuild the index":                       "workspace_admin",
		"subclasses of a class":                   "relations",
		"implementations of an interface":         "relations",
		"grep for a string":                       "search",
		"find a file by its name":                 "search",
		"open a source file":                      "read",
		"outline of a file":                       "read",
		"understand how a feature works":          "explore",
		"what is indexed":                         "workspace",
	} {
		found := catalog.Find("", query)
		if len(found) == 0 || found[0].Name != want {
			t.Errorf("%q finds %+v, want %s first", query, found, want)
		}
	}
	if found := catalog.Find("", "xyzzy"); len(found) != 0 {
		t.Errorf("nonsense finds %+v", found)
	}
	for _, f := range catalog.Find("read", "rename edit track") {
		if !catalog.ReadOnly(f.Name) {
			t.Errorf("the preset read finds %s", f.Name)
		}
	}
	if found := catalog.Find("", ""); len(found) != 5 {
		t.Errorf("an empty query finds %+v, want what is deferred", found)
	}
}
