// Package c reads C and C++: definitions, uses and includes of one file, which
// files an include means, and which a namespace. The names of a program are one
// scope: what a file keeps for itself is static.
package c

import (
	"bytes"
	"context"
	"path"
	"strings"

	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func init() {
	plus := table.NewLanguage("cpp", cppExtensions, plusSpec)
	lang.Register(plus)
	lang.Register(&language{table.NewLanguage("c", cExtensions, spec), plus})
}

// language is C, whose headers may be C++.
type language struct {
	*table.Language
	plus *table.Language
}

// Extract reads one file. What a header is written in is seen by its words.
func (l *language) Extract(ctx context.Context, file string, src []byte) (*lang.Facts, error) {
	if path.Ext(file) == ".h" && plusPlus(src) {
		return l.plus.Extract(ctx, file, src)
	}
	return l.Language.Extract(ctx, file, src)
}

// plusPlus says whether a header has words that C lacks, at the beginning of a line.
func plusPlus(src []byte) bool {
	for _, word := range []string{"class ", "namespace ", "template<", "template <", "public:", "private:", "protected:", "using "} {
		rest := src
		for {
			at := bytes.Index(rest, []byte(word))
			if at < 0 {
				break
			}
			line := bytes.TrimLeft(rest[bytes.LastIndexByte(rest[:at], '\n')+1:at], " \t")
			if len(line) == 0 {
				return true
			}
			rest = rest[at+len(word):]
		}
	}
	return false
}

var (
	cExtensions   = []string{".c", ".h"}
	cppExtensions = []string{".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".ipp", ".tpp", ".inl", ".cu", ".cuh"}
)

func spec() *table.Spec {
	return &table.Spec{
		Grammar: c.Language,
		Example: `(call_expression function: (identifier) @name)`,
		Rules:   rules(), Drop: drop,
		Builtins: table.Set("size_t ssize_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t intptr_t ptrdiff_t " +
			"bool string string_view FILE va_list wchar_t char16_t char32_t"),
		Infer:       table.Set("auto"),
		Holders:     holders(),
		Transparent: table.Set("get lock value"),
		Element:     table.Set("at front back top begin end find"),
		Values:      true,
		Comments:    extract.Comments{Block: []string{"/*"}, Line: []string{"//"}, Over: []string{"template", "__attribute__", "[[", "extern \"C\""}},
		Exported:    exported, TestFile: testFile,
		Begin:    begin,
		Unit:     func(string, *lang.Facts) string { return "c" },
		Resolver: newResolver,
		Scoping:  lang.Scoping{Members: true, Private: true, Overload: true},
	}
}

func plusSpec() *table.Spec {
	s := spec()
	s.Grammar = cpp.Language
	return s
}

func holders() map[string]table.Holder {
	h := map[string]table.Holder{"map": {Arg: -1, List: true}, "unordered_map": {Arg: -1, List: true}, "multimap": {Arg: -1, List: true}}
	for name := range table.Set("unique_ptr shared_ptr weak_ptr optional reference_wrapper atomic") {
		h[name] = table.Holder{}
	}
	for name := range table.Set("vector list deque set unordered_set array span queue stack initializer_list") {
		h[name] = table.Holder{List: true}
	}
	return h
}

// exported: what is not static and in no namespace without a name; a header's are for all.
func exported(x *table.Extractor, i uint32, s *lang.Symbol) bool {
	if s.Parent >= 0 {
		return x.Facts.Symbols[s.Parent].Exported
	}
	n := notes(x)
	return !n.hidden && (n.header || !x.Modified(i, "static"))
}

func testFile(p string) bool {
	stem := strings.TrimSuffix(path.Base(p), path.Ext(p))
	return strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_unittest") || strings.HasPrefix(stem, "test_") ||
		strings.HasSuffix(stem, "Test") || strings.Contains("/"+p, "/tests/") || strings.Contains("/"+p, "/test/")
}
