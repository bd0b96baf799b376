package tools

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
)

func TestAnAnswerSaysWhatItDoesNotRestOnYet(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule   string
		status engine.Status
		want   string
	}{
		{"nothing is there", engine.Status{State: engine.Pending}, "app is pending"},
		{"files are being read", engine.Status{State: engine.Indexing, Progress: &engine.Progress{Phase: "extract", Done: 3, Total: 9}}, "extract 3 of 9"},
		{"edges are missing", engine.Status{State: engine.Indexing, Files: 9, Progress: &engine.Progress{Phase: "link", Done: 3, Total: 9}}, "what uses what is not yet"},
		{"a change is linked, the old edges are there", engine.Status{State: engine.Indexing, Files: 9, Edges: 5, Progress: &engine.Progress{Phase: "link", Done: 3, Total: 9}}, "link 3 of 9"},
		{"a stored index is not checked yet", engine.Status{State: engine.Indexing, Files: 9, Edges: 5, Unchecked: true, Progress: &engine.Progress{Phase: "walk"}}, "still being compared with the index"},
		{"it failed", engine.Status{State: engine.Failed, Error: "no folder", Unchecked: true}, "could not be indexed (no folder)"},
	} {
		if got := stateOf("app", tt.status); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q lacks %q", tt.rule, got, tt.want)
		}
	}
}
