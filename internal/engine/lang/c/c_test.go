package c

import (
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract/extracttest"
)

func TestExtract(t *testing.T) { extracttest.Golden(t) }

func TestMutilated(t *testing.T) {
	extracttest.Mutilated(t, ".c")
	extracttest.Mutilated(t, ".cpp")
	extracttest.Mutilated(t, ".h")
}

func FuzzExtract(f *testing.F) { extracttest.Fuzz(f, ".c", ".cpp", ".h") }

func BenchmarkC(b *testing.B)   { extracttest.Bench(b, ".c") }
func BenchmarkCPP(b *testing.B) { extracttest.Bench(b, ".cpp") }
