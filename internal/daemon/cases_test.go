package daemon_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

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
func onFixture(t testing.TB) (c *client.Client, repo string) {
	t.Helper()
	p := newPlace(t)
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
	return c, repo
}

// The cases of the hook room once more, on the real engine.
func TestHookCasesOnARealRepository(t *testing.T) {
	t.Parallel()
	c, ready := onFixture(t)
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
					d, err := ask.Decide(t.Context(), client.HookRequest{Envelope: hooks.ParseEnvelope(b), Posture: string(one.Posture)})
					if err != nil {
						t.Fatal(err)
					}
					return d
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
