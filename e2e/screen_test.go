package e2e

import (
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
	s := &screen{t: w.t, socket: filepath.Join(w.t.TempDir(), "tmux")}
	in, err := json.Marshal(struct {
		run
		Socket string `json:"socket"`
	}{r, s.socket})
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

// types types a line, and enters it.
func (s *screen) types(line string) {
	s.t.Helper()
	for _, keys := range [][]string{{"-l", line}, {"Enter"}} {
		if out, err := exec.Command("tmux", append([]string{"-S", s.socket, "send-keys", "-t", "pi"}, keys...)...).CombinedOutput(); err != nil {
			s.t.Fatalf("type: %v %s", err, out)
		}
	}
}

// text is what the screen shows, and what has scrolled off it.
func (s *screen) text() string {
	out, _ := exec.Command("tmux", "-S", s.socket, "capture-pane", "-p", "-S", "-500", "-t", "pi").Output() // "" while there is none
	return string(out)
}

// shows waits until every one of these is on the screen.
func (s *screen) shows(wanted ...string) string {
	s.t.Helper()
	deadline := time.Now().Add(60 * time.Second)
	for {
		text := s.text()
		var lacks []string
		for _, want := range wanted {
			if !strings.Contains(text, want) {
				lacks = append(lacks, want)
			}
		}
		if len(lacks) == 0 {
			return text
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the screen does not show %q:\n%s", lacks, text)
		}
		<-time.After(100 * time.Millisecond)
	}
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

// TestAPromptTypedAtOnceAfterNewIsHeld: Pi's terminal lets it in before session_start is
// through, or has begun.
func TestAPromptTypedAtOnceAfterNewIsHeld(t *testing.T) {
	needsTime(t)
	eachPi(t, func(t *testing.T, pi piVersion) {
		w := aWorld(t)
		s := w.look(run{Version: pi.version, Env: map[string]string{"GORTEX_BIN": w.wrapped(`[ "$2" = bridge ] && sleep 1.5`)},
			Script: []turn{{Text: "the first answer"}, {Text: "the second answer"}}})
		s.types("one")
		s.shows("the first answer")
		s.types("/new")
		s.types("two")
		s.shows("the second answer")
		out := s.end()
		if len(out.Requests) != 2 {
			t.Fatalf("%d requests", len(out.Requests))
		}
		if names := fmt.Sprint(out.Requests[1].tools()); !strings.Contains(names, pi.tool("search")) {
			t.Errorf("the turn went ahead of its tools: %s", names)
		}
		if said := strings.Join(out.Requests[1].said("user"), "\n"); !strings.Contains(said, "Callable now") {
			t.Errorf("and of its briefing: %s", said)
		}
	})
}
