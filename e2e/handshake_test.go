//go:build unix

package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gortexhq/gortex/internal/home"
)

// What becomes of a session where the handshakes between the extension's process and
// the daemon, or the process itself, fail at first: the real ones, and between them
// someone who breaks the line.

// fate is what a middleman does with an MCP session that says initialize.
type fate string

const (
	passed fate = "passed"
	cut    fate = "cut"
	held   fate = "held" // not answered
)

// middleman stands on a socket of its own between gortex and the daemon.
type middleman struct {
	socket, daemon string
	fate           func(n int) fate // of the nth MCP session, from 1

	// keep is asked about each message of an MCP session, and may answer it; nil: all are passed on.
	keep func(message frame, answer io.Writer) bool

	mu      sync.Mutex // guards what follows
	clients []string   // who said initialize, in their order
	seen    []frame    // what they said after it
}

// frame is a message on the wire, as far as these tests look into it.
type frame struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Name      string
		RequestID json.RawMessage
		Meta      struct{ ProgressToken json.RawMessage } `json:"_meta"`
	}
}

// through puts a middleman in front of the world's daemon.
func (w *world) through(fate func(n int) fate) *middleman {
	w.t.Helper()
	dirs, err := home.Resolve(func(name string) string { return map[string]string{"GORTEX_HOME": w.home}[name] })
	if err != nil {
		w.t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "e2e") // short: the path of a socket
	if err != nil {
		w.t.Fatal(err)
	}
	m := &middleman{socket: filepath.Join(dir, "socket"), daemon: dirs.Socket, fate: fate}
	l, err := net.Listen("unix", m.socket)
	if err != nil {
		w.t.Fatal(err)
	}
	var work sync.WaitGroup
	work.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // closed below
			}
			work.Go(func() { m.serve(c) })
		}
	})
	w.t.Cleanup(func() {
		l.Close()
		work.Wait() // Pi has ended, and with it who had connected
		os.RemoveAll(dir)
	})
	return m
}

func (m *middleman) serve(client net.Conn) {
	defer client.Close()
	daemon, err := net.Dial("unix", m.daemon)
	if err != nil {
		return
	}
	defer daemon.Close()
	from, back := bufio.NewReader(client), bufio.NewReader(daemon)
	hello := relay(daemon, from)
	relay(client, back)
	var kind struct{ Params struct{ Kind string } }
	session := json.Unmarshal(hello, &kind) == nil && kind.Params.Kind == "mcp"
	if session {
		initialize, err := from.ReadBytes('\n')
		if err != nil {
			return
		}
		switch m.met(initialize) {
		case cut:
			return
		case held:
			_, _ = io.Copy(io.Discard, from) // until it gives up
			return
		}
		if _, err := daemon.Write(initialize); err != nil {
			return
		}
	}
	answers := &lineWriter{to: client}
	var work sync.WaitGroup
	work.Go(func() {
		for len(relay(answers, back)) > 0 {
		}
		client.Close()
	})
	for {
		line, err := from.ReadBytes('\n')
		if err != nil {
			break
		}
		if session && m.keeps(line, answers) {
			continue
		}
		if _, err := daemon.Write(line); err != nil {
			break
		}
	}
	daemon.Close()
	work.Wait()
}

// lineWriter takes whole lines from several.
type lineWriter struct {
	mu sync.Mutex // held while a line is written
	to io.Writer
}

func (w *lineWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(line)
}

// relay passes one line on.
func relay(to io.Writer, from *bufio.Reader) []byte {
	line, _ := from.ReadBytes('\n') // a connection that ends is seen by whoever uses it next
	_, _ = to.Write(line)
	return line
}

func (m *middleman) met(initialize []byte) fate {
	var said struct {
		Params struct{ ClientInfo struct{ Name string } }
	}
	_ = json.Unmarshal(initialize, &said) // then the name is empty, and the test says so
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clients = append(m.clients, said.Params.ClientInfo.Name)
	return m.fate(len(m.clients))
}

// keeps notes a message, and says whether it is kept back.
func (m *middleman) keeps(line []byte, answer io.Writer) bool {
	var message frame
	if json.Unmarshal(line, &message) != nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = append(m.seen, message)
	return m.keep != nil && m.keep(message, answer)
}

// said are the messages of a method.
func (m *middleman) said(method string) (all []frame) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, message := range m.seen {
		if message.Method == method {
			all = append(all, message)
		}
	}
	return all
}

// names are those who have said initialize so far.
func (m *middleman) names() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.clients)
}

