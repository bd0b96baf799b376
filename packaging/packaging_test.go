package packaging_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each of these builds gortex, some twice, so they run only where they are asked for:
// make test-install.
func TestEachWayToInstall(t *testing.T) {
	if os.Getenv("GORTEX_PACKAGING") == "" {
		t.Skip("GORTEX_PACKAGING is not set: make test-install")
	}
	for _, tt := range []struct {
		way     string
		tools   []string
		install func(t *testing.T, dir string) (bin string)
	}{
		{"go install", []string{"go"}, func(t *testing.T, dir string) string {
			run(t, nil, "..", "env", "GOBIN="+dir, "go", "install", "-tags", "urfave_cli_no_docs", "./cmd/gortex")
			return filepath.Join(dir, "gortex")
		}},
		{"make install, into a folder with a blank", []string{"make"}, func(t *testing.T, dir string) string {
			prefix := filepath.Join(dir, "my tools")
			if out := run(t, nil, "..", "make", "install", "PREFIX="+prefix); !strings.Contains(out, "next: gortex pi install") {
				t.Errorf("it says no next step: %s", out)
			}
			hasFurniture(t, prefix, "zsh/site-functions/_gortex", "man/man1/gortex.1")
			return filepath.Join(prefix, "bin", "gortex")
		}},
		{"release archive", []string{"tar"}, func(t *testing.T, dir string) string {
			archive := match(t, release(t), "gortex-*.tar.gz")
			run(t, nil, dir, "tar", "-xzf", archive)
			root := match(t, dir, "gortex-9.8.7-*")
			hasFurniture(t, root, "zsh/site-functions/_gortex", "man/man1/gortex.1")
			return filepath.Join(root, "bin", "gortex")
		}},
		{"Debian package", []string{"dpkg-deb"}, func(t *testing.T, dir string) string {
			deb := match(t, release(t), "gortex_9.8.7_*.deb")
			run(t, nil, dir, "dpkg-deb", "-x", deb, dir)
			if info := run(t, nil, dir, "dpkg-deb", "-f", deb, "Version", "Depends"); !strings.Contains(info, "9.8.7") || !strings.Contains(info, "libc6 (>= ") {
				t.Errorf("its control: %s", info)
			}
			hasFurniture(t, filepath.Join(dir, "usr"), "zsh/vendor-completions/_gortex", "man/man1/gortex.1.gz")
			return filepath.Join(dir, "usr", "bin", "gortex")
		}},
	} {
		t.Run(tt.way, func(t *testing.T) {
			for _, tool := range tt.tools {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skip(err)
				}
			}
			works(t, tt.install(t, t.TempDir()))
		})
	}
}

// works plays the first five minutes: init, install into Pi, doctor, uninstall.
func works(t *testing.T, bin string) {
	home := t.TempDir()
	repo := filepath.Join(home, "repo")
	if err := os.MkdirAll(repo, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(repo, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	env := []string{"HOME=" + home, "PATH=" + filepath.Dir(bin) + string(os.PathListSeparator) + os.Getenv("PATH"), "GORTEX_HOME=" + filepath.Join(home, "g")}
	t.Cleanup(func() { run(t, env, repo, bin, "daemon", "stop") })
	clean := snapshot(t, home)
	for _, step := range []struct{ line, want string }{
		{"version", "gortex "},
		{"init", "1 file,"},
		{`call search {"query":"main"}`, "main.go"},
		{"pi install", "it runs " + bin},
		{"pi install", "already current"},
		{"claude install", "wrote"},
		{"claude install", "already current"},
		{"doctor", "✓ this folder"},
		{"pi uninstall", "removed"},
		{"claude uninstall", "removed"},
	} {
		if out := run(t, env, repo, bin, strings.Fields(step.line)...); !strings.Contains(out, step.want) {
			t.Errorf("gortex %s: %s\nwant %s", step.line, out, step.want)
		}
	}
	if diff := cmp.Diff(clean, snapshot(t, home)); diff != "" {
		t.Errorf("what was installed is not taken away again (-before +after):\n%s", diff)
	}
}

// snapshot lists the files of a home with their contents, gortex's own and Pi's folder aside.
func snapshot(t *testing.T, home string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(home, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == filepath.Join(home, "g") {
			if err == nil {
				err = filepath.SkipDir
			}
			return err
		}
		if rel, _ := filepath.Rel(home, path); d.IsDir() && rel != ".pi" && rel != filepath.Join(".pi", "agent") {
			files[rel+"/"] = ""
		} else if !d.IsDir() {
			content, err := os.ReadFile(path)
			files[rel] = string(content)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// release builds archive and package once for those who want one.
func release(t *testing.T) string {
	t.Helper()
	dist := filepath.Join(os.TempDir(), fmt.Sprintf("gortex-release-%d", os.Getpid()))
	if _, err := os.Stat(filepath.Join(dist, "SHA256SUMS")); err == nil {
		return dist
	}
	run(t, []string{"DIST=" + dist}, "..", "./scripts/release", "9.8.7")
	run(t, nil, dist, "sha256sum", "-c", "SHA256SUMS")
	return dist
}

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(filepath.Join(os.TempDir(), fmt.Sprintf("gortex-release-%d", os.Getpid())))
	os.Exit(code)
}

func hasFurniture(t *testing.T, prefix string, more ...string) {
	t.Helper()
	for _, f := range append(more, "bash-completion/completions/gortex", "fish/vendor_completions.d/gortex.fish") {
		if info, err := os.Stat(filepath.Join(prefix, "share", f)); err != nil || info.Size() < 100 {
			t.Errorf("%s: %v, %v", f, info, err)
		}
	}
}

func match(t *testing.T, dir, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s in %s: %v, %v", pattern, dir, found, err)
	}
	return found[0]
}

func run(t *testing.T, env []string, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
