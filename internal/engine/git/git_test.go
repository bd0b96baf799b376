package git

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// repository is a new one, with settings of its own.
func repository(t *testing.T, settings ...Setting) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	if _, err := (Command{Dir: dir}).Run(t.Context(), "init", "-q"); err != nil {
		t.Fatal(err)
	}
	for _, s := range settings {
		if out, err := exec.Command("git", "config", "--file", filepath.Join(dir, ".git", "config"), s.Key, s.Value).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return dir
}

func TestEveryFilterIsSwitchedOffWhateverItsName(t *testing.T) {
	t.Parallel()
	var settings []Setting
	for _, name := range []string{"plain", "a=b", "=", "a.b c", "ümlaut\"\\", "UPPER"} {
		settings = append(settings, Setting{"filter." + name + ".clean", "touch ran"}, Setting{"filter." + name + ".process", "touch ran"}, Setting{"filter." + name + ".required", "true"})
	}
	c, err := Command{Dir: repository(t, settings...)}.WithoutFilters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range settings {
		want := "\x00"
		if filepath.Ext(s.Key) == ".required" {
			want = "false\x00"
		}
		if got, err := c.Run(t.Context(), "config", "--null", "--get", s.Key); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", s.Key, got, err)
		}
	}
}

func TestWithoutAFilterNothingIsAdded(t *testing.T) {
	t.Parallel()
	c, err := Command{Dir: repository(t, Setting{"user.name", "x"})}.WithoutFilters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Settings { // the user's own configuration may have some
		if s.Key == "user.name" {
			t.Errorf("%+v", c.Settings)
		}
	}
}

func TestAnotherGitsVariablesAreDropped(t *testing.T) {
	t.Parallel()
	got := environment([]string{"PATH=/bin", "GIT_DIR=/x", "GIT_CONFIG_COUNT=7", "GIT_EXTERNAL_DIFF=evil", "LC_ALL=de"}, []Setting{{"filter.a=b.clean", "x=y"}})
	for _, gone := range []string{"GIT_DIR=/x", "GIT_CONFIG_COUNT=7", "GIT_EXTERNAL_DIFF=evil", "LC_ALL=de"} {
		if slices.Contains(got, gone) {
			t.Errorf("%s is still there", gone)
		}
	}
	for _, there := range []string{"PATH=/bin", "LC_ALL=C", "GIT_ALLOW_PROTOCOL=none", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=filter.a=b.clean", "GIT_CONFIG_VALUE_0=x=y"} {
		if !slices.Contains(got, there) {
			t.Errorf("%s is missing", there)
		}
	}
}

func TestErrorsSayWhatFailed(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	_, err := Command{Dir: dir}.Run(t.Context(), "rev-parse", "--verify", "nothing")
	if failure, ok := errors.AsType[*Failure](err); !ok || failure.Code != 128 || failure.Error() != "git rev-parse: Needed a single revision" {
		t.Errorf("%v", err)
	}
	ended, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := (Command{Dir: dir}).Run(ended, "version"); !errors.Is(err, why) {
		t.Errorf("%v", err)
	}
}

func TestOutputBeyondTheBoundIsDropped(t *testing.T) {
	t.Parallel()
	got, err := Command{Dir: repository(t), Most: 3}.Run(t.Context(), "version")
	if diff := cmp.Diff("git", string(got)); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
