// Package php reads PHP: definitions, uses and imports of one file, and which
// files a namespace or an include stands for.
package php

import (
	"path"
	"strings"

	php "github.com/tree-sitter/tree-sitter-php/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func init() { lang.Register(table.NewLanguage("php", []string{".php"}, spec)) }

func spec() *table.Spec {
	return &table.Spec{
		Grammar: php.LanguagePHP,
		Example: `(function_call_expression function: (name) @name)`,
		Rules:   rules(), Drop: drop,
		Builtins:   table.Set("Closure Generator Iterator ArrayAccess Countable Throwable Exception stdClass"),
		SelfNames:  table.Set("self static"),
		SuperNames: table.Set("parent"),
		Dynamic:    true,
		Comments:   extract.Comments{Block: []string{"/**"}, Over: []string{"#["}},
		Exported:   func(x *table.Extractor, i uint32, _ *lang.Symbol) bool { return !x.Modified(i, "private") },
		Testing: func(_ *table.Extractor, _ uint32, s *lang.Symbol) bool {
			return s.Kind == lang.Method && strings.HasPrefix(s.Name, "test")
		},
		TestFile: func(p string) bool { return strings.HasSuffix(p, "Test.php") || strings.Contains("/"+p, "/tests/") },
		Begin:    func(x *table.Extractor) { x.Push() }, // variables of the file are its own
		Unit:     func(_ string, f *lang.Facts) string { return "php:" + f.Package },
		Resolver: newResolver,
		Scoping:  lang.Scoping{Packages: true},
	}
}

// resolver finds the files of namespaces, and included files.
type resolver struct {
	lang.Resolver
	files lang.Files
}

func newResolver(files lang.Files) lang.Resolver {
	return &resolver{table.PackageResolver("php")(files), files}
}

// Resolve returns the files of a namespace, or the one that an include names.
func (r *resolver) Resolve(from, module string) []string {
	if !strings.Contains(module, ".") {
		return r.Resolver.Resolve(from, module)
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		if p := path.Join(dir, module); r.files.Exists(p) {
			return []string{p}
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}
