package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

const (
	benchPackages = 100
	benchFiles    = 10 // a package
)

// benchTree writes a module of a thousand files whose packages call each other.
func benchTree(b *testing.B) string {
	b.Helper()
	dir := tempRoot(b)
	write(b, dir, "go.mod", "module example.test/big\n")
	for p := range benchPackages {
		for f := range benchFiles {
			var text strings.Builder
			fmt.Fprintf(&text, "package p%d\n\nimport next \"example.test/big/p%d\"\n\ntype T%d struct{ next *next.T%d }\n\n", p, (p+1)%benchPackages, f, f)
			for m := range 20 {
				fmt.Fprintf(&text, "// M%d does one thing.\nfunc (t *T%d) M%d(n int) int {\n\tif n > %d {\n\t\treturn t.next.M%d(n - 1)\n\t}\n\treturn helper%d(n)\n}\n\n", m, f, m, m, (m+1)%20, f)
			}
			fmt.Fprintf(&text, "func helper%d(n int) int { return n * %d }\n", f, f)
			write(b, dir, fmt.Sprintf("p%d/f%d.go", p, f), text.String())
		}
	}
	return dir
}

func BenchmarkFirstIndex(b *testing.B) {
	dir := benchTree(b)
	for b.Loop() {
		e, err := Open(Options{CacheDir: b.TempDir(), StateDir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		r, err := e.Track(b.Context(), dir, nil)
		if err != nil || r.Snapshot().g.Symbols() < benchPackages*benchFiles*20 {
			b.Fatal(err)
		}
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(benchPackages*benchFiles)*float64(b.N)/b.Elapsed().Seconds(), "files/s")
}

func BenchmarkStartOnAStoredIndex(b *testing.B) {
	dir, o := benchTree(b), Options{CacheDir: b.TempDir(), StateDir: b.TempDir()}
	start := func() {
		e, err := Open(o)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := e.Track(b.Context(), dir, nil); err != nil {
			b.Fatal(err)
		}
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
	}
	start()
	for b.Loop() {
		start()
	}
}

// BenchmarkRefresh measures one edited file: of a body, and of what others see.
func BenchmarkRefresh(b *testing.B) {
	dir := benchTree(b)
	r, err := openEngine(b, Options{}).Track(b.Context(), dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join(dir, "p7/f3.go"))
	if err != nil {
		b.Fatal(err)
	}
	for _, bb := range []struct{ name, format string }{
		{"body", "%s\nfunc last() int { return %d }\n"},
		{"shape", "%s\nfunc last%d() {}\n"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n++
				write(b, dir, "p7/f3.go", fmt.Sprintf(bb.format, src, n))
				if err := r.Refresh(b.Context(), "p7/f3.go"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkQueries(b *testing.B) {
	dir := benchTree(b)
	r, err := openEngine(b, Options{}).Track(b.Context(), dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	s := r.Snapshot()
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			s.Search(SymbolQuery{Query: "helper"})
		}
	})
	b.Run("callers", func(b *testing.B) {
		for b.Loop() {
			if got := s.References("p7/f3.go::T3.M4", Likely, lang.Call); len(got) != 1 {
				b.Fatal(len(got))
			}
		}
	})
	b.Run("text", func(b *testing.B) {
		for b.Loop() {
			if _, n, err := s.Text(b.Context(), TextQuery{Query: "helper7(n)"}); n == 0 || err != nil {
				b.Fatal(n, err)
			}
		}
	})
}
