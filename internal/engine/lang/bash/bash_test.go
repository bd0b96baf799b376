package bash

import (
	"testing"

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