// ownClient has Pi connect nothing, so that every handshake is the bridge's.
func (pi piVersion) ownClient(r run) run {
	r.Version, r.Mode = pi.version, "rpc"
	if pi.native {
		r.Setting = args{"extensions": []string{"-builtin:mcp"}}
	}
	return r
}

// TestAHandshakeThatFailsIsMadeOnceMore: the session never notices.
func TestAHandshakeThatFailsIsMadeOnceMore(t *testing.T) {
	for _, first := range []fate{cut, held} {
		t.Run(string(first), func(t *testing.T) {
			if first == held {
				needsTime(t)
			}
			eachPi(t, func(t *testing.T, pi piVersion) {
				w := aWorld(t)
				m := w.through(func(n int) fate {
					if n == 1 {
						return first
					}
					return passed
				})
				out := w.pi(pi.ownClient(run{Env: map[string]string{"GORTEX_SOCKET": m.socket},
					Steps: []any{args{"prompt": "one"}, args{"prompt": "two"}}, Script: looks(2)}))
				out.served(t, 1, true)
				out.served(t, 2, true)
				if got := m.names(); !slices.Equal(got, []string{"pi", "pi"}) {
					t.Errorf("handshakes by %q, want two by pi", got)
				}
				if told, said := out.told(), ours(out.Requests[len(out.Requests)-1]); len(told) > 0 || len(said) != 1 {
					t.Errorf("the user was told %q, the model %q", told, said)
				}
			})
		})
	}
}

// TestHandshakesThatFailAreSaidByTheCall, which has one more try for itself; the session
// goes on, and has its tools when the daemon answers again.
func TestHandshakesThatFailAreSaidByTheCall(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		mended := filepath.Join(t.TempDir(), "mended")
		m := w.through(func(int) fate {
			if _, err := os.Stat(mended); err != nil {
				return cut
			}
			return passed
		})
		search := calls(call{"search", args{"query": "OpenStore"}})
		out := w.pi(pi.ownClient(run{Env: map[string]string{"GORTEX_SOCKET": m.socket},
			Steps: []any{args{"prompt": "one"}, args{"prompt": "two"}}, Script: []turn{
				search, calls(call{"bash", args{"command": fmt.Sprintf("touch '%s'; sleep 5; echo works", mended)}}), {Text: "finished"}, search, {Text: "again"},
			}}))
		if got := out.result(t, 1, 1); !strings.Contains(got, "cannot be reached") || !strings.Contains(got, "gortex daemon start") {
			t.Errorf("the call says %s", got)
		}
		if got := out.result(t, 2, 1); strings.TrimSpace(got) != "works" {
			t.Errorf("bash: %s", got)
		}
		if got := out.result(t, 4, 1); !strings.Contains(got, "store.go") {
			t.Errorf("once it answers: %s", got)
		}
		if got := m.names(); len(got) < 3 || slices.ContainsFunc(got, func(name string) bool { return name != "pi" }) {
			t.Errorf("handshakes by %q", got)
		}
		if told, said := out.told(), ours(out.Requests[len(out.Requests)-1]); len(told) > 0 || len(said) != 1 {
			t.Errorf("beside the call's own answer the user was told %q, the model %q", told, said)
		}
	})
}

// TestABridgeThatFailsAtFirstIsStartedOnceMore: one that ends at once, or never says
// hello. That is said once, and the second one brings everything.
func TestABridgeThatFailsAtFirstIsStartedOnceMore(t *testing.T) {
	for name, fails := range map[string]string{"ends": "exit 3", "hangs": "exec sleep 60"} {
		t.Run(name, func(t *testing.T) {
			needsTime(t)
			eachPi(t, func(t *testing.T, pi piVersion) {
				w := aWorld(t)
				bin, starts := w.noted("")
				bin = w.wrapped(`[ "$2" = bridge ] && ! [ -e '` + starts + `' ] && { echo >> '` + starts + `'; ` + fails + `; }; real='` + bin + `'`)
				out := w.pi(pi.ownClient(run{Env: map[string]string{"GORTEX_BIN": bin},
					Steps: []any{args{"prompt": "one"}, args{"prompt": "two"}}, Script: append([]turn{calls(call{"bash", args{"command": "sleep 3; echo works"}}), {Text: "finished"}}, looks(1)...)}))
				if got := out.result(t, 1, 1); strings.TrimSpace(got) != "works" {
					t.Errorf("bash: %s", got)
				}
				out.served(t, 2, true)
				oneLine(t, "the user", out.told(), "/reload")
				if n := started(t, starts); n != 2 {
					t.Errorf("%d bridges were started, want two", n)
				}
			})
		})
	}
}
