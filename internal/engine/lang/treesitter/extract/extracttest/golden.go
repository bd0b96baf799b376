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

// HereDocuments reads here-documents of every length, of which the scanners of some grammars
// end the process: what is too long is refused with a reason, what is not is read.
func HereDocuments(t *testing.T, ext string) {
	t.Helper()
	for _, words := range []int{1, 3, 8} {
		for length := 1; length < 1100; length += 1 + length/6*min(words-1, 1) {
			word := strings.Repeat("W", length)
			src := "cat " + strings.Repeat("<<"+word+" ", words) + "\n" + strings.Repeat("text\n"+word+"\n", words) + "\ndef after\nend\n"
			facts, err := lang.ByExtension(ext).Extract(t.Context(), "a"+ext, []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			if words*(length+7) < 250 && facts.Problem != "" || length > 255 && facts.Problem == "" {
				t.Errorf("%d words of %d bytes: %q", words, length, facts.Problem)
			}
		}
	}
	shift := "ops = {'<<' => :shift, \"<<\" => 1}\n" + strings.Repeat("word ", 100) + "\nlist <<\"" + strings.Repeat("s", 250) + "\"\n" + strings.Repeat("a << b; c <<d\n", 2000) + strings.Repeat("<", 5000) + "\n"
	if facts, err := lang.ByExtension(ext).Extract(t.Context(), "a"+ext, []byte(shift)); err != nil || facts.Problem != "" {
		t.Errorf("what begins none: %+v, %v", facts.Problem, err)
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
