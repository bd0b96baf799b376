package hosts_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hosts"
	_ "github.com/gortexhq/gortex/internal/hosts/all"
)

func TestPiIsAHost(t *testing.T) {
	t.Parallel()
	if !slices.Contains(hosts.Names(), "pi") {
		t.Errorf("hosts: %v", hosts.Names())
	}
	if _, ok := hosts.Find("nobody"); ok {
		t.Error("found a host that is none")
	}
}

func TestHookAlwaysAnswersOneObject(t *testing.T) {
	t.Parallel()
	const event = `{"event":"pre_tool","tool_name":"Bash","tool_input":{"command":"x"}}`
	block := func(context.Context, hooks.Envelope, string, hooks.Tools) (hooks.Decision, error) {
		return hooks.Decision{Block: true, Reason: "a < b"}, nil
	}
	for name, tt := range map[string]struct {
		agent, event string
		decide       hosts.DecideFunc
		want         string
	}{
		"a decision":          {"", event, block, `{"block":true,"reason":"a < b"}`},
		"of an unknown agent": {"nobody", event, block, `{"block":true,"reason":"a < b"}`},
		"of Pi":               {"pi", `{"type":"tool_call","toolName":"bash","input":{}}`, block, `{"block":true,"reason":"a < b"}`},
		"nothing to say": {"", event, func(context.Context, hooks.Envelope, string, hooks.Tools) (hooks.Decision, error) {
			return hooks.Decision{}, nil
		}, "{}"},
		"an error": {"", event, func(context.Context, hooks.Envelope, string, hooks.Tools) (hooks.Decision, error) {
			return hooks.Decision{Block: true}, errors.New("no")
		}, "{}"},
		"a panic":              {"", event, func(context.Context, hooks.Envelope, string, hooks.Tools) (hooks.Decision, error) { panic("no") }, "{}"},
		"no one to decide":     {"", event, nil, "{}"},
		"no event":             {"", ``, block, "{}"},
		"an event that is cut": {"", `{"event":"pre_t`, block, "{}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				if got := string(hosts.Hook(t.Context(), tt.agent, []byte(tt.event), hosts.HookOptions{Decide: tt.decide})); got != tt.want {
					t.Errorf("got %s, want %s", got, tt.want)
				}
			})
		})
	}
}

func TestHookKnowsThePlaceAndKeepsItsDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cwd := make(chan string, 1)
		began := time.Now()
		got := hosts.Hook(t.Context(), "pi", []byte(`{"type":"before_agent_start"}`), hosts.HookOptions{CWD: "/here", Decide: func(ctx context.Context, e hooks.Envelope, _ string, _ hooks.Tools) (hooks.Decision, error) {
			cwd <- e.CWD
			<-ctx.Done()
			return hooks.Decision{Block: true}, ctx.Err()
		}})
		if took := time.Since(began); string(got) != "{}" || took != hosts.HookTimeout {
			t.Errorf("%s after %v", got, took)
		}
		if in := <-cwd; in != "/here" {
			t.Errorf("decided in %q", in)
		}
	})
}

func TestAFileIsWrittenWholeAndOnlyOverOurOwn(t *testing.T) {
	t.Parallel()
	f := hosts.File{Path: filepath.Join(t.TempDir(), "a", "b.txt"), Content: []byte("ours 2"), Ours: func(b []byte) bool { return string(b[:4]) == "ours" }}
	steps := []struct {
		name string
		disk string // "" leaves it
		do   func() (hosts.Action, error)
		want hosts.Action
		err  error
	}{
		{"nothing to remove", "", f.Remove, hosts.Nothing, nil},
		{"written", "", func() (hosts.Action, error) { return written(f.Write(false)) }, hosts.Wrote, nil},
		{"current", "", func() (hosts.Action, error) { return written(f.Write(false)) }, hosts.Current, nil},
		{"an older one of ours", "ours 1", func() (hosts.Action, error) { return written(f.Write(false)) }, hosts.Updated, nil},
		{"someone else's", "theirs", func() (hosts.Action, error) { return written(f.Write(false)) }, hosts.Kept, hosts.ErrChanged},
		{"is not removed", "", f.Remove, hosts.Kept, nil},
		{"forced", "", func() (hosts.Action, error) { return written(f.Write(true)) }, hosts.Wrote, nil},
		{"removed", "", f.Remove, hosts.Removed, nil},
	}
	for _, s := range steps {
		if s.disk != "" {
			if err := os.WriteFile(f.Path, []byte(s.disk), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.do()
		if s.err != nil && (err == nil || err.Error() != f.Path+": the file was changed since it was installed") {
			t.Errorf("%s: %v", s.name, err)
		}
		if got != s.want || !errors.Is(err, s.err) {
			t.Errorf("%s: %s, %v; want %s, %v", s.name, got, err, s.want, s.err)
		}
	}
}

func written(c hosts.Change, err error) (hosts.Action, error) { return c.Action, err }

func TestAForcedWriteKeepsEveryBackup(t *testing.T) {
	t.Parallel()
	f := hosts.File{Path: filepath.Join(t.TempDir(), "a.txt"), Content: []byte("ours"), Ours: func([]byte) bool { return false }}
	for _, want := range []struct{ theirs, backup string }{{"one", f.Path + ".backup"}, {"two", f.Path + ".backup.2"}} {
		if err := os.WriteFile(f.Path, []byte(want.theirs), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := f.Write(true)
		if err != nil || c.Backup != want.backup {
			t.Fatalf("%+v, %v; want %s", c, err, want.backup)
		}
		if b, err := os.ReadFile(c.Backup); err != nil || string(b) != want.theirs {
			t.Errorf("%q, %v", b, err)
		}
	}
}

func TestWithoutABackupNothingIsForced(t *testing.T) {
	t.Parallel()
	f := hosts.File{Path: filepath.Join(t.TempDir(), strings.Repeat("x", 250)), Content: []byte("ours"), Ours: func([]byte) bool { return false }}
	if err := os.WriteFile(f.Path, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := f.Write(true) // the backup's name is too long for the system
	if err == nil || !strings.Contains(err.Error(), "keep a backup: ") {
		t.Error(err)
	}
	if b, err := os.ReadFile(f.Path); err != nil || string(b) != "theirs" {
		t.Errorf("%q, %v", b, err)
	}
}

func TestReplaceKeepsModeAndLink(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes and links are unix's")
	}
	dir := t.TempDir()
	file, link := filepath.Join(dir, "dotfiles", "settings.json"), filepath.Join(dir, "settings.json")
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("{}"), 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	if err := hosts.Replace(link, []byte("[]")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link: %v, %v", info, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode: %v, %v", info, err)
	}
	if b, _ := os.ReadFile(file); string(b) != "[]" {
		t.Errorf("%q", b)
	}
}
