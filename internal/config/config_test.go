package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/config"
)

func none(string) string { return "" }

func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	c, problems := config.Load(none, []config.Layer{{File: filepath.Join(t.TempDir(), "absent.toml")}})
	if len(problems) != 0 {
		t.Error(problems)
	}
	if c.Hook.Posture != "deny" || !c.NativeMCP || c.Timeouts.Call != 600*time.Second || c.Daemon.IdleExit != 30*time.Minute || c.Index.MaxFileBytes != 2<<20 {
		t.Errorf("defaults: %+v", c)
	}
	for _, k := range config.Keys() {
		if c.Origin[k.Key] != "default" {
			t.Errorf("%s comes from %q, want default", k.Key, c.Origin[k.Key])
		}
	}
}

func TestTheFirstLayerThatSetsAKeyWins(t *testing.T) {
	t.Parallel()
	project := file(t, "project.toml", "[hook]\nposture = \"nudge\"\n[timeouts]\nrpc = 5\n")
	global := file(t, "global.toml", "native_mcp = false\nhook = {posture = \"enrich\", enabled = false}\n[index]\nexclude = [\"*.gen.go\"]\nmax_file_bytes = \"1 MiB\"\n")
	env := func(name string) string {
		return map[string]string{"GORTEX_TIMEOUT_RPC": "7s", "GORTEX_BRIEF": "off"}[name]
	}
	c, problems := config.Load(env, []config.Layer{{File: project, Project: true}, {File: global}})
	if len(problems) != 0 {
		t.Fatal(problems)
	}
	want := map[string]string{"hook.posture": project + ":2", "hook.enabled": global + ":2", "native_mcp": global + ":1", "timeouts.rpc": "GORTEX_TIMEOUT_RPC", "brief.enabled": "GORTEX_BRIEF", "bin": "default"}
	got := map[string]string{}
	for key := range want {
		got[key] = c.Origin[key]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if c.Hook.Posture != "nudge" || c.Hook.Enabled || c.NativeMCP || c.Timeouts.RPC != 7*time.Second || c.Brief.Enabled || c.Index.MaxFileBytes != 1<<20 {
		t.Errorf("%+v", c)
	}
	if diff := cmp.Diff([]string{"*.gen.go"}, c.Index.Exclude); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsWrongIsSaidWithItsPlace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, src string
		layer     config.Layer
		want      string // after the file's name
	}{
		{"a typo names the nearest key", "[hook]\npostur = \"deny\"\n", config.Layer{}, `:2:1: unknown key "hook.postur"; did you mean "hook.posture"?`},
		{"a key without its table", "posture = \"deny\"\n", config.Layer{}, `:1:1: unknown key "posture"; did you mean "hook.posture"?`},
		{"a key like none", "elephant = 1\n", config.Layer{}, `:1:1: unknown key "elephant"; the keys are listed in the README`},
		{"a wrong type", "[hook]\n  enabled = 7\n", config.Layer{}, `:2:3: hook.enabled: true or false is wanted, not 7`},
		{"a wrong value", "[hook]\nposture = \"polite\"\n", config.Layer{}, `:2:1: hook.posture: "polite" is none of deny, enrich, consult-unlock, nudge`},
		{"out of bounds", "[timeouts]\nrpc = 0\n", config.Layer{}, `:2:1: timeouts.rpc: 0s is out of bounds, 1s to 10m0s`},
		{"a number that overflows", "[timeouts]\nrpc = 9223372036854775807\n", config.Layer{}, `:2:1: timeouts.rpc: 9223372036854775807 s is out of bounds, 1s to 10m0s`},
		{"broken TOML skips the file", "native_mcp = false\n[hook\n", config.Layer{}, `:2:6: `},
		{"a project may not choose what runs", "bin = \"./evil\"\n", config.Layer{Project: true}, `:1:1: a project may not set "bin", since a cloned repository must not choose what runs; set it in your own config.toml or in GORTEX_BIN`},
		{"nor the daemon's address", "[daemon]\nsocket = \"/tmp/x\"\n", config.Layer{Project: true}, `:2:1: a project may not set "daemon.socket"`},
		{"broken JSON", "{\n  \"hook\": {,}\n}", config.Layer{JSON: true}, `:2:12: no valid JSON object`},
		{"a typo in JSON", "{\n  \"nativ_mcp\": true\n}", config.Layer{JSON: true}, `:2:3: unknown key "nativ_mcp"; did you mean "native_mcp"?`},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			tt.layer.File = file(t, "x", tt.src)
			c, problems := config.Load(none, []config.Layer{tt.layer})
			if len(problems) != 1 || !strings.HasPrefix(problems[0].String(), tt.layer.File+tt.want) {
				t.Errorf("problems %v\nwant %s", problems, tt.want)
			}
			if c.Bin != "" || !c.NativeMCP || c.Hook.Posture != "deny" {
				t.Errorf("a wrong value came through: %+v", c)
			}
		})
	}
}

func TestTheRestOfAFileCounts(t *testing.T) {
	t.Parallel()
	for _, l := range []config.Layer{
		{File: file(t, "a.toml", "bin = \"./evil\"\nnative_mcp = false\n"), Project: true},
		{File: file(t, "gortex.json", `{"bin": "./evil", "native_mcp": false, "timeouts": {"rpc": 9}}`), Project: true, JSON: true},
	} {
		c, problems := config.Load(none, []config.Layer{l})
		if len(problems) != 1 || c.Bin != "" || c.NativeMCP {
			t.Errorf("%s: problems %v, native_mcp %v", l.File, problems, c.NativeMCP)
		}
	}
}

func TestABadVariableIsSaid(t *testing.T) {
	t.Parallel()
	c, problems := config.Load(func(n string) string { return map[string]string{"GORTEX_POSTURE": "loud"}[n] }, nil)
	if len(problems) != 1 || !strings.HasPrefix(problems[0].String(), "GORTEX_POSTURE=loud: ") || c.Hook.Posture != "deny" {
		t.Errorf("problems %v, posture %s", problems, c.Hook.Posture)
	}
}

// FuzzConfig: no file ever fails to load, and every value stays in its bounds.
func FuzzConfig(f *testing.F) {
	f.Add("[hook]\nposture = \"deny\"\n", false)
	f.Add(`{"timeouts": {"rpc": 1e9}}`, true)
	f.Add("timeouts.rpc = nan\na = [[1]]\n[[hook]]\nx=1", false)
	f.Fuzz(func(t *testing.T, src string, asJSON bool) {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, []byte(src), 0o600); err != nil {
			t.Skip()
		}
		c, _ := config.Load(none, []config.Layer{{File: path, JSON: asJSON, Project: true}})
		if c.Bin != "" || c.Daemon.Socket != "" || c.Timeouts.RPC < time.Second || c.Timeouts.RPC > 10*time.Minute || c.Timeouts.Call > time.Hour || c.Diff.MaxFileBytes > 64<<20 {
			t.Errorf("%q gave %+v", src, c)
		}
	})
}
