// Package doctortest holds checks to what a test of a doctor expects of them.
package doctortest

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/doctor"
)

// Broken holds the first check that does not hold to its name, and to parts of its text
// and of its mend.
func Broken(t *testing.T, checks []doctor.Check, name, text, mend string) {
	t.Helper()
	for _, c := range checks {
		if c.OK {
			continue
		}
		if c.Name != name || !strings.Contains(c.Text, text) || !strings.Contains(c.Mend, mend) {
			t.Errorf("%+v, want %q with %q and the mend %q", c, name, text, mend)
		}
		return
	}
	t.Error("every link holds")
}
