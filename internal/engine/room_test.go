package engine

import "testing"

func TestASmallHeapIsCollectedLate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		live uint64
		want int
	}{
		{0, 700}, // nothing is known yet
		{4 << 20, 700},
		{8 << 20, 300},
		{16 << 20, 100},
		{60 << 20, 100}, // as always
		{1 << 40, 100},
	} {
		if got := collectedAt(tt.live); got != tt.want {
			t.Errorf("%d bytes in use: %d %%, not %d", tt.live, got, tt.want)
		}
	}
}
