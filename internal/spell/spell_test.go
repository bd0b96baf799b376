package spell_test

import (
	"testing"

	"github.com/gortexhq/gortex/internal/spell"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"init", "status", "daemon", "hook"}
	for word, want := range map[string]string{"strat": "", "statsu": "status", "deamon": "daemon", "hok": "hook", "elephant": "", "": ""} {
		if got := spell.Nearest(word, names, 2); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 2}} {
		if got := spell.Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
