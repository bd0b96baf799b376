package pi

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/version"
)

var everything = preferences{nativeMCP: true, hook: true, brief: true}

func helloOf(t *testing.T, text string) Hello {
	t.Helper()
	h := Hello{Protocol: version.BridgeProtocol, Registered: true, SessionID: "s", CWD: "/r"}
	if err := json.Unmarshal([]byte(text), &h); err != nil {
		t.Fatal(err)
	}
	return h
}

const builtinMCP = `{"pi": {"commands": [{"name": "mcp", "source": "builtin"}]}}`

func kinds(effects []Effect) []string {
	all := []string{}
	for _, e := range effects {
		all = append(all, e.Type)
	}
	return all
}

func greeted(t *testing.T, hello string, p preferences) (*state, []Effect) {
	t.Helper()
	s := &state{}
	return s, s.greet(helloOf(t, hello), p, catalog.Tools(""))
}

func TestTheChannel(t *testing.T) {
	t.Parallel()
	off := everything
	off.nativeMCP = false
	server := everything
	server.server = registration("/opt/gortex")
	for name, tt := range map[string]struct {
		hello   string
		prefs   preferences
		channel channel
		effects []string
	}{
		"Pi connects the server":               {builtinMCP, everything, native, []string{}},
		"another extension's /mcp may":         {`{"pi": {"commands": [{"name": "mcp", "source": "user"}]}}`, everything, native, []string{}},
		"Pi without MCP":                       {`{"registered": false}`, everything, own, []string{"tools.register"}},
		"nothing connects servers":             {`{"pi": {"commands": [{"name": "tree"}]}}`, everything, own, []string{"server.withdraw", "tools.register"}},
		"native_mcp is off":                    {builtinMCP, off, own, []string{"server.withdraw", "tools.register"}},
		"the settings name another binary":     {builtinMCP, server, native, []string{"server.register"}},
		"the extension is older":               {`{"extension": "0.0.1", "pi": {"commands": [{"name": "mcp", "source": "builtin"}]}}`, everything, native, []string{"notify"}},
		"the extension speaks another version": {`{"protocol": 7, "pi": {"commands": [{"name": "mcp", "source": "builtin"}]}}`, everything, native, []string{"notify"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, effects := greeted(t, tt.hello, tt.prefs)
			if s.channel != tt.channel {
				t.Errorf("channel %s, want %s", s.channel, tt.channel)
			}
			if diff := cmp.Diff(tt.effects, kinds(effects)); diff != "" {
				t.Errorf("effects (-want +got):\n%s", diff)
			}
		})
	}
}

func TestProblemsOfConfigurationAreSaidOnce(t *testing.T) {
	t.Parallel()
	p := everything
	p.problems = []string{"a.toml:1:2: unknown key", "a.toml:1:2: unknown key"}
	_, effects := greeted(t, builtinMCP, p)
	if len(effects) != 1 || effects[0].Type != "notify" || !strings.Contains(effects[0].Text, "a.toml:1:2") {
		t.Errorf("%+v", effects)
	}
}

func TestOnlyToolsThatPiHasAreCallable(t *testing.T) {
	t.Parallel()
	s, _ := greeted(t, builtinMCP, everything)
	if len(s.callable) != 0 || s.ready {
		t.Error("callable before Pi has said so")
	}
	s.toolsChanged(Event{Names: []string{"read", "mcp__other__search"}})
	if s.ready {
		t.Error("ready by another server's tools")
	}
	s.toolsChanged(Event{Names: []string{"read", "mcp__gortex__search", "mcp__gortex__read"}, Active: []string{"read", "mcp__gortex__search"}})
	if diff := cmp.Diff(hooks.Tools{"search": "mcp__gortex__search"}, s.callable); diff != "" || !s.ready {
		t.Errorf("ready %v, callable (-want +got):\n%s", s.ready, diff)
	}
	s.toolsChanged(Event{Names: []string{"read"}})
	if len(s.callable) != 0 {
		t.Error("callable after they have gone")
	}

	s, _ = greeted(t, `{"registered": false}`, everything)
	s.toolsChanged(Event{Names: []string{"read", "gortex_read", "search"}})
	if diff := cmp.Diff(hooks.Tools{"read": "gortex_read", "search": "search"}, s.callable); diff != "" {
		t.Errorf("own channel (-want +got):\n%s", diff)
	}
}

