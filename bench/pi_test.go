package bench_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// BenchmarkPiFirstRequest times real Pi from its start to the first request that the
// model gets, with a warm daemon, without gortex and with it, tools included. The two
// take turns, so that whatever else the machine does falls on both; the medians are
// reported, and the median of the differences. Needs node and npm.
func BenchmarkPiFirstRequest(b *testing.B) {
	w := newWorld(b)
	dir := corpus(b, "go-tools")
	w.run(dir, nil, "init", "--quiet", dir)
	agent := filepath.Join(b.TempDir(), "agent")
	w.run(dir, nil, "pi", "install", "--agent-dir", agent)
	for _, version := range []string{"1.6.0", "0.87.1"} {
		b.Run(version, func(b *testing.B) {
			var without, with, more, moreCPU []float64
			for b.Loop() {
				bare := firstRequest(b, w, version, dir, "", false)
				ours := firstRequest(b, w, version, dir, agent, true)
				without, with = append(without, bare.Millis), append(with, ours.Millis)
				more, moreCPU = append(more, ours.Millis-bare.Millis), append(moreCPU, ours.CPU-bare.CPU)
			}
			b.ReportMetric(0, "ns/op") // the metrics below say it
			b.ReportMetric(medianOf(without), "ms/without")
			b.ReportMetric(medianOf(with), "ms/with")
			b.ReportMetric(medianOf(more), "ms/more")
			b.ReportMetric(medianOf(moreCPU), "cpu-ms/more")
		})
	}
}

func medianOf(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

type start struct {
	Millis float64 // from Pi's start to the model's first request
	CPU    float64 // ms that Pi's own process used until then
	Ours   int     // tools of the graph in that request
}

func firstRequest(b *testing.B, w world, version, dir, agent string, tools bool) start {
	b.Helper()
	cmd := exec.Command("node", "first-request.mjs", version, dir, agent)
	cmd.Env = w.env
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("pi %s: %v", version, err)
	}
	var run start
	if err := json.Unmarshal(out, &run); err != nil {
		b.Fatalf("%v in %s", err, out)
	}
	if (run.Ours > 0) != tools {
		b.Fatalf("the model was offered %d tools of the graph", run.Ours)
	}
	return run
}
