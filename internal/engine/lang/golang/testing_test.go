package golang_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/golang"
)

// standard returns the folder of the standard library's source.
func standard(tb testing.TB) string {
	tb.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src")
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

func extract(t *testing.T, path, src string) *lang.Facts {
	t.Helper()
	f, err := golang.Language{}.Extract(context.Background(), path, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	lawful(t, f, []byte(src))
	return f
}

func symbols(f *lang.Facts) []string {
	var all []string
	for _, s := range f.Symbols {
		line := s.Kind.String() + " "
		switch {
		case s.Receiver != "":
			line += "(" + s.Receiver + ") "
		case s.Parent >= 0:
			line += f.Symbols[s.Parent].Name + "."
		}
		line += s.Name
		if s.Type != "" {
			line += " : " + s.Type
		}
		if len(s.Bases) > 0 {
			line += " < " + strings.Join(s.Bases, ", ")
		}
		all = append(all, line)
	}
	return all
}

func refs(f *lang.Facts) []string {
	var all []string
	for _, r := range f.Refs {
		in := "file"
		if r.In >= 0 {
			in = f.Symbols[r.In].Name
		}
		name := r.Name
		if r.Recv != "" {
			name = r.Recv + "." + name
		}
		all = append(all, fmt.Sprintf("%s %s → %s", []string{"call", "type", "value", "inherit"}[r.Kind], in, name))
	}
	return all
}
