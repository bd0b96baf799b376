package hooks_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hooks/hookstest"
)

func TestParsePosture(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]hooks.Posture{"deny": hooks.Deny, "enrich": hooks.Enrich, "consult-unlock": hooks.ConsultUnlock, "nudge": hooks.Nudge} {
		if p, ok := hooks.ParsePosture(name); p != want || !ok {
			t.Errorf("%s: %s, %v", name, p, ok)
		}
	}
	for _, name := range []string{"", "Deny", "block"} {
		if p, ok := hooks.ParsePosture(name); p != hooks.Deny || ok {
			t.Errorf("%q: %s, %v", name, p, ok)
		}
	}
}

// conversation plays steps in one posture: r a read that the graph answers, p another call, g a graph call, G one seen after it ran,
// e the end of the session. Each gives b, c (context) or a dot.
func conversation(p hooks.Posture, s *hooks.Sessions, id, steps string, at func(i int) time.Time) string {
	g := hookstest.Fixture(repo)
	var out strings.Builder
	for i, step := range steps {
		e := envelope("Read", in{"file_path": "internal/store/store.go"})
		switch step {
		case 'p':
			e = bash("go test ./...")
		case 'g':
			e = hooks.Envelope{Event: "pre_tool", ToolName: "search", GraphCall: true}
		case 'G':
			e = hooks.Envelope{Event: "post_tool", ToolName: "search", GraphCall: true}
		case 'e':
			e = hooks.Envelope{Event: "session_end"}
		}
		e.SessionID = id
		switch d := hooks.Decide(e, p, nil, g, s, at(i)); {
		case d.Block:
			out.WriteByte('b')
		case d.AdditionalContext != "":
			out.WriteByte('c')
		default:
			out.WriteByte('.')
		}
	}
	return out.String()
}

func always(int) time.Time { return noon }

func TestPostures(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule        string
		posture     hooks.Posture
		id          string
		steps, want string
	}{
		{"deny does not wear off", hooks.Deny, "s", "rrgrpr", "bb.b.b"},
		{"deny needs no session", hooks.Deny, "", "rgr", "b.b"},
		{"an unknown posture is deny", "sometimes", "s", "r", "b"},
		{"enrich never blocks", hooks.Enrich, "s", "rrrgr", "ccc.c"},
		{"one graph call unlocks", hooks.ConsultUnlock, "s", "rprgrr", "b.b.cc"},
		{"a graph call seen after it ran unlocks too", hooks.ConsultUnlock, "s", "rGr", "b.c"},
		{"a session that ended starts again", hooks.ConsultUnlock, "s", "grer", ".c.b"},
		{"what cannot be unlocked is not locked", hooks.ConsultUnlock, "", "rgr", "c.c"},
		{"an id of a kilobyte is none", hooks.ConsultUnlock, strings.Repeat("x", 1000), "rr", "cc"},
		{"the third in a row blocks once", hooks.Nudge, "s", "rrrrrr", "ccbccb"},
		{"another call breaks the row", hooks.Nudge, "s", "rrprrr", "cc.ccb"},
		{"a graph call breaks the row", hooks.Nudge, "s", "rrgrrr", "cc.ccb"},
		{"no id, no state, no block", hooks.Nudge, "", "rrrr", "cccc"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got := conversation(tt.posture, hooks.NewSessions(0, 0), tt.id, tt.steps, always)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBlocksSayWhatUnlocks(t *testing.T) {
	t.Parallel()
	g, e := hookstest.Fixture(repo), envelope("Read", in{"file_path": "internal/store/store.go"})
	e.SessionID = "s"
	s := hooks.NewSessions(0, 0)
	hookstest.Text(t, hooks.Decide(e, hooks.ConsultUnlock, nil, g, s, noon).Reason, []string{"unlocks"}, nil)
	s = hooks.NewSessions(0, 0)
	for range 2 {
		hookstest.Text(t, hooks.Decide(e, hooks.Nudge, nil, g, s, noon).AdditionalContext, []string{"outline"}, []string{"not run", "next call will pass"})
	}
	hookstest.Text(t, hooks.Decide(e, hooks.Nudge, nil, g, s, noon).Reason, []string{"next call will pass"}, nil)
}

func TestSessionStateExpires(t *testing.T) {
	t.Parallel()
	hours := func(i int) time.Time { return noon.Add(time.Duration(i) * 40 * time.Minute) }
	if got := conversation(hooks.ConsultUnlock, hooks.NewSessions(0, time.Hour), "s", "grrr", hours); got != ".ccc" {
		t.Errorf("a session in use expired: %s", got)
	}
	days := func(i int) time.Time { return noon.Add(time.Duration(i) * 2 * time.Hour) }
	if got := conversation(hooks.ConsultUnlock, hooks.NewSessions(0, time.Hour), "s", "gr", days); got != ".b" {
		t.Errorf("an old session is still known: %s", got)
	}
}

func TestSessionStateIsBounded(t *testing.T) {
	t.Parallel()
	s := hooks.NewSessions(3, 0)
	minutes := func(n int) func(int) time.Time {
		return func(int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
	}
	for i := range 5 {
		conversation(hooks.ConsultUnlock, s, fmt.Sprint(i), "g", minutes(i))
	}
	var kept map[string]json.RawMessage
	if b, err := json.Marshal(s); err != nil || json.Unmarshal(b, &kept) != nil || len(kept) != 3 {
		t.Fatalf("%d sessions kept, %v", len(kept), err)
	}
	if got := conversation(hooks.ConsultUnlock, s, "4", "r", minutes(6)); got != "c" {
		t.Errorf("the latest was dropped: %s", got)
	}
	if got := conversation(hooks.ConsultUnlock, s, "0", "r", minutes(6)); got != "b" {
		t.Errorf("the oldest was kept: %s", got)
	}
}

func TestSessionStateSurvivesARestart(t *testing.T) {
	t.Parallel()
	s := hooks.NewSessions(0, 0)
	conversation(hooks.ConsultUnlock, s, "a", "g", always)
	conversation(hooks.Nudge, s, "b", "rr", always)
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	later := hooks.NewSessions(0, 0)
	if err := json.Unmarshal(b, later); err != nil {
		t.Fatal(err)
	}
	if got := conversation(hooks.ConsultUnlock, later, "a", "r", always) + conversation(hooks.Nudge, later, "b", "r", always); got != "cb" {
		t.Errorf("after a restart: %s", got)
	}
	for _, bad := range []string{"", "[]", `{"a":7}`, `{"a":{"seen":"never"}}`, "null garbage"} {
		if err := later.UnmarshalJSON([]byte(bad)); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	if got := conversation(hooks.ConsultUnlock, later, "a", "r", always); got != "c" {
		t.Errorf("a broken file cost the state: %s", got)
	}
	small := hooks.NewSessions(1, 0)
	if err := json.Unmarshal(b, small); err != nil {
		t.Fatal(err)
	}
	if b, _ := json.Marshal(small); strings.Count(string(b), "seen") != 1 {
		t.Errorf("loaded beyond its bound: %s", b)
	}
	var zero hooks.Sessions
	if err := json.Unmarshal([]byte("{}"), &zero); err != nil || conversation(hooks.ConsultUnlock, &zero, "a", "gr", always) != ".c" {
		t.Errorf("the zero value does not work: %v", err)
	}
}

func TestSessionsMayBeUsedAtOnce(t *testing.T) {
	t.Parallel()
	s := hooks.NewSessions(8, 0)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			conversation(hooks.Nudge, s, fmt.Sprint(i%10), "rrgrpre", always)
			if _, err := json.Marshal(s); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
