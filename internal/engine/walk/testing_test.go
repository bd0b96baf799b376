package walk_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/walk"
)

// layout writes files below dir: a path and its content; a path with a slash at
// its end is a folder.
func layout(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for p, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(p))
		if strings.HasSuffix(p, "/") {
			must(t, os.MkdirAll(file, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, []byte(content), 0o644))
	}
}

// repository makes a git repository that tracks nothing yet.
func repository(t *testing.T, dir string) {
	t.Helper()
	must(t, os.MkdirAll(dir, 0o755))
	run(t, dir, "init", "-q", "-b", "main")
}

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	must(t, gitIn(dir, args...))
}

func gitIn(dir string, args ...string) error {
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-c", "user.name=t", "-c", "user.email=t@example.test"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %v: %w\n%s", args, err, out)
	}
	return nil
}

func commit(t *testing.T, dir string) {
	t.Helper()
	run(t, dir, "add", "-A")
	run(t, dir, "commit", "-q", "-m", "x", "--no-verify")
}

func temp(t *testing.T) string {
	t.Helper()
	root, _ := walk.Root(t.TempDir()) // symbolic links resolved
	return root
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func paths(r *walk.Result) []string {
	all := []string{}
	for _, f := range r.Files {
		all = append(all, f.Path)
	}
	return all
}

// unix leaves a socket at file.
func unix(t *testing.T, file string) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: file, Net: "unix"})
	must(t, err)
	l.SetUnlinkOnClose(false)
	must(t, l.Close())
}
