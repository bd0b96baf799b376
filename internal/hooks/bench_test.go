package hooks_test

import (
	"encoding/json"
	"strings"
	"sync"
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

// usual is what a usual call takes here and now: a time alone says as much of the machine as of the code.
var usual = sync.OnceValue(func() time.Duration {
	g := hookstest.Fixture(repo)
	return fastest(func() { hooks.Decide(bash("grep -rn NewServer internal | head -20"), hooks.Deny, nil, g, nil, noon) })
})

// fastest is the time of the try that was disturbed the least.
func fastest(work func()) time.Duration {
	best := time.Hour
	for range 10 {
		start := time.Now()
		work()
		best = min(best, time.Since(start))
	}
	return best
}

// A large command keeps far from the decision's deadline, which is some ten thousand usual calls long.
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
			decide := func() { hooks.Decide(bash(command), hooks.Deny, nil, g, nil, noon) }
			if took := fastest(decide); took > 200*usual() {
				t.Errorf("took %v at best, a usual call %v", took, usual())
			}
		})
	}
}
