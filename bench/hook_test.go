package bench_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkHook times one decision about a grep that the graph answers: through a
// bridge that is there, side by side with a bare pipe to a process that answers as
// much, and by a process of its own, as hooks of other hosts do it.
func BenchmarkHook(b *testing.B) {
	w := newWorld(b)
	dir := b.TempDir()
	for i := range 100 {
		src := fmt.Sprintf("package p\n\nfunc Target%d() { Target%d() }\n", i, (i+1)%100)
		name, long := filepath.Join(dir, fmt.Sprintf("f%d.go", i)), time.Now().Add(-time.Hour)
		if err := errors.Join(os.WriteFile(name, []byte(src), 0o600), os.Chtimes(name, long, long)); err != nil {
			b.Fatal(err)
		}
	}
	w.run(dir, nil, "init", "--quiet", dir)
	call := map[string]any{"type": "tool_call", "toolName": "bash", "toolCallId": "c", "input": map[string]any{"command": "grep -rn Target7 ."}}

	b.Run("bridge", func(b *testing.B) {
		bridge := startBridge(b, w, dir)
		request, answer := bridge.line("event", call), bridge.request("event", call)
		if !strings.Contains(answer, `"block"`) {
			b.Fatalf("no block: %s", answer)
		}
		pipe := startPipe(b, len(answer))
		var through, bare []time.Duration
		for b.Loop() {
			start := time.Now()
			bridge.request("event", call)
			through = append(through, time.Since(start))
			start = time.Now()
			pipe.ask(b, request)
			bare = append(bare, time.Since(start))
		}
		p, q := middle(through), middle(bare)
		b.ReportMetric(float64(p.Microseconds()), "µs-bridge-p50")
		b.ReportMetric(float64(q.Microseconds()), "µs-pipe-p50")
		b.ReportMetric(float64(p)/float64(q), "x-pipe")
	})
	b.Run("process", func(b *testing.B) {
		event, err := json.Marshal(map[string]any{"type": "tool_call", "toolName": "bash", "toolCallId": "c", "input": call["input"], "cwd": dir})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if out := w.run(dir, event, "pi", "hook"); !strings.Contains(string(out), `"block"`) {
				b.Fatalf("no block: %s", out)
			}
		}
	})
}

// middle is the median.
func middle(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)/2]
}

// pipeSize makes this binary the other end of a bare pipe: so many bytes for each line.
const pipeSize = "GORTEX_BENCH_PIPE"

// answerPipe answers each line with one of n bytes, and knows nothing else.
func answerPipe(n int) {
	in, answer := bufio.NewReaderSize(os.Stdin, 1<<20), append(bytes.Repeat([]byte("x"), n-1), '\n')
	for {
		if _, err := in.ReadSlice('\n'); err != nil {
			return
		}
		if _, err := os.Stdout.Write(answer); err != nil {
			return
		}
	}
}

// pipe is this side of it.
type pipe struct {
	in  io.Writer
	out *bufio.Reader
}

func startPipe(b *testing.B, n int) pipe {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", pipeSize, n))
	in, out := child(b, cmd)
	return pipe{in, out}
}

func (p pipe) ask(b *testing.B, line []byte) {
	if _, err := p.in.Write(line); err != nil {
		b.Fatal(err)
	}
	if _, err := p.out.ReadSlice('\n'); err != nil {
		b.Fatal(err)
	}
}

// child starts a process that ends with its input.
func child(b *testing.B, cmd *exec.Cmd) (io.Writer, *bufio.Reader) {
	b.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); cmd.Wait() })
	return in, bufio.NewReaderSize(out, 1<<20)
}

// bridge is the extension's end of `gortex pi bridge`.
type bridge struct {
	b   *testing.B
	in  io.Writer
	out *bufio.Reader
	id  int
	pid int
}

func startBridge(b *testing.B, w world, dir string) *bridge {
	b.Helper()
	cmd := w.command("pi", "bridge")
	cmd.Dir = dir
	in, out := child(b, cmd)
	br := &bridge{b: b, in: in, out: out, pid: cmd.Process.Pid}
	br.request("hello", map[string]any{
		"protocol": 1, "extension": "bench", "registered": false, "reason": "startup", "mode": "print", "has_ui": false, "cwd": dir, "trusted": true,
		"session_id": "bench", "briefed": []string{}, "pi": map[string]any{"version": "0.87.1", "functions": []string{"registerTool"}, "commands": []any{}},
	})
	br.request("event", map[string]any{"type": "tools_changed", "names": []string{"search", "relations", "gortex_read"}})
	br.request("wait_ready", map[string]any{"cap_ms": 10_000})
	return br
}

// line is the next request.
func (br *bridge) line(method string, params any) []byte {
	br.b.Helper()
	br.id++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": br.id, "method": method, "params": params})
	if err != nil {
		br.b.Fatal(err)
	}
	return append(line, '\n')
}

// request sends one request and returns its answer's line; effects in between are dropped.
func (br *bridge) request(method string, params any) string {
	br.b.Helper()
	if _, err := br.in.Write(br.line(method, params)); err != nil {
		br.b.Fatal(err)
	}
	mark := fmt.Sprintf(`"id":%d,`, br.id)
	for {
		answer, err := br.out.ReadString('\n')
		if err != nil {
			br.b.Fatalf("the bridge ended: %v", err)
		}
		if strings.Contains(answer, mark) || strings.Contains(answer, fmt.Sprintf(`"id":%d}`, br.id)) {
			return answer
		}
	}
}
