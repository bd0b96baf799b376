// Package java reads Java: definitions, uses and imports of one file, and which
// files a package's name stands for.
package java

import (
	"path"
	"strings"

	java "github.com/tree-sitter/tree-sitter-java/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func init() { lang.Register(table.NewLanguage("java", []string{".java"}, spec)) }

func spec() *table.Spec {
	return &table.Spec{
		Grammar: java.Language,
		Example: `(method_invocation name: (identifier) @name)`,
		Rules:   rules(), Drop: drop,
		Builtins: table.Set("String Object Integer Long Double Float Boolean Character Byte Short Number Void Class Iterable Runnable Comparable CharSequence"),
		Infer:    table.Set("var"),
		Holders:  holders(),
		Element: table.Set("get getFirst getLast getOrDefault next poll peek pop remove take first last element orElse orElseThrow orElseGet " +
			"findFirst join ifPresent"),
		Comments: extract.Comments{Block: []string{"/**"}},
		Exported: exported, Testing: marked, TestFile: testFile,
		Unit:     func(_ string, f *lang.Facts) string { return "java:" + f.Package },
		Resolver: table.PackageResolver("java"),
		Scoping:  lang.Scoping{Members: true, Packages: true, Overload: true},
	}
}

func holders() map[string]table.Holder {
	h := map[string]table.Holder{}
	for name := range table.Set("List ArrayList LinkedList Collection Set HashSet LinkedHashSet TreeSet SortedSet Queue Deque ArrayDeque " +
		"PriorityQueue BlockingQueue Iterable Iterator ListIterator Stream Optional Future CompletableFuture Supplier Vector Stack") {
		h[name] = table.Holder{List: true}
	}
	for name := range table.Set("Map HashMap LinkedHashMap TreeMap SortedMap ConcurrentMap ConcurrentHashMap EnumMap Hashtable WeakHashMap") {
		h[name] = table.Holder{Arg: -1, List: true}
	}
	return h
}

// exported: what is public or protected, or a member of an interface; members of an enumeration as it is.
func exported(x *table.Extractor, i uint32, s *lang.Symbol) bool {
	up := true
	if s.Parent >= 0 {
		parent := &x.Facts.Symbols[s.Parent]
		up = parent.Exported
		if parent.Kind == lang.Interface || s.Kind == lang.EnumMember {
			return up && !x.Modified(i, "private")
		}
	}
	return up && (x.Modified(i, "public") || x.Modified(i, "protected"))
}

// marked: methods with an annotation that a test runner looks for.
func marked(x *table.Extractor, i uint32, s *lang.Symbol) bool {
	return s.Kind == lang.Method && (x.Modified(i, "Test") || x.Modified(i, "ParameterizedTest") || x.Modified(i, "RepeatedTest"))
}

func testFile(p string) bool {
	stem := strings.TrimSuffix(path.Base(p), ".java")
	return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "IT") ||
		strings.Contains("/"+p, "/src/test/")
}
