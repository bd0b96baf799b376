package bench_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/home"
	"github.com/gortexhq/gortex/internal/mcp"
)

// own is this repository, tracked in a world of its own.
func own(b *testing.B) (world, string) {
	b.Helper()
	w := newWorld(b)
	dir, err := filepath.Abs("..")
	if err != nil {
		b.Fatal(err)
	}
	w.run(dir, nil, "init", "--quiet", dir)
	return w, dir
}

// direct connects to the daemon itself, as the shim does.
func (w world) direct(dir string) *mcp.Client {
	w.b.Helper()
	dirs, err := home.Resolve(func(key string) string {
		for _, kv := range slices.Backward(w.env) {
			if value, ok := strings.CutPrefix(kv, key+"="); ok {
				return value
			}
		}
		return ""
	})
	if err != nil {
		w.b.Fatal(err)
	}
	stream, _, err := client.Session(context.Background(), client.SessionOptions{Options: client.Options{Dirs: dirs}, CWD: dir, Agent: "pi", Preset: "full"})
	if err != nil {
		w.b.Fatal(err)
	}
	c, err := mcp.Connect(context.Background(), stream, mcp.ClientOptions{Info: mcp.Implementation{Name: "pi"}})
	if err != nil {
		w.b.Fatal(err)
	}
	return c
}

// BenchmarkShim is a call through the shim beside the same call to the daemon, and what
// the shim's and the bridge's processes hold in memory.
func BenchmarkShim(b *testing.B) {
	w, dir := own(b)
	direct := w.direct(dir)
	defer direct.Close()
	cmd := w.command("pi", "mcp-shim")
	cmd.Dir = dir
	stream, err := mcp.Command(context.Background(), cmd)
	if err != nil {
		b.Fatal(err)
	}
	shim, err := mcp.Connect(context.Background(), stream, mcp.ClientOptions{Info: mcp.Implementation{Name: "pi"}})
	if err != nil {
		b.Fatal(err)
	}
	defer shim.Close()
	arguments := json.RawMessage(`{"query":"NewServer"}`)
	call := func(c *mcp.Client) time.Duration {
		began := time.Now()
		if r, err := c.CallTool(context.Background(), "search", arguments, nil); err != nil || r.IsError {
			b.Fatal(err, r)
		}
		return time.Since(began)
	}
	var through, straight []time.Duration
	call(shim)
	for b.Loop() {
		straight, through = append(straight, call(direct)), append(through, call(shim))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(milliseconds(median(straight)), "direct-p50-ms")
	b.ReportMetric(milliseconds(median(through)), "shim-p50-ms")
	overhead := milliseconds(median(through) - median(straight))
	b.ReportMetric(overhead, "overhead-p50-ms")
	b.ReportMetric(resident(b, "the shim", cmd.Process.Pid), "shim-MB")
	b.ReportMetric(w.bridge(dir), "bridge-MB")
	if n := len(through); n > 100 && overhead > 0.2 {
		b.Errorf("the shim costs %.3f ms a call, want at most 0.2", overhead)
	}
}

// bridge is what a bridge holds once the daemon has greeted it and answered for it.
func (w world) bridge(dir string) float64 {
	br := startBridge(w.b, w, dir)
	br.request("event", map[string]any{"type": "tool_call", "toolName": "bash", "toolCallId": "c", "input": map[string]any{"command": "grep -rn NewServer ."}})
	return resident(w.b, "the bridge", br.pid)
}

const mostResident = 20 // MB

func resident(b *testing.B, who string, pid int) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skip("no /proc here")
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			if kb/1024 > mostResident {
				b.Errorf("%s holds %.1f MB, want at most %d", who, kb/1024, mostResident)
			}
			return kb / 1024
		}
	}
	b.Fatal("no VmRSS")
	return 0
}

