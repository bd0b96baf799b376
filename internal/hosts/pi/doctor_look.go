package pi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/doctor"
	"github.com/gortexhq/gortex/internal/home"
)

// DoctorOptions say which Pi to look at.
type DoctorOptions struct {
	Options
	AgentDir string // "": PI_CODING_AGENT_DIR, else ~/.pi/agent
}

// Doctor checks every link between Pi in o.CWD and the graph. It changes nothing and
// starts no daemon. The project's files count as in a project that Pi trusts.
func Doctor(ctx context.Context, o DoctorOptions) doctor.Report {
	o.Options = o.filled()
	s := o.load(o.AgentDir, true)
	f := facts{nativeMCP: s.NativeMCP, hook: s.Hook.Enabled, brief: s.Brief.Enabled, env: o.Getenv("GORTEX_BIN")}
	f.pi, f.node = o.lookPi(ctx)
	f.user, f.project = o.extensionAt(InstallOptions{AgentDir: o.AgentDir}), o.extensionAt(InstallOptions{Project: true})
	if s.chosen("bin") && f.env == "" {
		f.configured, f.configFrom = s.Bin, s.Origin["bin"]
	}
	f.onPath = doctor.OnPath(o.Getenv, "gortex")
	f.bin = o.lookBinary(ctx, f)
	f.overrides, f.mcpOff = o.lookServers()
	dirs, err := home.Resolve(o.Getenv)
	if s.Daemon.Socket != "" {
		dirs = dirs.WithSocket(s.Daemon.Socket)
	}
	f.daemon = doctor.Look(ctx, doctor.Options{Dirs: dirs, DirsErr: err, CWD: o.CWD, Problems: s.problems, Files: o.configFiles()})
	return doctor.Report{Checks: f.check()}
}

// Settings are the values in force in o.CWD, as in a project that Pi trusts, and what is
// wrong with the files that set them.
func Settings(o DoctorOptions) (values []config.Value, problems []string) {
	o.Options = o.filled()
	s := o.load(o.AgentDir, true)
	return s.Values(), s.problems
}

func (o DoctorOptions) agent() string {
	if o.AgentDir != "" {
		return o.AgentDir
	}
	return o.agentDir()
}

func (o DoctorOptions) configFiles() []string {
	files := []string{
		filepath.Join(o.CWD, ".pi", "gortex.toml"), filepath.Join(o.CWD, ".pi", "gortex.json"), filepath.Join(o.CWD, ".gortex.toml"),
		filepath.Join(o.agent(), "gortex.toml"), filepath.Join(o.agent(), "gortex.json"),
	}
	if dirs, err := home.Resolve(o.Getenv); err == nil {
		files = append(files, filepath.Join(dirs.Config, "config.toml"))
	}
	return files
}

// lookPi finds Pi and, where it is a script, the Node that would run it. Its version is
// read from its package: asking Pi itself takes seconds, and fails on an old Node.
func (o DoctorOptions) lookPi(ctx context.Context) (pi, node program) {
	if pi.path = doctor.OnPath(o.Getenv, "pi"); pi.path == "" && runtime.GOOS == "windows" {
		pi.path, _ = exec.LookPath("pi.cmd")
	}
	if pi.path == "" {
		return pi, node
	}
	if pi.version = packageVersion(pi.path); pi.version == "" {
		pi.version, pi.err = doctor.Ask(ctx, pi.path, "--version")
		return pi, node
	}
	if node.path = doctor.OnPath(o.Getenv, "node"); node.path == "" {
		node.err = errors.New("node is not on the PATH")
		return pi, node
	}
	node.version, node.err = doctor.Ask(ctx, node.path, "--version")
	node.version = strings.TrimPrefix(node.version, "v")
	return pi, node
}

// packageVersion reads the version of the npm package that a program is part of, "" where
// it is part of none.
func packageVersion(path string) string {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		b, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err != nil {
			continue
		}
		var p struct{ Name, Version string }
		if json.Unmarshal(b, &p) == nil && strings.HasSuffix(p.Name, "/pi-coding-agent") {
			return p.Version
		}
	}
	return ""
}

func (o DoctorOptions) extensionAt(place InstallOptions) (at installation) {
	place.Options = o.Options
	file, err := place.file("")
	if err != nil {
		return installation{err: err}
	}
	at.path = file.Path
	content, err := os.ReadFile(file.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return at
	case err != nil:
		at.err = err
		return at
	}
	at.present, at.ours = true, file.Ours(content)
	at.version, at.bin = record(content)
	if want, err := extension(at.bin); err == nil {
		at.current = string(want) == string(content)
	}
	return at
}

// record reads what an install baked into the extension.
func record(content []byte) (version, bin string) {
	for line := range strings.Lines(string(content)) {
		text, ok := strings.CutPrefix(line, "const INSTALLED = ")
		if text, _, marked := strings.Cut(text, "; "+marker); ok && marked {
			var r struct{ Version, Bin string }
			_ = json.Unmarshal([]byte(text), &r) // one that was changed by hand names nothing
			return r.Version, r.Bin
		}
	}
	return "", ""
}

// lookBinary finds the gortex that a session of Pi would run, as the extension does, and
// asks it for its version unless it is this very program.
func (o DoctorOptions) lookBinary(ctx context.Context, f facts) (bin program) {
	baked := f.user.bin
	if f.project.present {
		baked = f.project.bin
	}
	switch {
	case f.env != "" && filepath.Base(f.env) == f.env:
		if bin.path = doctor.OnPath(o.Getenv, f.env); bin.path == "" {
			bin.err = fmt.Errorf("%s is not on the PATH", f.env)
		}
	case f.env != "":
		bin.path = f.env
	case f.configured != "":
		bin.path = f.configured
	case baked != "" && doctor.Runnable(baked) == nil:
		bin.path = baked
	default:
		bin.path = f.onPath
	}
	if bin.path == "" || bin.err != nil {
		return bin
	}
	bin.version, bin.err = doctor.GortexVersion(ctx, bin.path, o.Bin)
	return bin
}

// lookServers reads what Pi's own files say of MCP servers.
func (o DoctorOptions) lookServers() (all []override, off string) {
	for _, dir := range []string{filepath.Join(o.CWD, ".pi"), o.agent()} {
		if entry, found := readOverride(filepath.Join(dir, "mcp.json")); found {
			all = append(all, entry)
		}
		var settings struct{ Extensions []string }
		file := filepath.Join(dir, "settings.json")
		if b, err := os.ReadFile(file); err == nil && json.Unmarshal(b, &settings) == nil && slices.Contains(settings.Extensions, "-builtin:mcp") {
			off = file
		}
	}
	return all, off
}

func readOverride(file string) (o override, found bool) {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return o, false
	}
	var servers struct {
		Servers map[string]struct {
			Command string
			URL     string
			Args    []string
		} `json:"mcpServers"`
	}
	if err == nil {
		err = json.Unmarshal(b, &servers)
	}
	if err != nil {
		return override{file: file, err: err}, true
	}
	entry, found := servers.Servers[serverName]
	o = override{file: file, command: strings.TrimSpace(entry.Command + " " + strings.Join(entry.Args, " "))}
	if o.command == "" {
		o.command = entry.URL
	}
	o.ours = slices.Equal(entry.Args, []string{"pi", "mcp-shim"}) || slices.Equal(entry.Args, []string{"pi", "mcp-shim", "--trusted"})
	return o, found
}
