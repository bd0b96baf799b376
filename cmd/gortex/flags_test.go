package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFlagsFirst(t *testing.T) {
	t.Parallel()
	app := newApp(terminal{os.Stdin, os.Stdout, os.Stderr, func(string) string { return "" }})
	for _, tt := range []struct{ rule, in, want string }{
		{"a flag after the arguments moves forward with its value", "call search {} --format json", "call --format json search {}"},
		{"a value after = stays with its flag", "call search --format=json {}", "call --format=json search {}"},
		{"a switch takes no value", "init --quiet repo", "init --quiet repo"},
		{"a switch after the argument", "init repo --quiet", "init --quiet repo"},
		{"nothing moves past --", "pi mcp-shim -- node server.js --format json", "pi mcp-shim -- node server.js --format json"},
		{"a flag of a command two levels down", "pi diff a b --path p", "pi diff --path p a b"},
		{"an unknown flag stays where the library complains of it", "status --nope", "status --nope"},
		{"an argument that is named like a command", "call status", "call status"},
		{"a lone dash is an argument", "pi diff - b --path p", "pi diff --path p - b"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got := strings.Join(flagsFirst(app, strings.Fields(tt.in)), " ")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnInterruptedCommandSaysSo(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	home := t.TempDir()
	env := func(name string) string {
		if name == "GORTEX_HOME" {
			return home
		}
		return ""
	}
	if code := run(ctx, terminal{null, null, null, env}, []string{"gortex", "init"}); code != exitFailed {
		t.Errorf("exit code %d, want %d", code, exitFailed)
	}
}
