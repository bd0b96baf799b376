// Package python reads Python: definitions, uses and imports of one file, and
// which files a module name stands for. What a name finally means is the linker's
// to say.
package python

import (
	"context"
	"path"
	"strings"

	python "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
)

func init() { lang.Register(&language{treesitter.NewGrammar(python.Language, vocabulary)}) }

type language struct{ grammar *treesitter.Grammar }

func (l *language) Name() string         { return "python" }
func (l *language) Extensions() []string { return []string{".py", ".pyi"} }

// Unit is the file: a module's names are its own.
func (l *language) Unit(path string, _ *lang.Facts) string { return path }

// Grammar is what the files are parsed with.
func (l *language) Grammar() *treesitter.Grammar { return l.grammar }

// Query implements treesitter.Querier.
func (l *language) Query(ctx context.Context, src []byte, query string, visit func(line, column, start, end int) bool) error {
	return l.grammar.Query(ctx, src, query, `(call function: (identifier) @name)`, visit)
}

// Extract reads one file.
func (l *language) Extract(ctx context.Context, path string, src []byte) (*lang.Facts, error) {
	tree, err := l.grammar.Parse(ctx, src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := newExtractor(tree)
	x.Test = testFile(path)
	x.children(0)
	x.finishExports()
	return x.Finish(), nil
}

// testFile says whether a file of that path holds tests, by pytest's and Django's conventions.
func testFile(p string) bool {
	base := path.Base(p)
	stem := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(base, "test_") || strings.HasSuffix(stem, "_test") || stem == "tests" || stem == "conftest"
}
