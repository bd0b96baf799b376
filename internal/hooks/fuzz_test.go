package hooks_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hooks/hookstest"
)

// slow is far above what any input may take, in usual calls: it finds explosions, not milliseconds.
const slow = 100_000

// law holds for every decision: a block has a reason that names a callable tool in the host's spelling, is text, and is short; what is
// enriched is the same without a block; nothing else is said.
func law(t *testing.T, e hooks.Envelope, g hooks.Graph) {
	t.Helper()
	tools := hooks.Tools{"search": "host_search", "read": "host_read"}
	decide := func() hooks.Decision { return hooks.Decide(e, hooks.Deny, tools, g, nil, noon) }
	start := time.Now()
	d := decide()
	if time.Since(start) > slow*usual() {
		if took := fastest(func() { decide() }); took > slow*usual() {
			t.Errorf("took %v at best, a usual call %v", took, usual())
		}
	}
	if d.Block != (d.Reason != "") || d.Orientation != "" {
		t.Errorf("%+v", d)
	}
	if d.Block && !strings.Contains(d.Reason, "`host_search {") && !strings.Contains(d.Reason, "`host_read {") {
		t.Errorf("names no tool: %s", d.Reason)
	}
	if strings.Contains(d.Reason, "`relations") || len(d.Reason) > 1500 || !utf8.ValidString(d.Reason) {
		t.Errorf("%d bytes: %s", len(d.Reason), d.Reason)
	}
	soft := hooks.Decide(e, hooks.Enrich, tools, g, nil, noon)
	if soft.Block || (d.Block && soft.AdditionalContext == "") {
		t.Errorf("enrich: %+v", soft)
	}
	if none := hooks.Decide(e, hooks.Deny, hooks.Tools{}, g, nil, noon); none != (hooks.Decision{}) {
		t.Errorf("without tools: %+v", none)
	}
}

func FuzzShell(f *testing.F) {
	for _, c := range hookstest.Cases(f, "testdata/hooks.jsonl") {
		for _, step := range c.Steps {
			var e struct {
				ToolInput struct{ Command string } `json:"tool_input"`
			}
			if json.Unmarshal(step.In, &e) == nil && e.ToolInput.Command != "" {
				f.Add(strings.ReplaceAll(e.ToolInput.Command, "{REPO}", repo))
			}
		}
	}
	for _, command := range []string{
		strings.Repeat("(", 5000), strings.Repeat("$((", 3000), strings.Repeat("{a,b}", 40), "cat " + strings.Repeat("{a,{b,c}}", 30), strings.Repeat("if true; then ", 1000), strings.Repeat("rg NewServer;", 600), strings.Repeat("a|", 4000) + "b",
		"rg " + strings.Repeat("(", 500), "rg '" + strings.Repeat("**/", 90) + "'", "cat " + strings.Repeat("*/", 200) + "x.go", "rg -g '" + strings.Repeat("**/", 60) + "x' NewServer", "find . -name '*.go' | xargs -I{} grep NewServer {}", "cat <<A <<B\nA\nB", strings.Repeat("<<A ", 2000),
		"eval 'eval \"eval rg NewServer\"'", "rg $'\\x4e'ewServer", "[[ a =~ ( ]]", "echo ${a[$((1+", "cat internal/{store,server}/*.go | head -100", strings.Repeat("`", 999), "rg -" + strings.Repeat("n", 9000) + " NewServer",
	} {
		f.Add(command)
	}
	g := hookstest.Fixture(repo)
	f.Fuzz(func(t *testing.T, command string) {
		b, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Skip()
		}
		law(t, hooks.Envelope{Event: "pre_tool", ToolName: "Bash", ToolInput: b, CWD: repo}, g)
	})
}

func FuzzEnvelope(f *testing.F) {
	for _, c := range hookstest.Cases(f, "testdata/hooks.jsonl") {
		for _, step := range c.Steps {
			f.Add([]byte(strings.ReplaceAll(string(step.In), "{REPO}", repo)))
		}
	}
	for _, text := range []string{
		`{"event":"pre_tool","tool_name":"Glob","tool_input":{"pattern":"**/*.go"},"cwd":"/r/app"}`, `{"event":"pre_tool","tool_name":"Task","tool_input":{},"cwd":"/r/app"}`, `{"event":"pre_tool","tool_input":{"a":tru}}`, `{"event":"\ud800"}`,
		`{"event":"pre_tool","tool_name":"Grep","tool_input":{"pattern":"NewServer","glob":"{{{,}","type":"go"},"cwd":"/r/app"}`, `{"event":"session_end","session_id":"s"}`, "\x00", "{", strings.Repeat("[", 20_000),
	} {
		f.Add([]byte(text))
	}
	g := hookstest.Fixture(repo)
	f.Fuzz(func(t *testing.T, b []byte) {
		e := hooks.ParseEnvelope(b)
		if !json.Valid(b) && (e.Event != "" || e.GraphCall) {
			t.Errorf("made %+v of no JSON", e)
		}
		if e.ToolName == "Edit" || e.ToolName == "Write" {
			return // advice, which no posture changes
		}
		law(t, e, g)
		if e.GraphCall && hooks.Decide(e, hooks.Deny, nil, g, nil, noon) != (hooks.Decision{}) {
			t.Error("a graph call was judged")
		}
	})
}