func median(all []time.Duration) time.Duration {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// asked are calls whose answers are compared; lists have to save 30 %.
var asked = []struct {
	name, tool, arguments string
	list                  bool
}{
	{"search symbols", "search", `{"query":"Session","limit":30}`, true},
	{"search text", "search", `{"operation":"text","query":"context.Context","limit":50}`, true},
	{"search files", "search", `{"operation":"files","query":"**/*_test.go","limit":50}`, true},
	{"relations usages", "relations", `{"operation":"usages","symbol":"mcp.ReportProgress"}`, true},
	{"relations callers", "relations", `{"operation":"callers","symbol":"internal/tools/answer.go::itoa"}`, true},
	{"relations callees", "relations", `{"operation":"callees","symbol":"internal/daemon/daemon.go::Run"}`, true},
	{"relations imports", "relations", `{"operation":"imports","file":"internal/daemon/daemon.go"}`, true},
	{"relations dependents", "relations", `{"operation":"dependents","file":"internal/home/home.go"}`, true},
	{"relations definition", "relations", `{"operation":"definition","symbol":"Session"}`, true},
	{"relations, three rows", "relations", `{"operation":"callers","symbol":"internal/tools/answer.go::itoa","limit":3}`, true},
	{"read outline", "read", `{"operation":"outline","file":"internal/mcp/conn.go"}`, true},
	{"read source", "read", `{"symbol":"internal/mcp/conn.go::Conn.Serve"}`, false},
	{"explore", "explore", `{"task":"how does the shim outlive its daemon"}`, false},
	{"change verify", "change", `{"operation":"verify","symbol":"internal/mcp/inbox.go::ReportProgress"}`, true},
	{"change impact", "change", `{"operation":"impact","symbol":"internal/mcp/inbox.go::ReportProgress"}`, true},
	{"trace tree", "trace", `{"symbol":"internal/daemon/daemon.go::Run","depth":3}`, true},
	{"analyze todos", "analyze", `{"operation":"todos"}`, true},
	{"analyze complexity", "analyze", `{"operation":"complexity"}`, true},
	{"analyze coupling", "analyze", `{"operation":"coupling"}`, true},
	{"analyze api", "analyze", `{"operation":"api","path":"internal/mcp"}`, true},
	{"history log", "history", `{"symbol":"internal/mcp/conn.go::Conn.Serve"}`, true},
	{"history blame", "history", `{"operation":"blame","file":"internal/tools/search.go","first":100,"last":180}`, true},
	{"refactor rename", "refactor", `{"symbol":"internal/tools/answer.go::itoa","name":"decimal"}`, true},
	{"workspace", "workspace", `{}`, true},
	{"tools_search", "tools_search", `{"query":"trace"}`, false},
}

// BenchmarkTokens prints what answers cost a model, compact and as JSON, in tokens of a
// real tokenizer. The same rows are in both: the budget is above what they need.
func BenchmarkTokens(b *testing.B) {
	modules := filepath.Join(cache(b, "MCP_CLIENTS_CACHE", "mcp"))
	if _, err := os.Stat(filepath.Join(modules, "node_modules", "gpt-tokenizer")); err != nil {
		must(b, 5*time.Minute, modules, "npm", "install", "--no-audit", "--no-fund", "--prefix", modules, "gpt-tokenizer@3")
	}
	w, dir := own(b)
	c := w.direct(dir)
	defer c.Close()
	for b.Loop() {
		var texts bytes.Buffer
		for _, a := range asked {
			one := map[string]string{"name": a.name}
			for _, format := range []string{"compact", "json"} {
				arguments := strings.Replace(a.arguments, "{", `{"format":"`+format+`","budget":500000,`, 1)
				r, err := c.CallTool(context.Background(), a.tool, json.RawMessage(strings.Replace(arguments, ",}", "}", 1)), nil)
				if err != nil || r.IsError {
					b.Fatalf("%s: %v, %+v", a.name, err, r)
				}
				one[format] = r.Content[0].Text
			}
			line, err := json.Marshal(one)
			if err != nil {
				b.Fatal(err)
			}
			texts.Write(append(line, '\n'))
		}
		cmd := exec.Command("node", "tokens.mjs", modules)
		cmd.Stdin, cmd.Stderr = &texts, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			b.Fatal(err)
		}
		table(b, out)
	}
}

func table(b *testing.B, counted []byte) {
	b.Helper()
	var compact, asJSON float64
	i := 0
	for line := range strings.Lines(string(counted)) {
		var n struct {
			Name          string
			Compact, JSON float64
		}
		if err := json.Unmarshal([]byte(line), &n); err != nil {
			b.Fatal(err)
		}
		saved := 100 * (1 - n.Compact/n.JSON)
		fmt.Printf("| %s | %.0f | %.0f | %.0f %% |\n", n.Name, n.Compact, n.JSON, saved) // a benchmark's log has ten lines at most
		if asked[i].list {
			compact, asJSON = compact+n.Compact, asJSON+n.JSON
			if saved < 30 && n.JSON >= 200 { // two lines of source are the same in any form
				b.Errorf("%s saves %.0f %%, want 30", n.Name, saved)
			}
		}
		i++
	}
	all := 100 * (1 - compact/asJSON)
	b.ReportMetric(all, "%saved-on-lists")
	if all < 30 {
		b.Errorf("lists save %.0f %% in all, want 30", all)
	}
}
