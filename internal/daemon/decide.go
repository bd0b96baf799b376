package daemon

import (
	"context"
	"time"

	"github.com/gortexhq/gortex/internal/clocked"
	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/hooks"
)

// decideTime bounds a decision, so that its answer is there before the 250 ms that
// the hosts' side waits.
const decideTime = 200 * time.Millisecond

// decider is what decisions need beside the graph.
type decider struct {
	settings *config.Live
	sessions *sessionStore
}

func (d *decider) enabled() bool { return d.settings.Now().Hook.Enabled }

// postureOf is the posture that a request names, else the configured one: a name
// that is none must not be stricter than what the user chose.
func (d *decider) postureOf(name string) hooks.Posture {
	if p, known := hooks.ParsePosture(name); known {
		return p
	}
	p, _ := hooks.ParsePosture(d.settings.Now().Hook.Posture)
	return p
}

// decide judges one call. What takes too long, or fails, has nothing to say: the graph
// answers no question once the time is over.
func (d *daemon) decide(ctx context.Context, r client.HookRequest) (hooks.Decision, error) {
	if !d.hooks.enabled() {
		return hooks.Decision{}, nil
	}
	defer engine.Answering()()
	ctx = clocked.Context{Context: ctx, End: time.Now().Add(decideTime), Late: context.DeadlineExceeded}
	// Here and now: a goroutine and back costs as much as a decision. What blocks
	// it, a disk that does not answer, blocks one request of a host that gave up.
	decision := d.judge(ctx, r)
	if ctx.Err() != nil {
		d.Log.Warn("a decision took too long", "tool", r.Envelope.ToolName, "limit", decideTime)
		return hooks.Decision{}, nil
	}
	return decision, nil
}

func (d *daemon) judge(ctx context.Context, r client.HookRequest) (decision hooks.Decision) {
	var failed error
	defer func() {
		if failed != nil {
			d.Log.Error("a decision failed", "tool", r.Envelope.ToolName, "error", failed)
			decision = hooks.Decision{}
		}
	}()
	defer caught(&failed)
	if r.Envelope.Event == "session_start" {
		return d.orient(ctx, r)
	}
	var g hooks.Graph // nil, not a nil graph: without an engine there is nothing to say
	if rooms, open := d.engine.now(); open {
		known := newGraph(ctx, rooms.engine)
		// The graph answers in real paths, and what is relative is relative to the real
		// folder. From one that is gone nothing can be told.
		if real, there := known.real(r.Envelope.CWD); there {
			r.Envelope.CWD, g = real, known
		}
	}
	decision = hooks.Decide(r.Envelope, d.hooks.postureOf(r.Posture), r.Tools, g, d.hooks.sessions.state, time.Now())
	if r.Envelope.SessionID != "" {
		d.hooks.sessions.changed()
	}
	return decision
}

// orient gives the session's opening message to a host that asks for it by its event.
func (d *daemon) orient(ctx context.Context, r client.HookRequest) hooks.Decision {
	if !d.Live.Now().Brief.Enabled {
		return hooks.Decision{}
	}
	ctx, cancel := context.WithTimeout(ctx, decideTime) // one that wakes: a briefing waits
	defer cancel()
	b, err := d.brief(ctx, client.BriefRequest{CWD: r.Envelope.CWD, Session: r.Envelope.SessionID, Posture: r.Posture, Tools: r.Tools})
	if err != nil || r.Envelope.CWD == "" {
		return hooks.Decision{}
	}
	return hooks.Decision{Orientation: b.Text}
}
