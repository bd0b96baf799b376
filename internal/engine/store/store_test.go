package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/store"
)

const root = "/home/one/app"

// small returns a graph of two files with one of everything that is stored.
func small(t testing.TB) *graph.Graph {
	t.Helper()
	names := graph.NewNames(nil)
	a := &graph.File{Path: "a.go", Lang: "go", Size: 40, ModTime: 1234567890123456789, Lines: 9, Hash: [32]byte{1, 2, 3}, Flags: graph.Test}
	a.Fill(names.Interner(), &lang.Facts{
		Package: "a", Generated: true, Problem: "cut",
		Symbols: []lang.Symbol{
			{Name: "T", Parent: -1, Kind: lang.Struct, Exported: true, Start: 10, End: 30, Line: 3, Column: 6, StartLine: 3, EndLine: 5, Signature: "type T struct", Doc: "T is ünicode.", Bases: []string{"b.Base", "Other"}},
			{Name: "f", Parent: 0, Kind: lang.Field, Start: 15, End: 20, Line: 4, Column: 2, StartLine: 4, EndLine: 4, Type: "b.Base[]"},
			{Name: "M", Parent: -1, Receiver: "T", Kind: lang.Method, Start: 31, End: 40, Line: 7, Column: 12, StartLine: 7, EndLine: 9, Test: true},
		},
		Refs:    []lang.Ref{{Name: "Base", Recv: "b", Kind: lang.Inherit, In: 0, Line: 3, Column: 9}, {Name: "N", Recv: "=@self.f[]", In: 2, Line: 8, Column: 70000}, {Name: "g", In: -1, Line: 8, Column: 1}},
		Imports: []lang.Import{{Local: "b", Module: "example.test/b", Line: 1}, {Local: "*", Module: "./x", Name: "y", Line: 2, Reexport: true}},
	}, "a\x00a")
	b := &graph.File{Path: "b/notes.txt", Size: 3, ModTime: -1, Lines: 1}
	g := graph.New(names, []*graph.File{a, b})
	g.Links[0] = &graph.Links{
		Edges:   []graph.Edge{{Ref: 0, To: 2, Certainty: 2}, {Ref: 1, To: 1, Certainty: 1}, {Ref: 1, To: 0}},
		Supers:  []graph.Super{{Sym: 0, To: 2}},
		Imports: []graph.Target{{Import: 0, To: 1}},
	}
	g.Links[1] = &graph.Links{}
	g.Finish()
	return g
}

// plain replaces numbers of names by names: they are given anew on every write.
func plain(g *graph.Graph) any {
	type symbol struct {
		Name, Receiver, Type, Signature, Doc string
		Bases                                []string
		Rest                                 graph.Symbol
	}
	type file struct {
		File    graph.File
		Unit    string
		Symbols []symbol
		Refs    [][2]string
		Imports [][3]string
		Links   graph.Links
		By      []int32
	}
	var out []file
	for i, f := range g.Files {
		p := file{File: *f, Unit: g.Text(f.Unit) + g.Text(f.Package), Links: *g.Links[i], By: g.Dependents(i)}
		for j, s := range f.Symbols {
			x := symbol{Name: g.Text(s.Name), Receiver: g.Text(s.Receiver), Type: g.Text(s.Type), Signature: f.Signature(j), Doc: f.Doc(j)}
			for _, b := range f.BasesOf(j) {
				x.Bases = append(x.Bases, g.Text(b))
			}
			s.Name, s.Receiver, s.Type = 0, 0, 0
			x.Rest = s
			p.Symbols = append(p.Symbols, x)
		}
		for _, r := range f.Refs {
			p.Refs = append(p.Refs, [2]string{g.Text(r.Name), g.Text(r.Recv)})
		}
		for _, m := range f.Imports {
			p.Imports = append(p.Imports, [3]string{g.Text(m.Local), g.Text(m.Module), g.Text(m.Name)})
		}
		p.File.Symbols, p.File.Refs, p.File.Imports, p.File.Bases, p.File.Package, p.File.Unit = nil, nil, nil, nil, 0, 0
		if len(p.Links.Edges) == 0 {
			p.Links = graph.Links{}
		}
		out = append(out, p)
	}
	return out
}

func TestWhatIsSavedIsWhatIsLoaded(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "deep", "app.index")
	g := small(t)
	if err := store.Save(file, root, g); err != nil {
		t.Fatal(err)
	}
	got, names, err := store.Load(file, root)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plain(g), plain(got)); diff != "" {
		t.Error(diff)
	}
	if _, ok := names.Find("@never"); ok {
		t.Error("a name appeared")
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestANameThatNothingUsesIsLeftBehind(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "app.index")
	names := graph.NewNames(nil)
	old := &graph.File{Path: "a.go", Lang: "go"}
	old.Fill(names.Interner(), &lang.Facts{Refs: []lang.Ref{{Name: "forgotten", In: -1}}}, "a")
	g := graph.New(names, []*graph.File{{Path: "a.go"}})
	if err := store.Save(file, root, g); err != nil {
		t.Fatal(err)
	}
	if _, names, err := store.Load(file, root); err != nil || len(names.List()) != 1 {
		t.Error(err, names.List())
	}
}

// TestADamagedIndexIsUnusable: every single byte changed, and every length.
func TestADamagedIndexIsUnusable(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "app.index")
	if err := store.Save(file, root, small(t)); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	unusable := func(what string, at int, data []byte) {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := store.Load(file, root); !errors.Is(err, store.ErrUnusable) {
			t.Fatalf("%s at %d: %v", what, at, err)
		}
	}
	for i := range whole {
		bad := append([]byte(nil), whole...)
		bad[i] ^= 0x10
		unusable("a changed byte", i, bad)
		unusable("cut", i, whole[:i])
	}
	unusable("longer", len(whole), append(whole, 0))
}

func TestAnIndexOfAnotherRootIsUnusable(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "app.index")
	if err := store.Save(file, root, small(t)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.Load(file, "/home/two/app"); !errors.Is(err, store.ErrUnusable) {
		t.Error(err)
	}
	if _, _, err := store.Load(file+".none", root); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
