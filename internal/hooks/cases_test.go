package hooks_test

import (
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hooks/hookstest"
)

const repo = "/r/app"

var noon = time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC)

func TestCases(t *testing.T) {
	t.Parallel()
	graphs := map[string]hooks.Graph{"ready": hookstest.Fixture(repo), "untracked": hookstest.New(""), "down": nil}
	for _, c := range append(hookstest.Cases(t, "testdata/hooks.jsonl"), hookstest.Cases(t, "testdata/more.jsonl")...) {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			sessions := hooks.NewSessions(0, 0)
			c.Play(t, repo, func(b []byte) hooks.Decision {
				return hooks.Decide(hooks.ParseEnvelope(b), c.Posture, nil, graphs[c.Index], sessions, noon)
			})
		})
	}
}
