// Package typescript reads TypeScript, TSX and JavaScript: definitions, uses and
// imports of one file, and which files a module name stands for. One extractor
// serves the three grammars. What a name finally means is the linker's to say.
package typescript

import (
	"context"
	"unsafe"

	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
)

func init() {
	lang.Register(newLanguage("typescript", typescript.LanguageTypescript, ".ts", ".mts", ".cts"))
	lang.Register(newLanguage("tsx", typescript.LanguageTSX, ".tsx"))
	lang.Register(newLanguage("javascript", javascript.Language, ".js", ".mjs", ".cjs", ".jsx"))
}

// language is one of the three.
type language struct {
	name       string
	extensions []string
	grammar    *treesitter.Grammar
}

func newLanguage(name string, load func() unsafe.Pointer, extensions ...string) *language {
	return &language{name, extensions, treesitter.NewGrammar(load, vocabulary)}
}

func (l *language) Name() string         { return l.name }
func (l *language) Extensions() []string { return l.extensions }

// Unit is the file: a module's names are its own.
func (l *language) Unit(path string, _ *lang.Facts) string { return path }

func (l *language) NewResolver(files lang.Files) lang.Resolver { return none{} }

type none struct{}

func (none) Resolve(from, module string) []string { return nil }

var vocabulary = &treesitter.Vocabulary{
	Kinds:  []string{"", "function_declaration", "class_declaration", "method_definition"},
	Fields: []string{"", "name"},
}

// Extract reads one file.
func (l *language) Extract(ctx context.Context, path string, src []byte) (*lang.Facts, error) {
	tree, err := l.grammar.Parse(ctx, src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	f := &lang.Facts{Problem: tree.Problem}
	kinds := []lang.Kind{0, lang.Function, lang.Class, lang.Method}
	walk(tree, 0, -1, kinds, f)
	return f, nil
}

func walk(t *treesitter.Tree, i uint32, parent int32, kinds []lang.Kind, f *lang.Facts) {
	for c := range t.Children(i) {
		in := parent
		if k := t.Nodes[c].Kind; k != 0 {
			if name := t.Field(c, 1); name != 0 {
				n := t.Nodes[c]
				f.Symbols = append(f.Symbols, lang.Symbol{Name: t.Text(name), Parent: parent, Kind: kinds[k], Start: n.Start, End: n.End,
					Line: t.Line(name), Column: t.Column(name), StartLine: t.Line(c), EndLine: t.LineAt(n.End)})
				in = int32(len(f.Symbols) - 1)
			}
		}
		walk(t, c, in, kinds, f)
	}
}
