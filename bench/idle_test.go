package bench_test

import (
	"path/filepath"
	"testing"
	"time"
)

const (
	idleFor    = 10 * time.Second
	mostIdle   = 0.002 // of one core
	settleFor  = time.Minute
	settleStep = 6 * time.Second // longer than an index waits to be stored
)

// BenchmarkIdle is what a daemon costs that watches a repository in which nothing
// happens: its share of one core, which must be next to nothing.
func BenchmarkIdle(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "tree")
	must(b, time.Minute, "", "cp", "-r", corpus(b, "go-tools"), dir) // a tree that nobody else touches
	w := newWorld(b)
	w.run(dir, nil, "init", "--quiet", dir)
	pid := w.daemon()
	for end, last := time.Now().Add(settleFor), time.Duration(-1); ; time.Sleep(settleStep) { // what follows an index: storing, a second look
		now := usage(b, pid).cpu
		if now == last {
			break
		}
		if last = now; time.Now().After(end) {
			b.Fatalf("the daemon is still at work after %v", settleFor)
		}
	}
	for b.Loop() {
		before, start := usage(b, pid).cpu, time.Now()
		time.Sleep(idleFor)
		share := float64(usage(b, pid).cpu-before) / float64(time.Since(start))
		b.ReportMetric(share*100, "%-of-a-core")
		if share > mostIdle {
			b.Errorf("an idle daemon takes %.2f %% of a core", share*100)
		}
	}
}
