package daemon

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/hooks"
)

const source = "package store\n\n// Open opens.\nfunc Open() {}\n\nfunc use() { Open() }\n"

// tracked is an engine that is told of no change, over one repository.
func tracked(t *testing.T, files map[string]string) (e *engine.Engine, root string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-time.Hour) // older than the index, as most files are
	for name, content := range files {
		file := filepath.Join(root, name)
		mkdir(t, filepath.Dir(file))
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, long, long); err != nil {
			t.Fatal(err)
		}
	}
	e, err = engine.Open(engine.Options{CacheDir: t.TempDir(), StateDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if _, err := e.Track(t.Context(), root, nil); err != nil {
		t.Fatal(err)
	}
	return e, root
}

func TestAFileIsFreshOnlyAsItWasIndexed(t *testing.T) {
	t.Parallel()
	e, root := tracked(t, map[string]string{"a.go": source, "b.go": source, "c.go": source, "d.go": source, "e.go": source})
	edit := func(name, content string) {
		if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	edit("b.go", source+"// more\n")
	edit("c.go", strings.Replace(source, "opens", "shuts", 1)) // the size is the same
	edit("d.go", source)                                       // the time alone is new
	if err := os.Remove(filepath.Join(root, "e.go")); err != nil {
		t.Fatal(err)
	}
	g := newGraph(t.Context(), e)
	for name, want := range map[string]bool{"a.go": true, "b.go": false, "c.go": false, "d.go": true} {
		f, known := g.File(filepath.Join(root, name))
		if !known || f.Fresh != want {
			t.Errorf("%s: known %v, fresh %v, want %v", name, known, f.Fresh, want)
		}
	}
	if f, known := g.File(filepath.Join(root, "e.go")); known {
		t.Errorf("a file that is gone is known: %+v", f)
	}
}

func TestTheGraphAnswersInTheWordsOfAbsolutePaths(t *testing.T) {
	t.Parallel()
	e, root := tracked(t, map[string]string{"a/store.go": source, "b/other.go": "package other\n\nfunc Open() {}\n", "notes.md": "Open\n"})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{root, link} {
		g := newGraph(t.Context(), e)
		f, known := g.File(filepath.Join(from, "a", "store.go"))
		want := hooks.File{Path: filepath.Join(root, "a", "store.go"), Rel: "a/store.go", Root: root, Language: "go", Lines: 6, Symbols: 2, Fresh: true, Source: true}
		if diff := cmp.Diff(want, f); !known || diff != "" {
			t.Errorf("file (-want +got):\n%s", diff)
		}
		if got := g.SourceUnder(from); got != 2 {
			t.Errorf("source under the root: %d", got)
		}
		if got := g.SourceUnder(filepath.Join(from, "a")); got != 1 {
			t.Errorf("source under a: %d", got)
		}
		if got := len(g.Lookup(from, "Open", "", 10)); got != 2 {
			t.Errorf("definitions in all: %d", got)
		}
		if got := len(g.Lookup(from, "Open", "", 1)); got != 1 {
			t.Errorf("definitions up to the limit: %d", got)
		}
		found := g.Lookup(from, "Open", filepath.Join(from, "a"), 10)
		if len(found) != 1 || found[0].Path != "a/store.go" || found[0].Line != 4 {
			t.Fatalf("definitions below a: %+v", found)
		}
		uses := g.Uses(found[0], 10)
		if len(uses) != 1 || uses[0].Path != "a/store.go" || uses[0].Line != 6 {
			t.Errorf("uses: %+v", uses)
		}
		if got := g.Outline(filepath.Join(from, "a", "store.go"), 1); len(got) != 1 || got[0].Name != "Open" {
			t.Errorf("outline: %+v", got)
		}
		for tool, input := range map[string]map[string]string{
			"Bash": {"command": "rg -w Open " + filepath.Join(from, "a")}, "Grep": {"pattern": `\bOpen\b`, "path": filepath.Join(from, "a")},
			"Glob": {"pattern": "**/*.go", "path": filepath.Join(from, "a")},
		} {
			b, err := json.Marshal(input)
			if err != nil {
				t.Fatal(err)
			}
			d := hooks.Decide(hooks.Envelope{Event: "pre_tool", ToolName: tool, ToolInput: b, CWD: root}, hooks.Deny, nil, newGraph(t.Context(), e), nil, time.Now())
			if !d.Block || !strings.Contains(d.Reason, "a/store.go") || strings.Contains(d.Reason, link) || strings.Contains(d.Reason, "b/other.go") {
				t.Errorf("%s %s: %+v", tool, b, d)
			}
		}
		var globbed []string
		for _, f := range g.Glob(filepath.Join(from, "**", "*.go"), 10) {
			globbed = append(globbed, f.Rel)
		}
		if diff := cmp.Diff([]string{"a/store.go", "b/other.go"}, globbed); diff != "" {
			t.Errorf("glob (-want +got):\n%s", diff)
		}
		if got := g.Glob(filepath.Join(from, "a", "[!s]*.go"), 10); got != nil {
			t.Errorf("a glob that leaves the file out names %v", got)
		}
	}
}

// A pattern that matches nothing but the last name, in a deep folder, is the costly one.
func TestAGlobOfManyTwoStarsIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("a/", 30)
	e, root := tracked(t, map[string]string{deep + "b.go": source})
	g := newGraph(t.Context(), e)
	if got := g.Glob(root+"/"+strings.Repeat("**/", 40)+"x/*.go", 9); got != nil { // after longer than anyone waits, were each "**" to multiply the work
		t.Errorf("%v", got)
	}
	if got := g.Glob(root+"/"+strings.Repeat("**/", 40)+"*.go", 9); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestWhatIsOutsideOrTooLateIsNotKnown(t *testing.T) {
	t.Parallel()
	e, root := tracked(t, map[string]string{"a.go": source})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, g := range map[string]*graph{"outside": newGraph(t.Context(), e), "too late": newGraph(ended, e)} {
		dir := root
		if name == "outside" {
			dir = t.TempDir()
		}
		if _, known := g.File(filepath.Join(dir, "a.go")); known {
			t.Errorf("%s: the file is known", name)
		}
		if g.SourceUnder(dir) != 0 || g.Lookup(dir, "Open", "", 9) != nil || g.Outline(filepath.Join(dir, "a.go"), 9) != nil || g.Glob(filepath.Join(dir, "*.go"), 9) != nil {
			t.Errorf("%s: something is answered", name)
		}
	}
}
