// Package ruby reads Ruby: definitions, uses and requires of one file, and which
// files those mean. Constants are one scope for a program, and modules are reopened.
package ruby

import (
	"path"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func init() { lang.Register(table.NewLanguage("ruby", []string{".rb", ".rake", ".gemspec"}, spec)) }

func spec() *table.Spec {
	return &table.Spec{
		Grammar: grammar,
		Example: `(call method: (identifier) @name)`,
		Rules:   rules(), Drop: drop,
		Builtins: table.Set("String Integer Float Array Hash Object Symbol StandardError Struct Class Module Comparable Enumerable"),
		Values:   true, Dynamic: true, Lines: true,
		Comments: extract.Comments{Line: []string{"#"}},
		Exported: func(x *table.Extractor, _ uint32, _ *lang.Symbol) bool { return !notes(x).private },
		Testing: func(_ *table.Extractor, _ uint32, s *lang.Symbol) bool {
			return s.Kind == lang.Method && strings.HasPrefix(s.Name, "test_")
		},
		TestFile: func(p string) bool {
			stem := strings.TrimSuffix(path.Base(p), ".rb")
			return strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_spec") || strings.HasPrefix(stem, "test_")
		},
		Begin:    func(x *table.Extractor) { x.Notes = &note{}; x.Push() }, // variables of the file are its own
		Unit:     func(string, *lang.Facts) string { return "ruby" },
		Resolver: func(files lang.Files) lang.Resolver { return &resolver{files} },
		Scoping:  lang.Scoping{Members: true, Merged: true},
	}
}

// resolver finds the files that are required.
type resolver struct{ files lang.Files }

// Resolve returns the file of a require: beside the file where it begins with a dot,
// else the one of that name below a lib folder, or whose path ends so.
func (r *resolver) Resolve(from, module string) []string {
	name := strings.TrimSuffix(module, ".rb") + ".rb"
	if strings.HasPrefix(module, ".") {
		if p := path.Join(path.Dir(from), name); r.files.Exists(p) {
			return []string{p}
		}
		return nil
	}
	for _, dir := range []string{"lib", "", "app", "app/models", "test", "spec"} {
		if p := path.Join(dir, name); r.files.Exists(p) {
			return []string{p}
		}
	}
	for _, p := range r.files.Named(path.Base(name)) {
		if strings.HasSuffix("/"+p, "/lib/"+name) {
			return []string{p}
		}
	}
	return nil
}
