package hooks_test

import (
	"encoding/json"
	"testing"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hooks/hookstest"
)

// envelope is a call in the repository's root.
func envelope(tool string, input any) hooks.Envelope {
	b, err := json.Marshal(input)
	if err != nil {
		panic(err)
	}
	return hooks.Envelope{Event: "pre_tool", ToolName: tool, ToolInput: b, CWD: repo}
}

func bash(command string) hooks.Envelope {
	return envelope("Bash", map[string]string{"command": command})
}

// deny decides under the posture deny, without state, with the eager tools, on the fixture.
func deny(e hooks.Envelope) hooks.Decision {
	return hooks.Decide(e, hooks.Deny, nil, hookstest.Fixture(repo), nil, noon)
}

// commands holds a table of Bash commands by rule to one outcome.
func commands(t *testing.T, block bool, rules map[string][]string) {
	t.Helper()
	g := hookstest.Fixture(repo)
	for rule, list := range rules {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			for _, command := range list {
				d := hooks.Decide(bash(command), hooks.Deny, nil, g, nil, noon)
				if d.Block != block {
					t.Errorf("%q: block %v, want %v\n%s", command, d.Block, block, d.Reason)
				}
				if !d.Block && d != (hooks.Decision{}) {
					t.Errorf("%q is not silent: %+v", command, d)
				}
			}
		})
	}
}
