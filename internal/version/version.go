// Package version says which gortex this is. It holds numbers only: what may
// talk to what is decided by the rooms that do the talking.
package version

import (
	"runtime/debug"
	"strings"
)

// Version is this build's version, without a leading v. A release build sets
// it with -ldflags "-X github.com/gortexhq/gortex/internal/version.Version=…".
var Version = "0.1.0"

// Floor is the oldest daemon that this binary works with in full.
const Floor = "0.1.0"

// Protocol numbers. Each is raised when its messages change in a way that an
// older peer would misread.
const (
	BridgeProtocol = 1 // extension ↔ `gortex pi bridge`
	DaemonProtocol = 1 // any gortex process ↔ the daemon
	IndexFormat    = 3 // the stored index
)

// Build names this build: the version, and the revision where that was recorded.
func Build() string { return strings.TrimSuffix(Version+"+"+Commit(), "+") }

// Commit is the revision that the binary was built from, or "" when the build
// did not record one.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}
