package python

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// corpus returns sources to measure on: those below $GORTEX_BENCH_DIR, or the cases of testdata.
func corpus(b *testing.B, ext string) [][]byte {
	dir := os.Getenv("GORTEX_BENCH_DIR")
	if dir == "" {
		return samples(b, ext)
	}
	var all [][]byte
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(p) == ext && len(all) < 1500 {
			src, err := os.ReadFile(p)
			if err == nil && len(src) < 1<<20 {
				all = append(all, src)
			}
		}
		return err
	})
	if err != nil || len(all) == 0 {
		b.Skip("no sources below ", dir)
	}
	return all
}

// samples returns the sources of testdata.
func samples(tb testing.TB, ext string) (all [][]byte) {
	tb.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		tb.Fatal(err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		if in := archive.Files[0]; ext == "" || filepath.Ext(in.Name) == ext {
			all = append(all, in.Data)
		}
	}
	return all
}

func size(all [][]byte) (n int64) {
	for _, src := range all {
		n += int64(len(src))
	}
	return n
}

// BenchmarkParse is the floor: what is around it must stay small beside it.
func BenchmarkParse(b *testing.B) {
	all := corpus(b, ".py")
	l := lang.ByExtension(".py").(*language)
	b.SetBytes(size(all))
	for b.Loop() {
		for _, src := range all {
			tree, err := l.grammar.Parse(context.Background(), src)
			if err != nil {
				b.Fatal(err)
			}
			tree.Close()
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	all := corpus(b, ".py")
	l := lang.ByExtension(".py")
	b.SetBytes(size(all))
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range all {
			if _, err := l.Extract(context.Background(), "a.py", src); err != nil {
				b.Fatal(err)
			}
		}
	}
}
