package typescript

import (
	"context"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract/extracttest"
)

// FuzzExtract holds any source to the laws of lang.Facts.
func FuzzExtract(f *testing.F) {
	for _, src := range samples(f, "") {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		for _, ext := range []string{".ts", ".tsx", ".js"} {
			facts, err := lang.ByExtension(ext).Extract(ctx, "a"+ext, src)
			if err != nil {
				continue // the deadline
			}
			extracttest.Laws(t, src, facts)
		}
	})
}
