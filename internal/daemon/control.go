package daemon

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/mcp"
)

// control answers the gortex/… methods.
func (d *daemon) control(ctx context.Context, _ *mcp.Conn, req *mcp.Request) (any, error) {
	if req.Method != client.MethodHook || d.settings.due(time.Now()) {
		d.takeUpSettings()
	}
	switch req.Method {
	case client.MethodStatus:
		return d.status(), nil
	case client.MethodStop:
		d.connections.Go(func() { d.stopSoon(ctx) })
		return struct{}{}, nil
	case client.MethodTrack:
		return call(ctx, req, d.track)
	case client.MethodUntrack:
		return call(ctx, req, d.untrack)
	case client.MethodHook:
		return call(ctx, req, d.decide)
	case client.MethodBrief:
		return call(ctx, req, d.brief)
	}
	return nil, &mcp.Error{Code: mcp.CodeMethodNotFound, Message: fmt.Sprintf("no method %q here", req.Method)}
}

// answerTime is what the answer to a stop gets to leave by, on a connection that the
// stop then closes.
const answerTime = 20 * time.Millisecond

func (d *daemon) stopSoon(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTime)
	defer cancel()
	<-ctx.Done()
	d.stop(errStopped)
}

// call reads the parameters of a method and runs it.
func call[P, R any](ctx context.Context, req *mcp.Request, method func(context.Context, P) (R, error)) (any, error) {
	var p P
	if err := gojson.Unmarshal(req.Params, &p); err != nil {
		return nil, &mcp.Error{Code: mcp.CodeInvalidParams, Message: fmt.Sprintf("%s: %v", req.Method, err)}
	}
	return method(ctx, p)
}

func (d *daemon) track(ctx context.Context, p client.Folder) (client.TrackResult, error) {
	if !filepath.IsAbs(p.Dir) {
		return client.TrackResult{}, fmt.Errorf("track %q: the folder has to be absolute", p.Dir)
	}
	rooms, err := d.engine.wait(ctx)
	if err != nil {
		return client.TrackResult{}, err
	}
	start := time.Now()
	defer d.warming.begin(resolved(p.Dir))()
	report := throttle{every: progressEvery}
	repo, err := rooms.engine.Track(ctx, p.Dir, func(now engine.Progress) {
		if report.due(now, time.Now()) {
			mcp.ReportProgress(ctx, mcp.Progress{Progress: float64(now.Done), Total: float64(now.Total), Message: now.Phase})
		}
	})
	if err != nil {
		d.Log.Warn("not tracked", "dir", p.Dir, "error", err)
		return client.TrackResult{}, err
	}
	found := trackResult(repo.Status(), time.Since(start))
	d.Log.Info("tracked", "root", found.Root, "files", found.Files, "symbols", found.Symbols, "millis", found.Millis)
	return found, nil
}

func trackResult(s engine.Status, took time.Duration) client.TrackResult {
	return client.TrackResult{
		Root: s.Root, Files: s.Files, Symbols: s.Symbols, Edges: s.Edges, Languages: s.Languages,
		Skipped: len(s.Skipped), Millis: took.Milliseconds(),
	}
}

func (d *daemon) untrack(ctx context.Context, p client.Folder) (client.Folder, error) {
	rooms, err := d.engine.wait(ctx)
	if err != nil {
		return client.Folder{}, err
	}
	root, err := rooms.engine.Untrack(p.Dir)
	if err != nil {
		return client.Folder{}, err
	}
	d.Log.Info("untracked", "root", root)
	return client.Folder{Dir: root}, nil
}

// progressEvery is often enough for a bar, and seldom enough to cost nothing.
const progressEvery = 50 * time.Millisecond

// throttle lets through the first and the last report of each phase, and some
// between. It is used by one goroutine at a time, as the engine reports.
type throttle struct {
	every time.Duration
	phase string
	last  time.Time
}

func (t *throttle) due(p engine.Progress, now time.Time) bool {
	if p.Phase == t.phase && now.Sub(t.last) < t.every && p.Done < p.Total {
		return false
	}
	t.phase, t.last = p.Phase, now
	return true
}

// resolved is the path with symlinks resolved where it exists, else as it is.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}
