package pi

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/mcp"
)

// mostHookTime keeps a decision under the timer of the extension, which is two seconds:
// what comes later is nothing to it.
const mostHookTime = 1750 * time.Millisecond

func (b *bridge) onEvent(m mcp.Message) error {
	var e Event
	if !b.decode(m, &e) {
		return nil
	}
	switch e.Type {
	case "tool_call":
		b.onToolCall(m, e)
	case "tool_result":
		b.onToolResult(m, e)
	case "turn":
		b.onTurn(m)
	case "shutdown":
		b.answerEffects(m.ID, nil)
		return errShutdown
	default:
		b.answerEffects(m.ID, b.on(e))
	}
	return nil
}

// on takes the events that the state alone answers.
func (b *bridge) on(e Event) []Effect {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e.Type {
	case "tools_changed":
		was := b.state.ready
		b.state.toolsChanged(e)
		if b.state.ready && !was {
			close(b.readied)
		}
	case "server_refused":
		return b.state.serverRefused(e.Reason, b.tools(b.settings.Tools.Preset))
	case "compacted":
		b.state.compacted(e)
	}
	return nil
}

// onToolCall asks the daemon. What it does not say in time is nothing.
func (b *bridge) onToolCall(m mcp.Message, e Event) {
	b.mu.Lock()
	ask, ok := b.state.asks(e, b.opts.userHome())
	request := client.HookRequest{Envelope: ask, Posture: b.state.prefs.posture, Tools: b.state.callable}
	link, differ, limit := b.link, b.differ, min(b.settings.Timeouts.Hook, mostHookTime)
	b.mu.Unlock()
	ride := b.rides.takeOff(e, differ, b.opts.userHome())
	ok = ok && (ask.GraphCall || len(request.Tools) > 0) // no tool to name: nothing to say
	if !ok && ride == nil {
		b.answerEffects(m.ID, nil)
		return
	}
	id := clone(m.ID)
	b.work.Go(func() {
		ctx, cancel := context.WithTimeout(b.life, limit)
		defer cancel()
		if ride != nil {
			b.rides.read(ctx, ride, differ, e.Input)
		}
		if !ok {
			b.answerEffects(id, nil)
			return
		}
		d, err := decide(ctx, link, request)
		if err != nil {
			b.opts.Log.Debug("no decision", "tool", request.Envelope.ToolName, "err", err)
		}
		gone := err != nil && (link.lost() || errors.Is(err, mcp.ErrClosed))
		b.mu.Lock()
		effects := b.state.decided(d)
		if gone {
			effects = append(effects, b.state.unjudged()...)
		}
		b.mu.Unlock()
		if d.Block {
			b.rides.blocked(e.ToolCallID)
		}
		b.answerEffects(id, effects)
	})
}

// onToolResult moves an edit's diff into its details. Files are read aside: what comes
// after does not wait for them.
func (b *bridge) onToolResult(m mcp.Message, e Event) {
	b.mu.Lock()
	effects := b.state.result(e)
	differ := b.differ
	b.mu.Unlock()
	var had json.RawMessage
	if len(effects) > 0 {
		had = effects[0].Details
	} else if e.ToolName == OwnName(editTool) && e.ParentToolCallID != "" {
		had = e.Details
	}
	id := clone(m.ID)
	b.work.Go(func() { b.answerEffects(id, append(effects, b.rides.land(e, had, differ)...)) })
}

// decide waits for a daemon that is not there yet no longer than the hook of a process
// per call does: a user who starts one would find every call slow until it is up.
func decide(ctx context.Context, l *link, r client.HookRequest) (decision, error) {
	soon, cancel := context.WithTimeout(ctx, hosts.HookTimeout)
	defer cancel()
	d, err := l.get(soon)
	if err != nil {
		return decision{}, err
	}
	return d.Decide(ctx, r)
}
