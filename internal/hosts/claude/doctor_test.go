package claude

import (
	"errors"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/doctor"
	"github.com/gortexhq/gortex/internal/doctor/doctortest"
	"github.com/gortexhq/gortex/internal/version"
)

// well is a machine on which every link of Claude Code's holds.
func well() facts {
	f := facts{hookEnabled: true, path: "/bin/claude", version: "2.1.0 (Claude Code)", bin: "/bin/gortex", binVersion: version.Version}
	f.user = place{settings: "/h/.claude/settings.json", servers: "/h/.claude.json", hooks: hookNames(), hookBin: "/bin/gortex", server: "/bin/gortex"}
	f.project = place{settings: "/p/.claude/settings.json", servers: "/p/.mcp.json"}
	f.daemon = doctor.Facts{Version: version.Version, Git: "/bin/git", CWD: "/p"}
	f.daemon.Daemon.Hello = client.Hello{Version: version.Version}
	f.daemon.Daemon.Status.Repositories = []doctor.Repository{{Root: "/p", State: "ready"}}
	return f
}

func TestEveryLinkOfClaudeCodeHoldsWhereAllIsWell(t *testing.T) {
	t.Parallel()
	f := well()
	if r := (doctor.Report{Checks: f.check()}); !r.OK() {
		t.Errorf("%+v", r)
	}
	f.user, f.project = place{settings: f.user.settings, servers: f.user.servers}, place{settings: "/p/s", servers: "/p/m", hooks: hookNames(), hookBin: "gortex", server: "gortex"}
	if r := (doctor.Report{Checks: f.check()}); !r.OK() {
		t.Errorf("in the project: %+v", r)
	}
}

func TestEachSymptomOfClaudeCodeHasItsLineAndItsMend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		symptom          string
		make             func(*facts)
		name, text, mend string
	}{
		{"no Claude Code", func(f *facts) { f.path = "" }, "claude", "claude is not on the PATH", "npm install"},
		{"one that does not start", func(f *facts) { f.err = errors.New("exit status 1") }, "claude", "it does not say its version: exit status 1", "npm install"},
		{"a file that cannot be read", func(f *facts) { f.user.err = errors.New("line 2, column 3") }, "hooks", "line 2, column 3", "mend the file, then gortex claude install"},
		{"hooks switched off", func(f *facts) { f.user.hooksOff = true }, "hooks", "disableAllHooks in /h/.claude/settings.json switches them off", "remove disableAllHooks"},
		{"no hooks", func(f *facts) { f.user.hooks = nil }, "hooks", "there are none of ours in /h/.claude/settings.json", "gortex claude install"},
		{"some hooks", func(f *facts) { f.user.hooks = []string{"PreToolUse"} }, "hooks", "settings.json has them for PreToolUse only", "gortex claude install"},
		{"hooks twice", func(f *facts) { f.project.hooks = hookNames() }, "hooks", "each call is looked at twice", "gortex claude uninstall --project"},
		{"no server", func(f *facts) { f.user.server = "" }, "server", "/h/.claude.json has no MCP server called gortex, so hooks name tools that cannot be called", "gortex claude install"},
		{"another's server", func(f *facts) { f.user.server = "docker" }, "server", `the MCP server called gortex in /h/.claude.json runs "docker"`, "gortex claude install --force"},
		{"a server of before", func(f *facts) { f.user.unloaded = true }, "server", "/h/.claude.json has no alwaysLoad, so the model has to search", "gortex claude install"},
		{"a program that is gone", func(f *facts) { f.binErr = errors.New("no such file") }, "binary", "/bin/gortex cannot be run: no such file", "gortex claude install"},
		{"another version's program", func(f *facts) { f.binVersion = "0.0.9" }, "binary", "/bin/gortex is version 0.0.9 and this is " + version.Version, "gortex claude install"},
		{"no daemon", func(f *facts) { f.daemon.Daemon.Err = client.ErrNotRunning }, "daemon", "none is running", "gortex daemon start"},
	} {
		t.Run(tt.symptom, func(t *testing.T) {
			t.Parallel()
			f := well()
			tt.make(&f)
			doctortest.Broken(t, f.check(), tt.name, tt.text, tt.mend)
		})
	}
}

func TestAProgramIsOneWordOfItsSystemsShell(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ system, program, want string }{
		{"linux", "/usr/bin/gortex", "/usr/bin/gortex"},
		{"darwin", "/Users/o'neil/my tools/gortex", `'/Users/o'\''neil/my tools/gortex'`},
		{"windows", `C:\Program Files\gortex\gortex.exe`, `"C:\Program Files\gortex\gortex.exe"`},
	} {
		got := wordOn(tt.system, tt.program)
		if got != tt.want {
			t.Errorf("on %s %s is %s, want %s", tt.system, tt.program, got, tt.want)
		}
		if !ours(got + hookArgs) {
			t.Errorf("%s is not known as ours", got)
		}
	}
}

func TestAHookThatIsSwitchedOffIsSaid(t *testing.T) {
	t.Parallel()
	f := well()
	f.hookEnabled = false
	for _, c := range f.check() {
		if c.Name == "hook" && c.OK && strings.Contains(c.Text, "switched off by hook.enabled") {
			return
		}
	}
	t.Errorf("%+v", f.check())
}
