package hooks_test

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hooks/hookstest"
)

func TestAnEnvelopeIsRead(t *testing.T) {
	t.Parallel()
	e := hooks.ParseEnvelope([]byte(`{"event":"pre_tool","tool_name":"Read","tool_input":{"file_path":"internal/store/store.go"},"is_gortex_tool":false,"cwd":"/r/app","session_id":"s","future":[1]}`))
	if d := deny(e); !d.Block {
		t.Errorf("%+v: %+v", e, d)
	}
}

func TestAboutAnythingElseThereIsNothingToSay(t *testing.T) {
	t.Parallel()
	g := hookstest.Fixture(repo)
	for rule, text := range map[string]string{
		"nothing":               "",
		"no JSON":               "rg NewServer",
		"half of it":            `{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer"},"cwd":"/r/app"`,
		"two of it":             `{"event":"pre_tool"}{"event":"pre_tool"}`,
		"an array":              `[{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer"},"cwd":"/r/app"}]`,
		"null":                  "null",
		"a tool's name of 7":    `{"event":"pre_tool","tool_name":7,"tool_input":{"command":"rg NewServer"},"cwd":"/r/app"}`,
		"a folder of 7":         `{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer"},"cwd":7}`,
		"a relative folder":     `{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer"},"cwd":"app"}`,
		"no folder":             `{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer"}}`,
		"a folder with a NUL":   `{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer"},"cwd":"/r/app\u0000"}`,
		"a gone folder":         `{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer"},"cwd":"/gone"}`,
		"input as text":         `{"event":"pre_tool","tool_name":"Bash","tool_input":"rg NewServer","cwd":"/r/app"}`,
		"input of null":         `{"event":"pre_tool","tool_name":"Bash","tool_input":null,"cwd":"/r/app"}`,
		"no event":              `{"tool_name":"Bash","tool_input":{"command":"rg NewServer"},"cwd":"/r/app"}`,
		"an event of later":     `{"event":"moon_phase","tool_name":"Bash","tool_input":{"command":"rg NewServer"},"cwd":"/r/app"}`,
		"a call that ran":       `{"event":"post_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer"},"cwd":"/r/app"}`,
		"a prompt":              `{"event":"prompt","prompt":"rg NewServer","cwd":"/r/app"}`,
		"half a surrogate pair": `{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer # \ud800"},"cwd":"/r/app"}`,
		"a NUL in a path":       `{"event":"pre_tool","tool_name":"Read","tool_input":{"file_path":"internal/store/store.go\u0000"},"cwd":"/r/app"}`,
		"ten thousand brackets": strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
		"a deep input":          `{"event":"pre_tool","tool_name":"Read","tool_input":` + strings.Repeat(`{"a":`, 100_000),
		"more than is read":     `{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"rg NewServer # ` + strings.Repeat("x", 5<<20) + `"},"cwd":"/r/app"}`,
	} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			if d := hooks.Decide(hooks.ParseEnvelope([]byte(text)), hooks.Deny, nil, g, nil, noon); d != (hooks.Decision{}) {
				t.Errorf("%+v", d)
			}
		})
	}
}
