// Package typescript reads TypeScript, TSX and JavaScript: definitions, uses and
// imports of one file, and which files a module name stands for. One extractor
// serves the three grammars. What a name finally means is the linker's to say.
package typescript

import (
	"context"
	"path"
	"strings"
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

// Grammar is what the files are parsed with.
func (l *language) Grammar() *treesitter.Grammar { return l.grammar }

// Query implements treesitter.Querier.
func (l *language) Query(ctx context.Context, src []byte, query string, visit func(line, column, start, end int) bool) error {
	return l.grammar.Query(ctx, src, query, `(call_expression function: (identifier) @name)`, visit)
}

// Extract reads one file.
func (l *language) Extract(ctx context.Context, path string, src []byte) (*lang.Facts, error) {
	tree, err := l.parse(ctx, src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := newExtractor(tree)
	x.Test = testFile(path)
	x.script = l.name == "javascript"
	x.statements(0)
	x.finishExports()
	return x.Finish(), nil
}

// testFile says whether a file of that path holds tests, by the runners' conventions.
func testFile(p string) bool {
	base := path.Base(p)
	return strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") ||
		strings.HasPrefix(p, "__tests__/") || strings.Contains(p, "/__tests__/")
}
