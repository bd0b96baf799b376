package claude_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/hosts/claude"
)

func options(t *testing.T) (o claude.Options, settings, servers string) {
	home := t.TempDir()
	getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
	return claude.Options{Getenv: getenv, CWD: filepath.Join(home, "project"), Bin: "/opt/go rtex/gortex"}, filepath.Join(home, ".claude", "settings.json"), filepath.Join(home, ".claude.json")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func actions(r claude.Report) (all []hosts.Action) {
	for _, c := range r.Changes {
		all = append(all, c.Action)
	}
	return all
}

func must(t *testing.T, do func(claude.Options) (claude.Report, error), o claude.Options, want ...hosts.Action) {
	t.Helper()
	r, err := do(o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, actions(r)); diff != "" {
		t.Error(diff)
	}
}

func TestInstallIsTakenAwayWithoutATrace(t *testing.T) {
	t.Parallel()
	o, settings, servers := options(t)
	must(t, claude.Uninstall, o, hosts.Nothing, hosts.Nothing)
	must(t, claude.Install, o, hosts.Wrote, hosts.Wrote)
	must(t, claude.Install, o, hosts.Current, hosts.Current)
	var s struct {
		Hooks map[string][]struct {
			Matcher string
			Hooks   []struct {
				Type, Command string
				Timeout       int
			}
		}
	}
	if err := json.Unmarshal([]byte(read(t, settings)), &s); err != nil {
		t.Fatal(err)
	}
	for _, event := range []string{"PreToolUse", "SessionStart", "PreCompact", "SessionEnd"} {
		if len(s.Hooks[event]) != 1 || s.Hooks[event][0].Hooks[0].Command != "'/opt/go rtex/gortex' hook --agent claude" {
			t.Errorf("%s: %+v", event, s.Hooks[event])
		}
	}
	if text := read(t, servers); !strings.Contains(text, `"command": "/opt/go rtex/gortex"`) {
		t.Error(text)
	}
	must(t, claude.Uninstall, o, hosts.Removed, hosts.Removed)
	if _, err := os.Stat(filepath.Dir(settings)); !os.IsNotExist(err) {
		t.Errorf("the folder: %v", err)
	}
}

// What belongs to the user comes back to the byte, whatever its form.
func TestWhatIsThereStaysAsItIs(t *testing.T) {
	t.Parallel()
	for rule, theirs := range map[string][2]string{
		"hooks of others":     {"{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"./check.sh\"}]}\n\t\t],\n\t\t\"Stop\": []\n\t}\n}\n", `{"numStartups":31,"mcpServers":{"github":{"type":"http","url":"https://x"}},"big":12345678901234567890.10}`},
		"nothing of the kind": {"{\n    \"permissions\": {\"allow\": [\"Bash(ls:*)\"]}\n}", "{\r\n  \"projects\": {}\r\n}\r\n"},
		"on one line":         {`{"a":1}`, `{"z":{"y":null}}`},
	} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			o, settings, servers := options(t)
			write(t, settings, theirs[0])
			write(t, servers, theirs[1])
			must(t, claude.Install, o, hosts.Updated, hosts.Updated)
			must(t, claude.Install, o, hosts.Current, hosts.Current)
			if info, err := os.Stat(servers); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("its mode: %v, %v", info, err)
			}
			must(t, claude.Uninstall, o, hosts.Updated, hosts.Updated)
			if diff := cmp.Diff(theirs, [2]string{read(t, settings), read(t, servers)}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAChangedHookKeepsItsChanges(t *testing.T) {
	t.Parallel()
	o, settings, _ := options(t)
	const mine = `{"hooks": {"PreToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": "say hi"}, {"type": "command", "command": "/old/gortex hook --agent claude --posture enrich", "timeout": 9}]}]}}`
	write(t, settings, mine)
	must(t, claude.Install, o, hosts.Updated, hosts.Wrote)
	text := read(t, settings)
	if !strings.Contains(text, `{"type": "command", "command": "'/opt/go rtex/gortex' hook --agent claude --posture enrich", "timeout": 9}`) || strings.Count(text, "PreToolUse") != 1 {
		t.Error(text)
	}
	must(t, claude.Uninstall, o, hosts.Updated, hosts.Removed)
	if diff := cmp.Diff(`{"hooks": {"PreToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": "say hi"}]}]}}`, read(t, settings)); diff != "" {
		t.Error(diff)
	}
}

func TestAServerOfBeforeIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	o, _, servers := options(t)
	for theirs, want := range map[string]string{
		`{"mcpServers": {"gortex": {"command": "/old/gortex", "args": ["mcp"], "env": {"A": "b"}}}}`: `{"mcpServers": {"gortex": {"command": "/opt/go rtex/gortex", "args": ["mcp"], "env": {"A": "b"}, "alwaysLoad": true}}}`,
		`{"mcpServers": {"gortex": {"command": "gortex", "alwaysLoad": false}}}`:                     `{"mcpServers": {"gortex": {"command": "/opt/go rtex/gortex", "alwaysLoad": false}}}`,
	} {
		write(t, servers, theirs)
		if _, err := claude.Install(o); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, read(t, servers)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAFileThatCannotBeEditedStopsBoth(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, settings, servers, want string }{
		{"comments", "{\n  // mine\n}", "{}", "settings.json was left as it is: it is no plain JSON (line 2, column 3, a comment perhaps"},
		{"another server of the name", "{}", `{"mcpServers": {"gortex": {"command": "docker"}}}`, `runs "docker": gortex claude install --force replaces it`},
		{"hooks of another form", `{"hooks": {"PreToolUse": {}}}`, "{}", "hooks.PreToolUse is not as Claude Code writes it"},
		{"no object", `[]`, "{}", "is no object"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			o, settings, servers := options(t)
			write(t, settings, tt.settings)
			write(t, servers, tt.servers)
			if _, err := claude.Install(o); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
			if read(t, settings) != tt.settings || read(t, servers) != tt.servers {
				t.Error("a file was changed")
			}
		})
	}
	t.Run("force replaces the other server", func(t *testing.T) {
		t.Parallel()
		o, _, servers := options(t)
		write(t, servers, `{"mcpServers": {"gortex": {"command": "docker"}}}`)
		o.Force = true
		must(t, claude.Install, o, hosts.Wrote, hosts.Updated)
	})
}

func TestAFileThatCannotBeEditedSaysWhatToDoByHand(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule string
		do   func(claude.Options) (claude.Report, error)
		want string
	}{
		{"install", claude.Install, `mend it, or add by hand hooks of PreToolUse, SessionStart, PreCompact, SessionEnd that run "'/opt/go rtex/gortex' hook --agent claude"`},
		{"uninstall", claude.Uninstall, `mend it, or take out by hand the hooks that run "gortex hook"`},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			o, settings, _ := options(t)
			write(t, settings, "{\"hooks\": ")
			if _, err := tt.do(o); err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "docs/") {
				t.Errorf("%v, want %s", err, tt.want)
			}
			if text := read(t, settings); text != "{\"hooks\": " {
				t.Errorf("the file was changed to %s", text)
			}
		})
	}
}

func TestTheProjectsFilesNameGortexByThePath(t *testing.T) {
	t.Parallel()
	o, _, _ := options(t)
	o.Project = true
	must(t, claude.Install, o, hosts.Wrote, hosts.Wrote)
	if text := read(t, filepath.Join(o.CWD, ".mcp.json")); !strings.Contains(text, `"command": "gortex"`) {
		t.Error(text)
	}
	if text := read(t, filepath.Join(o.CWD, ".claude", "settings.json")); !strings.Contains(text, `"command": "gortex hook --agent claude"`) {
		t.Error(text)
	}
	must(t, claude.Uninstall, o, hosts.Removed, hosts.Removed)
}
