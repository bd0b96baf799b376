package bench_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkPiFirstRequest times real Pi from its start to the first request that the
// model gets, with a warm daemon: without gortex, and with it, tools included. Needs node and npm.
func BenchmarkPiFirstRequest(b *testing.B) {
	w := newWorld(b)
	dir := corpus(b, "go-tools")
	w.run(dir, nil, "init", "--quiet", dir)
	for _, version := range []string{"1.6.0", "0.87.1"} {
		for _, installed := range []bool{false, true} {
			name := version + "/without"
			if installed {
				name = version + "/with"
			}
			b.Run(name, func(b *testing.B) {
				agent := filepath.Join(b.TempDir(), "agent")
				if installed {
					w.run(dir, nil, "pi", "install", "--agent-dir", agent)
				}
				var total float64
				for b.Loop() {
					total += firstRequest(b, w, version, dir, agent, installed)
				}
				b.ReportMetric(total/float64(b.N), "ms/first-request")
			})
		}
	}
}

// firstRequest runs Pi once and returns the milliseconds from its start to the model's first request.
func firstRequest(b *testing.B, w world, version, dir, agent string, tools bool) float64 {
	b.Helper()
	cmd := exec.Command("node", "first-request.mjs", version, dir, agent)
	cmd.Env = w.env
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("pi %s: %v", version, err)
	}
	var run struct {
		Millis float64
		Ours   int
	}
	if err := json.Unmarshal(out, &run); err != nil {
		b.Fatalf("%v in %s", err, out)
	}
	if (run.Ours > 0) != tools {
		b.Fatalf("the model was offered %d tools of the graph", run.Ours)
	}
	return run.Millis
}
