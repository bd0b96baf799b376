package e2e

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// matrix are the versions of Pi that we serve with a test, from the oldest: two without
// MCP, the first with it, the first whose rows an extension draws, and the newest.
var matrix = []string{"0.85.1", "0.87.1", "0.99.1", "1.0.3", "1.6.0"}

// few are those that every run plays: one of either kind.
var few = []string{"0.87.1", "1.6.0"}

// piVersion is one of them, and what differs by it.
type piVersion struct {
	version string
	native  bool // Pi connects MCP servers itself
	renders bool // an extension can draw the rows of their tools
}

// tool is how the graph's tools are spelled there.
func (pi piVersion) tool(bare string) string {
	switch {
	case pi.native:
		return "mcp__gortex__" + bare
	case bare == "read" || bare == "edit":
		return "gortex_" + bare
	}
	return bare
}

// pis are the versions of this run: GORTEX_PI_VERSIONS is "all", or names them, with
// commas between.
var pis = chosen(os.Getenv("GORTEX_PI_VERSIONS"))

func chosen(wanted string) []piVersion {
	versions := few
	switch wanted {
	case "":
	case "all":
		versions = matrix
	default:
		versions = strings.Split(wanted, ",")
	}
	var all []piVersion
	for _, v := range versions {
		major, minor := majorMinor(v)
		all = append(all, piVersion{version: v, native: major > 0 || minor >= 99, renders: major > 0})
	}
	return all
}

func majorMinor(version string) (major, minor int) {
	parts := strings.Split(version, ".")
	major, _ = strconv.Atoi(parts[0])
	if len(parts) > 1 {
		minor, _ = strconv.Atoi(parts[1])
	}
	return major, minor
}

// newest is the newest version of this run, oldest its oldest.
func newest() piVersion { return pis[len(pis)-1] }
func oldest() piVersion { return pis[0] }

// eachPi runs a test on every version of this run, several at once.
func eachPi(t *testing.T, test func(t *testing.T, pi piVersion)) {
	t.Helper()
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			test(t, pi)
		})
	}
}

// needsTime skips what a run has no time for that names no versions of Pi.
func needsTime(t *testing.T) {
	t.Helper()
	if os.Getenv("GORTEX_PI_VERSIONS") == "" {
		t.Skip("played by make test-all, or with GORTEX_PI_VERSIONS")
	}
}

// eachNative is the same for the versions that connect MCP servers themselves.
func eachNative(t *testing.T, test func(t *testing.T, pi piVersion)) {
	t.Helper()
	eachPi(t, func(t *testing.T, pi piVersion) {
		if !pi.native {
			t.Skip("this Pi connects no MCP servers")
		}
		test(t, pi)
	})
}

func TestTheVersionsOfARun(t *testing.T) {
	t.Parallel()
	if got := len(chosen("all")); got != 5 {
		t.Errorf("all is %d versions", got)
	}
	if got := chosen("0.99.1,1.0.3"); len(got) != 2 || !got[0].native || got[0].renders || !got[1].renders {
		t.Errorf("%+v", got)
	}
	if got := chosen(""); len(got) != 2 || got[0].native || !got[1].native {
		t.Errorf("%+v", got)
	}
}
