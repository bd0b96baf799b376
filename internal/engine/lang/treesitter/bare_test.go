package treesitter

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"
)

// BenchmarkBare is tree-sitter's own parse through its Go binding, without a walk.
func BenchmarkBare(b *testing.B) {
	for ext, load := range map[string]func() unsafe.Pointer{".ts": typescript.LanguageTypescript, ".py": python.Language} {
		b.Run(ext[1:], func(b *testing.B) {
			var all [][]byte
			var n int64
			_ = filepath.WalkDir(os.Getenv("GORTEX_BENCH_DIR"), func(p string, d fs.DirEntry, err error) error {
				if err == nil && filepath.Ext(p) == ext && len(all) < 1500 {
					if src, err := os.ReadFile(p); err == nil && len(src) < 1<<20 {
						all, n = append(all, src), n+int64(len(src))
					}
				}
				return nil
			})
			if len(all) == 0 {
				b.Skip("set GORTEX_BENCH_DIR to a folder of sources")
			}
			p := ts.NewParser()
			defer p.Close()
			if err := p.SetLanguage(ts.NewLanguage(load())); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(n)
			for b.Loop() {
				for _, src := range all {
					p.Parse(src, nil).Close()
				}
			}
		})
	}
}
