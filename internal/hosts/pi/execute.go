package pi

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

// searchTool promotes what it finds: every tool that its reply names must be callable
// by the time the model reads it.
const searchTool = "tools_search"

// onExecute forwards a call of a tool that the extension registered.
func (b *bridge) onExecute(m mcp.Message) {
	var p executeParams
	if !b.decode(m, &p) {
		return
	}
	ctx, cancel := context.WithCancel(b.life)
	b.mu.Lock()
	bare, ok := b.state.graphTool(p.Name)
	if !ok {
		bare = p.Name // the daemon says what it does not know
	}
	up, differ := b.upstream, b.differ
	b.calls[p.ToolCallID] = cancel
	b.mu.Unlock()
	id := clone(m.ID)
	b.work.Go(func() {
		defer cancel()
		b.answerExecute(id, b.execute(ctx, up, differ, bare, p))
		b.mu.Lock()
		delete(b.calls, p.ToolCallID)
		b.mu.Unlock()
	})
}

func (b *bridge) execute(ctx context.Context, up *upstream, d *differ, bare string, p executeParams) json.RawMessage {
	if len(p.Arguments) == 0 || string(p.Arguments) == "null" {
		p.Arguments = json.RawMessage("{}")
	}
	call := func() (json.RawMessage, error) {
		return up.call(ctx, bare, p.Arguments, func(progress mcp.Progress) {
			b.notify("tool/progress", progressParams{ToolCallID: p.ToolCallID, Text: progress.Message})
		})
	}
	var result json.RawMessage
	var err error
	if bare == editTool {
		result, err = d.around(ctx, p.Arguments, call)
	} else {
		result, err = call()
	}
	if err != nil {
		return failed(p.Name, err.Error())
	}
	if bare == searchTool {
		b.relist(up)
	}
	return cut(result, maxResultBytes)
}

// answerExecute answers with a tool result; an edit's diff goes from its structured
// part into details, where Pi keeps its own.
func (b *bridge) answerExecute(id, result json.RawMessage) {
	if !strings.Contains(string(result), `"`+diffKey+`"`) {
		b.answer(id, result)
		return
	}
	var r, structured map[string]json.RawMessage
	if json.Unmarshal(result, &r) == nil && json.Unmarshal(r["structuredContent"], &structured) == nil && structured[diffKey] != nil {
		r["details"] = structured[diffKey]
		delete(structured, diffKey)
		if b, err := json.Marshal(structured); err == nil {
			r["structuredContent"] = b
		}
		if b, err := json.Marshal(r); err == nil {
			result = b
		}
	}
	b.answer(id, result)
}

func (b *bridge) onCancel(m mcp.Message) {
	var p executeParams
	if !b.decode(m, &p) {
		return
	}
	b.mu.Lock()
	cancel := b.calls[p.ToolCallID]
	b.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// announce hears that the daemon's tools have changed. Announcements come in bursts:
// the list is fetched once, a little after the last of them.
func (b *bridge) announce() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.state.channel != own || b.ended {
		return
	}
	if b.resync != nil {
		b.resync.Stop()
	}
	up := b.upstream
	b.resync = time.AfterFunc(resyncPause, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if !b.ended {
			b.work.Go(func() { b.relist(up) })
		}
	})
}

// relist fetches the daemon's list and sends what is different to the extension.
func (b *bridge) relist(up *upstream) {
	ctx, cancel := context.WithTimeout(b.life, dialTimeout)
	defer cancel()
	tools, err := up.tools(ctx)
	if err != nil {
		b.opts.Log.Debug("no list of tools", "err", err)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.state.channel != own {
		return
	}
	if effects := b.state.list(tools); len(effects) > 0 {
		b.notify("effects", effectsAnswer{effects}) // under the lock: lists must not overtake each other
	}
}
