package tools_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestWhatAModelReads holds the compact text of each tool: the name of a part is the call.
func TestWhatAModelReads(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := newShop(t)
			for i, part := range a.Files {
				tool, arguments, _ := strings.Cut(part.Name, " ")
				result := s.call(tool, arguments)
				checkOutput(t, tool, result.StructuredContent)
				text := s.steady(result.Content[0].Text)
				if result.IsError {
					text = "IsError\n" + text
				}
				a.Files[i].Data = []byte(strings.TrimRight(text, "\n") + "\n")
			}
			same(t, file, txtar.Format(a))
		})
	}
}
