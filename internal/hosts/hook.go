package hosts

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/gortexhq/gortex/internal/hooks"
)

// HookTimeout is the deadline of one decision, after which there is none: a tool
// call of the user's waits for it.
const HookTimeout = 250 * time.Millisecond

// DecideFunc asks the daemon; it must not start one.
type DecideFunc func(ctx context.Context, e hooks.Envelope, posture string, t hooks.Tools) (hooks.Decision, error)

// HookOptions are what a hook call knows besides its event.
type HookOptions struct {
	CWD     string // of the process; filled in where the event names none
	Posture string // "": the configured one
	Decide  DecideFunc
}

// nothing is the answer to all that cannot be judged.
const nothing = "{}"

// Hook answers one event of the named host with one JSON object. An agent that is
// not known, or "", speaks the canonical vocabulary. It never fails: what goes
// wrong, panics included, becomes {}.
func Hook(ctx context.Context, agent string, event []byte, o HookOptions) []byte {
	ctx, cancel := context.WithTimeout(ctx, HookTimeout)
	defer cancel()
	answer := make(chan []byte, 1)
	go func() { // ends with ctx at the latest, as Decide does; its answer may find no one
		answer <- decide(ctx, agent, event, o)
	}()
	select {
	case b := <-answer:
		return b
	case <-ctx.Done():
		return []byte(nothing)
	}
}

func decide(ctx context.Context, agent string, event []byte, o HookOptions) (answer []byte) {
	defer func() {
		if recover() != nil {
			answer = []byte(nothing)
		}
	}()
	host, ok := Find(agent)
	if !ok {
		host = canonical{}
	}
	e, tools := host.Translate(event, o.CWD)
	if e.Event == "" || o.Decide == nil {
		return []byte(nothing)
	}
	d, err := o.Decide(ctx, e, o.Posture, tools)
	if err != nil {
		return []byte(nothing)
	}
	return object(host.Answer(e, d))
}

// object marshals without escaping < and >, which source is full of.
func object(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return []byte(nothing)
	}
	b.Truncate(b.Len() - 1) // the line end
	if b.Len() == 0 || b.Bytes()[0] != '{' {
		return []byte(nothing)
	}
	return b.Bytes()
}
