package extracttest

import (
	"bytes"
	"context"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
)

// updateGolden set to 1 rewrites what is wanted.
const updateGolden = "GORTEX_UPDATE_GOLDEN"

// Golden runs testdata/*.txtar: each archive's comment is a rule, its first file
// the source, its second what the source says.
func Golden(t *testing.T) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSpace(string(archive.Comment)), func(t *testing.T) {
			in := archive.Files[0]
			f, err := lang.ByExtension(filepath.Ext(in.Name)).Extract(t.Context(), in.Name, in.Data)
			if err != nil {
				t.Fatal(err)
			}
			Laws(t, in.Data, f)
			got := Render(f)
			if f.Package != "" {
				got = "package " + f.Package + "\n" + got
			}
			if os.Getenv(updateGolden) == "1" {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Fuzz holds any source with one of these extensions to the laws of lang.Facts.
func Fuzz(f *testing.F, extensions ...string) {
	for _, src := range samples(f, "") {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		for _, ext := range extensions {
			facts, err := lang.ByExtension(ext).Extract(ctx, "a"+ext, src)
			if err != nil {
				continue // the deadline
			}
			Laws(t, src, facts)
		}
	})
}

// Mutilated holds what is left of the cases of testdata, when pieces of them are cut
// out, doubled and swapped, to the laws of lang.Facts, and to an end.
func Mutilated(t *testing.T, ext string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	all := samples(t, ext)
	for n := range 400 {
		src := bytes.Clone(all[n%len(all)])
		for range 1 + random.IntN(4) {
			from := random.IntN(len(src) + 1)
			to := min(len(src), from+random.IntN(60))
			piece := bytes.Clone(src[from:to])
			at := random.IntN(len(src) + 1)
			switch random.IntN(3) {
			case 0:
				src = slices.Delete(src, from, to)
			case 1:
				src = slices.Insert(src, at, piece...)
			default:
				src = append(src[:from:from], bytes.Repeat(piece, 3)...)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a hang, on the slowest machine
		facts, err := lang.ByExtension(ext).Extract(ctx, "a"+ext, src)
		cancel()
		if err != nil {
			t.Fatalf("%v for %q", err, src)
		}
		Laws(t, src, facts)
	}
}

// samples returns the sources of testdata with that extension, or all.
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

// corpus returns sources to measure on: those below $GORTEX_BENCH_DIR, or the cases of testdata.
func corpus(b *testing.B, ext string) (all [][]byte) {
	b.Helper()
	dir := os.Getenv("GORTEX_BENCH_DIR")
	if dir == "" {
		return samples(b, ext)
	}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(p) == ext && len(all) < 1500 {
			if src, err := os.ReadFile(p); err == nil && len(src) < 1<<20 {
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

// Bench measures a language's parse, the floor, and its extraction, side by side.
func Bench(b *testing.B, ext string) {
	all := corpus(b, ext)
	var size int64
	for _, src := range all {
		size += int64(len(src))
	}
	l := lang.ByExtension(ext)
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			for _, src := range all {
				tree, err := l.(interface{ Grammar() *treesitter.Grammar }).Grammar().Parse(context.Background(), src)
				if err != nil {
					b.Fatal(err)
				}
				tree.Close()
			}
		}
	})
	b.Run("extract", func(b *testing.B) {
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			for _, src := range all {
				if _, err := l.Extract(context.Background(), "a"+ext, src); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
