package typescript

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract/extracttest"
)

// TestHostileSources: each is read in time, whole or with a problem that says what is missing.
func TestHostileSources(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		src     string
		problem bool
	}{
		{"fifty thousand brackets", "export const first = 1\nx = " + strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000), true},
		{"brackets that never close", strings.Repeat("(", 50_000), false},
		{"a line of two megabytes", "const a = [" + strings.Repeat("f(1),", 400_000) + "]", false},
		{"a sum of twenty thousand terms", "const a = " + strings.Repeat("g() + ", 20_000) + "1", true},
		{"a chain of ten thousand calls", "a" + strings.Repeat(".b()", 10_000), true},
		{"nested functions", strings.Repeat("function f(){", 5_000) + strings.Repeat("}", 5_000), true},
		{"no source at all", "", false},
		{"no text", string(bytes.Repeat([]byte{0, 0xff, '{', '"'}, 5_000)), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			f, err := lang.ByExtension(".ts").Extract(ctx, "a.ts", []byte(tt.src))
			if errors.Is(err, context.DeadlineExceeded) {
				t.Skip("given up in time")
			}
			if err != nil {
				t.Fatal(err)
			}
			extracttest.Laws(t, []byte(tt.src), f)
			if tt.problem != (f.Problem != "") {
				t.Errorf("problem: %q", f.Problem)
			}
		})
	}
}

func TestADeadlineEndsAParse(t *testing.T) {
	t.Parallel()
	took := func(lines int, limit time.Duration) (time.Duration, error) {
		src := []byte(strings.Repeat("const a = { b: [1, 2, f(x => x.y)] };\n", lines))
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		start := time.Now()
		_, err := lang.ByExtension(".ts").Extract(ctx, "a.ts", src)
		return time.Since(start), err
	}
	const lines = 2000
	part, err := took(lines, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	var stopped []time.Duration
	for range 3 { // the least disturbed counts
		whole, err := took(50*lines, part/10)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("error: %v", err)
		}
		stopped = append(stopped, whole)
	}
	if slices.Min(stopped) > 2*part {
		t.Errorf("it went on for %v; a fiftieth of the file takes %v", stopped, part)
	}
	// The parser that was stopped reads the next file from its start.
	f, err := lang.ByExtension(".ts").Extract(context.Background(), "a.ts", []byte("function whole() {}"))
	if err != nil || len(f.Symbols) != 1 {
		t.Errorf("after a stop: %+v, %v", f, err)
	}
}