func TestTheBriefingIsGivenOnce(t *testing.T) {
	t.Parallel()
	s, _ := greeted(t, builtinMCP, everything)
	if !s.wantsBrief() {
		t.Fatal("a fresh session wants its briefing")
	}
	first := s.brief(client.Briefing{Text: "text"}, false)
	if len(first) != 1 || first[0].Type != "brief" || first[0].Text != "text" || first[0].Key == "" {
		t.Fatalf("%+v", first)
	}
	if s.wantsBrief() || s.brief(client.Briefing{Text: "text"}, false) != nil {
		t.Error("given twice")
	}

	t.Run("a history that has it wants no other", func(t *testing.T) {
		h := helloOf(t, builtinMCP)
		h.SessionID, h.Briefed = "a fork's", []string{first[0].Key}
		again := &state{}
		again.greet(h, everything, nil)
		if again.wantsBrief() {
			t.Error("it wants one")
		}
	})
	t.Run("the words differ by channel and place, so their keys do", func(t *testing.T) {
		for _, h := range []string{`{"registered": false}`, `{"cwd": "/elsewhere", "pi": {"commands": [{"name": "mcp", "source": "builtin"}]}}`} {
			other := &state{}
			hello := helloOf(t, h)
			hello.Briefed = []string{first[0].Key}
			other.greet(hello, everything, nil)
			if !other.wantsBrief() {
				t.Errorf("%s: no briefing", h)
			}
		}
	})
	t.Run("again after a compaction that dropped it", func(t *testing.T) {
		s.compacted(Event{Briefed: []string{first[0].Key}})
		if s.wantsBrief() {
			t.Error("it is still there")
		}
		s.compacted(Event{})
		if !s.wantsBrief() {
			t.Error("it is gone")
		}
	})
	t.Run("one that says the daemon is down does not stand in for the real one", func(t *testing.T) {
		s, _ := greeted(t, builtinMCP, everything)
		if len(s.brief(client.Briefing{Text: "down"}, true)) != 1 || s.brief(client.Briefing{Text: "down"}, true) != nil {
			t.Error("want it once")
		}
		if !s.wantsBrief() || len(s.brief(client.Briefing{Text: "up"}, false)) != 1 {
			t.Error("the real one is still wanted")
		}
	})
	t.Run("in a repository that is not tracked the user hears how to, once", func(t *testing.T) {
		s, _ := greeted(t, builtinMCP, everything)
		b := client.Briefing{Text: "text", Untracked: "/home/me/re\npo"}
		got := s.brief(b, false)
		if len(got) != 2 || got[1].Type != "notify" || !strings.Contains(got[1].Text, "gortex init") || !strings.Contains(got[1].Text, `"/home/me/re\npo"`) {
			t.Errorf("%+v", got)
		}
		s.compacted(Event{})
		if again := s.brief(b, false); len(again) != 1 {
			t.Errorf("after a compaction: %+v", again)
		}
	})
	t.Run("not where it is off, nor before hello", func(t *testing.T) {
		p := everything
		p.brief = false
		if s, _ := greeted(t, builtinMCP, p); s.wantsBrief() || (&state{}).wantsBrief() {
			t.Error("it wants one")
		}
	})
}

func TestOneGuidanceABatch(t *testing.T) {
	t.Parallel()
	advice := decision{AdditionalContext: "use search"}
	s, _ := greeted(t, builtinMCP, everything)
	steps := []struct {
		event Event
		want  []string
	}{
		{Event{Type: "tool_call", Batch: 1}, []string{"guide"}},
		{Event{Type: "tool_call", Batch: 1}, []string{}},
		{Event{Type: "tool_result", Batch: 1}, []string{}},
		{Event{Type: "tool_call", Batch: 2}, []string{"guide"}},
		{Event{Type: "tool_call"}, []string{"guide"}}, // from here an extension that does not count
		{Event{Type: "tool_call"}, []string{}},
		{Event{Type: "tool_result"}, []string{}},
		{Event{Type: "tool_call"}, []string{"guide"}},
	}
	for i, step := range steps {
		got := []string{}
		if step.event.Type == "tool_result" {
			got = append(got, kinds(s.result(step.event))...)
		} else {
			s.asks(step.event, "/h")
			got = append(got, kinds(s.decided(advice))...)
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("step %d (-want +got):\n%s", i, diff)
		}
	}
	if got := s.decided(decision{Block: true, Reason: "no", AdditionalContext: "x"}); len(got) != 1 || got[0].Type != "block" || got[0].Reason != "no" {
		t.Errorf("a block is a block alone: %+v", got)
	}
	if got := s.decided(decision{}); got != nil {
		t.Errorf("nothing is nothing: %+v", got)
	}
}

