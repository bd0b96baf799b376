package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const store = "package store\n\n// OpenStore opens it.\nfunc OpenStore() {}\n\nfunc use() { OpenStore() }\n"

// aWorld is a small tracked repository.
func aWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, map[string]string{"store.go": store})
	w.gortex("init", "--quiet")
	return w
}

// wrapped puts a shell script in front of the binary: sh says what becomes of a
// process's start before `exec "$real" "$@"`; $2 tells bridge from mcp-shim.
func (w *world) wrapped(sh string) string {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), "gortex")
	script := "#!/bin/sh\nreal='" + w.bin + "'\n" + sh + "\nexec \"$real\" \"$@\"\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		w.t.Fatal(err)
	}
	return path
}

// session is what most tests look at: the hook's answer, a tool's, an edit's diff.
func (w *world) session(pi piVersion, tool func(string) string, r run) report {
	w.t.Helper()
	r.Version, r.Mode = pi.version, "rpc"
	r.Steps = []any{args{"prompt": "go"}, args{"prompt": "/spy"}, args{"command": args{"type": "get_entries"}}}
	r.Extensions = append(r.Extensions, "testdata/spy.ts")
	r.Script = []turn{
		calls(call{"bash", args{"command": "grep -rn OpenStore ."}}, call{tool("search"), args{"query": "OpenStore"}}),
		calls(call{tool("edit"), args{"file": "store.go", "edits": []any{args{"old": "// OpenStore opens it.", "new": "// OpenStore makes it ready."}}}}),
		{Text: "finished"},
	}
	return w.pi(r)
}

// whole holds a session to what every way to the tools must give.
func (w *world) whole(out report, tool func(string) string) {
	w.t.Helper()
	if first := out.Requests[0].tools(); !slices.Contains(first, tool("search")) {
		w.t.Errorf("the first request lacks %s: %v", tool("search"), first)
	}
	if said := strings.Join(out.Requests[0].said("user"), "\n"); !strings.Contains(said, "`"+tool("search")+"`") && !strings.Contains(said, tool("search")) {
		w.t.Errorf("the briefing does not speak of %s: %s", tool("search"), said)
	}
	if got := out.result(w.t, 1, 1); !strings.Contains(got, "store.go:4") || !strings.Contains(got, tool("search")) && !strings.Contains(got, tool("relations")) {
		w.t.Errorf("grep: %s", got)
	}
	if got := out.result(w.t, 1, 2); !strings.Contains(got, "store.go") {
		w.t.Errorf("search: %s", got)
	}
	details := editDetails(out, tool("edit"))
	if diff, _ := details["diff"].(string); !strings.Contains(diff, "makes it ready") {
		w.t.Errorf("the edit's details: %v", details)
	}
}

// seen is what testdata/spy.ts tells.
type seen struct {
	Spy     bool
	Active  []string
	Servers []json.RawMessage
	Tools   []struct{ Name, Source string }
	Handles []string
}

func (r report) spies(t *testing.T) (all []seen) {
	t.Helper()
	for _, text := range r.notices() {
		var s seen
		if json.Unmarshal([]byte(text), &s) == nil && s.Spy {
			all = append(all, s)
		}
	}
	return all
}

// told are the notices that are gortex's.
func (r report) told() []string {
	return slices.DeleteFunc(r.notices(), func(s string) bool { return !strings.HasPrefix(s, "gortex") })
}

func TestNativeRegistrationAndWhatItCarries(t *testing.T) {
	eachNative(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		out := w.session(pi, pi.tool, run{})
		w.whole(out, pi.tool)
		servers := out.spies(t)[0].Servers
		if len(servers) != 1 || !strings.Contains(string(servers[0]), `"exposure":"direct"`) || !strings.Contains(string(servers[0]), `"timeout":600`) {
			t.Errorf("registered: %s", servers)
		}
	})
}

func TestAnEntryOfTheUsersWins(t *testing.T) {
	eachNative(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		mark := filepath.Join(t.TempDir(), "ran")
		bin := w.wrapped("[ \"$2\" = mcp-shim ] && touch '" + mark + "'")
		out := w.session(pi, pi.tool, run{MCP: args{"mcpServers": args{"gortex": args{"command": bin, "args": []string{"pi", "mcp-shim"}, "exposure": "direct"}}}})
		w.whole(out, pi.tool)
		if _, err := os.Stat(mark); err != nil {
			t.Errorf("the user's own entry was not what ran: %v", err)
		}
	})
}

func TestATrustedProjectsSettingsReachTheTools(t *testing.T) {
	eachNative(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		w.write(".pi/gortex.toml", "[tools]\npreset = \"read\"\n")
		for trust, writes := range map[string]bool{"--approve": false, "--no-approve": true} {
			out := w.pi(run{Version: pi.version, Prompt: "go", Args: []string{trust}, Script: []turn{{Text: "finished"}}})
			if tools := out.Requests[0].tools(); !slices.Contains(tools, pi.tool("search")) || slices.Contains(tools, pi.tool("edit")) != writes {
				t.Errorf("%s: %v", trust, tools)
			}
		}
	})
}

func TestATurnWaitsForToolsThatAreSlowToConnect(t *testing.T) {
	eachNative(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		out := w.session(pi, pi.tool, run{Env: map[string]string{"GORTEX_BIN": w.wrapped(`[ "$2" = mcp-shim ] && sleep 3`)}})
		w.whole(out, pi.tool)
		if got := out.told(); len(got) > 0 {
			t.Errorf("it came, and yet the user was told %q", got)
		}
	})
}

// TestFallbacksFromNative: for each reason the tools come all the same, under their own
// names, from the extension.
func TestFallbacksFromNative(t *testing.T) {
	own := piVersion{}.tool
	for name, tt := range map[string]struct {
		run     run
		without []string // versions that do not have this
		told    string   // the user, or ""
	}{
		"Pi refuses the registration":                      {run{Args: []string{"-e", absolute("testdata/squatter.ts")}}, nil, "Pi refused its MCP server"},
		"native_mcp is off":                                {run{Env: map[string]string{"GORTEX_NATIVE_MCP": "false"}}, nil, ""},
		"--no-mcp":                                         {run{Args: []string{"--no-mcp"}}, []string{"0.99.1", "1.0.3"}, ""},
		"the built-in MCP extension is off":                {run{Setting: args{"extensions": []string{"-builtin:mcp"}}}, nil, ""},
		"another extension took /mcp and connects nothing": {run{Extensions: []string{"testdata/other-mcp.ts"}}, nil, "connects no servers"},
	} {
		t.Run(name, func(t *testing.T) {
			eachNative(t, func(t *testing.T, pi piVersion) {
				if slices.Contains(tt.without, pi.version) {
					t.Skip("not on this Pi")
				}
				w := aWorld(t)
				out := w.session(pi, own, tt.run)
				w.whole(out, own)
				told := out.told()
				if tt.told == "" && len(told) > 0 || tt.told != "" && (len(told) != 1 || !strings.Contains(told[0], tt.told)) {
					t.Errorf("the user was told %q", told)
				}
				for _, name := range out.Requests[0].tools() {
					if strings.HasPrefix(name, "mcp__gortex__") {
						t.Errorf("%s is there twice", name)
					}
				}
			})
		})
	}
}

func absolute(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return abs
}
