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
		{"a flag before its command moves to it", "--json status", "status --json"},
		{"a flag between two commands moves to the second", "daemon --json status", "daemon status --json"},
		{"a flag before its command keeps its value", "pi --agent-dir X doctor", "pi doctor --agent-dir X"},
		{"a flag before all commands", "--format json call search", "call --format json search"},
		{"a flag with a value in one command and without in another", "--path daemon logs", "daemon logs --path"},
		{"a flag that no later command knows stays where it is", "--nope status", "--nope status"},
		{"an unknown command is the fault to tell, not the flag before it", "--json statsu", "statsu"},
		{"help after an argument is the command's", "call search --help", "call --help"},
		{"help before an argument is the command's", "untrack --help .", "untrack --help"},
		{"-h is help", "completion bash -h", "completion --help"},
		{"help before the command is the command's", "--help pi doctor", "pi doctor --help"},
		{"help of an unknown command is the unknown command", "statsu --help", "statsu"},
		{"no help past --", "pi mcp-shim -- node --help", "pi mcp-shim -- node --help"},
		{"help as a command", "help call", "call --help"},
		{"help below a command", "pi help install", "pi install --help"},
		{"help alone", "help", "--help"},
		{"help is an argument where no command can be", "call help", "call help"},
		{"--version is the command", "--version --json", "version --json"},
		{"a flag that lacks its value comes last", "call search {} --format", "call --format"},
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
