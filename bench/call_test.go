package bench_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// bareProgram is the floor: what a Go program costs that does nothing.
const bareProgram = "package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"done\\n\") }\n"

// BenchmarkCall is `gortex call` as a shell runs it, start to end, the daemon warm, side by
// side with a bare Go program: medians by the clock, and processor time of both.
func BenchmarkCall(b *testing.B) {
	dir, w := corpus(b, "go-tools"), newWorld(b)
	w.run(dir, nil, "init", "--quiet", dir)
	src, bare := filepath.Join(b.TempDir(), "main.go"), filepath.Join(b.TempDir(), "bare")
	if err := os.WriteFile(src, []byte(bareProgram), 0o600); err != nil {
		b.Fatal(err)
	}
	must(b, time.Minute, "", "go", "build", "-o", bare, src)
	var clock, floor, cpu, floorCPU []time.Duration
	for b.Loop() {
		call := w.command("call", "search", `{"query":"Load"}`)
		call.Dir = dir
		ours, bare := timed(b, call), timed(b, exec.Command(bare))
		clock, floor = append(clock, ours.wall), append(floor, bare.wall)
		cpu, floorCPU = append(cpu, ours.cpu), append(floorCPU, bare.cpu)
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(middle(clock)), "ms-p50")
	b.ReportMetric(ms(middle(floor)), "ms-bare-p50")
	b.ReportMetric(ms(middle(cpu)), "cpu-ms-p50")
	b.ReportMetric(ms(middle(floorCPU)), "cpu-ms-bare-p50")
	b.ReportMetric(ms(cpu[0]), "cpu-ms-least") // middle has sorted them
	b.ReportMetric(ms(floorCPU[0]), "cpu-ms-bare-least")
	b.ReportMetric(float64(middle(clock))/float64(middle(floor)), "x-bare")
}
