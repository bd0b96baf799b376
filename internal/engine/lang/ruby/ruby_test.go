package ruby

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract/extracttest"
)

func TestExtract(t *testing.T)      { extracttest.Golden(t) }
func TestMutilated(t *testing.T)    { extracttest.Mutilated(t, ".rb") }
func FuzzExtract(f *testing.F)      { extracttest.Fuzz(f, ".rb") }
func BenchmarkExtract(b *testing.B) { extracttest.Bench(b, ".rb") }

// The scanner of the grammar ends the process over these, see scanner.c.
func TestNoSourceEndsTheProcess(t *testing.T) {
	extracttest.Survived(t, ".rb", map[string]string{
		"a word that ends a byte behind what there is room for": strings.Repeat(`"#{`, 160) + "<<" + strings.Repeat("A", 219),
		"here-documents within one, over lines":                 "<<" + strings.Repeat("A", 27) + "\n#{[" + strings.Repeat("<<"+strings.Repeat("A", 27)+",\n", 40),
		"a word of a byte more than a byte counts":              heredoc(256),
		"a word that is much longer":                            heredoc(300),
	})
	for _, length := range []int{1, 100, 255} {
		facts, err := lang.ByExtension(".rb").Extract(t.Context(), "a.rb", []byte(heredoc(length)))
		if err != nil || len(facts.Symbols) != 1 || facts.Symbols[0].Name != "after" {
			t.Errorf("a word of %d bytes: %+v, %v", length, facts, err)
		}
	}
}

// heredoc is a program with a here-document whose word has that length.
func heredoc(length int) string {
	word := strings.Repeat("W", length)
	return "x = <<" + word + "\ntext\n" + word + "\ndef after\nend\n"
}
