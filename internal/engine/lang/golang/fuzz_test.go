package golang_test

import (
	"context"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang"
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

func lawful(t *testing.T, f *lang.Facts, src []byte) {
	t.Helper()
	lines := strings.Count(string(src), "\n") + 1
	for i, s := range f.Symbols {
		switch {
		case s.Start >= s.End || int(s.End) > len(src):
			t.Errorf("%s: range %d–%d of %d", s.Name, s.Start, s.End, len(src))
		case !strings.Contains(string(src[s.Start:s.End]), s.Name):
			t.Errorf("%s: not in its range %q", s.Name, src[s.Start:s.End])
		case int(s.Parent) >= i || s.Parent < -1:
			t.Errorf("%s: symbol %d has parent %d", s.Name, i, s.Parent)
		case s.Name == "" || s.Name == "_":
			t.Errorf("symbol %d has no name", i)
		case len(s.Signature) > 200 || len(s.Doc) > 200 || strings.ContainsAny(s.Signature, "\n\t"):
			t.Errorf("%s: signature %q, doc %q", s.Name, s.Signature, s.Doc)
		case s.StartLine < 1 || s.StartLine > s.Line || s.Line > s.EndLine || int(s.EndLine) > lines || s.Column < 1:
			t.Errorf("%s: lines %d ≤ %d ≤ %d of %d", s.Name, s.StartLine, s.Line, s.EndLine, lines)
		case i > 0 && s.Start < f.Symbols[i-1].Start:
			t.Errorf("%s: before %s", s.Name, f.Symbols[i-1].Name)
		}
		exprs(t, append([]string{s.Type}, s.Bases...)...)
	}
	for i, r := range f.Refs {
		switch {
		case r.Name == "" || r.Name == "_":
			t.Errorf("reference %d has no name", i)
		case r.Line < 1 || int(r.Line) > lines || r.Column < 1:
			t.Errorf("%s: at %d:%d of %d lines", r.Name, r.Line, r.Column, lines)
		case int(r.In) >= len(f.Symbols) || r.In < -1:
			t.Errorf("%s: in symbol %d of %d", r.Name, r.In, len(f.Symbols))
		}
		exprs(t, r.Recv)
	}
}

// exprs holds that strings are Exprs, or "".
func exprs(t *testing.T, all ...string) {
	t.Helper()
	for _, e := range all {
		if e == "" || e == "?" {
			continue
		}
		if strings.HasPrefix(e, "-") || strings.ContainsAny(e, " *?\n") || strings.HasPrefix(e, ".") || strings.HasPrefix(e, "=.") || strings.HasSuffix(e, ".") || strings.Contains(e, "..") {
			t.Errorf("%q is no Expr", e)
		}
	}
}

// TestTheStandardLibraryIsRead reads real code, and holds the order of references,
// which broken code need not keep.
func TestTheStandardLibraryIsRead(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"net/http", "go/types", "slices", "internal/trace"} {
		files, err := filepath.Glob(filepath.Join(runtime.GOROOT(), "src", dir, "*.go"))
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
	file := filepath.Join(runtime.GOROOT(), "src/net/http/server.go")
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
	src, err := os.ReadFile(filepath.Join(runtime.GOROOT(), "src/net/http/server.go"))
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
