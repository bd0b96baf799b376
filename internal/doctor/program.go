package doctor

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/version"
)

// askTimeout bounds a program that is asked for its version: node on a cold disk takes
// seconds.
const askTimeout = 15 * time.Second

// OnPath looks a program up in the PATH of an environment that is given, "" where there is
// none. Its relative folders do not count: in a cloned repository they are the
// repository's.
func OnPath(getenv func(string) string, name string) string {
	name = programName(runtime.GOOS, name)
	for _, dir := range filepath.SplitList(getenv("PATH")) {
		if path := filepath.Join(dir, name); filepath.IsAbs(dir) && Runnable(path) == nil {
			return path
		}
	}
	return ""
}

// programName is what a program's file is called.
func programName(system, name string) string {
	if system == "windows" && filepath.Ext(name) == "" {
		return name + ".exe"
	}
	return name
}

// Runnable says why a file cannot be run, as far as one can see without running it.
func Runnable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file", path)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return fmt.Errorf("%s may not be executed", path)
	}
	return nil
}

// Ask runs a program for the first line of what it prints.
func Ask(ctx context.Context, path string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(os.Environ(), "PI_OFFLINE=1", "PI_SKIP_VERSION_CHECK=1")
	cmd.WaitDelay = time.Second // what it may have started holds its pipes
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return strings.TrimSpace(first), nil
}

// GortexVersion is the version of the gortex at path. Unless it is this very program, at
// self ("": this executable), it is asked.
func GortexVersion(ctx context.Context, path, self string) (string, error) {
	if err := Runnable(path); err != nil {
		return "", err
	}
	if self == "" {
		self, _ = os.Executable() // "" is no file, and then the program is asked
	}
	if sameFile(self, path) {
		return version.Version, nil
	}
	said, err := Ask(ctx, path, "version") // "gortex 0.1.0 (commit …)"
	if words := strings.Fields(said); err == nil && len(words) > 1 {
		return words[1], nil
	}
	return said, err
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}
