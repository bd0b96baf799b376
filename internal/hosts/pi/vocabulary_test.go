package pi

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/hooks"
)

func TestPiSpeaksTheCanonicalVocabulary(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ tool, input, wantTool, wantInput string }{
		"read":                         {"read", `{"path":"a.go","offset":3,"limit":9}`, "Read", `{"file_path":"/r/a.go","offset":3,"limit":9}`},
		"bash":                         {"bash", `{"command":"grep x .","timeout":5}`, "Bash", `{"command":"grep x .","timeout":5}`},
		"edit gives its first as one":  {"edit", `{"path":"@a.go","edits":[{"oldText":"x","newText":"y"}]}`, "Edit", `{"file_path":"/r/a.go","edits":[{"oldText":"x","newText":"y"}],"old_string":"x","new_string":"y"}`},
		"edit without edits":           {"edit", `{"path":"a.go","edits":[]}`, "Edit", `{"file_path":"/r/a.go","edits":[]}`},
		"write":                        {"write", `{"path":"~/a.go","content":"x"}`, "Write", `{"file_path":"/h/a.go","content":"x"}`},
		"grep":                         {"grep", `{"pattern":"Open","path":".","glob":"*.go","ignoreCase":true,"context":2,"limit":9}`, "Grep", `{"pattern":"Open","path":"/r","glob":"*.go","-i":true,"-C":2,"head_limit":9}`},
		"a literal pattern is quoted":  {"grep", `{"pattern":"a.b(","literal":true}`, "Grep", `{"pattern":"a\\.b\\("}`},
		"find":                         {"find", `{"pattern":"**/*.go","path":"sub"}`, "Glob", `{"pattern":"**/*.go","path":"/r/sub"}`},
		"ls":                           {"ls", `{"path":"sub"}`, "LS", `{"path":"/r/sub"}`},
		"a stranger keeps its words":   {"deploy", `{"path":"x"}`, "deploy", `{"path":"x"}`},
		"powershell is no bash":        {"powershell", `{"command":"ls"}`, "powershell", `{"command":"ls"}`},
		"input that is no object":      {"read", `[1]`, "Read", `{}`},
		"input that is null":           {"read", `null`, "Read", `{}`},
		"input that is no JSON":        {"read", `{"path":`, "Read", `{}`},
		"a path that is no string":     {"read", `{"path":7}`, "Read", `{"file_path":7}`},
		"numbers stay what they were":  {"read", `{"path":"a","offset":1.5}`, "Read", `{"file_path":"/r/a","offset":1.5}`},
		"an unknown key is handed on":  {"bash", `{"command":"x","later":1}`, "Bash", `{"command":"x","later":1}`},
		"edits of another shape stay":  {"edit", `{"path":"a","edits":"x"}`, "Edit", `{"file_path":"/r/a","edits":"x"}`},
		"edits that are no objects":    {"edit", `{"path":"a","edits":[1]}`, "Edit", `{"file_path":"/r/a","edits":[1]}`},
		"literal false is no literal":  {"grep", `{"pattern":"a.b","literal":false}`, "Grep", `{"pattern":"a.b"}`},
		"a literal that is no pattern": {"grep", `{"literal":true}`, "Grep", `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool, input := translate(tt.tool, json.RawMessage(tt.input), "/r", "/h")
			if tool != tt.wantTool {
				t.Errorf("tool %q, want %q", tool, tt.wantTool)
			}
			if diff := cmp.Diff(value(t, tt.wantInput), value(t, string(input))); diff != "" {
				t.Errorf("input (-want +got):\n%s", diff)
			}
		})
	}
}

func value(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestAGraphCallIsFlaggedAndNotTranslated(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		event string
		want  hooks.Envelope
	}{
		"native": {`{"type":"tool_call","toolName":"mcp__gortex__read","input":{"path":"@x"},"session_id":"s"}`,
			hooks.Envelope{Event: "pre_tool", ToolName: "read", ToolInput: json.RawMessage(`{"path":"@x"}`), GraphCall: true, SessionID: "s", CWD: "/r"}},
		"aliased": {`{"type":"tool_call","toolName":"gortex_edit","input":{}}`,
			hooks.Envelope{Event: "pre_tool", ToolName: "edit", ToolInput: json.RawMessage(`{}`), GraphCall: true, CWD: "/r"}},
		"under its own name, beside what only we register": {`{"type":"tool_call","toolName":"explore","input":{},"tools":["read","gortex_read","explore"]}`,
			hooks.Envelope{Event: "pre_tool", ToolName: "explore", ToolInput: json.RawMessage(`{}`), GraphCall: true, CWD: "/r"}},
		"a bare name that may be anyone's": {`{"type":"tool_call","toolName":"search","input":{"q":"x"}}`,
			hooks.Envelope{Event: "pre_tool", ToolName: "search", ToolInput: json.RawMessage(`{"q":"x"}`), CWD: "/r"}},
		"a bare name among others' tools": {`{"type":"tool_call","toolName":"search","input":{},"tools":["read","search","mcp__gortex__read"]}`,
			hooks.Envelope{Event: "pre_tool", ToolName: "search", ToolInput: json.RawMessage(`{}`), CWD: "/r"}},
		"Pi's read is none": {`{"type":"tool_call","toolName":"read","input":{"path":"a"},"cwd":"/q"}`,
			hooks.Envelope{Event: "pre_tool", ToolName: "Read", ToolInput: json.RawMessage(`{"file_path":"/q/a"}`), CWD: "/q"}},
		"another server's read is none": {`{"type":"tool_result","toolName":"mcp__other__read","input":{}}`,
			hooks.Envelope{Event: "post_tool", ToolName: "mcp__other__read", ToolInput: json.RawMessage(`{}`), CWD: "/r"}},
		"a prompt":                      {`{"type":"before_agent_start","prompt":"hi"}`, hooks.Envelope{Event: "prompt", Prompt: "hi", CWD: "/r"}},
		"an event that is none of ours": {`{"type":"model_select"}`, hooks.Envelope{CWD: "/r"}},
		"no JSON":                       {`{"type":`, hooks.Envelope{}},
		"canonical already":             {`{"event":"pre_tool","tool_name":"Bash"}`, hooks.Envelope{Event: "pre_tool", ToolName: "Bash"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := adapter{}.Translate([]byte(tt.event), "/r")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAHookNamesOnlyToolsThatTheSessionShows(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		event string
		want  hooks.Tools
	}{
		"told which":          {`{"type":"tool_call","tools":["read","gortex_read","search"]}`, hooks.Tools{"read": "gortex_read", "search": "search"}},
		"a stranger's search": {`{"type":"tool_call","tools":["read","mcp__gortex__read","search"]}`, hooks.Tools{"read": "mcp__gortex__read"}},
		"told none":           {`{"type":"tool_call","tools":[]}`, hooks.Tools{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, got := (adapter{}).Translate([]byte(tt.event), "/r"); !cmp.Equal(tt.want, got) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	_, got := adapter{}.Translate([]byte(`{"type":"tool_call"}`), "/r")
	if got["search"] != "mcp__gortex__search" {
		t.Errorf("not told: %v, want Pi's own spelling of the eager tools", got)
	}
}

func TestHookAlwaysAnswersOneObject(t *testing.T) {
	t.Parallel()
	o := HookOptions{Options: Options{Getenv: quiet(t)}}
	for _, in := range []string{"", "null", "[]", "{", `{"type":"tool_call"}`, `{"type":"tool_call","toolName":"bash","input":{"command":"grep -rn X ."}}`, "\x00\xff"} {
		if got := string(Hook(t.Context(), []byte(in), o)); got != "{}" {
			t.Errorf("Hook(%q) = %s, want {} where no daemon runs", in, got)
		}
	}
}
