package claude

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gortexhq/gortex/internal/doctor"
	"github.com/gortexhq/gortex/internal/home"
	"github.com/gortexhq/gortex/internal/hosts/jsonedit"
	"github.com/gortexhq/gortex/internal/version"
)

const installClaude = "npm install -g @anthropic-ai/claude-code"

// facts are what the doctor gathered about Claude Code on this machine.
type facts struct {
	daemon      doctor.Facts
	path        string // of Claude Code
	version     string
	err         error // it does not say its version
	user        place
	project     place
	bin         string // the program that hooks and server name
	binVersion  string
	binErr      error
	hookEnabled bool
}

// place is one pair of files, the user's or the project's.
type place struct {
	settings, servers string
	err               error    // one of them cannot be read
	hooks             []string // events that have our hook
	hooksOff          bool     // disableAllHooks
	hookBin           string
	server            string // what an MCP server called gortex runs, "" where there is none
	unloaded          bool   // its entry does not say whether its tools are always loaded, as an install of before wrote it
}

func (p place) empty() bool { return p.err == nil && len(p.hooks) == 0 && p.server == "" }

// DoctorOptions are Options and what the caller has loaded of the configuration.
type DoctorOptions struct {
	Options
	Problems    []string
	Files       []string
	Socket      string // of the configuration, "" is the default place
	HookEnabled bool
}

// Doctor checks every link between Claude Code in o.CWD and the graph. It changes nothing
// and starts no daemon.
func Doctor(ctx context.Context, o DoctorOptions) doctor.Report {
	f := facts{hookEnabled: o.HookEnabled, path: doctor.OnPath(o.Getenv, "claude")}
	if f.path != "" {
		f.version, f.err = doctor.Ask(ctx, f.path, "--version")
	}
	f.user, f.project = o.look(false), o.look(true)
	if f.project.settings == f.user.settings { // in the home folder the project's file is the user's
		f.project = place{settings: f.project.settings, servers: f.project.servers}
	}
	if f.bin = f.chosen().hookBin; f.bin == "" {
		f.bin = f.chosen().server
	}
	if f.bin != "" {
		path := f.bin
		if filepath.Base(path) == path {
			if path = doctor.OnPath(o.Getenv, path); path == "" {
				path = f.bin
			}
		}
		f.binVersion, f.binErr = doctor.GortexVersion(ctx, path, o.Bin)
	}
	dirs, err := home.Resolve(o.Getenv)
	if o.Socket != "" {
		dirs = dirs.WithSocket(o.Socket)
	}
	f.daemon = doctor.Look(ctx, doctor.Options{Dirs: dirs, DirsErr: err, CWD: o.CWD, Problems: o.Problems, Files: o.Files})
	return doctor.Report{Checks: f.check()}
}

func (o DoctorOptions) look(project bool) (p place) {
	o.Project, o.Bin = project, "gortex"
	parts, err := o.parts()
	if err != nil {
		return place{err: err}
	}
	p.settings, p.servers = parts[0].path, parts[1].path
	settings, err := open(p.settings)
	servers, err2 := open(p.servers)
	if p.err = errors.Join(err, err2); p.err != nil {
		return p
	}
	settings.Get(&p.hooksOff, "disableAllHooks")
	for _, w := range wanted {
		found, err := eachHook(settings, w.event, func(_ []string, h hook) error {
			program, _, _ := strings.Cut(h.Command, hookArgs)
			p.hookBin = unquoted(program)
			return nil
		})
		if found > 0 {
			p.hooks = append(p.hooks, w.event)
		}
		p.err = errors.Join(p.err, err)
	}
	var s server
	servers.Get(&s, "mcpServers", serverName)
	p.server, p.unloaded = s.Command, s.Command != "" && s.AlwaysLoad == nil
	return p
}

func open(path string) (*jsonedit.Doc, error) {
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(b) > 0 && !json.Valid(b) {
		_, err := jsonedit.Parse(b)
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return jsonedit.Parse(b)
}

// chosen is the place that is installed into: the project's where that has anything.
func (f facts) chosen() place {
	if !f.project.empty() {
		return f.project
	}
	return f.user
}

func (f facts) check() []doctor.Check {
	checks := []doctor.Check{f.checkClaude(), f.checkHooks(), f.checkServer()}
	if f.bin != "" {
		checks = append(checks, f.checkBinary())
	}
	if !f.hookEnabled {
		checks = append(checks, doctor.Holds("hook", "switched off by hook.enabled: no call is looked at"))
	}
	return append(checks, doctor.Checks(f.daemon)...)
}

func (f facts) checkClaude() doctor.Check {
	switch {
	case f.path == "":
		return doctor.Broken("claude", installClaude, "claude is not on the PATH")
	case f.err != nil:
		return doctor.Broken("claude", installClaude, "it does not say its version: %v", f.err)
	}
	return doctor.Holds("claude", "%s at %s", f.version, f.path)
}

func (f facts) install() string {
	if !f.project.empty() {
		return "gortex claude install --project"
	}
	return "gortex claude install"
}

func (f facts) checkHooks() doctor.Check {
	p := f.chosen()
	switch {
	case p.err != nil:
		return doctor.Broken("hooks", "mend the file, then "+f.install(), "%v", p.err)
	case p.hooksOff:
		return doctor.Broken("hooks", "remove disableAllHooks from "+p.settings, "disableAllHooks in %s switches them off", p.settings)
	case len(p.hooks) == 0:
		return doctor.Broken("hooks", f.install(), "there are none of ours in %s", p.settings)
	case len(p.hooks) < len(wanted):
		return doctor.Broken("hooks", f.install(), "%s has them for %s only", p.settings, strings.Join(p.hooks, ", "))
	case len(f.user.hooks) > 0 && len(f.project.hooks) > 0:
		return doctor.Broken("hooks", "gortex claude uninstall --project", "they are in %s and in %s: each call is looked at twice", f.user.settings, f.project.settings)
	}
	return doctor.Holds("hooks", "%s in %s", strings.Join(p.hooks, ", "), p.settings)
}

func (f facts) checkServer() doctor.Check {
	const name = "server"
	p := f.chosen()
	switch {
	case p.server == "" && f.user.server != "":
		p = f.user
	case p.server == "":
		return doctor.Broken(name, f.install(), "%s has no MCP server called %s, so hooks name tools that cannot be called", p.servers, serverName)
	}
	if !isGortex(p.server) {
		return doctor.Broken(name, f.install()+" --force", "the MCP server called %s in %s runs %q", serverName, p.servers, p.server)
	}
	if p.unloaded {
		return doctor.Broken(name, f.install(), "the MCP server in %s has no alwaysLoad, so the model has to search for its tools before it can call one", p.servers)
	}
	return doctor.Holds(name, "%s mcp, of %s", p.server, p.servers)
}

func (f facts) checkBinary() doctor.Check {
	switch {
	case f.binErr != nil:
		return doctor.Broken("binary", f.install(), "%s cannot be run: %v", f.bin, f.binErr)
	case f.binVersion != version.Version:
		return doctor.Broken("binary", f.install(), "%s is version %s and this is %s", f.bin, f.binVersion, version.Version)
	}
	return doctor.Holds("binary", "%s", f.bin)
}
