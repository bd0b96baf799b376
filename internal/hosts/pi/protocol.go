package pi

import (
	"encoding/json"

	"github.com/gortexhq/gortex/internal/mcp"
)

// Hello is the first request of the extension, see the bridge protocol.
type Hello struct {
	Protocol  int    `json:"protocol"`
	Extension string `json:"extension"`
	Pi        struct {
		Version   string   `json:"version"`
		Functions []string `json:"functions"`
		Commands  []struct {
			Name   string `json:"name"`
			Source string `json:"source"`
		} `json:"commands"`
	} `json:"pi"`
	Registered bool     `json:"registered"`
	Reason     string   `json:"reason"`
	Mode       string   `json:"mode"`
	HasUI      bool     `json:"has_ui"`
	CWD        string   `json:"cwd"`
	Trusted    bool     `json:"trusted"`
	AgentDir   string   `json:"agent_dir"`
	SessionID  string   `json:"session_id"`
	Briefed    []string `json:"briefed"`
}

// Event is what happened in Pi, as Pi gives it; Type says which fields there are.
type Event struct {
	Type              string          `json:"type"`
	ToolName          string          `json:"toolName"`
	ToolCallID        string          `json:"toolCallId"`
	ParentToolCallID  string          `json:"parentToolCallId"` // the script that makes the call
	Input             json.RawMessage `json:"input"`
	Batch             int             `json:"batch"` // counts the model's answers; 0: not told
	Details           json.RawMessage `json:"details"`
	StructuredContent json.RawMessage `json:"structuredContent"`
	IsError           bool            `json:"isError"`
	Prompt            string          `json:"prompt"`
	Names             []string        `json:"names"`  // tools_changed: all tools
	Active            []string        `json:"active"` // tools_changed: those the model is offered; nil: all
	Name              string          `json:"name"`
	Reason            string          `json:"reason"`
	Briefed           []string        `json:"briefed"` // compacted: the keys still in the history
}

// Effect is one thing for the extension to do. The set is closed: an extension ignores
// what it does not know.
type Effect struct {
	Type    string          `json:"type"`
	Name    string          `json:"name,omitempty"`
	Config  *serverConfig   `json:"config,omitempty"`
	Tools   []PiTool        `json:"tools,omitempty"`
	Names   []string        `json:"names,omitempty"`
	Reason  string          `json:"reason,omitempty"`
	Key     string          `json:"key,omitempty"`
	Level   string          `json:"level,omitempty"`
	Text    string          `json:"text,omitempty"`
	Details json.RawMessage `json:"details,omitempty"`
}

// serverConfig is a registration of an MCP server in Pi. It has no env: Pi expands the
// values there, and runs those that start with an exclamation mark.
type serverConfig struct {
	Command  string   `json:"command"`
	Args     []string `json:"args"`
	Exposure string   `json:"exposure"`
	Timeout  int      `json:"timeout"` // seconds
}

// PiTool is a tool for pi.registerTool.
type PiTool struct {
	Name        string           `json:"name"`
	Label       string           `json:"label"`
	Description string           `json:"description"`
	Parameters  json.RawMessage  `json:"parameters"`
	Annotations *mcp.Annotations `json:"annotations,omitempty"`
}

type helloAnswer struct {
	Protocol int      `json:"protocol"`
	Version  string   `json:"version"`
	Effects  []Effect `json:"effects"`
	Ready    bool     `json:"ready"`
}

type effectsAnswer struct {
	Effects []Effect `json:"effects"`
}

type readyAnswer struct {
	Ready   bool     `json:"ready"`
	Effects []Effect `json:"effects"`
}

type executeParams struct {
	Name       string          `json:"name"`
	ToolCallID string          `json:"toolCallId"`
	Arguments  json.RawMessage `json:"arguments"`
}

type progressParams struct {
	ToolCallID string `json:"toolCallId"`
	Text       string `json:"text"`
}

func notify(level, text string) Effect { return Effect{Type: "notify", Level: level, Text: text} }
func guide(text string) Effect         { return Effect{Type: "guide", Text: text} }
