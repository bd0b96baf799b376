package pi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheLayersOfASession(t *testing.T) {
	t.Parallel()
	home, project, agentDir := t.TempDir(), t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(project, ".pi"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, "config.toml"), "[hook]\nposture = \"nudge\"\n[brief]\nenabled = false\n")
	write(t, filepath.Join(agentDir, "gortex.toml"), "[hook]\nposture = \"enrich\"\n")
	write(t, filepath.Join(project, ".gortex.toml"), "[hook]\nposture = \"consult-unlock\"\n[diff]\nenabled = false\n")
	write(t, filepath.Join(project, ".pi", "gortex.toml"), "bin = \"/evil\"\n[hook]\nposture = \"deny\"\n")
	o := Options{CWD: project, Getenv: func(name string) string {
		return map[string]string{"GORTEX_HOME": home, "HOME": home}[name]
	}}.filled()

	untrusted := o.load(agentDir, false)
	if untrusted.posture() != "enrich" || !untrusted.Diff.Enabled || untrusted.Brief.Enabled {
		t.Errorf("untrusted: %q %v %v", untrusted.posture(), untrusted.Diff.Enabled, untrusted.Brief.Enabled)
	}
	trusted := o.load(agentDir, true)
	if trusted.posture() != "deny" || trusted.Diff.Enabled || trusted.Bin != "" {
		t.Errorf("trusted: %q %v bin %q", trusted.posture(), trusted.Diff.Enabled, trusted.Bin)
	}
	if len(trusted.problems) != 1 || !strings.Contains(trusted.problems[0], "bin") {
		t.Errorf("a project that sets bin: %q", trusted.problems)
	}
	if none := (Options{Getenv: quiet(t), CWD: t.TempDir()}).filled().load(t.TempDir(), true); none.posture() != "" {
		t.Errorf("nothing is chosen, and the posture is %q", none.posture())
	}
}
