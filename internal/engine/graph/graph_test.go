package graph_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

func file(names *graph.Names, path string, facts lang.Facts) *graph.File {
	f := &graph.File{Path: path, Lang: "go"}
	f.Fill(names.Interner(), &facts, "unit")
	return f
}

func TestOwnersAndScopesReachAcrossFiles(t *testing.T) {
	t.Parallel()
	names := graph.NewNames(nil)
	g := graph.New(names, []*graph.File{
		file(names, "a.go", lang.Facts{Symbols: []lang.Symbol{{Name: "M", Receiver: "T", Parent: -1, Kind: lang.Method}, {Name: "f", Parent: -1, Kind: lang.Function}}}),
		file(names, "b.go", lang.Facts{Symbols: []lang.Symbol{{Name: "T", Parent: -1, Kind: lang.Struct}, {Name: "x", Parent: 0, Kind: lang.Field}, {Name: "f", Parent: -1, Kind: lang.Function}}}),
	})
	if diff := cmp.Diff([]int32{0, 3}, g.Members(2)); diff != "" {
		t.Error("members of T", diff)
	}
	if g.Owner(0) != 2 || g.Owner(1) != -1 {
		t.Error("owners", g.Owner(0), g.Owner(1))
	}
	unit, _ := g.Find("unit")
	name, _ := g.Find("f")
	first := g.InScope(unit, name)
	if second := g.NextInScope(first); first != 1 || second != 4 || g.NextInScope(second) != -1 {
		t.Error("scope", first, second)
	}
	if diff := cmp.Diff([]int32{1, 4}, g.Named("f")); diff != "" {
		t.Error(diff)
	}
}

func TestBelowIsAFolderAndNothingBesideIt(t *testing.T) {
	t.Parallel()
	names := graph.NewNames(nil)
	var files []*graph.File
	for _, p := range []string{"a-b/x.go", "a.go", "a/x.go", "a/y/z.go", "a0/x.go", "b.go"} {
		files = append(files, file(names, p, lang.Facts{}))
	}
	g := graph.New(names, files)
	for dir, want := range map[string][2]int{"a": {2, 4}, "a/": {2, 4}, "a/y": {3, 4}, "b.go": {5, 6}, "": {0, 6}, ".": {0, 6}, "none": {6, 6}} {
		if from, to := g.Below(dir); [2]int{from, to} != want {
			t.Errorf("below %q: %d to %d", dir, from, to)
		}
	}
}

// TestFactsThatContradictThemselvesAreHarmless: a language with a bug must not bring the graph down.
func TestFactsThatContradictThemselvesAreHarmless(t *testing.T) {
	t.Parallel()
	names := graph.NewNames(nil)
	f := file(names, "a.go", lang.Facts{
		Symbols: []lang.Symbol{{Name: "A", Parent: 0}, {Name: "B", Parent: 9, Start: 8, End: 2, Line: 3, EndLine: 1}, {Name: "C", Parent: 3}},
		Refs:    []lang.Ref{{Name: "x", In: 3}, {Name: "y", In: -7, Column: 1 << 20}},
	})
	for i, s := range f.Symbols {
		if s.Parent != -1 || s.End < s.Start || s.EndLine < s.Line {
			t.Errorf("symbol %d: %+v", i, s)
		}
	}
	if f.Refs[0].In != -1 || f.Refs[1].In != -1 || f.Refs[1].Column != 65535 {
		t.Errorf("%+v", f.Refs)
	}
	graph.New(names, []*graph.File{f}).Finish()
}

func TestShapeIsWhatOthersSee(t *testing.T) {
	t.Parallel()
	names := graph.NewNames(nil)
	facts := func(change func(*lang.Facts)) *graph.File {
		f := lang.Facts{
			Symbols: []lang.Symbol{{Name: "T", Parent: -1, Kind: lang.Struct, Bases: []string{"B"}, Line: 1}, {Name: "x", Parent: 0, Kind: lang.Field, Type: "int"}},
			Imports: []lang.Import{{Local: "m", Module: "./m"}},
			Refs:    []lang.Ref{{Name: "r", In: -1}},
		}
		change(&f)
		return file(names, "a.go", f)
	}
	base := facts(func(*lang.Facts) {})
	for _, tt := range []struct {
		name   string
		change func(*lang.Facts)
		same   bool
	}{
		{"a line", func(f *lang.Facts) { f.Symbols[0].Line = 9 }, true},
		{"a doc comment", func(f *lang.Facts) { f.Symbols[0].Doc = "T is." }, true},
		{"a reference", func(f *lang.Facts) { f.Refs[0].Name = "s" }, true},
		{"a name", func(f *lang.Facts) { f.Symbols[1].Name = "y" }, false},
		{"a type", func(f *lang.Facts) { f.Symbols[1].Type = "string" }, false},
		{"a base", func(f *lang.Facts) { f.Symbols[0].Bases = []string{"C"} }, false},
		{"a symbol more", func(f *lang.Facts) { f.Symbols = append(f.Symbols, lang.Symbol{Name: "z", Parent: -1}) }, false},
		{"an import", func(f *lang.Facts) { f.Imports[0].Module = "./n" }, false},
	} {
		if got := graph.SameShape(base, facts(tt.change)); got != tt.same {
			t.Errorf("%s changes: same shape %v", tt.name, got)
		}
	}
}
