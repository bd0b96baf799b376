package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/search"
)

// TestAnExpressionWithoutWordsFindsTheSameInALargeFile: it is searched in pieces.
func TestAnExpressionWithoutWordsFindsTheSameInALargeFile(t *testing.T) {
	t.Parallel()
	var src strings.Builder
	var want []int
	for line := 1; line <= 20_000; line++ {
		if line%997 == 0 {
			src.WriteString("7x\n")
			want = append(want, line)
		} else {
			fmt.Fprintf(&src, "x%d y\n", line)
		}
	}
	text, err := search.NewText(`^[0-9][a-z]$`, true, false, false)
	if err != nil {
		t.Fatal(err)
	}
	find := func(ctx context.Context) (got []int) {
		text.Find(ctx, []byte(src.String()), func(l search.Line) { got = append(got, l.Number) })
		return got
	}
	if got := find(t.Context()); !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if got := find(gone); len(got) > 0 {
		t.Errorf("%d lines for nobody", len(got))
	}
}
