package extracttest

import (
	"os"
	"os/exec"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// child is set in the process that reads what may end it.
const child = "GORTEX_TEST_SURVIVED"

// Survived reads sources in a process for each: what C does wrong ends all of it.
func Survived(t *testing.T, ext string, sources map[string]string) {
	t.Helper()
	if name := os.Getenv(child); name != "" {
		facts, err := lang.ByExtension(ext).Extract(t.Context(), "a"+ext, []byte(sources[name]))
		if err != nil {
			t.Fatal(err)
		}
		Laws(t, []byte(sources[name]), facts)
		t.SkipNow() // the rest is the parent's
	}
	for name := range sources {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), child+"="+name)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%.300s", name, err, out)
		}
	}
}
