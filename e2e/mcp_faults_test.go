package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// shim is a running `gortex pi mcp-shim`, spoken to line by line.
type shim struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan map[string]any
}

func (w *world) shim(t *testing.T) *shim {
	t.Helper()
	s := &shim{t: t, cmd: exec.Command(w.bin, "pi", "mcp-shim"), lines: make(chan map[string]any, 1000)}
	s.cmd.Dir = w.repo
	s.cmd.Env = append(os.Environ(), "GORTEX_HOME="+w.home, "PI_CODING_AGENT_DIR="+w.agent)
	var stderr bytes.Buffer
	s.cmd.Stderr = &stderr
	in, err := s.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.in = in
	var reading sync.WaitGroup
	reading.Go(func() {
		defer close(s.lines)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			var m map[string]any
			if err := json.Unmarshal(lines.Bytes(), &m); err != nil || m["jsonrpc"] != "2.0" {
				t.Errorf("no frame on stdout: %.200s", lines.Bytes())
			}
			s.lines <- m
		}
	})
	t.Cleanup(func() {
		in.Close()
		reading.Wait()
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("the shim: %v\n%s", err, stderr.String())
		}
	})
	s.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"pi","version":"1.6.0"}}}`)
	s.answer(0)
	return s
}

func (s *shim) send(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		s.t.Fatal(err)
	}
}

// call sends a tools/call without waiting for its answer.
func (s *shim) call(id int, tool, arguments string) {
	s.t.Helper()
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, arguments))
}

// next returns the next answer to a request.
func (s *shim) next() (id int, m map[string]any) {
	s.t.Helper()
	limit := time.After(patience)
	for {
		select {
		case m, open := <-s.lines:
			if !open {
				s.t.Fatal("the shim has ended")
			}
			if id, ok := m["id"].(float64); ok && m["method"] == nil {
				return int(id), m
			}
		case <-limit:
			s.t.Fatalf("no answer within %v", patience)
		}
	}
}

func (s *shim) answer(want int) map[string]any {
	s.t.Helper()
	for {
		if id, m := s.next(); id == want {
			return m
		}
	}
}

func (w *world) daemonPID(t *testing.T) int {
	t.Helper()
	var status struct{ Daemon struct{ PID int } }
	if err := json.Unmarshal([]byte(w.gortex("status", "--json")), &status); err != nil || status.Daemon.PID == 0 {
		t.Fatalf("%v, %+v", err, status)
	}
	return status.Daemon.PID
}

func TestEveryCallIsAnsweredThoughTheDaemonIsKilled(t *testing.T) {
	t.Parallel()
	need(t, "git", "go")
	w := exampleWorld(t)
	s := w.shim(t)
	s.call(1, "search", `{"query":"Store"}`)
	s.answer(1)
	s.call(2, "tools_search", `{"query":"trace"}`)
	s.answer(2)
	pid := w.daemonPID(t)
	const calls = 40
	for n := range calls {
		s.call(100+n, "relations", `{"operation":"callers","symbol":"Store.Get"}`)
		if n == calls/2 {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
	}
	for answered := map[int]bool{}; len(answered) < calls; {
		id, m := s.next()
		text := fmt.Sprint(m["result"])
		if answered[id] || !strings.Contains(text, "main.go") || strings.Contains(text, "isError:true") {
			t.Errorf("%d: %v", id, m)
		}
		answered[id] = true
	}
	s.call(3, "trace", `{"symbol":"Store.Get","direction":"callers"}`) // promoted before
	if m := s.answer(3); m["error"] != nil || strings.Contains(fmt.Sprint(m), "isError:true") {
		t.Errorf("what was promoted is gone: %v", m)
	}
	if w.daemonPID(t) == pid {
		t.Error("the daemon was not killed")
	}
}

func TestTwentyShimsAtOnceShareOneDaemon(t *testing.T) {
	t.Parallel()
	need(t, "git", "go")
	w := exampleWorld(t)
	w.gortex("daemon", "stop")
	var all sync.WaitGroup
	shims := make([]*shim, 20)
	for i := range shims {
		shims[i] = w.shim(t)
	}
	for _, s := range shims {
		all.Go(func() {
			s.call(1, "search", `{"query":"Store"}`)
			if m := s.answer(1); !strings.Contains(fmt.Sprint(m), "store.go::Store") {
				t.Errorf("%v", m)
			}
		})
	}
	all.Wait()
	var status struct{ Sessions []any }
	if err := json.Unmarshal([]byte(w.gortex("status", "--json")), &status); err != nil || len(status.Sessions) != len(shims) {
		t.Errorf("%d sessions, %v", len(status.Sessions), err)
	}
}
