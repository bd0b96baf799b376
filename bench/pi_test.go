package bench_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// BenchmarkPiStart times real Pi from its start until it answers, and until the model
// gets its first request, with a warm daemon: alone, with an extension that does
// nothing but bring the same tools, and with gortex. All three start once in each of
// b.N rounds; medians are reported, and the medians of the differences in a round.
// One start differs from the next by more than what is asked for, so forty rounds are
// the least that says something. What the idle extension costs is Pi's own: its loader,
// its MCP client, the longer request. Needs node and npm.
func BenchmarkPiStart(b *testing.B) {
	w := newWorld(b)
	dir := corpus(b, "go-tools")
	w.run(dir, nil, "init", "--quiet", dir)
	agent := filepath.Join(b.TempDir(), "agent")
	w.run(dir, nil, "pi", "install", "--agent-dir", agent)
	ours, idle := filepath.Join(agent, "extensions", "gortex"), idleExtension(b)
	for _, version := range []string{"1.6.0", "0.87.1"} {
		b.Run(version, func(b *testing.B) {
			starts := startPi(b, w, version, dir, b.N, "", idle, ours)
			bare, still, with := starts[0], starts[1], starts[2]
			b.ReportMetric(0, "ns/op") // the metrics below say it
			for unit, of := range map[string]func(start) float64{
				"ready": func(s start) float64 { return s.Ready }, "first": func(s start) float64 { return s.First },
				"quiet": func(s start) float64 { return s.Quiet }, "cpu": func(s start) float64 { return s.CPU },
			} {
				b.ReportMetric(medianOf(with, of), unit+"-ms")
				b.ReportMetric(more(with, bare, of), unit+"-ms/more")
				b.ReportMetric(more(with, still, of), unit+"-ms/ours")
			}
		})
	}
}

func medianOf[T any](all []T, of func(T) float64) float64 {
	var sorted []float64
	for _, one := range all {
		sorted = append(sorted, of(one))
	}
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// more is the median of the differences of runs that took turns.
func more(all, than []start, of func(start) float64) float64 {
	pairs := make([][2]start, len(all))
	for i := range all {
		pairs[i] = [2]start{all[i], than[i]}
	}
	return medianOf(pairs, func(p [2]start) float64 { return of(p[0]) - of(p[1]) })
}

// idleExtension registers what gortex registers, and does nothing: a server that answers
// from a file where Pi connects servers, else the tools.
func idleExtension(b *testing.B) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "idle")
	answer := func(id int, result any) string {
		line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "result": result})
		if err != nil {
			b.Fatal(err)
		}
		return string(line) + "\n"
	}
	tools := catalog.Tools("")
	server := filepath.Join(dir, "server")
	files := map[string]string{
		"initialize": answer(1, map[string]any{"protocolVersion": "2025-11-25", "capabilities": map[string]any{"tools": struct{}{}}, "serverInfo": map[string]string{"name": "idle", "version": "1"}}),
		"list":       answer(2, map[string]any{"tools": tools}),
		"server":     fmt.Sprintf("#!/bin/sh\nwhile read -r line; do case $line in *'\"initialize\"'*) cat '%[1]s/initialize';; *tools/list*) cat '%[1]s/list';; esac; done\n", dir),
		"index.ts": fmt.Sprintf(`import { readFileSync } from "node:fs";
export default function (pi: any): void {
  if (pi.registerMcpServer) pi.registerMcpServer("gortex", { command: %q, args: [], exposure: "direct" });
  else for (const { name, description, inputSchema } of JSON.parse(readFileSync(%q, "utf8")).result.tools)
    pi.registerTool({ name: "gortex_" + name, label: name, description, parameters: inputSchema, execute: async () => ({ content: [], details: {} }) });
}
`, server, filepath.Join(dir, "list")),
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// start is what pi-start.mjs says of one.
type start struct {
	Ready, First, Quiet, CPU float64 // ms
	Ours                     int     // tools of the graph in the first request
}

// startPi starts Pi with each of the extensions, "" for none, once in each round, and
// returns their starts in the order of the extensions.
func startPi(b *testing.B, w world, version, dir string, rounds int, extensions ...string) [][]start {
	b.Helper()
	cmd := exec.Command("node", append([]string{"pi-start.mjs", version, dir, strconv.Itoa(rounds)}, extensions...)...)
	cmd.Env = w.env
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("pi %s: %v", version, err)
	}
	var starts [][]start
	if err := json.Unmarshal(out, &starts); err != nil {
		b.Fatalf("%v in %s", err, out)
	}
	for i, extension := range extensions {
		for _, one := range starts[i] {
			if (one.Ours > 0) != (extension != "") {
				b.Fatalf("with the extension %q the model was offered %d tools of the graph", extension, one.Ours)
			}
		}
	}
	return starts
}
