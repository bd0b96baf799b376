package doctor

import (
	"strings"
	"testing"
)

func TestEachSystemsWays(t *testing.T) {
	t.Parallel()
	for system, want := range map[string][2]string{
		"linux": {"gortex", "apt-get"}, "darwin": {"gortex", "xcode-select"}, "windows": {"gortex.exe", "winget"},
	} {
		if got := programName(system, "gortex"); got != want[0] {
			t.Errorf("on %s the program is %s", system, got)
		}
		if got := installGit(system); !strings.Contains(got, want[1]) {
			t.Errorf("on %s git comes by %s", system, got)
		}
	}
	if got := programName("windows", "pi.cmd"); got != "pi.cmd" {
		t.Error(got)
	}
}
