package outline_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/gortexhq/gortex/internal/engine/outline"
)

// TestOutlines reads testdata/*.txtar: a file, and its outline, a line an entry.
func TestOutlines(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) < 7 {
		t.Fatal("no cases", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			in, want := archive.Files[0], archive.Files[1]
			entries, ok := outline.Of(in.Name, in.Data)
			if !ok {
				t.Fatalf("%s has no outline", in.Name)
			}
			var got strings.Builder
			for _, e := range entries {
				fmt.Fprintf(&got, "%d-%d %s%s %s\n", e.Line, e.EndLine, strings.Repeat("  ", e.Level-1), e.Kind, e.Name)
			}
			if diff := cmp.Diff(string(want.Data), got.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOtherFilesHaveNoOutline(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.txt", "Makefile", "a.go", "md"} {
		if _, ok := outline.Of(name, []byte("# a\n")); ok {
			t.Errorf("%s has an outline", name)
		}
	}
}

// FuzzOf: any text has an outline whose entries stand in it, in order.
func FuzzOf(f *testing.F) {
	for _, ext := range []string{".md", ".json", ".yaml", ".toml", ".html", ".css", ".sql"} {
		f.Add("a"+ext, []byte("# a\n```\n\"k\": {\nb:\n  c: |\n  x\n[t]\nx = '''\n<h1 id=q>z</h1>\n.a { b: c }\ncreate table t (\n/*"))
	}
	f.Fuzz(func(t *testing.T, name string, src []byte) {
		entries, _ := outline.Of(name, src)
		lines, last := strings.Count(string(src), "\n")+1, 1
		for _, e := range entries {
			if e.Line < last || e.EndLine < e.Line || e.EndLine > lines || e.Level < 1 || e.Name == "" {
				t.Fatalf("%+v of %d lines, after %d", e, lines, last)
			}
			last = e.Line
		}
	})
}
