package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// screen is Pi's terminal interface in a tmux of its own, and what a person sees there.
type screen struct {
	t      *testing.T
	socket string
	log    string // what the model read, one request a line
	asked  bool   // the model, so that Pi is up
	end    func() report
}

// look opens Pi in the world and waits until it takes input.
func (w *world) look(r run) *screen {
	w.t.Helper()
	need(w.t, "tmux")
	r.CWD, r.Mode, r.Allow = w.repo, "tui", "daemon run"
	r.Extensions = append(r.Extensions, filepath.Join(w.agent, "extensions", "gortex"))
	env := map[string]string{"GORTEX_HOME": w.home}
	for name, value := range r.Env {
		env[name] = value
	}
	r.Env = env
	dir := w.t.TempDir()
	s := &screen{t: w.t, socket: filepath.Join(dir, "tmux"), log: filepath.Join(dir, "requests")}
	in, err := json.Marshal(struct {
		run
		Socket string `json:"socket"`
		Log    string `json:"log"`
	}{r, s.socket, s.log})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	cmd := exec.CommandContext(ctx, "node", "rig/run-pi.mjs", "-")
	cmd.Stdin = strings.NewReader(string(in))
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		cancel()
		w.t.Fatal(err)
	}
	var out report
	ended := false
	s.end = func() report {
		if ended {
			return out
		}
		ended = true
		defer cancel()
		_ = exec.Command("tmux", "-S", s.socket, "kill-server").Run() // it may be gone
		if err := cmd.Wait(); err != nil {
			w.t.Errorf("run-pi: %v\n%s", err, stderr.String())
		} else if err := json.Unmarshal([]byte(stdout.String()), &out); err != nil {
			w.t.Errorf("report: %v", err)
		}
		if len(out.Left) > 0 {
			w.t.Errorf("left: %v", out.Left)
		}
		return out
	}
	w.t.Cleanup(func() { s.end() })
	s.shows("scripted") // the model's name, in the last line
	return s
}

// types types a line, and enters it. The first, a prompt, is entered until the model is
// asked: on a busy machine older Pi shows its screen before it takes input, and then says
// "Startup is still in progress" and leaves the line where it was typed. Entering nothing
// does nothing.
func (s *screen) types(line string) {
	s.t.Helper()
	for _, keys := range [][]string{{"-l", line}, {"Enter"}} {
		if err := s.keys(keys...); err != nil {
			s.t.Fatal(err)
		}
	}
	for tries := 0; !s.asked && tries < 200; tries++ {
		<-time.After(100 * time.Millisecond)
		log, err := os.Stat(s.log)
		if s.asked = err == nil && log.Size() > 0; !s.asked && s.keys("Enter") != nil {
			return // Pi has ended
		}
	}
}

func (s *screen) keys(keys ...string) error {
	out, err := exec.Command("tmux", append([]string{"-S", s.socket, "send-keys", "-t", "pi"}, keys...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("type: %w %s", err, out)
	}
	return nil
}

// text is what the screen shows, and what has scrolled off it.
func (s *screen) text() string {
	out, _ := exec.Command("tmux", "-S", s.socket, "capture-pane", "-p", "-S", "-500", "-t", "pi").Output() // "" while there is none
	return string(out)
}

// shows waits until every one of these is on the screen.
func (s *screen) shows(wanted ...string) (text string) {
	s.t.Helper()
	var lacks []string
	eventually(s.t, func() bool {
		text, lacks = s.text(), nil
		for _, want := range wanted {
			if !strings.Contains(text, want) {
				lacks = append(lacks, want)
			}
		}
		return len(lacks) == 0
	}, func() string { return fmt.Sprintf("the screen does not show %q:\n%s", lacks, text) })
	return text
}

// eventually waits until something holds, a minute at most.
func eventually(t *testing.T, holds func() bool, otherwise func() string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); <-time.After(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(otherwise())
		}
	}
}

// lines waits until a file has so many.
func lines(t *testing.T, path string, n int) {
	t.Helper()
	var b []byte
	eventually(t, func() bool {
		b, _ = os.ReadFile(path) // it may not be there yet
		return bytes.Count(b, []byte("\n")) >= n
	}, func() string { return fmt.Sprintf("%s has not %d lines:\n%s", path, n, b) })
}

// TestWhatAPersonSees looks at Pi's own terminal interface. GORTEX_SCREENS names a folder
// to keep the screens in.
func TestWhatAPersonSees(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		w.stamped("0.0.1") // so that there is something to be notified of
		s := w.look(run{Version: pi.version, Script: []turn{
			calls(call{pi.tool("search"), args{"query": "OpenStore"}}),
			calls(call{pi.tool("edit"), args{"file": "store.go", "edits": []any{args{"old": "// OpenStore opens it.", "new": "// OpenStore makes it ready."}}}}),
			{Text: "all is done"},
		}})
		s.types("make it clear")
		row := "search"
		if pi.native {
			row = "gortex/search"
		}
		wanted := []string{"all is done", row, "store.go", "gortex pi install"}
		if pi.renders || !pi.native {
			wanted = append(wanted, "-3 // OpenStore opens it", "+3 // OpenStore makes it ready") // a drawn diff
		}
		text := s.shows(wanted...)
		if dir := os.Getenv("GORTEX_SCREENS"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, "pi-"+pi.version+".txt"), []byte(text), 0o644); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestAPromptTypedAtOnceAfterNewIsHeld: Pi's terminal lets it in while the bridge that
// session_start began is still starting. One that is faster than Pi itself falls into
// the session that ends, on newer Pi without an answer on the screen, with gortex or
// without; it has the tools there.
func TestAPromptTypedAtOnceAfterNewIsHeld(t *testing.T) {
	needsTime(t)
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		starts := filepath.Join(t.TempDir(), "starts")
		s := w.look(run{Version: pi.version, Env: map[string]string{"GORTEX_BIN": w.wrapped(`[ "$2" = bridge ] && { echo >> '` + starts + `'; sleep 1.5; }`)},
			Script: []turn{{Text: "the first answer"}, {Text: "the second answer"}, {Text: "the third answer"}}})
		s.types("one")
		s.shows("the first answer")
		s.types("/new")
		lines(t, starts, 2)
		s.types("two")
		s.shows("the second answer")
		s.types("/new")
		s.types("three")
		lines(t, s.log, 3)
		out := s.end()
		if len(out.Requests) != 3 {
			t.Fatalf("%d requests", len(out.Requests))
		}
		if said := fmt.Sprint(out.Requests[1].said("assistant")); strings.Contains(said, "the first answer") {
			t.Errorf("the second prompt fell into the first session: %s", said)
		}
		for i, r := range out.Requests {
			if names := fmt.Sprint(r.tools()); !strings.Contains(names, pi.tool("search")) {
				t.Errorf("turn %d went ahead of its tools: %s", i+1, names)
			}
			if n := strings.Count(strings.Join(r.said("user"), "\n"), "Callable now"); n != 1 {
				t.Errorf("turn %d has %d briefings", i+1, n)
			}
		}
	})
}
