package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gortex": main})
}

// TestScripts plays testdata/script: each file reads like a terminal session.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"judged": judged},
		Setup: func(e *testscript.Env) error {
			home := e.WorkDir + "/home"
			e.Setenv("GORTEX_HOME", home)
			e.Setenv("HOME", e.WorkDir)
			gortex, err := exec.LookPath("gortex") // testscript.Main put it on the PATH, in a folder of its own
			if err != nil {
				return err
			}
			e.Setenv("ONLY_GORTEX", filepath.Dir(gortex))
			e.Defer(func() { stopDaemon(t, home) })
			return nil
		},
	})
}

// judged FILE gortex hook ARG…: the event in FILE goes to a hook, again and again until it
// has something to say: on a busy machine the 250 ms of a decision pass in silence.
func judged(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("judged FILE PROGRAM ARG…")
	}
	for range 20 {
		ts.Check(ts.Exec("sh", append([]string{"-c", `file=$1; shift; exec "$@" <"$file"`, "sh"}, args...)...))
		if strings.TrimSpace(ts.ReadFile("stdout")) != "{}" {
			return
		}
	}
	ts.Fatalf("it said nothing twenty times")
}

// stopDaemon ends the daemon that a script may have started.
func stopDaemon(t *testing.T, home string) {
	if _, err := os.Stat(home); err != nil {
		return
	}
	gortex, err := exec.LookPath("gortex") // testscript.Main put it on the PATH
	if err != nil {
		t.Error(err)
		return
	}
	cmd := exec.CommandContext(context.Background(), gortex, "daemon", "stop")
	cmd.Env = append(os.Environ(), "GORTEX_HOME="+home)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("daemon stop: %v\n%s", err, out)
	}
}
