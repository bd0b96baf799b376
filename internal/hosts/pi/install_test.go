package pi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/hosts"
)

func TestInstall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := InstallOptions{Options: Options{Getenv: quiet(t), Bin: "/opt/go\"rtex/bin/gortex"}, AgentDir: dir}
	path := filepath.Join(dir, "extensions", "gortex", "index.ts")
	do := func(f func(InstallOptions) (Report, error), want hosts.Action) Report {
		t.Helper()
		r, err := f(o)
		if err != nil || r.Action != want || r.Path != path {
			t.Fatalf("%+v, %v; want %s", r, err, want)
		}
		return r
	}
	do(Uninstall, hosts.Nothing)
	do(Install, hosts.Wrote)
	do(Install, hosts.Current)
	text := read(t, path)
	if !strings.Contains(text, `"bin":"/opt/go\"rtex/bin/gortex"`) || strings.Count(text, "const INSTALLED = ") != 1 {
		t.Error("the record is not in it")
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".gortex-*")); len(left) > 0 {
		t.Errorf("left beside: %v", left)
	}

	t.Run("another binary replaces what an install wrote", func(t *testing.T) {
		o.Bin = "/usr/bin/gortex"
		do(Install, hosts.Updated)
		if !strings.Contains(read(t, path), `"bin":"/usr/bin/gortex"`) {
			t.Error("it was not replaced")
		}
	})
	t.Run("what its user changed is kept", func(t *testing.T) {
		changed := read(t, path) + "// mine\n"
		write(t, path, changed)
		if r, err := Install(o); err == nil || !strings.Contains(err.Error(), "--force") || r.Action != hosts.Kept {
			t.Errorf("%+v, %v", r, err)
		}
		do(Uninstall, hosts.Kept)
		if read(t, path) != changed {
			t.Error("it was changed")
		}
		o.Force = true
		if r := do(Install, hosts.Wrote); read(t, r.Backup) != changed {
			t.Errorf("%+v", r)
		} else if err := os.Remove(r.Backup); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("uninstall leaves no folder and takes nothing else", func(t *testing.T) {
		beside := filepath.Join(dir, "extensions", "gortex", "gortex.json")
		write(t, beside, "{}")
		do(Uninstall, hosts.Removed)
		if read(t, beside) != "{}" {
			t.Error("the file beside it")
		}
		do(Install, hosts.Wrote)
		if err := os.Remove(beside); err != nil {
			t.Fatal(err)
		}
		do(Uninstall, hosts.Removed)
		if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
			t.Errorf("the folder: %v", err)
		}
	})
}

func TestWhereTheExtensionGoes(t *testing.T) {
	t.Parallel()
	env := map[string]string{"HOME": "/home/u"}
	with := func(name, value string) func(string) string {
		return func(n string) string {
			if n == name {
				return value
			}
			return env[n]
		}
	}
	for name, tt := range map[string]struct {
		o    InstallOptions
		want string
	}{
		"named":               {InstallOptions{AgentDir: "/a", Options: Options{Getenv: with("PI_CODING_AGENT_DIR", "/b")}}, "/a"},
		"the environment's":   {InstallOptions{Options: Options{Getenv: with("PI_CODING_AGENT_DIR", "/b")}}, "/b"},
		"with a tilde":        {InstallOptions{Options: Options{Getenv: with("PI_CODING_AGENT_DIR", "~/b")}}, "/home/u/b"},
		"Pi's own default":    {InstallOptions{Options: Options{Getenv: with("", "")}}, "/home/u/.pi/agent"},
		"of this project":     {InstallOptions{Project: true, Options: Options{CWD: "/w", Getenv: with("", "")}}, "/w/.pi"},
		"project comes first": {InstallOptions{Project: true, AgentDir: "/a", Options: Options{CWD: "/w", Getenv: with("", "")}}, "/w/.pi"},
	} {
		tt.o.Options = tt.o.filled()
		f, err := tt.o.file("")
		if want := filepath.Join(tt.want, "extensions", "gortex", "index.ts"); err != nil || f.Path != want {
			t.Errorf("%s: %s, %v; want %s", name, f.Path, err, want)
		}
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
