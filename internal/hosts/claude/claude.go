// Package claude makes Claude Code a host of gortex: its hook events and answers, and
// the install into its settings, which belong to its user and are changed by the byte.
// What is decided does not live here. Claude Code's names of tools and inputs are the
// canonical ones, so there is no vocabulary to translate.
package claude

import (
	"encoding/json"
	"strings"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

func init() { hosts.Register(adapter{}) }

const (
	agent      = "claude"
	serverName = "gortex"
	toolPrefix = "mcp__" + serverName + "__"
)

// adapter is Claude Code's side of the hook, a process for each event.
type adapter struct{}

func (adapter) Name() string { return agent }

// event is what Claude Code writes on a hook's stdin; what is not listed is not needed.
type event struct {
	SessionID string          `json:"session_id"`
	CWD       string          `json:"cwd"`
	Name      string          `json:"hook_event_name"`
	ToolName  string          `json:"tool_name"`
	ToolInput json.RawMessage `json:"tool_input"`
	Prompt    string          `json:"prompt"`
}

// events gives Claude Code's events their canonical names; the others are none of ours.
// A compaction ends, for the hook, what the session was told and has asked: the model
// has forgotten both.
var events = map[string]string{
	"PreToolUse": "pre_tool", "PostToolUse": "post_tool", "UserPromptSubmit": "prompt",
	"SessionStart": "session_start", "SessionEnd": "session_end", "PreCompact": "session_end",
}

func (adapter) Translate(raw []byte, cwd string) (hooks.Envelope, hooks.Tools) {
	var e event
	if json.Unmarshal(raw, &e) != nil {
		return hooks.Envelope{}, nil
	}
	if e.CWD == "" {
		e.CWD = cwd
	}
	out := hooks.Envelope{Event: events[e.Name], ToolName: e.ToolName, ToolInput: e.ToolInput, SessionID: e.SessionID, CWD: e.CWD, Prompt: e.Prompt}
	if e.ToolName == "Agent" { // what later versions call their Task; a matcher takes either name for both
		out.ToolName = "Task"
	}
	if bare, ours := strings.CutPrefix(e.ToolName, toolPrefix); ours {
		out.ToolName, out.GraphCall = bare, true
	}
	tools := hooks.Tools{}
	for _, t := range catalog.Tools("") {
		tools[t.Name] = toolPrefix + t.Name
	}
	return out, tools
}

// answer is what Claude Code reads on stdout.
type answer struct {
	Output *output `json:"hookSpecificOutput,omitempty"`
}

type output struct {
	Event    string `json:"hookEventName"`
	Decision string `json:"permissionDecision,omitempty"`
	Reason   string `json:"permissionDecisionReason,omitempty"`
	Context  string `json:"additionalContext,omitempty"`
}

// Answer is a decision in the envelope of the event that asked for it. One that the event
// has no place for is nothing: Claude Code would report it as a fault.
func (adapter) Answer(e hooks.Envelope, d hooks.Decision) any {
	switch {
	case e.Event == "pre_tool" && d.Block:
		return answer{&output{Event: "PreToolUse", Decision: "deny", Reason: d.Reason}}
	case e.Event == "pre_tool" && d.AdditionalContext != "":
		return answer{&output{Event: "PreToolUse", Context: d.AdditionalContext}}
	case e.Event == "post_tool" && d.AdditionalContext != "":
		return answer{&output{Event: "PostToolUse", Context: d.AdditionalContext}}
	case e.Event == "session_start" && d.Orientation != "":
		return answer{&output{Event: "SessionStart", Context: d.Orientation}}
	}
	return answer{}
}
