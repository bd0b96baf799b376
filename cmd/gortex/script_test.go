package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gortex": main})
}

// TestScripts plays testdata/script: each file reads like a terminal session.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
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
