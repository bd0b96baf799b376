package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// shop is a copy of the fixture, indexed, with tools over it.
type shop struct {
	*testing.T
	root   string
	engine *engine.Engine
	tools  *tools.Catalogue
}

// newShop indexes a copy of the fixture, which is a git repository with one commit.
func newShop(t *testing.T) *shop {
	t.Helper()
	s := openShop(t)
	unpack(t, "testdata/fixture.txtar", s.root)
	s.git("init", "-q", "-b", "main")
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "first")
	s.track(s.root)
	return s
}

// openShop has a folder and an engine that tracks nothing.
func openShop(t *testing.T) *shop {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &shop{T: t, root: filepath.Join(dir, "shop")}
	if err := os.MkdirAll(s.root, 0o755); err != nil {
		t.Fatal(err)
	}
	s.engine, err = engine.Open(engine.Options{CacheDir: filepath.Join(dir, "cache"), StateDir: filepath.Join(dir, "state")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.engine.Close() })
	s.tools = tools.New(tools.Options{Engine: s.engine, Editor: edit.New(workspace{s.engine})})
	return s
}

func (s *shop) track(dir string) {
	s.Helper()
	if _, err := s.engine.Track(context.Background(), dir, nil); err != nil {
		s.Fatal(err)
	}
}

func unpack(t testing.TB, archive, dir string) {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (s *shop) write(path, text string) { s.Helper(); write(s.T, filepath.Join(s.root, path), text) }

func (s *shop) content(path string) string {
	s.Helper()
	b, err := os.ReadFile(filepath.Join(s.root, path))
	if err != nil {
		s.Fatal(err)
	}
	return string(b)
}

func (s *shop) git(args ...string) {
	s.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		s.Skip("git is not installed")
	}
	cmd := exec.Command("git", append([]string{"-C", s.root, "-c", "user.name=Ada of Shop", "-c", "user.email=t@example.test", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		s.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

func (s *shop) session(client string) *tools.Session {
	return s.tools.Session(tools.SessionOptions{CWD: s.root, Client: client})
}

// call runs a tool as Pi would and returns the result.
func (s *shop) call(tool, arguments string) *mcp.ToolResult {
	s.Helper()
	return callAs(s.T, s.session("pi"), tool, arguments)
}

func callAs(t *testing.T, session *tools.Session, tool, arguments string) *mcp.ToolResult {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	result, err := session.Call(ctx, tool, json.RawMessage(arguments))
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	if !json.Valid(result.StructuredContent) {
		t.Fatalf("%s %s: structured content is no JSON: %s", tool, arguments, result.StructuredContent)
	}
	return result
}

// text is what a model reads of a call that must work.
func (s *shop) text(tool, arguments string) string {
	s.Helper()
	result := s.call(tool, arguments)
	if result.IsError {
		s.Fatalf("%s %s: %s", tool, arguments, result.Content[0].Text)
	}
	return result.Content[0].Text
}

// refusal is what a model reads of a call that must not work.
func (s *shop) refusal(tool, arguments string) string {
	s.Helper()
	result := s.call(tool, arguments)
	if !result.IsError {
		s.Fatalf("%s %s was not refused: %s", tool, arguments, result.Content[0].Text)
	}
	return result.Content[0].Text
}

// facts reads the structured form of a call that must work.
func (s *shop) facts(tool, arguments string, into any) {
	s.Helper()
	result := s.call(tool, arguments)
	if result.IsError {
		s.Fatalf("%s %s: %s", tool, arguments, result.Content[0].Text)
	}
	if err := json.Unmarshal(result.StructuredContent, into); err != nil {
		s.Fatal(err)
	}
}

// workspace is what the editor needs, over an engine.
type workspace struct{ engine *engine.Engine }

func (w workspace) Root(file string) string {
	if r := w.engine.Find(file); r != nil {
		return r.Root()
	}
	return ""
}

func (w workspace) Ignored(file string) bool {
	r := w.engine.Find(file)
	if r == nil {
		return false
	}
	rel, err := filepath.Rel(r.Root(), file)
	return err == nil && r.Ignored(filepath.ToSlash(rel))
}

func (w workspace) Written(ctx context.Context, files []string) error {
	for _, file := range files {
		r := w.engine.Find(file)
		rel, err := filepath.Rel(r.Root(), file)
		if err != nil {
			return err
		}
		if err := r.Refresh(ctx, filepath.ToSlash(rel)); err != nil {
			return err
		}
	}
	return nil
}

var counts = regexp.MustCompile(`(\tready\t\d+)\t\d+\t\d+\t`)

// steady replaces what differs from run to run, or with what the engine learns to see.
func (s *shop) steady(text string) string {
	return counts.ReplaceAllString(strings.ReplaceAll(text, s.root, "$ROOT"), "$1\tSYMBOLS\tEDGES\t")
}

func same(t *testing.T, golden string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s differs (run with -update to rewrite it); got:\n%s", golden, got)
	}
}
