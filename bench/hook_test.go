package bench_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkHook times one decision about a grep that the graph answers: through a
// bridge that is there, and by a process of its own, as hooks of other hosts do it.
func BenchmarkHook(b *testing.B) {
	w := newWorld(b)
	dir := b.TempDir()
	for i := range 100 {
		src := fmt.Sprintf("package p\n\nfunc Target%d() { Target%d() }\n", i, (i+1)%100)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.go", i)), []byte(src), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	w.run(dir, nil, "init", "--quiet", dir)
	call := map[string]any{"type": "tool_call", "toolName": "bash", "toolCallId": "c", "input": map[string]any{"command": "grep -rn Target7 ."}}

	b.Run("bridge", func(b *testing.B) {
		bridge := startBridge(b, w, dir)
		bridge.request("event", call)
		for b.Loop() {
			if answer := bridge.request("event", call); !strings.Contains(answer, `"block"`) {
				b.Fatalf("no block: %s", answer)
			}
		}
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

// bridge is the extension's end of `gortex pi bridge`.
type bridge struct {
	b   *testing.B
	in  *bufio.Writer
	out *bufio.Reader
	id  int
}

func startBridge(b *testing.B, w world, dir string) *bridge {
	b.Helper()
	cmd := w.command("pi", "bridge")
	cmd.Dir = dir
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
	br := &bridge{b: b, in: bufio.NewWriter(in), out: bufio.NewReaderSize(out, 1<<20)}
	br.request("hello", map[string]any{
		"protocol": 1, "extension": "bench", "registered": false, "reason": "startup", "mode": "print", "has_ui": false, "cwd": dir, "trusted": true,
		"session_id": "bench", "briefed": []string{}, "pi": map[string]any{"version": "0.87.1", "functions": []string{"registerTool"}, "commands": []any{}},
	})
	br.request("wait_ready", map[string]any{"cap_ms": 10_000})
	return br
}

// request sends one request and returns its answer's line; effects in between are dropped.
func (br *bridge) request(method string, params any) string {
	br.b.Helper()
	br.id++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": br.id, "method": method, "params": params})
	if err != nil {
		br.b.Fatal(err)
	}
	br.in.Write(append(line, '\n'))
	if err := br.in.Flush(); err != nil {
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
