package treesitter

import (
	"context"
	"testing"

	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

func TestSmoke(t *testing.T) {
	g := NewGrammar(python.Language, &Vocabulary{Kinds: []string{"", "module", "function_definition", "identifier"}, Fields: []string{"", "name"}})
	tr, err := g.Parse(context.Background(), []byte("def f(a):\n  return g(a)\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	for i := range tr.Nodes {
		t.Log(i, tr.Nodes[i], tr.Text(uint32(i)))
	}
}
