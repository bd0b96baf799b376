package bench_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
)

// built is the folder that build made, or "".
var built string

// build compiles the binary once for all benchmarks of a run.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "gortex-bench-")
	if err != nil {
		return "", err
	}
	built = dir
	bin := filepath.Join(dir, "gortex")
	out, err := exec.Command("go", "build", "-tags", "urfave_cli_no_docs", "-o", bin, "../cmd/gortex").CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	return bin, err
})

func TestMain(m *testing.M) {
	if n, err := strconv.Atoi(os.Getenv(pipeSize)); err == nil {
		answerPipe(n)
		return
	}
	code := m.Run()
	if built != "" { // what measures an index in a process of its own built none
		os.RemoveAll(built)
	}
	os.Exit(code)
}

// world is a gortex of its own: a binary and an empty home, whose daemon ends with the benchmark.
type world struct {
	b   *testing.B
	bin string
	env []string
}

func newWorld(b *testing.B) world {
	b.Helper()
	bin, err := build()
	if err != nil {
		b.Fatal(err)
	}
	w := world{b, bin, append(os.Environ(), "GORTEX_HOME="+b.TempDir())}
	b.Cleanup(func() { w.command("daemon", "stop", "--quiet").Run() })
	return w
}

func (w world) command(args ...string) *exec.Cmd {
	cmd := exec.Command(w.bin, args...)
	cmd.Env = w.env
	return cmd
}

func (w world) run(dir string, stdin []byte, args ...string) []byte {
	w.b.Helper()
	cmd := w.command(args...)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(stdin)
	out, err := cmd.Output()
	if err != nil {
		w.b.Fatalf("gortex %v: %v", args, err)
	}
	return out
}

// corpus returns the folder of a real source tree, laid out on first use.
func corpus(b *testing.B, name string) string {
	b.Helper()
	root := cache(b, "CORPORA_DIR", "corpora")
	must(b, 10*time.Minute, root, "bash", "corpora.sh", name)
	return filepath.Join(root, name)
}

// cache is a folder that outlives the run: what the environment names, or one below .cache.
func cache(b *testing.B, variable, name string) string {
	b.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		dir = filepath.Join("..", ".cache", name)
	}
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		b.Fatal(err)
	}
	return dir
}

// must runs a preparation; root is CORPORA_DIR for it.
func must(b *testing.B, limit time.Duration, root, name string, args ...string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "CORPORA_DIR="+root)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}
