package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client/handshake"
	"github.com/gortexhq/gortex/internal/flock"
	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/mcp"
)

// Control methods, beside those of the handshake.
const (
	MethodStatus  = handshake.Status
	MethodStop    = handshake.Stop
	MethodTrack   = "gortex/track"
	MethodUntrack = "gortex/untrack"
	MethodHook    = "gortex/hook"
	MethodBrief   = "gortex/brief"
)

// Folder is the parameter of MethodTrack and MethodUntrack, and the root that the latter returns.
type Folder struct {
	Dir string `json:"dir"` // absolute
}

// Briefing is the result of MethodBrief.
type Briefing struct {
	Text      string `json:"text"`
	Untracked string `json:"untracked,omitempty"` // the git work tree of the folder, where nothing that is tracked is seen from it
}

// Status is raw so that the interface's JSON form has one home, in the daemon.
func (c *Client) Status(ctx context.Context) (json.RawMessage, error) {
	var raw json.RawMessage
	err := c.conn.Call(ctx, MethodStatus, nil, &raw)
	return raw, err
}

// TrackResult is what indexing found.
type TrackResult struct {
	Root      string         `json:"root"`
	Files     int            `json:"files"`
	Symbols   int            `json:"symbols"`
	Edges     int            `json:"edges"`
	Languages map[string]int `json:"languages"`
	Skipped   int            `json:"skipped"`
	Millis    int64          `json:"millis"`
}

// Track adds the repository that dir is in and returns once it is ready. progress
// may be nil; its Message is the phase.
func (c *Client) Track(ctx context.Context, dir string, progress func(mcp.Progress)) (TrackResult, error) {
	if progress == nil {
		progress = func(mcp.Progress) {}
	}
	var found TrackResult
	err := c.conn.CallWithProgress(ctx, MethodTrack, Folder{dir}, &found, progress)
	return found, err
}

// Untrack takes the repository that dir is in off the list, drops its index and returns its root.
func (c *Client) Untrack(ctx context.Context, dir string) (root string, err error) {
	var dropped Folder
	err = c.conn.Call(ctx, MethodUntrack, Folder{dir}, &dropped)
	return dropped.Dir, err
}

// Stop ends the daemon and returns once its process is gone. That the lock of the
// single instance is free says that it serves nobody any more; the rest is the end
// of a process, and bounded, because a number may go to another one.
func (c *Client) Stop(ctx context.Context) error {
	var refused *mcp.Error
	if err := c.conn.Call(ctx, MethodStop, nil, nil); errors.As(err, &refused) {
		return fmt.Errorf("stop the daemon: %w", err)
	} // any other error is that it is gone before it has answered, or ctx's
	if err := flock.WaitFor(ctx, c.dirs.Lock, c.hello.PID); err != nil {
		return fmt.Errorf("the daemon (pid %d) is still there: %w", c.hello.PID, err)
	}
	ctx, cancel := context.WithTimeout(ctx, lastSteps)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for exists(c.hello.PID) && ctx.Err() == nil {
		<-tick.C
	}
	return nil
}

// lastSteps bounds the wait for a process that has given its lock back.
const lastSteps = time.Second

// HookRequest is an envelope and what the host's adapter knows of the session.
type HookRequest struct {
	Envelope hooks.Envelope `json:"envelope"`
	Posture  string         `json:"posture,omitempty"` // "": the daemon's configured one
	Tools    hooks.Tools    `json:"tools"`             // gortex tools callable in this session → name this host shows
}

// Decide asks about one tool call. The caller's ctx is its deadline; the daemon
// itself answers within 200 ms.
func (c *Client) Decide(ctx context.Context, r HookRequest) (hooks.Decision, error) {
	var d hooks.Decision
	err := c.conn.Call(ctx, MethodHook, r, &d)
	return d, err
}

// BriefRequest names the place and what the session can do.
type BriefRequest struct {
	CWD     string      `json:"cwd"`
	Session string      `json:"session,omitempty"`
	Posture string      `json:"posture,omitempty"`
	Tools   hooks.Tools `json:"tools"`
}

// Brief returns the session's opening message, made from the daemon's and the place's state.
func (c *Client) Brief(ctx context.Context, r BriefRequest) (Briefing, error) {
	var b Briefing
	err := c.conn.Call(ctx, MethodBrief, r, &b)
	return b, err
}
