package store

import (
	"bytes"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// FuzzDecode: a body whose checksum happens to be right gives an error or a graph
// that every query can walk, and what was written down is read back the same.
func FuzzDecode(f *testing.F) {
	names := graph.NewNames(nil)
	file := &graph.File{Path: "a.go", Lang: "go"}
	file.Fill(names.Interner(), &lang.Facts{
		Symbols: []lang.Symbol{{Name: "T", Parent: -1, Kind: lang.Struct, Bases: []string{"B"}}, {Name: "f", Parent: 0, Kind: lang.Field}},
		Refs:    []lang.Ref{{Name: "B", In: 0}},
	}, "u")
	g := graph.New(names, []*graph.File{file})
	g.Links[0] = &graph.Links{Edges: []graph.Edge{{Ref: 0, To: 1}}}
	f.Add(bytes.Join(encode("/r", g), nil))
	f.Fuzz(func(t *testing.T, body []byte) {
		g, _, err := decode(body, "/r")
		if err != nil {
			return
		}
		for i, file := range g.Files {
			for j := range file.Symbols {
				_, _, _ = file.Signature(j), file.Doc(j), file.BasesOf(j)
				_ = g.Text(g.Sym(g.Number(i, j)).Name)
				_ = g.Members(g.Number(i, j))
			}
			for _, e := range g.Links[i].Edges {
				_, _ = g.Text(file.Refs[e.Ref].Recv), g.Sym(e.To)
			}
			_ = g.Dependents(i)
		}
		again, _, err := decode(bytes.Join(encode("/r", g), nil), "/r")
		if err != nil || again.Symbols() != g.Symbols() || again.Edges() != g.Edges() {
			t.Fatalf("written again it is unreadable or another: %v", err)
		}
	})
}
