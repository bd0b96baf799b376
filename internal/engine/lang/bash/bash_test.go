package bash

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract/extracttest"
)

func TestExtract(t *testing.T)      { extracttest.Golden(t) }
func TestMutilated(t *testing.T)    { extracttest.Mutilated(t, ".sh") }
func FuzzExtract(f *testing.F)      { extracttest.Fuzz(f, ".sh") }
func BenchmarkExtract(b *testing.B) { extracttest.Bench(b, ".sh") }

// The scanner of the grammar ends the process over these, see scanner.c.
func TestNoSourceEndsTheProcess(t *testing.T) {
	extracttest.Survived(t, ".sh", map[string]string{
		"a code point that no table of C has":                   "echo {\U000e0100..5}\n",
		"the last code point":                                   "echo {1..\U0010ffff}\n",
		"here-documents nested over lines":                      strings.Repeat("cat <<AAAAAAAAAAAAAAAAAAAAAAAAA\n$(", 60),
		"a word that ends a byte behind what there is room for": "cat <<" + strings.Repeat("x", 1013) + "\ntext\n",
		"one that ends three bytes behind":                      "cat <<" + strings.Repeat("x", 1015) + "\ntext\n",
	})
	word := strings.Repeat("W", 900)
	facts, err := lang.ByExtension(".sh").Extract(t.Context(), "a.sh", []byte("cat <<"+word+"\ntext\n"+word+"\nafter() { :; }\n"))
	if err != nil || len(facts.Symbols) != 1 || facts.Symbols[0].Name != "after" {
		t.Errorf("a long word: %+v, %v", facts, err)
	}
}
