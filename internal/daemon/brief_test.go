package daemon

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/hooks"
)

func seen(root string, state engine.State, files int) repository {
	return repository{Status: engine.Status{Root: root, State: state, Files: files, Symbols: 10 * files}}
}

func TestABriefingSaysWhereTheSessionIsAndHowFarTheGraph(t *testing.T) {
	t.Parallel()
	warming := repository{
		Status:     engine.Status{Root: "/w/a", State: engine.Indexing, Progress: &engine.Progress{Phase: "extract", Done: 50, Total: 100}},
		warmingFor: 3 * time.Second,
	}
	failed := repository{Status: engine.Status{Root: "/w/a", State: engine.Failed, Error: "disk full"}}
	behind := repository{Status: engine.Status{Root: "/w/a", State: engine.Ready, Files: 3, Symbols: 9, Behind: 2}}
	for name, tt := range map[string]struct {
		cwd  string
		seen []repository
		want hooks.Briefing
	}{
		"no repository, the folder is what there is to track": {
			"/w/a", nil,
			hooks.Briefing{Daemon: hooks.DaemonReady, Place: hooks.PlaceNotCovered, Root: "/w/a"},
		},
		"the root": {
			"/w/a", []repository{seen("/w/a", engine.Ready, 2)},
			hooks.Briefing{Daemon: hooks.DaemonReady, Place: hooks.PlaceRoot, Root: "/w/a", Repos: []string{"/w/a"}, Files: 2, Symbols: 20},
		},
		"a folder inside": {
			"/w/a/b", []repository{seen("/w/a", engine.Ready, 2)},
			hooks.Briefing{Daemon: hooks.DaemonReady, Place: hooks.PlaceInside, Root: "/w/a", Repos: []string{"/w/a"}, Files: 2, Symbols: 20},
		},
		"a folder whose name only begins like the root is not inside": {
			"/w/ab", []repository{seen("/w/a", engine.Ready, 2)},
			hooks.Briefing{Daemon: hooks.DaemonReady, Place: hooks.PlaceWorkspace, Root: "/w/ab", Repos: []string{"/w/a"}, Files: 2, Symbols: 20},
		},
		"several below: the sum, and the state of the worst": {
			"/w", []repository{seen("/w/a", engine.Ready, 2), seen("/w/b", engine.Indexing, 3), seen("/w/c", engine.Ready, 1)},
			hooks.Briefing{Daemon: hooks.DaemonBusy, Place: hooks.PlaceWorkspace, Root: "/w", Repos: []string{"/w/a", "/w/b", "/w/c"}, Files: 6, Symbols: 60},
		},
		"one that failed beside others takes nothing from them": {
			"/w", []repository{failed, seen("/w/b", engine.Ready, 3), seen("/w/c", engine.Ready, 1)},
			hooks.Briefing{Daemon: hooks.DaemonReady, Place: hooks.PlaceWorkspace, Root: "/w", Repos: []string{"/w/b", "/w/c"}, Failed: []string{"/w/a"}, Files: 4, Symbols: 40},
		},
		"all failed: why": {
			"/w", []repository{failed, failed},
			hooks.Briefing{Daemon: hooks.DaemonErrored, Place: hooks.PlaceWorkspace, Root: "/w", Repos: []string{"/w/a", "/w/a"}, Error: "disk full"},
		},
		"the first index: warming, with how much and since when": {
			"/w/a", []repository{warming},
			hooks.Briefing{Daemon: hooks.DaemonWarming, Place: hooks.PlaceRoot, Root: "/w/a", Repos: []string{"/w/a"}, Percent: 42, For: 3 * time.Second},
		},
		"an index that is brought up to date is busy, never warming": {
			"/w/a", []repository{seen("/w/a", engine.Indexing, 2)},
			hooks.Briefing{Daemon: hooks.DaemonBusy, Place: hooks.PlaceRoot, Root: "/w/a", Repos: []string{"/w/a"}, Files: 2, Symbols: 20},
		},
		"files that have changed are counted": {
			"/w/a", []repository{behind},
			hooks.Briefing{Daemon: hooks.DaemonReady, Place: hooks.PlaceRoot, Root: "/w/a", Repos: []string{"/w/a"}, Files: 3, Symbols: 9, Behind: 2},
		},
		"a failed index says why": {
			"/w/a", []repository{failed},
			hooks.Briefing{Daemon: hooks.DaemonErrored, Place: hooks.PlaceRoot, Root: "/w/a", Repos: []string{"/w/a"}, Error: "disk full"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got hooks.Briefing
			place(&got, tt.cwd, tt.seen)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestIndexingOnlyEverMovesForward(t *testing.T) {
	t.Parallel()
	last := -1
	for _, p := range []*engine.Progress{
		nil, {Phase: "walk"}, {Phase: "walk", Done: 9, Total: 10}, {Phase: "extract", Total: 10}, {Phase: "extract", Done: 10, Total: 10},
		{Phase: "link", Done: 1, Total: 2}, {Phase: "link", Done: 2, Total: 2},
	} {
		now := percent(p)
		if now < last || now > 100 {
			t.Errorf("%+v is %d %%, after %d %%", p, now, last)
		}
		last = now
	}
}

func TestWhatThereIsToTrackIsTheWorkTree(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	inside := filepath.Join(root, "a", "b")
	mkdir(t, inside)
	if got := workTree(inside); got != inside {
		t.Errorf("without git: %s", got)
	}
	mkdir(t, filepath.Join(root, ".git"))
	if got := workTree(inside); got != root {
		t.Errorf("in a work tree: %s, want %s", got, root)
	}
}
