package doctor_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/daemon/client/peer"
	"github.com/gortexhq/gortex/internal/doctor"
	"github.com/gortexhq/gortex/internal/doctor/doctortest"
	"github.com/gortexhq/gortex/internal/home"
)

// well is a machine on which everything holds.
func well() doctor.Facts {
	f := doctor.Facts{
		Version: "1.2.3", Git: "/usr/bin/git", CWD: "/r/app/sub", Files: 1,
		Dirs:    home.Dirs{Config: "/c", Socket: "/s/daemon.sock"},
		Folders: []doctor.Folder{{What: "configuration", Path: "/c", Mode: fs.ModeDir | 0o755}, {What: "state", Path: "/st", Mode: fs.ModeDir | 0o700}, {What: "indexes", Path: "/i", Missing: true}},
	}
	f.Daemon.Hello = client.Hello{Version: "1.2.3", Protocol: 1, PID: 7}
	f.Daemon.Status.Repositories = []doctor.Repository{{Root: "/r/app", State: "ready", Files: 3, Symbols: 9, Watching: "notify"}}
	return f
}

func TestEveryLinkHoldsWhereAllIsWell(t *testing.T) {
	t.Parallel()
	r := doctor.Report{Checks: doctor.Checks(well())}
	if !r.OK() {
		t.Errorf("%+v", r)
	}
	var b strings.Builder
	if err := r.Write(&b, false); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(b.String(), "✓ "); got != len(r.Checks) || strings.Count(b.String(), "\n") != got || strings.Contains(b.String(), "\x1b") {
		t.Errorf("one line each, each with ✓:\n%s", b.String())
	}
}

func TestEachSymptomHasItsLineAndItsMend(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes are unix's")
	}
	repo := func(f *doctor.Facts) *doctor.Repository { return &f.Daemon.Status.Repositories[0] }
	for _, tt := range []struct {
		symptom string
		make    func(*doctor.Facts)
		name    string // of the first link that does not hold
		text    string
		mend    string
	}{
		{"no home folder", func(f *doctor.Facts) { f.DirsErr = errors.New("no home folder is known") }, "folders", "no home folder", "HOME"},
		{"a folder that cannot be written to", func(f *doctor.Facts) { f.Folders[1].Err = errors.New("read-only file system") }, "folders", "state cannot be used: read-only", "GORTEX_HOME"},
		{"a folder that others can reach", func(f *doctor.Facts) { f.Folders[1].Mode = fs.ModeDir | 0o755 }, "folders", "mode 0755", "chmod 700 /st"},
		{"a malformed file", func(f *doctor.Facts) { f.Problems = []string{"/c/config.toml:3:1: unknown key", "x"} }, "configuration", "/c/config.toml:3:1: unknown key (and 1 more", "edit"},
		{"a setting that needs a restart", func(f *doctor.Facts) { f.Daemon.Status.Daemon.Restart = []string{"daemon.socket"} }, "configuration", "the daemon has been started with another daemon.socket", "gortex daemon restart"},
		{"no git", func(f *doctor.Facts) { f.Git = "" }, "git", "not on the PATH", "install"},
		{"no daemon", func(f *doctor.Facts) { f.Daemon.Err = client.ErrNotRunning }, "daemon", "none is running", "gortex daemon start"},
		{"a daemon of another protocol", func(f *doctor.Facts) { f.Daemon.Err = fmt.Errorf("%w (…)", client.ErrSkew) }, "daemon", "another version", "gortex daemon restart"},
		{"a daemon of another user", func(f *doctor.Facts) { f.Daemon.Err = fmt.Errorf("x: %w (9)", peer.ErrOtherUser) }, "daemon", "another user", "GORTEX_HOME"},
		{"a daemon that hangs", func(f *doctor.Facts) { f.Daemon.Err = errors.New("no answer within 3s") }, "daemon", "does not answer on /s/daemon.sock", "gortex daemon restart"},
		{"an older daemon", func(f *doctor.Facts) { f.Daemon.Hello.Version = "1.2.2" }, "versions", "the daemon is version 1.2.2 and this gortex 1.2.3", "gortex daemon restart"},
		{"an engine that did not open", func(f *doctor.Facts) { f.Daemon.Status.Daemon.Error = "disk full" }, "engine", "disk full", "gortex daemon logs"},
		{"a repository with an error", func(f *doctor.Facts) { repo(f).Root, repo(f).Error = "/r/a b", "gone" }, "repository", "/r/a b could not be indexed: gone", "gortex track '/r/a b'"},
		{"no watches left", func(f *doctor.Facts) { repo(f).Watching = "poll" }, "repository", "polled", "max_user_watches"},
		{"not watched", func(f *doctor.Facts) { repo(f).Watching = "off" }, "repository", "/r/app is not watched: changes are not noticed", "gortex daemon restart"},
		{"untracked inside of a tracked one", func(f *doctor.Facts) {
			f.CWD, f.Daemon.Status.Unwanted = "/r/app/tree/deep", []string{"/r/app/tree"}
		}, "this folder", "in no tracked repository", "gortex init /r/app/tree/deep"},
		{"not tracked", func(f *doctor.Facts) { f.CWD = "/r/apple" }, "this folder", "in no tracked repository", "gortex init /r/apple"},
	} {
		t.Run(tt.symptom, func(t *testing.T) {
			t.Parallel()
			f := well()
			tt.make(&f)
			doctortest.Broken(t, doctor.Checks(f), tt.name, tt.text, tt.mend)
		})
	}
}

func TestTheInnermostRepositoryCounts(t *testing.T) {
	t.Parallel()
	f := well()
	f.Daemon.Status.Repositories = append(f.Daemon.Status.Repositories, doctor.Repository{Root: "/r/app/sub", State: "warming", Behind: 4})
	want := doctor.Check{Name: "this folder", OK: true, Text: "in /r/app/sub: warming, being read again: 4 files"}
	if diff := cmp.Diff(want, doctor.Tracked(f)); diff != "" {
		t.Error(diff)
	}
}

func TestOneIsNoPlural(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"1 repository": doctor.Count(1, "repository"), "0 repositories": doctor.Count(0, "repository"), "1 file": doctor.Count(1, "file"), "2 files": doctor.Count(2, "file"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	one := well()
	var b strings.Builder
	if err := (doctor.Report{Checks: doctor.Checks(one)}).Write(&b, false); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, "engine         1 repository\n") || !strings.Contains(text, "1 file, all valid") {
		t.Errorf("%s", text)
	}
}

func TestWhatAFileSaysStaysOnOneLine(t *testing.T) {
	t.Parallel()
	if c := doctor.Broken("x", "a\nb", "c\n✓ all is well\r"); c.Text != "c ✓ all is well" || c.Mend != "a b" {
		t.Errorf("%+v", c)
	}
}

func TestWhatCannotBeRunSaysWhy(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes are unix's")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "tool")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{dir: "is no file", file: "may not be executed", filepath.Join(dir, "gone"): "no such file"} {
		if err := doctor.Runnable(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestARelativeFolderOfThePathDoesNotCount(t *testing.T) {
	dir := t.TempDir()
	name := "tool"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if err := os.WriteFile(filepath.Join(dir, name), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	path := func(folders ...string) func(string) string {
		return func(string) string { return strings.Join(folders, string(filepath.ListSeparator)) }
	}
	if got := doctor.OnPath(path(".", "", "../"+filepath.Base(dir)), "tool"); got != "" {
		t.Errorf("found %s", got)
	}
	if got := doctor.OnPath(path(".", dir), "tool"); got != filepath.Join(dir, name) {
		t.Errorf("found %q", got)
	}
}