func TestTheHookIsAskedOnlyWhereItIsOn(t *testing.T) {
	t.Parallel()
	if _, ok := (&state{}).asks(Event{Type: "tool_call"}, ""); ok {
		t.Error("before hello")
	}
	p := everything
	p.hook = false
	if s, _ := greeted(t, builtinMCP, p); s.callable == nil {
		t.Error("no state")
	} else if _, ok := s.asks(Event{Type: "tool_call"}, ""); ok {
		t.Error("where it is off")
	}
}

func TestATurnThatWaitedInVainSaysSoOnce(t *testing.T) {
	t.Parallel()
	s, _ := greeted(t, builtinMCP, everything)
	if got := kinds(s.late(nil)); !cmp.Equal(got, []string{"notify", "guide"}) {
		t.Errorf("%v", got)
	}
	if got := s.late(nil); got != nil {
		t.Errorf("said twice: %+v", got)
	}
	s, _ = greeted(t, builtinMCP, everything)
	s.toolsChanged(Event{Names: []string{"mcp__gortex__search"}})
	if got := s.late(nil); got != nil {
		t.Errorf("the tools are there: %+v", got)
	}
	s, _ = greeted(t, `{"pi": {"commands": [{"name": "mcp", "source": "user"}]}}`, everything)
	if got := kinds(s.late(catalog.Tools(""))); !cmp.Equal(got, []string{"server.withdraw", "tools.register", "notify"}) || s.channel != own {
		t.Errorf("an /mcp that connects nothing: %v", got)
	}
}

func TestARefusedServerGivesOwnTools(t *testing.T) {
	t.Parallel()
	s, _ := greeted(t, builtinMCP, everything)
	effects := s.serverRefused("the name is taken", catalog.Tools(""))
	if got := kinds(effects); !cmp.Equal(got, []string{"notify", "tools.register"}) || !strings.Contains(effects[0].Text, "the name is taken") {
		t.Errorf("%+v", effects)
	}
}

func TestTheListFollowsTheDaemon(t *testing.T) {
	t.Parallel()
	s, _ := greeted(t, `{"registered": false}`, everything)
	tools := catalog.Tools("")
	if got := s.list(tools); got != nil {
		t.Errorf("the same list: %+v", got)
	}
	more := append(tools[1:], mcp.Tool{Name: "trace"})
	got := s.list(more)
	if !cmp.Equal(kinds(got), []string{"tools.register", "tools.withdraw"}) || got[0].Tools[0].Name != "trace" || !cmp.Equal(got[1].Names, []string{OwnName(tools[0].Name)}) {
		t.Errorf("%+v", got)
	}
	if got := s.list(tools); !cmp.Equal(kinds(got), []string{"tools.register", "tools.withdraw"}) {
		t.Errorf("back again: %+v", got)
	}
}

func TestADiffMovesIntoDetails(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tool, structured string
		want             []string
	}{
		"as Pi hands on an MCP result":  {"mcp__gortex__edit", `{"content":[],"structuredContent":{"status":"ok","gortex_diff":{"diff":"x"}}}`, []string{"details"}},
		"as the server's own":           {"mcp__gortex__edit", `{"gortex_diff":{"diff":"x"}}`, []string{"details"}},
		"no diff":                       {"mcp__gortex__search", `{"structuredContent":{"total":1}}`, []string{}},
		"a diff that is no object":      {"mcp__gortex__edit", `{"gortex_diff":"x"}`, []string{}},
		"another server's":              {"mcp__other__edit", `{"gortex_diff":{"diff":"x"}}`, []string{}},
		"nothing structured":            {"mcp__gortex__edit", ``, []string{}},
		"structured as something else":  {"mcp__gortex__edit", `[1]`, []string{}},
		"a built-in that looks like it": {"edit", `{"gortex_diff":{"diff":"x"}}`, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := greeted(t, builtinMCP, everything)
			got := s.result(Event{Type: "tool_result", ToolName: tt.tool, StructuredContent: json.RawMessage(tt.structured)})
			if diff := cmp.Diff(tt.want, kinds(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
