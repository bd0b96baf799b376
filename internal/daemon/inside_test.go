package daemon

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/hooks"
)

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestAGlobIsCutBeforeItsFirstPattern(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][2]string{
		"/w/a/**/*.go":  {"/w/a", "**/*.go"},
		"/w/a/x*/y.go":  {"/w/a", "x*/y.go"},
		"/w/a/b.go":     {"/w/a", "b.go"},
		"/*.go":         {"/", "*.go"},
		"/w/{a,b}/c.go": {"/w", "{a,b}/c.go"},
	} {
		base, rest := splitGlob(pattern)
		if diff := cmp.Diff(want, [2]string{base, rest}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pattern, diff)
		}
	}
}

func TestProgressIsThinnedButEveryPhaseBeginsAndEnds(t *testing.T) {
	t.Parallel()
	start := time.Now()
	th := throttle{every: 50 * time.Millisecond}
	var got []engine.Progress
	for i := 0; i <= 100; i++ {
		for _, phase := range []string{"extract", "link"} {
			if (phase == "extract") != (i < 50) {
				continue
			}
			p := engine.Progress{Phase: phase, Done: i % 50, Total: 49}
			if th.due(p, start.Add(time.Duration(i)*time.Millisecond)) {
				got = append(got, p)
			}
		}
	}
	want := []engine.Progress{{Phase: "extract", Total: 49}, {Phase: "extract", Done: 49, Total: 49}, {Phase: "link", Total: 49}, {Phase: "link", Done: 49, Total: 49}}
	if diff := cmp.Diff(want, got[:min(4, len(got))]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestABurstOfDecisionsIsSavedOnceAndTheLastAtTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sessions.json")
	consult := func(s *sessionStore, id string) {
		hooks.Decide(hooks.Envelope{Event: "pre_tool", GraphCall: true, SessionID: id}, hooks.Deny, nil, nil, s.state, time.Now())
		s.changed()
	}
	content := func() string {
		b, _ := os.ReadFile(path)
		return string(b)
	}
	synctest.Test(t, func(t *testing.T) {
		s := loadSessions(path, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.keep(ctx)
		}()
		for range 100 {
			consult(s, "a")
		}
		time.Sleep(saveAfter - time.Millisecond)
		synctest.Wait()
		if got := content(); got != "" {
			t.Errorf("saved before its time: %s", got)
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		if got := content(); !strings.Contains(got, `"a"`) {
			t.Errorf("after its time: %s", got)
		}
		consult(s, "b")
		cancel()
		<-done
		if got := content(); !strings.Contains(got, `"b"`) {
			t.Errorf("at the end: %s", got)
		}
	})
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) != 0 {
		t.Errorf("left beside it: %v, %v", left, err)
	}
}

func hooksOn(posture string) (c config.Config) {
	c.Hook.Enabled, c.Hook.Posture = true, posture
	return c
}

func TestAPostureThatIsNoneIsTheConfiguredOne(t *testing.T) {
	t.Parallel()
	d := decider{settings: config.Fixed(hooksOn("enrich"))}
	for name, want := range map[string]hooks.Posture{"": hooks.Enrich, "sideways": hooks.Enrich, "nudge": hooks.Nudge} {
		if got := d.postureOf(name); got != want {
			t.Errorf("%q is %s, want %s", name, got, want)
		}
	}
}

func TestADecisionThatFailsHasNothingToSay(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	d := newDaemon(Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Config: hooksOn("")})
	defer d.idle.end()
	close(d.engine.done) // with an engine that is nil: whatever asks it panics
	read := hooks.Envelope{Event: "pre_tool", ToolName: "Read", ToolInput: []byte(`{"file_path": "/etc/hostname"}`), CWD: "/etc"}
	got, err := d.decide(t.Context(), client.HookRequest{Envelope: read})
	if err != nil || got != (hooks.Decision{}) {
		t.Errorf("got %+v, %v", got, err)
	}
	d.connections.Wait()
	if !strings.Contains(log.String(), "a decision failed") {
		t.Errorf("nothing is said of it: %s", log.String())
	}
}
