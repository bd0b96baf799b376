// Package pi makes the Pi coding agent a host of gortex: Pi's vocabulary, the bridge
// that the extension talks to, the MCP server that Pi starts, and the extension's
// install. What a tool or a hook decides does not live here: the daemon is asked.
//
//	Pi's events ──► extension ──► bridge ──► daemon (decisions, briefing)
//	                    ▲            │
//	                    └─ effects ◄─┘
//	Pi's MCP client ◄──► shim ◄──► daemon (tools)       Pi 0.99 and later
//	Pi's tools ◄──► extension ◄──► bridge ◄──► daemon   before
package pi

import (
	"log/slog"
	"os"
	"path/filepath"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/home"
)

// agent is the name by which the daemon knows Pi: it picks the compact text.
const agent = "pi"

// serverName is the MCP server's name in Pi, and so part of its tools' names.
const serverName = "gortex"

// Options are what every entry of this room knows of the process it runs in.
type Options struct {
	Getenv func(string) string // the environment; nil: the process's
	CWD    string              // the session's folder; "": the process's
	Bin    string              // the gortex to start a daemon with; "": this executable
	Log    *slog.Logger        // nil: nothing is logged
}

// filled returns the options with every default in its place.
func (o Options) filled() Options {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.CWD == "" {
		o.CWD, _ = os.Getwd() // "" only where the folder is gone: then nothing is tracked there
	} else if abs, err := filepath.Abs(o.CWD); err == nil {
		o.CWD = abs
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// daemon returns how to reach the daemon under the settings s.
func (o Options) daemon(s settings, start bool) (client.Options, error) {
	dirs, err := home.Resolve(o.Getenv)
	if err != nil {
		return client.Options{}, err
	}
	if s.Daemon.Socket != "" {
		dirs = dirs.WithSocket(s.Daemon.Socket)
	}
	return client.Options{Dirs: dirs, Start: start, Bin: o.Bin}, nil
}
