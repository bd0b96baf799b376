package daemon_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hooks"
)

// setting writes the person's own settings.
func (p place) setting(t *testing.T, toml string) {
	t.Helper()
	if err := os.MkdirAll(p.Dirs.Config, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.Dirs.Config, "config.toml"), []byte(toml), 0o600); err != nil {
		t.Fatal(err)
	}
}

type settingsStatus struct {
	Daemon struct {
		IdleExit string   `json:"idle_exit"`
		Restart  []string `json:"restart"`
		Problems []string `json:"problems"`
	} `json:"daemon"`
	Repositories []struct {
		Files int `json:"files"`
	} `json:"repositories"`
}

func ask(t *testing.T, c *client.Client) (s settingsStatus) {
	t.Helper()
	raw, err := c.Status(t.Context())
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// One daemon, one connection that stays, and a file that changes under them.
func TestAChangedSettingsFileIsTakenUpWithoutARestart(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.setting(t, "[hook]\nenabled = false\n")
	c := p.dial(t)
	repo := t.TempDir()
	if real, err := filepath.EvalSymlinks(repo); err == nil {
		repo = real
	}
	for name, text := range map[string]string{"store.go": "package store\n\nfunc OpenStore() {}\n", "a.gen.go": "package store\n\nfunc made() {}\n"} {
		if err := os.WriteFile(filepath.Join(repo, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Track(t.Context(), repo, nil); err != nil {
		t.Fatal(err)
	}
	grep := client.HookRequest{Tools: hooks.Tools{"search": "search", "read": "read"}, Envelope: hooks.Envelope{
		Event: "pre_tool", ToolName: "Bash", ToolInput: []byte(`{"command": "grep -rn OpenStore ."}`), CWD: repo,
	}}
	decide := func() hooks.Decision {
		t.Helper()
		return p.decide(t, c, grep)
	}
	if d := decide(); d != (hooks.Decision{}) {
		t.Fatalf("hooks are off, and it says %+v", d)
	}
	p.setting(t, "[hook]\nenabled = true\n")
	eventually(t, "hooks are on", func() bool { return decide().Block })
	p.setting(t, "hook.posture = \"enrich\"\n")
	eventually(t, "the posture only advises", func() bool {
		d := decide()
		return !d.Block && d.AdditionalContext != ""
	})

	p.setting(t, "daemon.idle_exit = \"7m\"\nindex.exclude = [\"*.gen.go\"]\n")
	if got := ask(t, c).Daemon.IdleExit; got != "7m0s" {
		t.Errorf("idle exit is %s", got)
	}
	eventually(t, "the index leaves out what is excluded now", func() bool { return ask(t, c).Repositories[0].Files == 1 })
	p.setting(t, "")
	eventually(t, "the index has it again", func() bool { return ask(t, c).Repositories[0].Files == 2 })

	// What is malformed changes nothing, and is told.
	p.setting(t, "daemon.idle_exit = \"7m\"\n")
	ask(t, c)
	p.setting(t, "daemon.idle_exit = \"8m")
	if s := ask(t, c); s.Daemon.IdleExit != "7m0s" || len(s.Daemon.Problems) != 1 || !strings.Contains(s.Daemon.Problems[0], "config.toml:1:") {
		t.Errorf("%+v", s)
	}

	// Where the socket is, a daemon decides as it starts.
	p.setting(t, "daemon.socket = \""+filepath.ToSlash(filepath.Join(p.home, "else.sock"))+"\"\n")
	if diff := cmp.Diff([]string{"daemon.socket"}, ask(t, c).Daemon.Restart); diff != "" {
		t.Error(diff)
	}
	if n := p.started(); n != 1 {
		t.Errorf("%d daemons were started", n)
	}
	if log := p.log(); strings.Count(log, "settings changed") < 6 || !slices.ContainsFunc(strings.Split(log, "\n"), func(l string) bool {
		return strings.Contains(l, "settings changed") && strings.Contains(l, "hook.posture")
	}) {
		t.Errorf("the log does not say what changed:\n%s", log)
	}
}
