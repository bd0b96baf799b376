package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/hooks"
)

// The repository of the benchmark: 100,000 symbols.
const (
	benchFiles   = 2500
	benchSymbols = 40
)

// BenchmarkDecision times decisions inside the daemon, of a mix of calls as agents make
// them and as far apart, at rest and while the whole repository is read again without a pause.
func BenchmarkDecision(b *testing.B) {
	dir, err := filepath.EvalSymlinks(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	writeRound(b, dir, 0)
	e, err := engine.Open(engine.Options{CacheDir: b.TempDir(), StateDir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	if _, err := e.Track(b.Context(), dir, nil); err != nil {
		b.Fatal(err)
	}
	d := newDaemon(Options{Log: slog.New(slog.DiscardHandler), Config: hooksOn("")})
	defer d.idle.end()
	d.engine.engine = e
	close(d.engine.done)
	asks := benchMix(b, dir)

	b.Run("rest", func(b *testing.B) { paced(b, d, asks) })
	b.Run("indexing", func(b *testing.B) {
		other := b.TempDir()
		writeRound(b, other, 1)
		ctx, cancel := context.WithCancel(b.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for ctx.Err() == nil {
				swap(b, dir, other)
				if _, err := e.Track(ctx, dir, nil); err != nil && ctx.Err() == nil {
					b.Error(err)
					return
				}
			}
		}()
		paced(b, d, asks)
		cancel()
		<-ended
	})
}

// writeRound writes all files; another round makes each of them another file.
func writeRound(b *testing.B, dir string, round int) {
	for i := range benchFiles {
		var s strings.Builder
		fmt.Fprintf(&s, "// Package p%d is round %d.\npackage p%d\n", i%50, round, i%50)
		for j := range benchSymbols {
			fmt.Fprintf(&s, "\n// Do%dx%d does.\nfunc Do%dx%d(a, b int) int {\n\treturn Do%dx%d(b, a) + a\n}\n", i, j, i, j, i, (j+1)%benchSymbols)
		}
		name := filepath.Join(dir, fmt.Sprintf("p%d", i%50), fmt.Sprintf("f%d.go", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			b.Error(err)
		}
		if err := os.WriteFile(name, []byte(s.String()), 0o600); err != nil {
			b.Error(err)
		}
	}
}

// swap exchanges the files of two rounds, which costs next to nothing: writing them takes
// as long as reading, and nobody indexes meanwhile.
func swap(b *testing.B, dir, other string) {
	aside := filepath.Join(other, "aside")
	for i := range 50 {
		p := fmt.Sprintf("p%d", i)
		for _, move := range [][2]string{{filepath.Join(dir, p), aside}, {filepath.Join(other, p), filepath.Join(dir, p)}, {aside, filepath.Join(other, p)}} {
			if err := os.Rename(move[0], move[1]); err != nil {
				b.Error(err)
			}
		}
	}
}

// benchMix are calls of every kind: those that the graph answers, and the many that it does not.
func benchMix(b *testing.B, dir string) (asks []client.HookRequest) {
	add := func(tool string, input map[string]any) {
		in, err := json.Marshal(input)
		if err != nil {
			b.Fatal(err)
		}
		asks = append(asks, client.HookRequest{Envelope: hooks.Envelope{Event: "pre_tool", ToolName: tool, ToolInput: in, CWD: dir, SessionID: "bench"}})
	}
	for i := range 20 {
		n := i * 117
		file := fmt.Sprintf("p%d/f%d.go", n%50, n)
		add("Bash", map[string]any{"command": fmt.Sprintf("grep -rn Do%dx7 . | head -20", n)})
		add("Bash", map[string]any{"command": "go test ./... 2>&1 | grep -E 'FAIL|ok'"})
		add("Read", map[string]any{"file_path": filepath.Join(dir, file)})
		add("Read", map[string]any{"file_path": filepath.Join(dir, file), "offset": 10, "limit": 40})
		add("Bash", map[string]any{"command": "cd " + filepath.Dir(file) + " && cat " + filepath.Base(file)})
		add("Grep", map[string]any{"pattern": fmt.Sprintf("Do%dx3|NotThere", n)})
		add("Edit", map[string]any{"file_path": file, "old_string": "a", "new_string": "b"})
		add("Glob", map[string]any{"pattern": "**/f1*.go"})
	}
	return asks
}

// paced asks one thing every few milliseconds: a loop without a pause would never have
// to wait for a processor. It reports the middle and the slowest.
func paced(b *testing.B, d *daemon, asks []client.HookRequest) {
	var took []time.Duration
	var here thread
	defer here.keep(false)
	tick := time.NewTicker(3 * time.Millisecond)
	defer tick.Stop()
	for b.Loop() {
		<-tick.C
		start := time.Now()
		here.decides(engine.Busy(), start) // as a connection does
		if _, err := d.decide(b.Context(), asks[len(took)%len(asks)]); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-p50")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-p99")
}
