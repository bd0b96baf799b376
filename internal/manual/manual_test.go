package manual_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/manual"
)

var tree = manual.Command{Name: "tool", Usage: "a tool that isn't there", Commands: []manual.Command{
	{Name: "daemon", Usage: "the process", Commands: []manual.Command{
		{Name: "run", Usage: "run it: in front"},
		{Name: "stop", Usage: "end it", Flags: []manual.Flag{{Names: []string{"quiet", "q"}, Usage: "say nothing"}}},
	}},
	{Name: "call", Usage: "call it", Args: "TOOL", Description: "Example:\n.x \\y", Values: []string{"search", "read"}, Flags: []manual.Flag{
		{Names: []string{"format"}, Usage: "json or compact", Value: true, Values: []string{"compact", "json"}},
		{Names: []string{"in"}, Usage: "where", Value: true, Files: manual.Folders},
	}},
	{Name: "init", Usage: "begin", Files: manual.Folders},
}}

func script(t *testing.T, shell string) string {
	t.Helper()
	var b bytes.Buffer
	if err := manual.Completion(&b, shell, tree); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "completion")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

var cases = []struct{ line, want string }{
	{"tool da", "daemon"},
	{"tool ", "daemon call init"},
	{"tool daemon ", "run stop"},
	{"tool daemon stop --", "--quiet"},
	{"tool call ", "search read --format --in"},
	{"tool call --format ", "compact json"},
	{"tool call --format json se", "search"},
	{"tool -x call re", "read"},
	{"tool call -- ", ""},
	{"tool init s", "sub"},
	{"tool call --in s", "sub"},
}

func TestBashCompletes(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	file, dir := script(t, "bash"), t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range cases {
		words := strings.Split(tt.line, " ")
		cmd := exec.Command(bash, "--norc", "-c", `file=$1; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); source "$file"; _tool; echo "${COMPREPLY[*]}"`, "bash", file)
		cmd.Args = append(cmd.Args, words...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if diff := cmp.Diff(tt.want, strings.TrimSpace(string(out))); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", tt.line, err, diff)
		}
	}
}

func TestFishCompletes(t *testing.T) {
	t.Parallel()
	fish, err := exec.LookPath("fish")
	if err != nil {
		t.Skip("no fish here")
	}
	file := script(t, "fish")
	out, err := exec.Command(fish, "--no-config", "-c", `source $argv[1]; complete -C "tool daemon "; complete -C "tool call --format "`, file).CombinedOutput()
	if got := strings.Join(strings.Fields(string(out)), " "); err != nil || got != "run run it: in front stop end it compact json or compact json json or compact" {
		t.Errorf("%v: %s", err, got)
	}
}

func TestZshReadsItsScript(t *testing.T) {
	t.Parallel()
	zsh, err := exec.LookPath("zsh")
	if err != nil {
		t.Skip("no zsh here")
	}
	out, err := exec.Command(zsh, "-f", "-c", `autoload -U compinit; compinit -u -D; source "$1"; print ${_comps[tool]}`, "zsh", script(t, "zsh")).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "_tool" {
		t.Errorf("%v: %s", err, out)
	}
}

func TestAShellThatIsNotKnown(t *testing.T) {
	t.Parallel()
	if err := manual.Completion(&bytes.Buffer{}, "tcsh", tree); err == nil || !strings.Contains(err.Error(), "bash, fish, zsh") {
		t.Error(err)
	}
}

func TestTheManPageSaysAllAndEscapes(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	err := manual.Man(&b, tree, "1.2.3", "It is.\n.not a request", []manual.Section{{Title: "Files", Entries: [][2]string{{"~/x-y", "a file"}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`.TH TOOL 1 "" "tool 1.2.3"`, `\&.not a request`, `\fBtool daemon run\fR`, `\&.x \ey`, `\fB\-\-quiet, \-q\fR`, ".SH FILES", `~/x\-y`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in:\n%s", want, &b)
		}
	}
}
