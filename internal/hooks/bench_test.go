package hooks_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hooks/hookstest"
)

func BenchmarkDecide(b *testing.B) {
	g := hookstest.Fixture(repo)
	script := strings.Repeat("echo 'a line of a script that somebody pasted' && true\n", 300)
	for _, bm := range []struct {
		name string
		e    hooks.Envelope
	}{
		{"grep", bash("grep -rn NewServer internal | head -20")},
		{"silent", bash("go test ./... 2>&1 | grep -E 'FAIL|ok'")},
		{"read", envelope("Read", in{"file_path": "internal/store/store.go"})},
		{"8KB", bash(script[:8_000])},
		{"200KB", bash(strings.Repeat(script, 13)[:200_000])},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				hooks.Decide(bm.e, hooks.Deny, nil, g, nil, noon)
			}
		})
		line, err := json.Marshal(bm.e)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(bm.name+"/parsed", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				hooks.Decide(hooks.ParseEnvelope(line), hooks.Deny, nil, g, nil, noon)
			}
		})
	}
}

// The whole way of a large command, its envelope included, keeps far from the decision's deadline even on a loaded machine.
func TestALargeCommandIsJudgedInTime(t *testing.T) {
	t.Parallel()
	g := hookstest.Fixture(repo)
	for rule, command := range map[string]string{
		"a long script":   strings.Repeat("rg NewServer; cat internal/store/store.go\n", 5000),
		"a long quote":    "echo '" + strings.Repeat("x", 200_000) + "'; rg NewServer",
		"brackets":        strings.Repeat("(", 200_000),
		"substitutions":   strings.Repeat("$(", 100_000),
		"braces":          "cat " + strings.Repeat("{a,b}", 40_000),
		"just judged":     strings.Repeat("cat internal/store/store.go;", 290),
		"nested to limit": strings.Repeat("(", 8_000),
		"pipes to limit":  "cat x" + strings.Repeat("|cat", 2000),
	} {
		t.Run(rule, func(t *testing.T) {
			best := time.Hour
			for range 5 {
				start := time.Now()
				hooks.Decide(bash(command), hooks.Deny, nil, g, nil, noon)
				best = min(best, time.Since(start))
			}
			if best > 50*time.Millisecond {
				t.Errorf("took %v at best", best)
			}
			t.Logf("%v", best)
		})
	}
}
