package hooks_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hooks/hookstest"
)

func TestBriefingByStateAndPlace(t *testing.T) {
	t.Parallel()
	ready := hooks.Briefing{Daemon: hooks.DaemonReady, Version: "0.1.0", Place: hooks.PlaceRoot, Root: "/r/app", Files: 1183, Symbols: 25000, Posture: hooks.Deny}
	with := func(change func(*hooks.Briefing)) hooks.Briefing {
		b := ready
		change(&b)
		return b
	}
	for _, tt := range []struct {
		rule         string
		b            hooks.Briefing
		names, lacks []string
	}{
		{"ready at a root", ready, []string{"/r/app", "- `search`: ", "is stopped", "\ngortex 0.1.0 ready: 1,183 files, 25,000 symbols"}, []string{"gortex init", "daemon start"}},
		{"ready inside", with(func(b *hooks.Briefing) { b.Place = hooks.PlaceInside }), []string{"around this folder (/r/app)", "ready: "}, nil},
		{"a workspace", with(func(b *hooks.Briefing) { b.Place, b.Repos = hooks.PlaceWorkspace, []string{"api", "web"} }), []string{"2 repositories", "api, web"}, nil},
		{"a wide workspace", with(func(b *hooks.Briefing) { b.Place, b.Repos = hooks.PlaceWorkspace, strings.Split("abcdefghijkl", "") }), []string{"and 4 more"}, nil},
		{"being discovered", with(func(b *hooks.Briefing) { b.Place = hooks.PlaceAwaiting }), []string{"discovering /r/app", "gortex track /r/app"}, []string{" ready:"}},
		{"not covered", with(func(b *hooks.Briefing) { b.Place, b.Root = hooks.PlaceNotCovered, "/r/my app" }), []string{"gortex init '/r/my app'", "gortex track '/r/my app'", "gortex 0.1.0"}, []string{" ready", "`search`", "is stopped"}},
		{"unreachable", hooks.Briefing{Daemon: hooks.DaemonUnreachable}, []string{"gortex daemon start", "unreachable"}, []string{"`search`", "broken", " ready"}},
		{"answered with an error", with(func(b *hooks.Briefing) { b.Daemon, b.Error = hooks.DaemonErrored, "disk\nfull" }), []string{"disk full", "gortex daemon stop", "errored"}, []string{"`search`", " ready"}},
		{"busy is not broken", with(func(b *hooks.Briefing) { b.Daemon = hooks.DaemonBusy }), []string{"busy and not broken", "`search`", "gortex 0.1.0 busy"}, []string{"daemon start"}},
		{"warming", with(func(b *hooks.Briefing) { b.Daemon, b.Percent, b.For = hooks.DaemonWarming, 42, 12*time.Second }), []string{"12s", "42%", "`search`", "gortex 0.1.0 warming"}, nil},
		{"behind", with(func(b *hooks.Briefing) { b.Behind = 3 }), []string{"ready: 1,183 files, 25,000 symbols, 3 files behind"}, nil},
		{"one that is gone beside others is a remark", with(func(b *hooks.Briefing) {
			b.Place, b.Repos, b.Failed = hooks.PlaceWorkspace, []string{"/r/api", "/r/web"}, []string{"/r/old"}
		}), []string{"2 repositories", "/r/api, /r/web", "1 repository that could not be read", "`gortex untrack`", ": /r/old\n", "`search`", "0.1.0 ready: "}, []string{"errored", "Work without it"}},
		{"busy, and the place is not known", with(func(b *hooks.Briefing) { b.Daemon, b.Place = hooks.DaemonBusy, hooks.PlaceUnknown }), []string{"busy and not broken", "`search`", "gortex 0.1.0 busy"}, []string{"covered", "gortex init", "gortex track", "this repository"}},
		{"below the floor", with(func(b *hooks.Briefing) { b.Floor = "0.2.0" }), []string{"0.2.0", "may misbehave"}, nil},
		{"the host's spelling", with(func(b *hooks.Briefing) { b.Tools = hooks.Tools{"search": "mcp__gortex__search"} }), []string{"`mcp__gortex__search`"}, []string{"`search`", "explore", "relations"}},
		{"none callable", with(func(b *hooks.Briefing) { b.Tools = hooks.Tools{} }), []string{"None of its tools"}, []string{"is stopped"}},
		{"the hook is off", with(func(b *hooks.Briefing) { b.HookOff = true }), []string{"hook is off"}, []string{"is stopped"}},
		{"enrich", with(func(b *hooks.Briefing) { b.Posture = hooks.Enrich }), []string{"beside them"}, []string{"stopped"}},
		{"consult-unlock", with(func(b *hooks.Briefing) { b.Posture = hooks.ConsultUnlock }), []string{"until you have called one gortex tool"}, nil},
		{"nudge", with(func(b *hooks.Briefing) { b.Posture = hooks.Nudge }), []string{"the third is stopped once"}, nil},
		{"one of each", with(func(b *hooks.Briefing) { b.Files, b.Symbols = 1, 1 }), []string{"1 file, 1 symbol"}, nil},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			hookstest.Text(t, tt.b.Text(), tt.names, tt.lacks)
		})
	}
}

var (
	readyLine = regexp.MustCompile(`gortex .* ready`)
	mend      = regexp.MustCompile(`gortex (init|track|daemon start|daemon stop)`)
)

// Every state in every place, with the longest of everything.
func TestEveryBriefingIsShortAndEndsWithTheVersion(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("/größe mit leer", 40)
	for _, daemon := range []hooks.DaemonState{hooks.DaemonUnreachable, hooks.DaemonErrored, hooks.DaemonBusy, hooks.DaemonWarming, hooks.DaemonReady, "later"} {
		for _, place := range []hooks.PlaceState{hooks.PlaceRoot, hooks.PlaceInside, hooks.PlaceWorkspace, hooks.PlaceAwaiting, hooks.PlaceNotCovered, hooks.PlaceUnknown, "later"} {
			for _, root := range []string{"", "/r", long} {
				b := hooks.Briefing{Daemon: daemon, Place: place, Root: root, Version: "9.8.7", Error: long, Floor: long, Repos: []string{long, long}, Failed: []string{long}, Tools: hooks.Tools{"search": long, "read": "read"}, Posture: hooks.Deny}
				checkBriefing(t, fmt.Sprint(daemon, " ", place, " ", len(root)), b)
			}
		}
	}
}

func checkBriefing(t *testing.T, name string, b hooks.Briefing) {
	t.Helper()
	text := b.Text()
	lines := strings.Split(text, "\n")
	if len(text) > 2000 || !utf8.ValidString(text) {
		t.Errorf("%s: %d bytes, valid %v", name, len(text), utf8.ValidString(text))
	}
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "gortex 9.8.7 ") {
		t.Errorf("%s: the last line is %q", name, last)
	}
	covered := b.Daemon == hooks.DaemonReady && (b.Place == hooks.PlaceRoot || b.Place == hooks.PlaceInside || b.Place == hooks.PlaceWorkspace)
	if got := readyLine.MatchString(text); got != covered {
		t.Errorf("%s: says ready %v, want %v", name, got, covered)
	}
	if b.Daemon == hooks.DaemonUnreachable || (b.Daemon == hooks.DaemonReady && !covered && b.Place != hooks.PlaceUnknown) {
		if !mend.MatchString(text) {
			t.Errorf("%s: nothing that mends it in\n%s", name, text)
		}
	}
}
