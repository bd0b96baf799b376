package pi

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/doctor"
	"github.com/gortexhq/gortex/internal/doctor/doctortest"
	"github.com/gortexhq/gortex/internal/version"
)

// well is a machine on which every link of Pi's holds.
func well() facts {
	f := facts{nativeMCP: true, hook: true, brief: true}
	f.pi, f.node = program{path: "/bin/pi", version: "1.6.0"}, program{path: "/bin/node", version: "24.1.0"}
	f.user = installation{path: "/a/index.ts", present: true, ours: true, current: true, version: version.Version, bin: "/bin/gortex"}
	f.bin = program{path: "/bin/gortex", version: version.Version}
	f.daemon = doctor.Facts{Version: version.Version, Git: "/bin/git", CWD: "/r"}
	f.daemon.Daemon.Hello = client.Hello{Version: version.Version}
	f.daemon.Daemon.Status.Repositories = []doctor.Repository{{Root: "/r", State: "ready"}}
	return f
}

func TestEveryLinkOfPiHoldsWhereAllIsWell(t *testing.T) {
	t.Parallel()
	if r := (doctor.Report{Checks: well().check()}); !r.OK() {
		t.Errorf("%+v", r)
	}
}

func TestEachSymptomOfPiHasItsLineAndItsMend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		symptom          string
		make             func(*facts)
		name, text, mend string
	}{
		{"no Pi", func(f *facts) { f.pi = program{} }, "pi", "not on the PATH", "npm install"},
		{"a Pi that does not start", func(f *facts) { f.pi.err = errors.New("exit status 1") }, "pi", "/bin/pi does not say its version: exit status 1", "npm install"},
		{"a Pi from before", func(f *facts) { f.pi.version = "0.73.9" }, "pi", "0.73.9", "npm install"},
		{"an old Node", func(f *facts) { f.node.version = "20.20.2" }, "node", "Pi needs Node 22.19.0, and /bin/node is 20.20.2", "Node 22.19"},
		{"no Node", func(f *facts) { f.node = program{err: errors.New("node is not on the PATH")} }, "node", "Pi needs Node, and node is not on the PATH", "Node 22.19"},
		{"no extension", func(f *facts) { f.user.present = false }, "extension", "there is none at /a/index.ts", "gortex pi install"},
		{"an extension that was changed", func(f *facts) { f.user.ours = false }, "extension", "changed by hand", "gortex pi install --force"},
		{"an older extension", func(f *facts) { f.user.version = "0.0.9" }, "extension", "/a/index.ts was written by version 0.0.9 and this is ", "gortex pi install"},
		{"an extension of another build", func(f *facts) { f.user.current = false }, "extension", "another build", "gortex pi install"},
		{"an extension that cannot be read", func(f *facts) { f.user = installation{err: errors.New("permission denied")} }, "extension", "permission denied", "gortex pi install"},
		{"two extensions", func(f *facts) { f.project = f.user }, "extension", "Pi loads both", "gortex pi uninstall --project"},
		{"no program", func(f *facts) { f.bin = program{} }, "binary", "none was found", "gortex pi install"},
		{"GORTEX_BIN that is gone", func(f *facts) { f.env, f.bin = "/x", program{path: "/x", err: errors.New("no such file")} }, "binary", "that GORTEX_BIN names cannot be run: no such file", "unset GORTEX_BIN"},
		{"a configured program that is gone", func(f *facts) {
			f.configured, f.configFrom, f.bin = "/x", "/c/gortex.toml:1", program{path: "/x", err: errors.New("no such file")}
		}, "binary", "that /c/gortex.toml:1 names", "mend bin in /c/gortex.toml:1"},
		{"another version's program", func(f *facts) { f.bin.version = "0.0.9" }, "binary", "install baked in) is version 0.0.9", "gortex pi install"},
		{"an entry in mcp.json", func(f *facts) { f.overrides = []override{{file: "/a/mcp.json", command: "gortex mcp"}} }, "mcp.json", `"gortex mcp"`, "remove the gortex entry from /a/mcp.json"},
		{"an entry that names nothing", func(f *facts) { f.overrides = []override{{file: "/a/mcp.json"}} }, "mcp.json", "without a command", "remove"},
		{"a broken mcp.json", func(f *facts) { f.overrides = []override{{file: "/a/mcp.json", err: errors.New("line 3")}} }, "mcp.json", "line 3", "mend /a/mcp.json"},
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

// faults are the rows of the table of faults in docs/pi.md: what the doctor finds of each,
// or nil where nothing is left to find once it has passed.
var faults = map[string]func(*facts){
	"the binary is gone":                             func(f *facts) { f.bin = program{path: "/bin/gortex", err: errors.New("no such file")} },
	"the binary cannot be run":                       func(f *facts) { f.bin = program{path: "/bin/gortex", err: errors.New("may not be executed")} },
	"no daemon, and none can be started":             func(f *facts) { f.daemon.Daemon.Err = client.ErrNotRunning },
	"the daemon is busy":                             func(f *facts) { f.daemon.Daemon.Err = errors.New("no answer within 3s") },
	"a bridge whose handshake times out":             func(f *facts) { f.bin.version = "0.0.9" },
	"a bridge that answers every hook with an error": func(f *facts) { f.daemon.Daemon.Hello.Version = "0.0.9" },
	"a shim that is dead from the start":             func(f *facts) { f.overrides = []override{{file: "/a/mcp.json", command: "gone"}} },
	"a shim that never answers":                      func(f *facts) { f.overrides = []override{{file: "/a/mcp.json", command: "sleep 1000"}} },
	"a setting that cannot be read":                  func(f *facts) { f.daemon.Problems = []string{"/c/gortex.toml:1:1: x"} },
	"an extension that is older than the binary":     func(f *facts) { f.user.version = "0.0.1" },
	"an extension that is newer than the binary":     func(f *facts) { f.user.version = "99.0.0" },
	"a daemon below the floor":                       func(f *facts) { f.daemon.Daemon.Err = client.ErrSkew },
	"the bridge is killed in mid-session":            nil,
	"the shim is killed in mid-session":              nil,
}

func TestEachFaultOfThePageHasItsLine(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/pi.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "## What a fault costs")
	seen := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 6 || strings.HasPrefix(line, "| fault") || strings.HasPrefix(line, "|--") {
			continue
		}
		fault, _, _ := strings.Cut(strings.TrimSpace(cells[1]), " (")
		found, known := faults[fault]
		if seen++; !known {
			t.Errorf("nobody knows what the doctor finds of %q", fault)
		}
		if found == nil {
			continue
		}
		f := well()
		found(&f)
		var broken []string
		for _, c := range f.check() {
			if !c.OK && strings.Contains(cells[len(cells)-2], "`"+c.Name+"`") && c.Mend != "" {
				broken = append(broken, c.Name)
			}
		}
		if len(broken) == 0 {
			t.Errorf("%s: none of%sis broken: %+v", fault, cells[len(cells)-2], f.check())
		}
	}
	if seen != len(faults) {
		t.Errorf("the page has %d faults, %d are known", seen, len(faults))
	}
}

