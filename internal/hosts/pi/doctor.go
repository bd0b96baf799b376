package pi

import (
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/doctor"
	"github.com/gortexhq/gortex/internal/version"
)

// The oldest Pi that is tested, the first with an MCP client, and the Node that Pi needs.
const (
	oldestPi    = "0.85.0"
	firstMCP    = "0.99.0"
	oldestNode  = "22.19.0"
	installPi   = "npm install -g @earendil-works/pi-coding-agent"
	installNode = "install Node 22.19 or newer: https://nodejs.org"
)

// facts are what the doctor gathered about Pi on this machine.
type facts struct {
	daemon     doctor.Facts
	pi, node   program
	user       installation
	project    installation
	env        string // GORTEX_BIN
	configured string // bin of the configuration, "" where none is set
	configFrom string // and where that stands
	onPath     string // the gortex on the PATH
	bin        program
	nativeMCP  bool
	hook       bool
	brief      bool
	overrides  []override
	mcpOff     string // the settings file that switches Pi's MCP off
}

// program is one that was looked for.
type program struct {
	path, version string
	err           error
}

// installation is one place of the extension.
type installation struct {
	path    string
	present bool
	ours    bool // as some install left it
	current bool // as this binary's would
	version string
	bin     string
	err     error
}

// override is a mcp.json of Pi's that says something about a server called gortex.
type override struct {
	file    string
	command string // "" where the entry names none
	ours    bool   // it runs the shim
	err     error
}

// check judges every link between Pi and the graph.
func (f facts) check() []doctor.Check {
	checks := []doctor.Check{f.checkPi()}
	if c, wanted := f.checkNode(); wanted {
		checks = append(checks, c)
	}
	checks = append(checks, f.checkExtension(), f.checkBinary())
	if f.pi.version != "" {
		checks = append(checks, f.checkConnector())
	}
	for _, o := range f.overrides {
		checks = append(checks, o.check())
	}
	if !f.hook {
		checks = append(checks, doctor.Holds("hook", "switched off by hook.enabled: no call is looked at"))
	}
	if !f.brief {
		checks = append(checks, doctor.Holds("briefing", "switched off by brief.enabled"))
	}
	return append(checks, doctor.Checks(f.daemon)...)
}

func (f facts) checkPi() doctor.Check {
	switch {
	case f.pi.path == "":
		return doctor.Broken("pi", installPi, "pi is not on the PATH")
	case f.pi.err != nil:
		return doctor.Broken("pi", installPi, "%s does not say its version: %v", f.pi.path, f.pi.err)
	case older(f.pi.version, oldestPi):
		return doctor.Broken("pi", installPi, "version %s at %s is older than %s, the oldest that is known to work", f.pi.version, f.pi.path, oldestPi)
	}
	return doctor.Holds("pi", "version %s at %s", f.pi.version, f.pi.path)
}

func (f facts) checkNode() (c doctor.Check, wanted bool) {
	switch {
	case f.pi.path == "" || f.pi.err != nil || f.node.path == "" && f.node.err == nil:
		return c, false // a Pi that is a program of its own needs none
	case f.node.err != nil:
		return doctor.Broken("node", installNode, "Pi needs Node, and %v", f.node.err), true
	case older(f.node.version, oldestNode):
		return doctor.Broken("node", installNode, "Pi needs Node %s, and %s is %s", oldestNode, f.node.path, f.node.version), true
	}
	return doctor.Holds("node", "version %s at %s", f.node.version, f.node.path), true
}

func (f facts) checkExtension() doctor.Check {
	const name = "extension"
	if f.user.present && f.project.present {
		return doctor.Broken(name, "gortex pi uninstall --project", "installed twice, in %s and in %s: Pi loads both", f.user.path, f.project.path)
	}
	at, flag := f.user, ""
	if f.project.present {
		at, flag = f.project, " --project"
	}
	install := "gortex pi install" + flag
	switch {
	case at.err != nil:
		return doctor.Broken(name, "make the file readable, then "+install, "%v", at.err)
	case !at.present:
		return doctor.Broken(name, install, "there is none at %s", at.path)
	case !at.ours:
		return doctor.Broken(name, install+" --force (keeps yours as a backup)", "%s was changed by hand", at.path)
	case at.version != version.Version:
		return doctor.Broken(name, install+", then /reload", "%s was written by version %s and this is %s", at.path, at.version, version.Version)
	case !at.current:
		return doctor.Broken(name, install+", then /reload", "%s was written by another build of version %s", at.path, at.version)
	}
	return doctor.Holds(name, "version %s at %s", at.version, at.path)
}

// checkBinary follows the extension: the environment's, what install baked in, the PATH.
// A bin of the configuration then replaces it for Pi's own MCP client.
func (f facts) checkBinary() doctor.Check {
	const name = "binary"
	from, mend := f.binaryFrom()
	switch {
	case f.bin.err != nil:
		return doctor.Broken(name, mend, "the one %s cannot be run: %v", from, f.bin.err)
	case f.bin.path == "":
		return doctor.Broken(name, "gortex pi install", "none was found: GORTEX_BIN is not set, no install names one, and there is none on the PATH")
	case f.bin.version != version.Version:
		return doctor.Broken(name, "gortex pi install, then /reload", "%s (%s) is version %s and this is %s", f.bin.path, from, f.bin.version, version.Version)
	}
	return doctor.Holds(name, "%s, %s", f.bin.path, from)
}

func (f facts) binaryFrom() (from, mend string) {
	baked := f.user.bin
	if f.project.present {
		baked = f.project.bin
	}
	switch {
	case f.env != "":
		return "that GORTEX_BIN names", "unset GORTEX_BIN, or name a gortex that is there"
	case f.configured != "":
		return "that " + f.configFrom + " names", "mend bin in " + f.configFrom
	case baked != "" && f.bin.path == baked:
		return "that install baked in", "gortex pi install"
	}
	return "on the PATH", "gortex pi install"
}

func (f facts) checkConnector() doctor.Check {
	const name = "connector"
	switch {
	case older(f.pi.version, firstMCP):
		return doctor.Holds(name, "Pi %s has no MCP client: the extension registers the tools", f.pi.version)
	case !f.nativeMCP:
		return doctor.Holds(name, "native_mcp is off: the extension registers the tools")
	case f.mcpOff != "":
		return doctor.Holds(name, "%s switches Pi's MCP client off: the extension registers the tools", f.mcpOff)
	}
	return doctor.Holds(name, "Pi's own MCP client")
}

func (o override) check() doctor.Check {
	const name = "mcp.json"
	switch {
	case o.err != nil:
		return doctor.Broken(name, "mend "+o.file, "%s cannot be read: %v", o.file, o.err)
	case o.ours:
		return doctor.Holds(name, "%s has an entry for gortex, which runs the shim as ours would", o.file)
	case o.command == "":
		return doctor.Broken(name, "remove the gortex entry from "+o.file, "%s has an entry for gortex without a command: Pi reports it and does not use it", o.file)
	}
	return doctor.Broken(name, "remove the gortex entry from "+o.file, "%s replaces the server with %q: no edit diffs, and a session that ends with the daemon", o.file, o.command)
}

// older compares the numbers of two versions; what is no number is nothing.
func older(v, than string) bool {
	a, b := numbers(v), numbers(than)
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

func numbers(v string) (n [3]int) {
	v, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimSpace(v), "v"), "-")
	for i, part := range strings.SplitN(v, ".", 3) {
		n[i], _ = strconv.Atoi(part) // "" or a word counts as nothing
	}
	return n
}
