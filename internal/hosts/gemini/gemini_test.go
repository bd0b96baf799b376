package gemini_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hosts"
	_ "github.com/gortexhq/gortex/internal/hosts/gemini"
)

func TestEventsBecomeEnvelopes(t *testing.T) {
	t.Parallel()
	host, ok := hosts.Find("gemini")
	if !ok {
		t.Fatal("not registered")
	}
	for _, tt := range []struct {
		rule, event string
		want        hooks.Envelope
	}{
		{"a read", `{"hook_event_name": "BeforeTool", "session_id": "s", "cwd": "/r", "tool_name": "read_file", "tool_input": {"absolute_path": "/r/a.go", "limit": 10}}`,
			hooks.Envelope{Event: "pre_tool", SessionID: "s", CWD: "/r", ToolName: "Read", ToolInput: json.RawMessage(`{"file_path":"/r/a.go","limit":10}`)}},
		{"a read of some lines", `{"hook_event_name": "BeforeTool", "cwd": "/r", "tool_name": "read_file", "tool_input": {"file_path": "a.go", "start_line": 40, "end_line": 59}}`,
			hooks.Envelope{Event: "pre_tool", CWD: "/r", ToolName: "Read", ToolInput: json.RawMessage(`{"file_path":"a.go","limit":20,"offset":40}`)}},
		{"a read up to a line", `{"hook_event_name": "BeforeTool", "cwd": "/r", "tool_name": "read_file", "tool_input": {"file_path": "a.go", "end_line": 9}}`,
			hooks.Envelope{Event: "pre_tool", CWD: "/r", ToolName: "Read", ToolInput: json.RawMessage(`{"file_path":"a.go","limit":9,"offset":1}`)}},
		{"a search of later", `{"hook_event_name": "BeforeTool", "tool_name": "grep_search", "tool_input": {"pattern": "x", "include_pattern": "*.go", "dir_path": "sub"}}`,
			hooks.Envelope{Event: "pre_tool", CWD: "/here", ToolName: "Grep", ToolInput: json.RawMessage(`{"glob":"*.go","path":"sub","pattern":"x"}`)}},
		{"a search", `{"hook_event_name": "BeforeTool", "tool_name": "search_file_content", "tool_input": {"pattern": "x", "include": "*.go"}}`,
			hooks.Envelope{Event: "pre_tool", CWD: "/here", ToolName: "Grep", ToolInput: json.RawMessage(`{"glob":"*.go","pattern":"x"}`)}},
		{"a graph call", `{"hook_event_name": "BeforeTool", "tool_name": "mcp_gortex_read", "tool_input": {"file": "a"}}`,
			hooks.Envelope{Event: "pre_tool", CWD: "/here", ToolName: "read", GraphCall: true, ToolInput: json.RawMessage(`{"file":"a"}`)}},
		{"a tool of later", `{"hook_event_name": "BeforeTool", "tool_name": "dream", "tool_input": {"absolute_path": "a"}}`,
			hooks.Envelope{Event: "pre_tool", CWD: "/here", ToolName: "dream", ToolInput: json.RawMessage(`{"absolute_path":"a"}`)}},
		{"an event of later", `{"hook_event_name": "BeforeModel"}`, hooks.Envelope{CWD: "/here"}},
		{"no JSON", `x`, hooks.Envelope{}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got, _ := host.Translate([]byte(tt.event), "/here")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecisionsComeInItsForm(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			rule, event string
			d           hooks.Decision
			want        string
		}{
			{"a block", "BeforeTool", hooks.Decision{Block: true, Reason: "r"}, `{"decision":"deny","reason":"r"}`},
			{"a guidance has no place before a tool", "BeforeTool", hooks.Decision{AdditionalContext: "x"}, `{}`},
			{"a briefing", "SessionStart", hooks.Decision{Orientation: "x"}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"x"}}`},
		} {
			decide := func(context.Context, hooks.Envelope, string, hooks.Tools) (hooks.Decision, error) { return tt.d, nil }
			got := hosts.Hook(t.Context(), "gemini", []byte(`{"hook_event_name": "`+tt.event+`"}`), hosts.HookOptions{Decide: decide})
			if string(got) != tt.want {
				t.Errorf("%s: %s, want %s", tt.rule, got, tt.want)
			}
		}
	})
}
