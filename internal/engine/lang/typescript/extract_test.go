package typescript

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract/extracttest"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// TestExtract runs testdata/*.txtar: each archive's comment is a rule, its first
// file the source, its second what the source says.
func TestExtract(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSpace(string(archive.Comment)), func(t *testing.T) {
			in := archive.Files[0]
			f, err := lang.ByExtension(filepath.Ext(in.Name)).Extract(context.Background(), in.Name, in.Data)
			if err != nil {
				t.Fatal(err)
			}
			extracttest.Laws(t, in.Data, f)
			got := extracttest.Render(f)
			if *update {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
