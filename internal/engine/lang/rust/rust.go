// Package rust reads Rust: definitions, uses and imports of one file, and which
// files a module's path stands for.
package rust

import (
	"bytes"
	"path"
	"strings"

	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func init() { lang.Register(table.NewLanguage("rust", []string{".rs"}, spec)) }

func spec() *table.Spec {
	return &table.Spec{
		Grammar: rust.Language,
		Example: `(call_expression function: (identifier) @name)`,
		Rules:   rules(), Drop: drop,
		Builtins: table.Set("String str Send Sync Sized Copy Clone Debug Default Fn FnMut FnOnce Eq PartialEq Ord PartialOrd Hash Drop From Into"),
		Holders:  holders(),
		Transparent: table.Set("unwrap expect unwrap_or unwrap_or_default unwrap_or_else clone as_ref as_mut as_deref lock borrow borrow_mut " +
			"enumerate iter iter_mut into_iter to_owned cloned copied ok ok_or ok_or_else map_err context with_context"),
		Element:   table.Set("next first last get get_mut pop pop_front pop_back peek find nth remove"),
		SelfNames: table.Set("Self"),
		Values:    true,
		Pattern:   pattern,
		Comments:  extract.Comments{Block: []string{"/**"}, Line: []string{"///"}, Over: []string{"#["}},
		Exported:  exported, Testing: marked, TestFile: testFile,
		Begin: begin, End: end,
		Resolver: newResolver,
	}
}

func holders() map[string]table.Holder {
	h := map[string]table.Holder{"Cow": {Arg: -1}}
	for name := range table.Set("Option Result Box Rc Arc RefCell Cell Mutex RwLock Pin Ref RefMut MutexGuard Weak OnceCell OnceLock LazyLock") {
		h[name] = table.Holder{}
	}
	for name := range table.Set("Vec VecDeque HashSet BTreeSet LinkedList BinaryHeap Iterator IntoIterator") {
		h[name] = table.Holder{List: true}
	}
	for name := range table.Set("HashMap BTreeMap IndexMap") {
		h[name] = table.Holder{Arg: -1, List: true}
	}
	return h
}

// exported: what is pub; members of a trait and variants as what they stand in.
func exported(x *table.Extractor, i uint32, s *lang.Symbol) bool {
	if s.Parent >= 0 {
		parent := &x.Facts.Symbols[s.Parent]
		if parent.Kind == lang.Interface || s.Kind == lang.EnumMember {
			return parent.Exported
		}
	}
	return notes(x).trait || x.Modified(i, "pub")
}

// marked: the attributes before a function that a test runner looks for.
func marked(x *table.Extractor, i uint32, s *lang.Symbol) bool {
	if s.Kind != lang.Function {
		return false
	}
	before := bytes.TrimSpace(x.Src[max(0, int(x.Nodes[i].Start)-400):x.Nodes[i].Start])
	for bytes.HasSuffix(before, []byte("]")) {
		at := bytes.LastIndex(before, []byte("#["))
		if at < 0 {
			return false
		}
		name, _, _ := strings.Cut(strings.Trim(string(before[at:]), "#[]"), "(")
		if name == "test" || strings.HasSuffix(name, "::test") || name == "rstest" || name == "bench" {
			return true
		}
		before = bytes.TrimSpace(before[:at])
	}
	return false
}

func testFile(p string) bool {
	return path.Base(p) == "tests.rs" || strings.HasPrefix(p, "tests/") || strings.Contains(p, "/tests/")
}
