package scala

import (
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract/extracttest"
)

func TestExtract(t *testing.T)      { extracttest.Golden(t) }
func TestMutilated(t *testing.T)    { extracttest.Mutilated(t, ".scala") }
func FuzzExtract(f *testing.F)      { extracttest.Fuzz(f, ".scala") }
func BenchmarkExtract(b *testing.B) { extracttest.Bench(b, ".scala") }
