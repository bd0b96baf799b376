package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/config"
)

// What is shown is a form that is read: writing every value back changes none.
func TestValuesAreShownInAFormThatIsRead(t *testing.T) {
	t.Parallel()
	none := func(string) string { return "" }
	first, problems := config.Load(none, nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	env := map[string]string{}
	for i, k := range config.Keys() {
		if v := first.Values()[i]; v.Key != k.Key || v.Origin != "default" {
			t.Errorf("%+v stands for %s", v, k.Key)
		} else if k.Env != "" {
			env[k.Env] = v.Value
		}
	}
	again, problems := config.Load(func(name string) string { return env[name] }, nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	first.Origin, again.Origin = nil, nil
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error(diff)
	}
}

func TestValuesNameTheirLayer(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("[hook]\nposture = \"nudge\"\n[diff]\nmax_file_bytes = 1536\n[index]\nexclude = [\"a\", \"b\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, problems := config.Load(func(name string) string { return map[string]string{"GORTEX_TIMEOUT_CALL": "90m"}[name] }, []config.Layer{{File: file}})
	if len(problems) != 1 { // 90 minutes are out of bounds
		t.Errorf("%v", problems)
	}
	got := map[string]config.Value{}
	for _, v := range cfg.Values() {
		got[v.Key] = v
	}
	for _, want := range []config.Value{
		{"hook.posture", "nudge", file + ":2"},
		{"diff.max_file_bytes", "1536", file + ":4"},
		{"index.exclude", "a, b", file + ":6"},
		{"timeouts.call", "10m", "default"},
		{"daemon.idle_exit", "30m", "default"},
		{"limits.frame_bytes", "64 MiB", "default"},
	} {
		if diff := cmp.Diff(want, got[want.Key]); diff != "" {
			t.Error(diff)
		}
	}
}
