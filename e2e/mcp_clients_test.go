package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// clientModules installs the official clients from npm, once, and returns where.
var clientModules = sync.OnceValues(func() (string, error) {
	dir, err := filepath.Abs("../.cache/mcp")
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "@modelcontextprotocol", "sdk")); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	cmd := exec.Command("npm", "install", "--no-audit", "--no-fund", "--prefix", dir, "@modelcontextprotocol/sdk@1", "@modelcontextprotocol/inspector@0", "gpt-tokenizer@3")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("install the clients: %w\n%s", err, out)
	}
	return dir, nil
})

// exampleWorld is a repository in which the tools' own examples work.
func exampleWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, map[string]string{
		"go.mod":                       "module example.test/app\n\ngo 1.24\n",
		"main.go":                      "package main\n\nimport \"example.test/app/internal/store\"\n\nfunc main() {\n\tvar s store.Store\n\tprintln(s.Get(\"a\"))\n}\n",
		"internal/store/store.go":      "// Package store keeps things.\npackage store\n\n// Store is a store.\ntype Store struct{ m map[string]string }\n\n// Get returns what is kept.\nfunc (s *Store) Get(key string) string {\n\treturn s.m[key]\n}\n\nfunc check() error {\n\treturn nil\n}\n",
		"internal/store/store_test.go": "package store\n\nimport \"testing\"\n\nfunc TestGet(t *testing.T) {\n\tif new(Store).Get(\"a\") != \"\" {\n\t\tt.Fail()\n\t}\n}\n",
	})
	other := filepath.Join(filepath.Dir(w.repo), "other")
	if err := os.MkdirAll(other, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "a.go"), []byte("package other\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w.git("branch", "-M", "main") // the base of change's example
	w.gortex("init", "--quiet", w.repo)
	return w
}

// servers are the two ways to reach the tools over MCP.
var servers = map[string][]string{"gortex mcp": {"mcp"}, "the shim": {"pi", "mcp-shim"}}

// clientReport is what mcp-client.mjs prints.
type clientReport struct {
	Listed, Promoted    []string
	ChangedBeforeAnswer int
	Calls               map[string]struct {
		Example, Error, Structured bool
		Text                       string
	}
	Progress  []float64
	Cancelled string
	Alive     bool
	Killed    int
	Errors    []string
}

func TestTheOfficialClientGetsOnWithEveryTool(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	modules, err := clientModules()
	if err != nil {
		t.Fatal(err)
	}
	for name, command := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := exampleWorld(t)
			script, err := filepath.Abs("mcp-client.mjs")
			if err != nil {
				t.Fatal(err)
			}
			var r clientReport
			out := w.node(t, append([]string{script, modules, w.bin}, command...)...)
			if err := json.Unmarshal(out, &r); err != nil {
				t.Fatalf("%v in %s", err, out)
			}
			r.hold(t)
		})
	}
}

