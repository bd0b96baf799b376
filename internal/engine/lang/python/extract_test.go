package python

import (
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract/extracttest"
)

func TestExtract(t *testing.T) { extracttest.Golden(t) }

func FuzzExtract(f *testing.F) { extracttest.Fuzz(f, ".py") }

func BenchmarkExtract(b *testing.B) { extracttest.Bench(b, ".py") }
