package claude_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hosts"
	_ "github.com/gortexhq/gortex/internal/hosts/claude"
)

func TestEventsBecomeEnvelopes(t *testing.T) {
	t.Parallel()
	host, ok := hosts.Find("claude")
	if !ok {
		t.Fatal("not registered")
	}
	for _, tt := range []struct {
		rule, event string
		want        hooks.Envelope
	}{
		{"a call keeps its names", `{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "/r", "permission_mode": "plan", "tool_name": "Read", "tool_input": {"file_path": "/r/a.go"}}`,
			hooks.Envelope{Event: "pre_tool", SessionID: "s", CWD: "/r", ToolName: "Read", ToolInput: json.RawMessage(`{"file_path": "/r/a.go"}`)}},
		{"a graph call goes under its bare name", `{"hook_event_name": "PreToolUse", "cwd": "/r", "tool_name": "mcp__gortex__read", "tool_input": {}}`,
			hooks.Envelope{Event: "pre_tool", CWD: "/r", ToolName: "read", GraphCall: true, ToolInput: json.RawMessage(`{}`)}},
		{"a task by its later name", `{"hook_event_name": "PreToolUse", "cwd": "/r", "tool_name": "Agent", "tool_input": {"prompt": "x"}}`,
			hooks.Envelope{Event: "pre_tool", CWD: "/r", ToolName: "Task", ToolInput: json.RawMessage(`{"prompt": "x"}`)}},
		{"another server's tool is none", `{"hook_event_name": "PreToolUse", "cwd": "/r", "tool_name": "mcp__gortex2__read"}`, hooks.Envelope{Event: "pre_tool", CWD: "/r", ToolName: "mcp__gortex2__read"}},
		{"a start", `{"hook_event_name": "SessionStart", "source": "compact", "session_id": "s"}`, hooks.Envelope{Event: "session_start", SessionID: "s", CWD: "/here"}},
		{"an end", `{"hook_event_name": "SessionEnd", "session_id": "s", "cwd": "/r"}`, hooks.Envelope{Event: "session_end", SessionID: "s", CWD: "/r"}},
		{"a compaction forgets what the session was told", `{"hook_event_name": "PreCompact", "session_id": "s", "cwd": "/r"}`, hooks.Envelope{Event: "session_end", SessionID: "s", CWD: "/r"}},
		{"an event of later is none", `{"hook_event_name": "CwdChanged", "cwd": "/r"}`, hooks.Envelope{CWD: "/r"}},
		{"no JSON", `{`, hooks.Envelope{}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got, tools := host.Translate([]byte(tt.event), "/here")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if got.Event != "" && tools["search"] != "mcp__gortex__search" {
				t.Errorf("tools: %v", tools)
			}
		})
	}
}

func TestDecisionsComeInTheEnvelopeOfTheirEvent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, event string
		d           hooks.Decision
		want        string
	}{
		{"a block denies", "PreToolUse", hooks.Decision{Block: true, Reason: "a < b"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"a < b"}}`},
		{"a guidance is context", "PreToolUse", hooks.Decision{AdditionalContext: "x"}, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"x"}}`},
		{"a briefing is context", "SessionStart", hooks.Decision{Orientation: "x"}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"x"}}`},
		{"nothing to say", "PreToolUse", hooks.Decision{}, `{}`},
		{"no block where nothing can be blocked", "SessionEnd", hooks.Decision{Block: true, Reason: "x"}, `{}`},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				decide := func(context.Context, hooks.Envelope, string, hooks.Tools) (hooks.Decision, error) { return tt.d, nil }
				got := hosts.Hook(t.Context(), "claude", []byte(`{"hook_event_name": "`+tt.event+`", "tool_name": "Bash", "tool_input": {}}`), hosts.HookOptions{CWD: "/r", Decide: decide})
				if diff := cmp.Diff(tt.want, string(got)); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}
