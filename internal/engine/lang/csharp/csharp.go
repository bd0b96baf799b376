// Package csharp reads C#: definitions, uses and imports of one file, and which
// files a namespace stands for.
package csharp

import (
	"path"
	"strings"

	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func init() { lang.Register(table.NewLanguage("csharp", []string{".cs"}, spec)) }

func spec() *table.Spec {
	return &table.Spec{
		Grammar: csharp.Language,
		Example: `(invocation_expression function: (identifier) @name)`,
		Rules:   rules(), Drop: drop,
		Builtins: table.Set("String Object Int32 Int64 Boolean Double Guid DateTime TimeSpan CancellationToken Action Func Exception Type"),
		Infer:    table.Set("var dynamic"),
		Holders:  holders(),
		Transparent: table.Set("ConfigureAwait AsEnumerable ToList ToArray Where OrderBy OrderByDescending ThenBy Skip Take Distinct Reverse " +
			"AsReadOnly AsQueryable AsNoTracking"),
		Element:  table.Set("First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt Dequeue Peek Pop Find Max Min GetValueOrDefault"),
		Values:   true,
		Comments: extract.Comments{Block: []string{"/**"}, Line: []string{"///"}, Over: []string{"["}},
		Exported: exported, Testing: marked, TestFile: testFile,
		Begin:    func(x *table.Extractor) { x.Notes = &note{} },
		Unit:     func(_ string, f *lang.Facts) string { return "csharp:" + f.Package },
		Resolver: table.PackageResolver("csharp"),
		Scoping:  lang.Scoping{Members: true, Packages: true, Merged: true, Overload: true},
	}
}

func holders() map[string]table.Holder {
	h := map[string]table.Holder{}
	for name := range table.Set("Task ValueTask Nullable Lazy IOptions") {
		h[name] = table.Holder{}
	}
	for name := range table.Set("List IList IReadOnlyList IEnumerable IAsyncEnumerable ICollection IReadOnlyCollection HashSet ISet Queue Stack " +
		"IQueryable Collection ObservableCollection ImmutableArray ImmutableList ConcurrentBag ConcurrentQueue DbSet Span ReadOnlySpan LinkedList") {
		h[name] = table.Holder{List: true}
	}
	for name := range table.Set("Dictionary IDictionary IReadOnlyDictionary ConcurrentDictionary SortedDictionary ImmutableDictionary") {
		h[name] = table.Holder{Arg: -1, List: true}
	}
	return h
}

// exported: types unless they are private, members that are said to be; those of
// interfaces and enumerations as what they stand in.
func exported(x *table.Extractor, i uint32, s *lang.Symbol) bool {
	if s.Parent < 0 {
		return !x.Modified(i, "private") && !x.Modified(i, "file")
	}
	parent := &x.Facts.Symbols[s.Parent]
	if parent.Kind == lang.Interface || parent.Kind == lang.Enum {
		return parent.Exported
	}
	return parent.Exported && (x.Modified(i, "public") || x.Modified(i, "protected") || x.Modified(i, "internal") || x.Is(i, "parameter"))
}

// marked: methods with an attribute that a test runner looks for.
func marked(x *table.Extractor, i uint32, s *lang.Symbol) bool {
	if s.Kind != lang.Method {
		return false
	}
	for _, word := range []string{"Fact", "Theory", "Test", "TestCase", "TestMethod"} {
		if x.Modified(i, word) {
			return true
		}
	}
	return false
}

func testFile(p string) bool {
	stem := strings.TrimSuffix(path.Base(p), ".cs")
	return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.Contains("/"+p, "/test/") ||
		strings.Contains("/"+p, "/tests/") || strings.Contains(p, ".Tests/") || strings.Contains(p, ".Test/")
}
