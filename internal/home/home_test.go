package home_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/home"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the expectations are Linux's")
	}
	for _, tt := range []struct {
		rule string
		env  func(string) string
		want home.Dirs
	}{
		{"GORTEX_HOME replaces all", env("GORTEX_HOME", "/g", "HOME", "/h", "XDG_CACHE_HOME", "/c"),
			home.Dirs{Config: "/g", Cache: "/g/cache", State: "/g/state", Socket: "/g/daemon.sock", Lock: "/g/daemon.sock.lock"}},
		{"the XDG folders", env("HOME", "/h", "XDG_CONFIG_HOME", "/cfg", "XDG_CACHE_HOME", "/c", "XDG_STATE_HOME", "/s", "XDG_RUNTIME_DIR", "/run/1"),
			home.Dirs{Config: "/cfg/gortex", Cache: "/c/gortex", State: "/s/gortex", Socket: "/run/1/gortex/daemon.sock", Lock: "/run/1/gortex/daemon.sock.lock"}},
		{"without them, the home folder", env("HOME", "/h"),
			home.Dirs{Config: "/h/.config/gortex", Cache: "/h/.cache/gortex", State: "/h/.local/state/gortex",
				Socket: "/h/.local/state/gortex/run/daemon.sock", Lock: "/h/.local/state/gortex/run/daemon.sock.lock"}},
		{"a relative XDG folder is ignored", env("HOME", "/h", "XDG_CACHE_HOME", "c", "XDG_RUNTIME_DIR", "run"),
			home.Dirs{Config: "/h/.config/gortex", Cache: "/h/.cache/gortex", State: "/h/.local/state/gortex",
				Socket: "/h/.local/state/gortex/run/daemon.sock", Lock: "/h/.local/state/gortex/run/daemon.sock.lock"}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got, err := home.Resolve(tt.env)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestALongSocketPathIsShortened(t *testing.T) {
	t.Parallel()
	long := "/" + strings.Repeat("long/", 30)
	one, err := home.Resolve(env("GORTEX_HOME", long))
	if err != nil {
		t.Fatal(err)
	}
	again, _ := home.Resolve(env("GORTEX_HOME", long))
	other, _ := home.Resolve(env("GORTEX_HOME", long+"er"))
	if len(one.Socket) > 103 || one.Socket != again.Socket || one.Socket == other.Socket {
		t.Errorf("sockets %q, %q, %q: want short, the same for one home, another for another", one.Socket, again.Socket, other.Socket)
	}
	if moved := one.WithSocket("/x/y.sock"); moved.Socket != "/x/y.sock" || moved.Lock != "/x/y.sock.lock" || moved.Cache != one.Cache {
		t.Errorf("WithSocket gave %+v", moved)
	}
}

func TestNoHomeNamesTheMend(t *testing.T) {
	t.Parallel()
	if _, err := home.Resolve(env()); err == nil || !strings.Contains(err.Error(), "GORTEX_HOME") {
		t.Errorf("got %v, want an error that names GORTEX_HOME", err)
	}
}

func TestMakePrivate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fresh, open := filepath.Join(dir, "a", "b"), filepath.Join(dir, "open")
	if err := os.Mkdir(open, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{fresh, fresh, open} {
		if err := home.MakePrivate(d); err != nil {
			t.Fatal(err)
		}
		if info, _ := os.Stat(d); runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v, want 0700", d, info.Mode())
		}
	}
	link, file := filepath.Join(dir, "link"), filepath.Join(dir, "file")
	if err := os.Symlink(open, link); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := map[string]string{link: "is a link", file: "is no folder", filepath.Join(file, "below"): "not a directory"}
	if theirs := filepath.Join(dir, "theirs"); os.Getuid() == 0 { // only root can give a folder away
		if err := errors.Join(os.Mkdir(theirs, 0o700), os.Chown(theirs, 12345, 12345)); err != nil {
			t.Fatal(err)
		}
		wrong[theirs] = "belongs to another user: remove it, or set GORTEX_HOME"
	}
	for d, want := range wrong {
		if err := home.MakePrivate(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("MakePrivate(%s): %v, want %q", filepath.Base(d), err, want)
		}
	}
}
