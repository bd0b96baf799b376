package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Lines of the pages that are not to be run here: they wait for someone, or change what is
// not gortex's.
var notRun = regexp.MustCompile(`^(make |pi$|go |\{|func )|[│◄►]`)

// failing are commands that say by their exit code that something is missing, as it is on
// the machine of a test.
var failing = regexp.MustCompile(`gortex (pi |claude |daemon )?doctor`)

// Every command line of the README and of the pages is run, page by page, in a home and a
// repository of its own. What is a wrong command line there exits with 2, or 127.
func TestCommandsOfTheDocumentsRun(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../../README.md") {
		lines := commandLines(t, page)
		if len(lines) == 0 {
			continue
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			if err := os.CopyFS(filepath.Join(home, "code", "yours"), os.DirFS("testdata/yours")); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { stopDaemon(t, filepath.Join(home, "gortex")) })
			lines := append([]string{"git init -q; git add .; git -c user.name=me -c user.email=me@example.com commit -qm begin"}, lines...)
			for _, line := range lines {
				cmd := exec.Command("sh", "-c", "unset XDG_CACHE_HOME; "+line)
				cmd.Dir = filepath.Join(home, "code", "yours")
				cmd.Env = append(os.Environ(), "HOME="+home, "GORTEX_HOME="+filepath.Join(home, "gortex"), "PI_CODING_AGENT_DIR=", "CLAUDE_CONFIG_DIR=")
				out, err := cmd.CombinedOutput()
				if code := cmd.ProcessState.ExitCode(); code != 0 && !(code == 1 && failing.MatchString(line)) {
					t.Errorf("%s: %v\n%s", line, err, out)
				}
			}
		})
	}
}

// commandLines are the indented lines of a page that run gortex.
func commandLines(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(text)) {
		command, indented := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		if indented && regexp.MustCompile(`\bgortex [a-z]`).MatchString(command) && !notRun.MatchString(command) && !strings.HasPrefix(command, " ") {
			all = append(all, command)
		}
	}
	return all
}

// A claim of SECURITY.md names the test that shows it.
func TestTheTestsThatSecurityNamesAreThere(t *testing.T) {
	t.Parallel()
	there := map[string]bool{}
	function := regexp.MustCompile(`(?m)^func (Test\w+|Fuzz\w+)\(`)
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		for _, m := range function.FindAllStringSubmatch(string(src), -1) {
			there[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+|Fuzz\\w+)`").FindAllStringSubmatch(string(text), -1)
	if len(named) < 20 {
		t.Errorf("%d tests are named", len(named))
	}
	for _, m := range named {
		if !there[m[1]] {
			t.Errorf("SECURITY.md names %s, which is not there", m[1])
		}
	}
}

// No network: nothing that speaks a protocol of one is linked into the program.
func TestTheProgramSpeaksNoNetworkProtocol(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "-tags", "urfave_cli_no_docs", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range strings.Fields(string(out)) {
		if slices.Contains([]string{"net/http", "net/smtp", "net/rpc", "crypto/tls"}, dep) {
			t.Errorf("it links %s", dep)
		}
	}
}

// No network below the protocols either: whatever our sources do with package net, they do
// with a unix socket.
func TestOnlyUnixSocketsAreOpened(t *testing.T) {
	t.Parallel()
	call := regexp.MustCompile(`\bnet\.([A-Z]\w*)\(("unix"|)`)
	harmless := []string{"Pipe"} // which opens nothing
	opened := 0
	for _, root := range []string{"../../cmd", "../../internal", "../../extension-assets"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() && d.Name() == "testdata" {
				if err == nil {
					err = filepath.SkipDir
				}
				return err
			}
			if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			src, err := os.ReadFile(path)
			if m := regexp.MustCompile(`\bnet\.(Dialer|ListenConfig|Resolver)\b`).Find(src); m != nil {
				t.Errorf("%s: %s is not for a unix socket", path, m)
			}
			for _, m := range call.FindAllStringSubmatch(string(src), -1) {
				switch {
				case m[2] != "":
					opened++
				case !slices.Contains(harmless, m[1]):
					t.Errorf("%s: net.%s is not for a unix socket", path, m[1])
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if opened < 3 {
		t.Errorf("%d places open a socket", opened)
	}
}

// Each line that the troubleshooting page speaks of is one that a doctor says.
func TestTroubleshootingNamesTheDoctorsLines(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	for _, glob := range []string{"../../internal/doctor/*.go", "../../internal/hosts/*/doctor*.go"} {
		files, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			said.Write(src)
		}
	}
	for page, least := range map[string]int{"troubleshooting.md": 20, "pi.md": 8} {
		text, err := os.ReadFile("../../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		column, named := 0, 0 // of the table whose header speaks of the doctor
		for line := range strings.Lines(string(text)) {
			cells := strings.Split(line, "|")
			switch {
			case len(cells) < 3:
				column = 0
			case column == 0:
				column = max(0, slices.IndexFunc(cells, func(c string) bool { return strings.Contains(c, "doctor") && strings.Contains(c, "line") }))
			case !strings.HasPrefix(line, "|--"):
				lines := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[column], -1)
				if len(lines) == 0 {
					t.Errorf("%s: a fault without a line of the doctor's: %s", page, line)
				}
				for _, m := range lines {
					named++
					if !strings.Contains(said.String(), `"`+m[1]+`"`) {
						t.Errorf("%s: no doctor has a line %q", page, m[1])
					}
				}
			}
		}
		if named < least {
			t.Errorf("%s: %d lines were read from its table", page, named)
		}
	}
}
