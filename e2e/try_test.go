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

// What make try plays on is picked from whatever repository is named.
func TestMakeTryPicksASymbolOfAnyRepository(t *testing.T) {
	t.Parallel()
	need(t, "node", "git")
	for _, tt := range []struct {
		rule  string
		files map[string]string
		want  string // in the symbol that is printed
	}{
		{"one file with one function that nobody calls", map[string]string{"a.go": "package a\n\nfunc Lonely() {}\n"}, `"name":"Lonely"`},
		{"the one that is called before the one that is not", map[string]string{
			"a.py": "def called():\n    return 1\n\n\ndef calls():\n    return called()\n"}, `"name":"called"`},
		{"callers in two files, though the name is not the only one", map[string]string{
			"a.ts": "export function twice(n: number) {\n  if (n > 1) {\n    return n;\n  }\n  return 2 * n;\n}\n",
			"b.ts": "import { twice } from './a';\nexport function one() { return twice(1); }\n",
			"c.ts": "import { twice } from './a';\nexport function two() { return twice(2); }\n",
			"d.ts": "export function twice(s: string) { return s + s; }\n"}, `"files":2`},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range tt.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if out, err := pick(t, dir); err != nil || !strings.Contains(out, tt.want) {
				t.Errorf("%v, %s; want %s", err, out, tt.want)
			}
		})
	}
}

func TestMakeTrySaysInOneLineWhatItCannotPlayOn(t *testing.T) {
	t.Parallel()
	need(t, "node", "git")
	dir := t.TempDir()
	file, empty, text := filepath.Join(dir, "file"), filepath.Join(dir, "empty"), filepath.Join(dir, "text")
	for _, d := range []string{empty, text} {
		if out, err := exec.Command("git", "init", "-q", d).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for _, f := range []string{file, filepath.Join(text, "README.md")} {
		if err := os.WriteFile(f, []byte("text\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for place, want := range map[string]string{
		filepath.Join(dir, "missing"): "there is no folder", file: "is a file", empty: "holds no file", text: "no function was found",
	} {
		out, err := pick(t, place)
		if err == nil || strings.Count(out, "\n") != 1 || !strings.Contains(out, want) || !strings.Contains(out, "make try DIR=") {
			t.Errorf("%s: %v, %q; want a failure and one line with %q", filepath.Base(place), err, out, want)
		}
	}
}

// pick asks which symbol of a folder would be played on.
func pick(t *testing.T, dir string) (string, error) {
	t.Helper()
	bin, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "try.mjs", dir, "--pick")
	cmd.Env = append(os.Environ(), "GORTEX_E2E_BIN="+bin, "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestAPlaceThatCannotBeInstalledIntoIsOneClearLine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file") // as good as a folder without permission, and for root too
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("/bin/sh", "../scripts/stage", "gortex", filepath.Join(file, "prefix")).CombinedOutput()
	if text := string(out); err == nil || strings.Count(text, "\n") != 1 || !strings.Contains(text, "PREFIX=~/.local") {
		t.Errorf("%v, %q; want a failure and one line that names PREFIX=~/.local", err, text)
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
