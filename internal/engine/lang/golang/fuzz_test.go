package golang_test

import (
	"context"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang/golang"
)

// FuzzExtract holds the laws that facts of any input keep.
func FuzzExtract(f *testing.F) {
	for _, tt := range cases {
		f.Add([]byte(tt.src))
	}
	f.Add([]byte("package p\nfunc (s *"))
	f.Add([]byte("package p\ntype T struct { a, b struct { c int"))
	f.Add([]byte("package p\nvar x, y = f[int](g[i](), T{a: {b: 1}}"))
	f.Add([]byte("package p\nfunc f() { switch x := y.(type) { case"))
	f.Add([]byte("package p\n//line x.go:7\nfunc f[T any, U interface{ ~int | string }](a T, b ...U) (c chan T)\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := golang.Language{}.Extract(context.Background(), "p/x.go", src)
		if err == nil {
			lawful(t, facts, src)
		} else if strings.Contains(err.Error(), "runtime error") {
			t.Error(err)
		}
	})
}

// TestTheStandardLibraryIsRead reads real code, and holds the order of references,
// which broken code need not keep.
func TestTheStandardLibraryIsRead(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"net/http", "go/types", "slices", "internal/trace"} {
		files, err := filepath.Glob(filepath.Join(standard(t), dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files of %s: %v", dir, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			facts, err := golang.Language{}.Extract(context.Background(), file, src)
			if err != nil || facts.Problem != "" {
				t.Fatalf("%s: %v %s", file, err, facts.Problem)
			}
			lawful(t, facts, src)
			for i, r := range facts.Refs {
				if i > 0 && (r.Line < facts.Refs[i-1].Line || r.Line == facts.Refs[i-1].Line && r.Column < facts.Refs[i-1].Column) {
					t.Errorf("%s:%d:%d %s comes before %s", file, r.Line, r.Column, r.Name, facts.Refs[i-1].Name)
				}
			}
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	file := filepath.Join(standard(b), "net/http/server.go")
	src, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (golang.Language{}).Extract(context.Background(), file, src); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParse is the floor: the parser alone.
func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile(filepath.Join(standard(b), "net/http/server.go"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			b.Fatal(err)
		}
	}
}
