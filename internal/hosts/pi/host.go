package pi

import (
	"context"
	"encoding/json"
	"os"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

func init() { hosts.Register(adapter{}) }

// adapter is Pi's side of the hook for a process per call. The bridge translates with
// the same tables.
type adapter struct{}

func (adapter) Name() string { return agent }

// outsideEvent is an event as Pi's own handlers see it, with what they read off ctx.
type outsideEvent struct {
	Event
	CWD       string   `json:"cwd"`
	SessionID string   `json:"session_id"`
	Tools     []string `json:"tools"` // the names this session shows, where the caller knows
}

// Translate takes Pi's event, or an envelope that is canonical already.
func (adapter) Translate(event []byte, cwd string) (hooks.Envelope, hooks.Tools) {
	var e outsideEvent
	if json.Unmarshal(event, &e) != nil {
		return hooks.Envelope{}, nil
	}
	if e.CWD == "" {
		e.CWD = cwd
	}
	own := knownNames(e.Tools)
	tools := spelled(names(catalog.Tools("")), nativeName)
	if e.Tools != nil {
		tools = hooks.Tools{}
		for _, shown := range e.Tools {
			if bare, ok := graphTool(shown, own); ok {
				tools[bare] = shown
			}
		}
	}
	if e.Type == "" {
		return hooks.ParseEnvelope(event), tools
	}
	userHome, _ := os.UserHomeDir()
	return envelope(e.Event, e.SessionID, e.CWD, userHome, own), tools
}

func (adapter) Answer(_ hooks.Envelope, d hooks.Decision) any { return d }

// eventNames gives Pi's events their canonical names; the others are none of ours.
var eventNames = map[string]string{
	"tool_call": "pre_tool", "tool_result": "post_tool",
	"turn": "prompt", "before_agent_start": "prompt", "input": "prompt",
	"session_start": "session_start", "shutdown": "session_end", "session_shutdown": "session_end",
}

// envelope is an event of Pi's in our vocabulary. A gortex tool's call is flagged and
// goes under the daemon's name, untranslated: its read is not Pi's.
func envelope(e Event, session, cwd, userHome string, own map[string]string) hooks.Envelope {
	out := hooks.Envelope{Event: eventNames[e.Type], SessionID: session, CWD: cwd, Prompt: e.Prompt}
	if e.ToolName == "" {
		return out
	}
	if bare, ok := graphTool(e.ToolName, own); ok {
		out.ToolName, out.ToolInput, out.GraphCall = bare, e.Input, true
		return out
	}
	out.ToolName, out.ToolInput = translate(e.ToolName, e.Input, cwd, userHome)
	return out
}

// HookOptions: Posture "" is the configured one.
type HookOptions struct {
	Options
	Posture string
}

// Hook answers one event of Pi's with one JSON object, whatever stdin holds. It starts
// no daemon: a call of the user's waits for it.
func Hook(ctx context.Context, stdin []byte, o HookOptions) []byte {
	o.Options = o.filled()
	return hosts.Hook(ctx, agent, stdin, hosts.HookOptions{CWD: o.CWD, Posture: o.Posture, Decide: o.decide})
}

func (o HookOptions) decide(ctx context.Context, e hooks.Envelope, posture string, t hooks.Tools) (hooks.Decision, error) {
	s := o.load("", false)
	if !s.Hook.Enabled {
		return hooks.Decision{}, nil
	}
	if posture == "" {
		posture = s.posture()
	}
	opts, err := o.daemon(s, false)
	if err != nil {
		return hooks.Decision{}, err
	}
	daemon, err := client.Dial(ctx, opts)
	if err != nil {
		return hooks.Decision{}, err
	}
	defer daemon.Close()
	return daemon.Decide(ctx, client.HookRequest{Envelope: e, Posture: posture, Tools: t})
}
