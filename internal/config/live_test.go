package config_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/config"
)

func TestWhatAFileSaysIsTakenUpWhenItChanges(t *testing.T) {
	t.Parallel()
	path := file(t, "config.toml", "")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	env := func(name string) string { return map[string]string{"GORTEX_POSTURE": "nudge"}[name] }
	live := config.Follow(env, []config.Layer{{File: path}})
	for _, step := range []struct {
		rule, content string
		changed       bool
		idle          time.Duration
		problem       string
		brief         bool
	}{
		{"no file, no change", "", false, 30 * time.Minute, "", true},
		{"a file that comes counts", "[daemon]\nidle_exit = \"1m\"\n", true, time.Minute, "", true},
		{"the same again is no change", "[daemon]\nidle_exit = \"1m\"\n", false, time.Minute, "", true},
		{"another value of the same length", "[daemon]\nidle_exit = \"2m\"\n", true, 2 * time.Minute, "", true},
		{"half a file changes nothing", "[daemon]\nidle_exit = \"", true, 2 * time.Minute, "none of this file's settings count", true},
		{"a wrong value is one, the rest counts", "brief.enabled = false\ndaemon.idle_exit = \"soon\"\n", true, 30 * time.Minute, "daemon.idle_exit", false},
		{"the environment is stronger", "[hook]\nposture = \"enrich\"\n", true, 30 * time.Minute, "", true},
		{"a file that goes leaves the defaults", "", true, 30 * time.Minute, "", true},
	} {
		if step.content == "" {
			_ = os.Remove(path)
		} else if err := os.WriteFile(path, []byte(step.content), 0o600); err != nil {
			t.Fatal(err)
		}
		changed := live.Look()
		c := live.Now()
		if changed != step.changed || c.Daemon.IdleExit != step.idle || c.Brief.Enabled != step.brief || c.Hook.Posture != "nudge" {
			t.Errorf("%s: changed %v, %+v", step.rule, changed, c)
		}
		problems := live.Problems()
		if step.problem == "" && len(problems) > 0 || step.problem != "" && (len(problems) != 1 || !strings.Contains(problems[0].String(), step.problem)) {
			t.Errorf("%s: problems %v, want %q", step.rule, problems, step.problem)
		}
	}
}

func TestFixedSettingsStay(t *testing.T) {
	t.Parallel()
	c, _ := config.Load(none, nil)
	live := config.Fixed(c)
	if live.Look() || live.Now().Hook.Posture != "deny" || live.Problems() != nil {
		t.Errorf("%+v", live.Now())
	}
}