func (r *clientReport) hold(t *testing.T) {
	t.Helper()
	if len(r.Listed) != 8 || len(r.Promoted) != 13 {
		t.Errorf("listed %q, then %q", r.Listed, r.Promoted)
	}
	if r.ChangedBeforeAnswer == 0 {
		t.Error("the answer of tools_search came before the announcement of what it promotes")
	}
	for _, name := range r.Promoted {
		if c := r.Calls[name]; !c.Example || c.Error || !c.Structured {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if len(r.Progress) == 0 || !slices.IsSorted(r.Progress) {
		t.Errorf("progress %v", r.Progress)
	}
	if !strings.Contains(r.Cancelled, "enough") || !r.Alive {
		t.Errorf("cancelled with %q, alive %v", r.Cancelled, r.Alive)
	}
	if r.Killed == 3 {
		t.Error("it does not end with its input: it was killed three times")
	}
	if len(r.Errors) > 0 {
		t.Errorf("lines that are no frames: %q", r.Errors)
	}
}

// node runs a script in the repository.
func (w *world) node(t *testing.T, args ...string) []byte {
	t.Helper()
	return w.nodeWith(t, nil, args...)
}

func (w *world) nodeWith(t *testing.T, env []string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Dir = w.repo
	cmd.Env = slices.Concat(os.Environ(), []string{"GORTEX_HOME=" + w.home, "PI_CODING_AGENT_DIR=" + w.agent}, env)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("node %q: %v\n%s%s", args, err, stdout.String(), stderr.String())
	}
	return stdout.Bytes()
}

// examplesOf are the calls that the server itself shows for its tools.
func examplesOf(t *testing.T, w *world) map[string]map[string]any {
	t.Helper()
	var found struct {
		Tools []struct{ Name, Example string }
	}
	examples := map[string]map[string]any{"tools_search": {"query": "rename"}}
	for _, name := range catalog.Names() {
		if name == "tools_search" {
			continue
		}
		out := w.gortex("call", "tools_search", fmt.Sprintf(`{"query":"select:%s","limit":1}`, name), "--format", "json")
		if err := json.Unmarshal([]byte(out), &found); err != nil || len(found.Tools) != 1 || found.Tools[0].Name != name {
			t.Fatalf("%s: %v in %s", name, err, out)
		}
		var arguments map[string]any
		if err := json.Unmarshal([]byte(found.Tools[0].Example), &arguments); err != nil {
			t.Fatal(err)
		}
		examples[name] = arguments
	}
	return examples
}

// fits holds what is structured in a result to the schema that its tool was listed with.
func fits(schema, structured any) error {
	b, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if s.Type != "object" || len(s.Properties) == 0 {
		return fmt.Errorf("its output schema says nothing: %s", b)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return err
	}
	return resolved.Validate(structured)
}

// The Inspector's command line makes one call a process, so it has nothing to cancel.
func TestTheInspectorListsAndCallsEveryTool(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	modules, err := clientModules()
	if err != nil {
		t.Fatal(err)
	}
	inspector := filepath.Join(modules, "node_modules", "@modelcontextprotocol", "inspector-cli", "build", "index.js")
	for name, command := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := exampleWorld(t)
			full := func(args ...string) []byte { return w.nodeWith(t, []string{"GORTEX_PRESET=full"}, args...) }
			list := full(slices.Concat([]string{inspector, w.bin}, command, []string{"--method", "tools/list"})...)
			var tools struct {
				Tools []struct {
					Name         string
					OutputSchema any
				}
			}
			if err := json.Unmarshal(list, &tools); err != nil || len(tools.Tools) != len(catalog.Names()) {
				t.Errorf("%v in %s", err, list)
			}
			schemas := map[string]any{}
			for _, tool := range tools.Tools {
				schemas[tool.Name] = tool.OutputSchema
			}
			for tool, arguments := range examplesOf(t, w) {
				args := slices.Concat([]string{inspector, w.bin}, command, []string{"--method", "tools/call", "--tool-name", tool})
				for key, value := range arguments {
					text, plain := value.(string)
					if !plain {
						b, err := json.Marshal(value)
						if err != nil {
							t.Fatal(err)
						}
						text = string(b)
					}
					args = append(args, "--tool-arg", key+"="+text)
				}
				var result struct {
					IsError           bool
					StructuredContent map[string]any
				}
				out := full(args...)
				if err := json.Unmarshal(out, &result); err != nil || result.IsError || len(result.StructuredContent) == 0 {
					t.Errorf("%s %v: %v in %s", tool, arguments, err, out)
				}
				if err := fits(schemas[tool], result.StructuredContent); err != nil {
					t.Errorf("%s %v: %v", tool, arguments, err)
				}
			}
		})
	}
}

func TestTheGoSDKsClientGetsOnWithEveryTool(t *testing.T) {
	t.Parallel()
	need(t, "git", "go")
	for name, command := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := exampleWorld(t)
			cmd := exec.Command(w.bin, command...)
			cmd.Dir = w.repo
			cmd.Env = append(os.Environ(), "GORTEX_HOME="+w.home)
			changed, progress := make(chan struct{}, 100), make(chan float64, 1000)
			client := sdk.NewClient(&sdk.Implementation{Name: "go-sdk", Version: "1"}, &sdk.ClientOptions{
				ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} },
				ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
					progress <- r.Params.Progress
				},
			})
			session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if tools, err := session.ListTools(t.Context(), nil); err != nil || len(tools.Tools) != 8 {
				t.Errorf("listed %+v, %v", tools, err)
			}
			if r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "tools_search", Arguments: map[string]any{"query": "", "limit": 20}}); err != nil || r.IsError {
				t.Errorf("%v, %+v", err, r)
			}
			select {
			case <-changed:
			case <-time.After(patience):
				t.Error("a promotion was not announced")
			}
			tools, err := session.ListTools(t.Context(), nil)
			if err != nil || len(tools.Tools) != len(catalog.Names()) {
				t.Fatalf("listed %+v, %v", tools, err)
			}
			schemas := map[string]any{}
			for _, tool := range tools.Tools {
				schemas[tool.Name] = tool.OutputSchema
			}
			for tool, arguments := range examplesOf(t, w) {
				r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
				if err != nil || r.IsError || r.StructuredContent == nil {
					t.Errorf("%s %v: %v, %+v", tool, arguments, err, r)
					continue
				}
				if err := fits(schemas[tool], r.StructuredContent); err != nil {
					t.Errorf("%s %v: %v", tool, arguments, err)
				}
			}
			reindex := &sdk.CallToolParams{Name: "workspace_admin", Arguments: map[string]any{"operation": "reindex", "dir": w.repo}}
			reindex.SetProgressToken("p")
			if r, err := session.CallTool(t.Context(), reindex); err != nil || r.IsError {
				t.Errorf("%v, %+v", err, r)
			}
			select {
			case <-progress:
			case <-time.After(patience):
				t.Error("no progress of a reindex")
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"operation": "text", "query": "(a|b|.)*x(y|z)*$", "regexp": true}}); !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled: %v", err)
			}
			if err := session.Ping(t.Context(), nil); err != nil {
				t.Errorf("after a cancelled call: %v", err)
			}
			if err := session.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
