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

// What the scanner of the grammar does wrong would end the process: see table.HereDocuments.
func TestAHereDocumentThatEndsTheProcessIsNotRead(t *testing.T) {
	extracttest.HereDocuments(t, ".sh")
}

// Each of these is one word for the scanner of the grammar.
func TestAWordIsAllThatTheScannerTakesForOne(t *testing.T) {
	long := strings.Repeat("x", 1100)
	for _, begin := range []string{"<<A;", "<<A\\ ", "<<\"A\\\"", "<<\n", "<<- \t'a b "} {
		for cut := range 120 { // the lengths around the kilobyte too
			src := "cat " + begin + long[cut:] + "\ntext\n"
			facts, err := lang.ByExtension(".sh").Extract(t.Context(), "a.sh", []byte(src))
			if err != nil || facts.Problem == "" {
				t.Fatalf("%q: %+v, %v", begin, facts, err)
			}
		}
	}
}
