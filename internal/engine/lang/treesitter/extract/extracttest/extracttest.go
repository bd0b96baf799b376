// Package extracttest prints facts for golden files and holds an extractor to the
// laws that lang.Facts states. For tests only.
package extracttest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

var uses = map[lang.RefKind]string{lang.Call: "call", lang.TypeUse: "type", lang.Value: "value", lang.Inherit: "inherit"}

// Render prints one line a fact: symbols indented below their parents, then uses, then imports.
func Render(f *lang.Facts) string {
	var b strings.Builder
	for _, s := range f.Symbols {
		for p := s.Parent; p >= 0; p = f.Symbols[p].Parent {
			b.WriteString("  ")
		}
		fmt.Fprintf(&b, "%d:%d %s %s", s.Line, s.Column, s.Kind, s.Name)
		if s.Exported {
			b.WriteString(" exported")
		}
		if s.Test {
			b.WriteString(" test")
		}
		if s.Type != "" {
			fmt.Fprintf(&b, " : %s", s.Type)
		}
		if len(s.Bases) > 0 {
			fmt.Fprintf(&b, " < %s", strings.Join(s.Bases, ", "))
		}
		if len(s.Params) > 0 {
			fmt.Fprintf(&b, " %s", strings.Join(s.Params, " "))
		}
		fmt.Fprintf(&b, " | %s", s.Signature)
		if s.Doc != "" {
			fmt.Fprintf(&b, " | %s", s.Doc)
		}
		b.WriteByte('\n')
	}
	for _, r := range f.Refs {
		in := "-"
		if r.In >= 0 {
			in = f.Symbols[r.In].Name
		}
		name := r.Name
		if r.Recv != "" {
			name = r.Recv + " . " + r.Name
		}
		fmt.Fprintf(&b, "%s %d:%d %s in %s", uses[r.Kind], r.Line, r.Column, name, in)
		if r.Args > 0 {
			fmt.Fprintf(&b, " with %d", r.Args-1)
		}
		b.WriteByte('\n')
	}
	for _, m := range f.Imports {
		word := "import"
		if m.Reexport {
			word = "reexport"
		}
		fmt.Fprintf(&b, "%s %d: %q = %q of %q\n", word, m.Line, m.Local, m.Name, m.Module)
	}
	return b.String()
}

// Laws fails t when facts are not what lang.Facts promises of src.
func Laws(t *testing.T, src []byte, f *lang.Facts) {
	t.Helper()
	lines := bytes.Split(src, []byte{'\n'})
	at := func(line, column uint32) []byte {
		if line < 1 || int(line) > len(lines) || column < 1 || int(column)-1 > len(lines[line-1]) {
			t.Fatalf("no line %d column %d in %q", line, column, src)
		}
		return lines[line-1][column-1:]
	}
	for i, s := range f.Symbols {
		switch {
		case s.Name == "":
			t.Fatalf("symbol %d has no name: %+v", i, s)
		case s.Parent >= int32(i):
			t.Fatalf("symbol %s comes before its parent", s.Name)
		case s.Start > s.End || int(s.End) > len(src):
			t.Fatalf("symbol %s stands at %d to %d of %d bytes", s.Name, s.Start, s.End, len(src))
		case s.StartLine > s.Line || s.Line > s.EndLine || int(s.EndLine) > len(lines):
			t.Fatalf("symbol %s: line %d is not within %d to %d", s.Name, s.Line, s.StartLine, s.EndLine)
		case len(s.Signature) > 200 || strings.ContainsAny(s.Signature, "\n\r"):
			t.Fatalf("symbol %s: signature %q", s.Name, s.Signature)
		case len(s.Doc) > 200:
			t.Fatalf("symbol %s: doc of %d bytes", s.Name, len(s.Doc))
		}
		if text := at(s.Line, s.Column); !named(text, s.Name) {
			t.Fatalf("symbol %s is said to stand at %.30q", s.Name, text)
		}
	}
	for i, r := range f.Refs {
		if r.Name == "" || r.In < -1 || int(r.In) >= len(f.Symbols) {
			t.Fatalf("reference %d: %+v", i, r)
		}
		at(r.Line, r.Column)
		if i > 0 && (r.Line < f.Refs[i-1].Line || r.Line == f.Refs[i-1].Line && r.Column < f.Refs[i-1].Column) {
			t.Fatalf("reference %d to %s is not in source order", i, r.Name)
		}
	}
}

// named says whether text begins with a name, as it is or quoted. What has no name
// in the source has one that no source can say.
func named(text []byte, name string) bool {
	return bytes.HasPrefix(text, []byte(name)) || strings.HasPrefix(name, "{}") || name == "default" ||
		len(text) > 0 && bytes.HasPrefix(text[1:], []byte(name))
}
