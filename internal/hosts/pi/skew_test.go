package pi

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/version"
)

func TestADaemonBelowTheFloor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newFakeDaemon()
		d.hello.Version = "0.0.9"
		w := startBridge(t, d, newFakeTools(nil))
		w.send(nativeHello)
		w.result(1)
		m := w.next(func(m map[string]any) bool { return m["method"] == "effects" }) // the user is warned, with the mend
		if got := fmt.Sprint(m["params"]); !strings.Contains(got, "0.0.9") || !strings.Contains(got, version.Floor) || !strings.Contains(got, "gortex daemon restart") {
			t.Errorf("%v", m)
		}
		w.send(nativeTools) // the model is told that a tool may misbehave, and every tool stays
		if got := effectsOf(w.result(2)); len(got) != 0 {
			t.Errorf("tools_changed: %v", got)
		}
		w.send(event(3, `{"type":"turn","prompt":"go"}`))
		if got := fmt.Sprint(effectsOf(w.result(3))); !strings.Contains(got, "briefing") || !strings.Contains(got, "may misbehave") || strings.Contains(got, "withdraw") {
			t.Errorf("turn: %s", got)
		}
		w.in.Close()
		w.end()
	})
}

func TestWhatTheUserIsToldOfTheDaemon(t *testing.T) {
	t.Parallel()
	skew := fmt.Errorf("%w (protocol 9)", client.ErrSkew)
	for name, tt := range map[string]struct {
		version string
		err     error
		want    string // "" is nothing
	}{
		"one that fits":                {version.Version, nil, ""},
		"a newer one":                  {"99.0.0", nil, ""},
		"one below the floor":          {"0.0.1", nil, "gortex daemon restart"},
		"one of another protocol":      {"0.0.1", skew, "gortex daemon restart"},
		"one that does not run, alone": {"", client.ErrNotRunning, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := greeted(t, builtinMCP, everything)
			for range 2 { // once
				effects := s.met(client.Hello{Version: tt.version}, tt.err)
				if tt.want == "" && len(effects) > 0 || tt.want != "" && (len(effects) != 1 || !strings.Contains(effects[0].Text, tt.want)) {
					t.Errorf("%+v", effects)
				}
				tt.want = ""
			}
		})
	}
}
