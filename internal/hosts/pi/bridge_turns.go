package pi

import (
	"context"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
)

// briefTimeout bounds what a session's first turn waits for a daemon that starts.
const briefTimeout = 3 * time.Second

// onTurn gives a session's first turn its briefing, and one after a compaction again.
func (b *bridge) onTurn(m mcp.Message) {
	b.mu.Lock()
	wants := b.state.wantsBrief()
	request := client.BriefRequest{CWD: b.opts.CWD, Session: b.state.hello.SessionID, Posture: b.state.prefs.posture, Tools: b.state.expected()}
	link := b.link
	b.mu.Unlock()
	if !wants {
		b.answerEffects(m.ID, nil)
		return
	}
	id := clone(m.ID)
	b.work.Go(func() {
		ctx, cancel := context.WithTimeout(b.life, briefTimeout)
		defer cancel()
		briefing, down := brief(ctx, link, request)
		b.mu.Lock()
		effects := b.state.brief(briefing, down)
		b.mu.Unlock()
		b.answerEffects(id, effects)
	})
}

// onWaitReady answers once the tools can be called, or at the cap.
func (b *bridge) onWaitReady(m mcp.Message) {
	var p struct {
		CapMillis int64 `json:"cap_ms"`
	}
	if !b.decode(m, &p) {
		return
	}
	b.mu.Lock()
	limit := b.settings.Timeouts.Ready
	if b.state.channel == native {
		limit = b.settings.Timeouts.ReadyNative
	}
	readied := b.readied
	b.mu.Unlock()
	if asked := time.Duration(p.CapMillis) * time.Millisecond; p.CapMillis > 0 && asked < limit {
		limit = asked
	}
	id := clone(m.ID)
	b.work.Go(func() {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		select {
		case <-readied:
		case <-timer.C:
		case <-b.life.Done():
		}
		b.mu.Lock()
		effects := b.state.late(b.tools(b.settings.Tools.Preset))
		answer := readyAnswer{Ready: b.state.ready, Effects: noNil(effects)}
		b.mu.Unlock()
		b.answer(id, answer)
	})
}
