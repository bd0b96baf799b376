package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// openEngine returns an engine on folders of its own, closed at the end of the test.
func openEngine(t testing.TB, o Options) *Engine {
	t.Helper()
	if o.CacheDir == "" {
		o.CacheDir = t.TempDir()
	}
	if o.StateDir == "" {
		o.StateDir = t.TempDir()
	}
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// track indexes the files of an archive in a folder of their own.
func track(t testing.TB, o Options, files map[string]string) *Repository {
	t.Helper()
	dir := tempRoot(t)
	for path, text := range files {
		write(t, dir, path, text)
	}
	r, err := openEngine(t, o).Track(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tempRoot(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t testing.TB, dir, path, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func archive(t testing.TB, file string) map[string]string {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range a.Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// eventually polls until ok, for longer than the slowest machine may need.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

func ids(symbols []Symbol) string {
	var all []string
	for _, s := range symbols {
		all = append(all, s.ID)
	}
	return strings.Join(all, " ")
}

func sites(edges []Edge) string {
	var all []string
	for _, e := range edges {
		all = append(all, e.From.ID)
	}
	return strings.Join(all, " ")
}
