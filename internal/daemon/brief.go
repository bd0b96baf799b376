package daemon

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/hooks"
)

// briefTime is how long a briefing waits for an engine that is opening: the first
// prompt of a session waits with it.
const briefTime = 500 * time.Millisecond

// brief makes a session's opening message.
func (d *daemon) brief(ctx context.Context, r client.BriefRequest) (client.Briefing, error) {
	b := hooks.Briefing{
		Daemon: hooks.DaemonBusy, Version: d.hello.Version, Place: hooks.PlaceAwaiting, Root: r.CWD,
		Posture: d.hooks.postureOf(r.Posture), HookOff: !d.hooks.enabled(), Tools: r.Tools,
	}
	cwd, untracked := resolved(r.CWD), ""
	rooms, err := d.engine.within(ctx, briefTime)
	switch {
	case d.engine.failed() != nil:
		b.Daemon, b.Error = hooks.DaemonErrored, d.engine.failed().Error()
	case err == nil:
		rooms.engine.Follow(cwd)
		place(&b, cwd, d.look(rooms.engine, cwd))
		if _, err := os.Lstat(filepath.Join(b.Root, ".git")); err == nil && b.Place == hooks.PlaceNotCovered {
			untracked = b.Root
		}
	}
	return client.Briefing{Text: b.Text(), Untracked: untracked}, nil
}

// repository is what a briefing needs to know of one.
type repository struct {
	engine.Status
	warmingFor time.Duration
}

// look asks the engine what a session in cwd sees.
func (d *daemon) look(e *engine.Engine, cwd string) []repository {
	var seen []repository
	for _, r := range e.Workspace(cwd) {
		seen = append(seen, repository{r.Status(), time.Since(d.warming.start(r.Root(), d.started))})
	}
	return seen
}

// place decides what a briefing says of the folder and of the repositories that are
// seen from it. The state is that of the one that is furthest behind; what failed beside
// others, a folder that was deleted, is a remark and takes nothing from them.
func place(b *hooks.Briefing, cwd string, seen []repository) {
	b.Daemon, b.Place, b.Root = hooks.DaemonReady, hooks.PlaceNotCovered, workTree(cwd)
	answering, failed := apart(seen)
	if len(answering) == 0 {
		answering, failed = failed, nil
	}
	for _, r := range failed {
		b.Failed = append(b.Failed, r.Root)
	}
	for i, r := range answering {
		b.Repos = append(b.Repos, r.Root)
		b.Files += r.Files
		b.Symbols += r.Symbols
		b.Behind += r.Behind
		state := stateOf(r)
		if i == 0 || worse(state, b.Daemon) {
			b.Daemon, b.Percent, b.For, b.Error = state, percent(r.Progress), r.warmingFor, r.Error
		}
	}
	switch {
	case len(seen) == 0:
	case len(seen) == 1 && seen[0].Root == cwd:
		b.Place, b.Root = hooks.PlaceRoot, cwd
	case len(seen) == 1 && isBelow(filepath.ToSlash(seen[0].Root), filepath.ToSlash(cwd)):
		b.Place, b.Root = hooks.PlaceInside, seen[0].Root
	default:
		b.Place, b.Root = hooks.PlaceWorkspace, cwd
	}
}

// apart parts the repositories that answer from those that failed.
func apart(seen []repository) (answering, failed []repository) {
	for _, r := range seen {
		if stateOf(r) == hooks.DaemonErrored {
			failed = append(failed, r)
		} else {
			answering = append(answering, r)
		}
	}
	return answering, failed
}

// stateOf: a graph that is there answers while it is brought up to date, so that is
// busy; warming is when there is none yet.
func stateOf(r repository) hooks.DaemonState {
	switch {
	case r.State == engine.Failed:
		return hooks.DaemonErrored
	case r.State == engine.Ready:
		return hooks.DaemonReady
	case r.Files > 0:
		return hooks.DaemonBusy
	}
	return hooks.DaemonWarming
}

var badness = map[hooks.DaemonState]int{hooks.DaemonReady: 0, hooks.DaemonBusy: 1, hooks.DaemonWarming: 2, hooks.DaemonErrored: 3}

func worse(a, b hooks.DaemonState) bool { return badness[a] > badness[b] }

// shares are what each phase of indexing is of the whole, in percent: where it
// begins and how much it is.
var shares = map[string]struct{ from, part int }{
	"walk": {0, 5}, "extract": {5, 75}, "link": {80, 20},
}

func percent(p *engine.Progress) int {
	if p == nil {
		return 0
	}
	share := shares[p.Phase]
	if p.Total <= 0 {
		return share.from
	}
	return share.from + share.part*min(p.Done, p.Total)/p.Total
}

// workTree is the root of the git work tree that dir is in, else dir: what there is
// to track.
func workTree(dir string) string {
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Lstat(filepath.Join(up, ".git")); err == nil {
			return up
		}
		if up == filepath.Dir(up) {
			return dir
		}
	}
}