func TestWhoServesTheToolsIsSaid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule string
		make func(*facts)
		want string
	}{
		{"Pi's own client", func(*facts) {}, "Pi's own MCP client"},
		{"a Pi without one", func(f *facts) { f.pi.version = "0.87.1" }, "has no MCP client"},
		{"native_mcp off", func(f *facts) { f.nativeMCP = false }, "native_mcp is off"},
		{"switched off in Pi", func(f *facts) { f.mcpOff = "/a/settings.json" }, "/a/settings.json switches"},
	} {
		f := well()
		tt.make(&f)
		if c := f.checkConnector(); !c.OK || !strings.Contains(c.Text, tt.want) {
			t.Errorf("%s: %+v", tt.rule, c)
		}
	}
}

func TestOlder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		v, than string
		want    bool
	}{{"0.9.0", "0.10.0", true}, {"1.6.0", "0.99.0", false}, {"v22.19.0", "22.19.0", false}, {"1.0.0-rc.1", "1.0.0", false}, {"", "0.1.0", true}, {"1", "1.0.1", true}} {
		if got := older(tt.v, tt.than); got != tt.want {
			t.Errorf("older(%q, %q) = %v", tt.v, tt.than, got)
		}
	}
}

// What an install of now writes is what the doctor reads.
func TestTheDoctorReadsWhatInstallWrote(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := DoctorOptions{Options: Options{Getenv: quiet(t), CWD: t.TempDir()}, AgentDir: dir}
	if at := o.extensionAt(InstallOptions{AgentDir: dir}); at.present || at.err != nil {
		t.Errorf("%+v", at)
	}
	install := InstallOptions{Options: Options{Getenv: quiet(t), Bin: "/opt/a b/gortex"}, AgentDir: dir}
	if _, err := Install(install); err != nil {
		t.Fatal(err)
	}
	want := installation{path: filepath.Join(dir, "extensions", "gortex", "index.ts"), present: true, ours: true, current: true, version: version.Version, bin: "/opt/a b/gortex"}
	if at := o.extensionAt(InstallOptions{AgentDir: dir}); at != want {
		t.Errorf("%+v, want %+v", at, want)
	}
	write(t, want.path, read(t, want.path)+"// mine\n")
	if at := o.extensionAt(InstallOptions{AgentDir: dir}); at.ours || at.current || at.version != version.Version {
		t.Errorf("%+v", at)
	}
}
