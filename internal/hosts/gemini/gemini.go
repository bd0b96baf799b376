// Package gemini makes Gemini CLI a host of gortex's hook: its names of events, tools and
// inputs against ours, and its form of an answer. It installs nothing; it stands here as
// the measure of what a further host takes.
package gemini

import (
	"encoding/json"
	"strings"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

func init() { hosts.Register(adapter{}) }

type adapter struct{}

func (adapter) Name() string { return "gemini" }

// toolPrefix is what Gemini CLI puts in front of the tools of a server called gortex.
const toolPrefix = "mcp_gortex_"

// event is what Gemini CLI writes on a hook's stdin, as far as it is needed.
type event struct {
	SessionID string                     `json:"session_id"`
	CWD       string                     `json:"cwd"`
	Name      string                     `json:"hook_event_name"`
	ToolName  string                     `json:"tool_name"`
	ToolInput map[string]json.RawMessage `json:"tool_input"`
	Prompt    string                     `json:"prompt"`
}

// events gives its events their canonical names; compressing makes the model forget, and
// so ends for the hook what the session was told.
var events = map[string]string{
	"BeforeTool": "pre_tool", "AfterTool": "post_tool", "BeforeAgent": "prompt",
	"SessionStart": "session_start", "SessionEnd": "session_end", "PreCompress": "session_end",
}

// vocabulary gives its tools their canonical names, and their inputs canonical keys. A
// tool that is not in it keeps its name, and no rule speaks of it.
var vocabulary = map[string]struct {
	name string
	keys map[string]string
}{
	"read_file":           {"Read", map[string]string{"absolute_path": "file_path"}},
	"search_file_content": {"Grep", map[string]string{"dir_path": "path", "include": "glob"}},
	"grep_search":         {"Grep", map[string]string{"dir_path": "path", "include": "glob", "include_pattern": "glob"}},
	"glob":                {"Glob", map[string]string{"dir_path": "path"}},
	"run_shell_command":   {"Bash", nil},
	"replace":             {"Edit", nil},
	"write_file":          {"Write", nil},
	"list_directory":      {"LS", map[string]string{"dir_path": "path"}},
}

func (adapter) Translate(raw []byte, cwd string) (hooks.Envelope, hooks.Tools) {
	var e event
	if json.Unmarshal(raw, &e) != nil {
		return hooks.Envelope{}, nil
	}
	if e.CWD == "" {
		e.CWD = cwd
	}
	out := hooks.Envelope{Event: events[e.Name], ToolName: e.ToolName, SessionID: e.SessionID, CWD: e.CWD, Prompt: e.Prompt}
	input := e.ToolInput
	if bare, ours := strings.CutPrefix(e.ToolName, toolPrefix); ours {
		out.ToolName, out.GraphCall = bare, true
	} else if word, known := vocabulary[e.ToolName]; known {
		out.ToolName = word.name
		input = map[string]json.RawMessage{}
		for key, value := range e.ToolInput {
			if canonical, renamed := word.keys[key]; renamed {
				key = canonical
			}
			input[key] = value
		}
		window(input)
	}
	if input != nil {
		out.ToolInput, _ = json.Marshal(input) // of raw messages that were read just now
	}
	tools := hooks.Tools{}
	for _, t := range catalog.Tools("") {
		tools[t.Name] = toolPrefix + t.Name
	}
	return out, tools
}

// window turns a read's first and last line, as later versions name it, into ours: a window
// that were not known as one would be taken for the whole file.
func window(input map[string]json.RawMessage) {
	number := func(key string) (n int, ok bool) {
		ok = json.Unmarshal(input[key], &n) == nil
		return n, ok
	}
	first, started := number("start_line")
	last, ended := number("end_line")
	if !started && !ended {
		return
	}
	first = max(first, 1)
	input["offset"], _ = json.Marshal(first)
	if ended && last >= first {
		input["limit"], _ = json.Marshal(last - first + 1)
	}
	delete(input, "start_line")
	delete(input, "end_line")
}

type answer struct {
	Decision string  `json:"decision,omitempty"`
	Reason   string  `json:"reason,omitempty"`
	Output   *output `json:"hookSpecificOutput,omitempty"`
}

type output struct {
	Event   string `json:"hookEventName"`
	Context string `json:"additionalContext"`
}

// Answer is a decision in its form. Before a tool it takes a denial and no context.
func (adapter) Answer(e hooks.Envelope, d hooks.Decision) any {
	switch {
	case e.Event == "pre_tool" && d.Block:
		return answer{Decision: "deny", Reason: d.Reason}
	case e.Event == "session_start" && d.Orientation != "":
		return answer{Output: &output{"SessionStart", d.Orientation}}
	}
	return answer{}
}
