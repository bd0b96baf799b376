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
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/home"
)

// TestAShellCommandThatWritesBesideAnEditIsNoticed: the command runs in the edit's own
// batch, and writes in the one moment that matters: between the reading of the file before
// the call and the daemon's write, or between that and the reading after it.
func TestAShellCommandThatWritesBesideAnEditIsNoticed(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		for _, tt := range []struct {
			rule, note, file string
			held             moment
		}{
			{"before the daemon writes", "no diff: race.txt had been changed by something else just before the edit", "one\n2\nthree\nraced\n", asked},
			{"after the daemon has written", "no diff: race.txt was changed again by something else right after the edit", "one\n2\nthree\nraced\n", answered},
		} {
			t.Run(tt.rule, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, map[string]string{"race.txt": "one\ntwo\nthree\n"})
				w.gortex("init", "--quiet")
				dir := t.TempDir()
				now, done := filepath.Join(dir, "now"), filepath.Join(dir, "done")
				socket := w.between(tt.held, "race.txt", func() {
					if err := os.WriteFile(now, nil, 0o600); err != nil {
						t.Error(err)
					}
					await(t, done)
				})
				shell := fmt.Sprintf("until [ -e '%s' ]; do sleep 0.01; done; echo raced >> race.txt; : > '%s'", now, done)
				out := w.pi(run{Version: pi.version, Mode: "rpc", Env: map[string]string{"GORTEX_SOCKET": socket},
					Steps: []any{args{"prompt": "go"}, args{"command": args{"type": "get_entries"}}},
					Script: []turn{
						calls(call{pi.tool("edit"), edits("race.txt", "two\n", "2\n")}, call{"bash", args{"command": shell}}),
						{Text: "finished"},
					}})
				details := detailsByCall(out)["call_1_0"]
				if note, _ := details["note"].(string); !strings.HasPrefix(note, tt.note) || strings.Contains(note, "\n") || details["diff"] != nil || details["patch"] != nil {
					t.Errorf("%v, want the note %q; the edit said %s", details, tt.note, out.result(t, 1, 1))
				}
				if got := w.read("race.txt"); got != tt.file {
					t.Errorf("on disk: %q", got)
				}
			})
		}
	})
}

// moment is where a call can be held.
type moment int

const (
	asked    moment = iota // it is on its way to the daemon
	answered               // it is on its way back
)

// between is a socket before the daemon's that hands everything on, and calls held at that
// moment of the first edit that names a file.
func (w *world) between(at moment, file string, held func()) (socket string) {
	w.t.Helper()
	dirs, err := home.Resolve(func(key string) string {
		if key == "GORTEX_HOME" {
			return w.home
		}
		return ""
	})
	if err != nil {
		w.t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "gtx") // a socket's path is short
	if err != nil {
		w.t.Fatal(err)
	}
	socket = filepath.Join(dir, "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		w.t.Fatal(err)
	}
	var lines sync.WaitGroup
	w.t.Cleanup(func() {
		_ = listener.Close()
		lines.Wait()
		_ = os.RemoveAll(dir)
	})
	var once sync.Once
	lines.Go(func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("unix", dirs.Socket)
			if err != nil {
				w.t.Error(err)
				_ = from.Close()
				continue
			}
			var edit sync.Map // ids of the calls that are meant
			lines.Go(func() {
				defer to.Close()
				handOn(from, to, func(m message) {
					if m.Method != "tools/call" || m.Params.Name != "edit" || !strings.Contains(string(m.Params.Arguments), file) {
						return
					}
					edit.Store(string(m.ID), true)
					if at == asked {
						once.Do(held)
					}
				})
			})
			lines.Go(func() {
				defer from.Close()
				handOn(to, from, func(m message) {
					if _, ours := edit.Load(string(m.ID)); ours && m.Method == "" && at == answered {
						once.Do(held)
					}
				})
			})
		}
	})
	return socket
}

type message struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Name      string
		Arguments json.RawMessage
	}
}

// handOn copies lines, and shows each before it goes on.
func handOn(from io.Reader, to io.Writer, show func(message)) {
	for lines := bufio.NewReader(from); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(line, &m) == nil {
			show(m)
		}
		if _, err := to.Write(line); err != nil {
			return
		}
	}
}

// await waits until a file is there.
func await(t *testing.T, file string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; <-time.After(5 * time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("%s has not come", file)
			return
		}
	}
}
