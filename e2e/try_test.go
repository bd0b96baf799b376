package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The first command of the README: what it prints is what a newcomer sees.
func TestMakeTryPlaysASession(t *testing.T) {
	need(t, "make", "node", "npm", "git")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "make", "--silent", "try")
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("make try: %v\n%s", err, out)
	}
	text := string(out)
	for _, want := range []string{
		"✓ the graph's tools were in the first request",
		"✓ grep was answered by the graph instead",
		"✓ the edit's diff is in the session, and the model never read it",
		"mcp__gortex__search", "mcp__gortex__relations", "+", "gortex pi install",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the transcript lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "✗") {
		t.Errorf("a check failed:\n%s", text)
	}
}

func TestAMissingPrerequisiteIsOneClearLine(t *testing.T) {
	t.Parallel()
	script, err := filepath.Abs("../scripts/need")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"go": "Go 1.26", "cc": "C compiler", "git": "git", "node": "Node 20", "npm": "npm"} {
		cmd := exec.Command("/bin/sh", script, name)
		cmd.Env = []string{"PATH=" + t.TempDir()}
		out, err := cmd.CombinedOutput()
		if err == nil || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %q; want a failure and one line that names %s", name, err, out, want)
		}
	}
}
