package daemon_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/daemon"
	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hooks/hookstest"
)

const hookCases = "../hooks/testdata"

// layFixture copies the fixture of the hook cases, as a git repository.
func layFixture(t testing.TB, repo string) {
	t.Helper()
	if err := os.CopyFS(repo, os.DirFS(filepath.Join(hookCases, "fixture"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(repo, "dot-gitignore"), filepath.Join(repo, ".gitignore")); err != nil {
		t.Fatal(err)
	}
	git(t, repo, "init", "-q")
	git(t, repo, "add", "-A")
	git(t, repo, "commit", "-qm", "fixture")
}

func git(t testing.TB, repo string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", repo, "-c", "user.name=a", "-c", "user.email=a@example.test"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// onFixture is a daemon in this process with the fixture tracked, and a client of it.
func onFixture(t testing.TB) (p place, c *client.Client, repo string) {
	t.Helper()
	p = newPlace(t)
	inProcess(t, p, nil)
	c, err := client.Dial(t.Context(), p.running())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	repo = filepath.Join(filepath.Dir(p.home), "ready", "app")
	layFixture(t, repo)
	if _, err := c.Track(t.Context(), repo, nil); err != nil {
		t.Fatal(err)
	}
	return p, c, repo
}

// decide asks again where the daemon was too late: a busy machine's fault, not the decision.
func (p place) decide(t testing.TB, c *client.Client, r client.HookRequest) (d hooks.Decision) {
	t.Helper()
	late := func() int { return strings.Count(p.log(), "a decision took too long") }
	eventually(t, "a decision in time", func() bool {
		before := late()
		var err error
		if d, err = c.Decide(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		return late() == before
	})
	return d
}

// The cases of the hook room once more, on the real engine.
func TestHookCasesOnARealRepository(t *testing.T) {
	t.Parallel()
	p, c, ready := onFixture(t)
	untracked := filepath.Join(filepath.Dir(filepath.Dir(ready)), "untracked", "app")
	layFixture(t, untracked)
	nowhere := newPlace(t)
	for _, file := range []string{"hooks.jsonl", "more.jsonl"} {
		for _, one := range hookstest.Cases(t, filepath.Join(hookCases, file)) {
			t.Run(one.ID, func(t *testing.T) {
				repo := ready
				if one.Index == "untracked" {
					repo = untracked
				}
				one.Play(t, repo, func(b []byte) hooks.Decision {
					ask := c
					if one.Index == "down" {
						down, err := client.Dial(t.Context(), nowhere.running())
						if err != nil {
							return hooks.Decision{} // what the hosts make of it
						}
						ask = down
					}
					return p.decide(t, ask, client.HookRequest{Envelope: hooks.ParseEnvelope(b), Posture: string(one.Posture)})
				})
			})
		}
	}
}

// call is an envelope of one tool call in a folder.
func call(cwd, tool string, input map[string]any) client.HookRequest {
	b, err := json.Marshal(input)
	if err != nil {
		panic(err)
	}
	return client.HookRequest{Envelope: hooks.Envelope{Event: "pre_tool", ToolName: tool, ToolInput: b, CWD: cwd}}
}

// What is on disk decides, not what was read once.
func TestADecisionKnowsWhatIsOnDisk(t *testing.T) {
	t.Parallel()
	p, c, repo := onFixture(t)
	at := func(name string) string { return filepath.Join(repo, filepath.FromSlash(name)) }
	decide := func(r client.HookRequest) hooks.Decision {
		t.Helper()
		return p.decide(t, c, r)
	}
	read := func(name string) client.HookRequest { return call(repo, "Read", map[string]any{"file_path": at(name)}) }
	blocked := func(what string, r client.HookRequest, names string) {
		t.Helper()
		eventually(t, what, func() bool { d := decide(r); return d.Block && strings.Contains(d.Reason, names) })
	}
	silent := func(what string, r client.HookRequest) {
		t.Helper()
		eventually(t, what, func() bool { return decide(r) == hooks.Decision{} })
	}

	blocked("a file as it was read", read("internal/store/store.go"), "Store.Get")
	b, err := os.ReadFile(at("internal/store/store.go"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, at("internal/store/store.go"), string(b)+"\nfunc Later() {}\n")
	if d := decide(read("internal/store/store.go")); d.Block && !strings.Contains(d.Reason, "Later") {
		t.Errorf("a denial over what the file was: %s", d.Reason)
	}
	blocked("the file as it is now", read("internal/store/store.go"), "Later")

	write(t, at("internal/fresh.go"), "package internal\n\nfunc NewlyMade() {}\n")
	blocked("a new file", bash(repo, "rg NewlyMade"), "internal/fresh.go:3")
	if err := os.Rename(at("internal/fresh.go"), at("internal/moved.go")); err != nil {
		t.Fatal(err)
	}
	silent("the old name of a file", read("internal/fresh.go"))
	blocked("its new name", bash(repo, "rg NewlyMade"), "internal/moved.go:3")
	if err := os.Remove(at("internal/moved.go")); err != nil {
		t.Fatal(err)
	}
	silent("a file that is gone", bash(repo, "rg NewlyMade"))

	write(t, at("web/made.ts"), "// Code generated by x. DO NOT EDIT.\nexport function madeByATool() {}\n")
	write(t, at("vendor/x/x.go"), "package x\n\nfunc VendoredThing() {}\n")
	write(t, at("secret/more.go"), "package secret\n\nfunc SecretThing() {}\n")
	write(t, at("internal/last.go"), "package internal\n\nfunc WrittenLast() {}\n")
	blocked("what was written last", bash(repo, "rg WrittenLast"), "internal/last.go")
	for what, r := range map[string]client.HookRequest{
		"generated": read("web/made.ts"), "vendored": read("vendor/x/x.go"), "ignored": read("secret/more.go"),
		"a name in generated code": bash(repo, "rg madeByATool"), "a name in vendored code": bash(repo, "rg VendoredThing"), "a name in ignored code": bash(repo, "rg SecretThing"),
	} {
		if d := decide(r); d != (hooks.Decision{}) {
			t.Errorf("%s: %+v", what, d)
		}
	}
}

// The host's adapter says which tools the session has; a denial names no other.
func TestADenialNamesWhatTheSessionCanCall(t *testing.T) {
	t.Parallel()
	p, c, repo := onFixture(t)
	read, search := call(repo, "Read", map[string]any{"file_path": "internal/store/store.go"}), bash(repo, "rg NewServer")
	for _, tt := range []struct {
		rule  string
		ask   client.HookRequest
		tools hooks.Tools
		names string // "": silence
	}{
		{"under the host's name", read, hooks.Tools{"read": "mcp__gortex__read"}, "`mcp__gortex__read {"},
		{"an alias", search, hooks.Tools{"search": "gortex_search"}, "`gortex_search {"},
		{"one that does not answer", read, hooks.Tools{"search": "search"}, ""},
		{"none", search, hooks.Tools{}, ""},
	} {
		tt.ask.Tools = tt.tools
		d := p.decide(t, c, tt.ask)
		if d.Block != (tt.names != "") || !strings.Contains(d.Reason, tt.names) || len(d.Reason) > 1500 {
			t.Errorf("%s: %+v", tt.rule, d)
		}
	}
}

func TestASessionStartIsAnsweredWithTheBriefing(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	inProcess(t, p, func(o *daemon.Options) { o.Config.Brief.Enabled = true })
	c, err := client.Dial(t.Context(), p.running())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ask := client.HookRequest{Envelope: hooks.Envelope{Event: "session_start", CWD: p.home}, Tools: hooks.Tools{"search": "host_search"}}
	eventually(t, "the briefing of a daemon that has begun", func() bool {
		d := p.decide(t, c, ask)
		return !d.Block && strings.Contains(d.Orientation, "gortex init") && len(d.Orientation) <= 2000
	})
	ask.Envelope.CWD = ""
	if d := p.decide(t, c, ask); d != (hooks.Decision{}) {
		t.Errorf("without a folder: %+v", d)
	}
}
