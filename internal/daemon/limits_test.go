package daemon

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/engine"
)

func TestTheMemoryLimitIsTheGroups(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"1000000000\n": 900000000, "max\n": 0, "9223372036854771712\n": 0, "": 0} {
		if got, ok := memoryLimit(text); got != want || ok != (want > 0) {
			t.Errorf("%q: %d, %v", text, got, ok)
		}
	}
}

// TestAProjectBoundsItsIndex: its own file counts over the person's, as far as a project may set things.
func TestAProjectBoundsItsIndex(t *testing.T) {
	t.Parallel()
	var c config.Config
	c.Index.MaxFileBytes, c.Index.Exclude = 5000, []string{"*.gen"}
	o := Options{Log: slog.New(slog.DiscardHandler), Live: config.Fixed(c)}
	e, err := engine.Open(engine.Options{CacheDir: t.TempDir(), StateDir: t.TempDir(), Limits: o.limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.gen", "x")
	write("b.md", "x")
	write("c.big", strings.Repeat("x", 2000))
	r, err := e.Track(t.Context(), root, nil)
	if err != nil {
		t.Fatal(err)
	}
	files := func() (names []string) {
		for _, f := range r.Status().Skipped {
			names = append(names, "skipped "+f.Path)
		}
		for _, f := range r.Snapshot().Files() {
			names = append(names, f.Path)
		}
		return names
	}
	if diff := cmp.Diff([]string{"b.md", "c.big"}, files()); diff != "" {
		t.Errorf("by the person's settings (-want +got):\n%s", diff)
	}
	write(".gortex.toml", "bin = \"/evil\"\n[index]\nexclude = [\"*.md\"]\nmax_file_bytes = \"1 KiB\"\n")
	if err := r.Refresh(t.Context(), ".gortex.toml"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"skipped c.big", ".gortex.toml", "a.gen"}, files()); diff != "" {
		t.Errorf("by the project's (-want +got):\n%s", diff)
	}
}
