package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

func shop(t *testing.T) *Snapshot {
	t.Helper()
	return track(t, Options{}, archive(t, "testdata/shop.txtar")).Snapshot()
}

func TestQueries(t *testing.T) {
	t.Parallel()
	s := shop(t)
	at := func(path string, line int) string {
		sym, _ := s.SymbolAt(path, line)
		return sym.ID
	}
	found := func(q SymbolQuery) string {
		symbols, total := s.Search(q)
		return fmt.Sprint(total, " ", ids(symbols))
	}
	text := func(q TextQuery) string {
		matches, total, err := s.Text(t.Context(), q)
		if err != nil {
			return err.Error()
		}
		var all []string
		for _, m := range matches {
			all = append(all, fmt.Sprintf("%s:%d:%d", m.Path, m.Line, m.Column))
		}
		return fmt.Sprint(total, " ", strings.Join(all, " "))
	}
	names := func(q string) string {
		files, total := s.Names(q, 3)
		var all []string
		for _, f := range files {
			all = append(all, f.Path)
		}
		return fmt.Sprint(total, " ", strings.Join(all, " "))
	}
	imports := func(list []Import) string {
		var all []string
		for _, m := range list {
			all = append(all, fmt.Sprintf("%s>%s", m.From, m.To))
		}
		return strings.Join(all, " ")
	}
	tests := []struct{ name, got, want string }{
		{"a bare name finds source before tests before vendored", ids(s.Lookup("NewServer")), "server.go::NewServer vendor/example.test/lib/server.go::NewServer"},
		{"a qualified name finds a method", ids(s.Lookup("Store.Get")), "store/store.go::Store.Get"},
		{"a package may stand in front", ids(s.Lookup("store.New")), "store/store.go::New"},
		{"an unknown name finds nothing", ids(s.Lookup("Nope")), ""},
		{"the name's line is the symbol's", at("store/store.go", 18), "store/store.go::Store.Get"},
		{"a line inside belongs to the innermost", at("server.go", 13), "server.go::Server.Serve"},
		{"a line between definitions is nobody's", at("server.go", 4), ""},
		{"an outline is in source order", ids(s.Outline("store/cache.go")), "store/cache.go::Cache store/cache.go::Cache.hits store/cache.go::Cache.Hits"},
		{"callers come by path, the interface's method has its own", sites(s.References("store/store.go::Getter.Get", Likely, lang.Call)), "server.go::Server.Serve"},
		{"callers include tests", sites(s.References("server.go::NewServer", Likely, lang.Call)), "server_test.go::TestServe"},
		{"callees come in source order", callees(s.Uses("server.go::Server.Serve", Likely, lang.Call)), "store/store.go::Getter.Get server.go::shout"},
		{"an interface is implemented by who has its methods, embedded ones too", ids(s.Implementations("store/store.go::Getter")), "store/cache.go::Cache store/store.go::Store"},
		{"a method is implemented by its namesakes there", ids(s.Implementations("store/store.go::Getter.Get")), "store/store.go::Store.Get"},
		{"supertypes are what is embedded and what is implemented", ids(s.Supertypes("store/cache.go::Cache")), "store/store.go::Store store/store.go::Getter"},
		{"an import leads to the package's folder", imports(s.Imports("server.go")), "server.go>store"},
		{"dependents import the package", imports(s.Dependents("store/cache.go")), "server.go>store"},
		{"search: exact, then prefix in another case", found(SymbolQuery{Query: "NewServer"}), "3 server.go::NewServer vendor/example.test/lib/server.go::NewServer server_test.go::newserverHelper"},
		{"search: camel-case initials", found(SymbolQuery{Query: "ns", Path: "server.go"}), "1 server.go::NewServer"},
		{"search: a kind and a folder", found(SymbolQuery{Query: "get", Kinds: []lang.Kind{lang.Method}, Path: "store"}), "3 store/store.go::Getter.Get store/store.go::Store.Get store/store.go::Wrong.Get"},
		{"search: a qualified name", found(SymbolQuery{Query: "store.get"}), "4 store/store.go::Getter.Get store/store.go::Store.Get store/store.go::Wrong.Get store/store.go::Getter"},
		{"search: a limit cuts and counts", found(SymbolQuery{Query: "get", Limit: 1}), "4 store/store.go::Getter.Get"},
		{"search: no such language", found(SymbolQuery{Query: "get", Lang: "cobol"}), "0 "},
		{"text: every kind of file, in path order", text(TextQuery{Query: "NewServer"}), "5 README.md:3:22 server.go:8:4 server.go:9:6 server_test.go:6:7 vendor/example.test/lib/server.go:3:6"},
		{"text: a whole word", text(TextQuery{Query: "Serve", Word: true, Lang: "go"}), "3 server.go:11:4 server.go:12:18 server_test.go:7:7"},
		{"text: without regard to case", text(TextQuery{Query: "ÜNÏCODE", IgnoreCase: true}), "1 README.md:3:40"},
		{"text: a regular expression about lines", text(TextQuery{Query: `^func \(.*Get\(`, Regexp: true}), "2 store/store.go:18:1 store/store.go:23:1"},
		{"text: a limit cuts and counts", text(TextQuery{Query: "package", Limit: 1}), "5 server.go:1:1"},
		{"text: a glob of paths", text(TextQuery{Query: "package", Path: "**/cache.go"}), "1 store/cache.go:1:1"},
		{"names: words, best first", names("server"), "3 server.go server_test.go vendor/example.test/lib/server.go"},
		{"names: a glob", names("store/*.go"), "2 store/cache.go store/store.go"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.name, tt.got, tt.want)
		}
	}
	if _, _, err := s.Text(t.Context(), TextQuery{Query: "(", Regexp: true}); err == nil || !strings.Contains(err.Error(), "regular expression") {
		t.Errorf("a wrong regular expression gives %v", err)
	}
}

func callees(edges []Edge) string {
	var all []string
	for _, e := range edges {
		all = append(all, e.To.ID)
	}
	return strings.Join(all, " ")
}

func TestASymbolSaysWhereItIs(t *testing.T) {
	t.Parallel()
	s := shop(t)
	got, ok := s.SymbolByID("store/store.go::Store.Get")
	if !ok {
		t.Fatal("not found")
	}
	src, fresh, err := s.Source(got.Path)
	if err != nil || !fresh {
		t.Fatal(fresh, err)
	}
	if text := string(src[got.Start:got.End]); !strings.HasPrefix(text, "func (s *Store) Get(") || !strings.HasSuffix(text, "}") {
		t.Errorf("its bytes are %q", text)
	}
	got.Start, got.End = 0, 0
	want := Symbol{
		ID: "store/store.go::Store.Get", Name: "Get", Qualified: "Store.Get", Kind: lang.Method, Path: "store/store.go",
		Line: 18, Column: 17, StartLine: 18, EndLine: 18, Signature: "func (s *Store) Get(key string) (string, error)",
		Doc: "Get returns a value.", Parent: "store/store.go::Store", Exported: true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestASecondDefinitionOfANameHasANumber(t *testing.T) {
	t.Parallel()
	s := track(t, Options{}, map[string]string{"a.go": "package a\n\nfunc init() {}\n\nfunc init() {}\n"}).Snapshot()
	if got := ids(s.Outline("a.go")); got != "a.go::init a.go::init#2" {
		t.Fatal(got)
	}
	if sym, ok := s.SymbolByID("a.go::init#2"); !ok || sym.Line != 5 {
		t.Error(ok, sym.Line)
	}
	for _, id := range []string{"a.go::init#3", "a.go::nope", "b.go::init", "nonsense", ""} {
		if sym, ok := s.SymbolByID(id); ok {
			t.Errorf("%q is %s", id, sym.ID)
		}
	}
}

func TestSourceSaysWhenTheDiskHasMovedOn(t *testing.T) {
	t.Parallel()
	r := track(t, Options{}, archive(t, "testdata/shop.txtar"))
	file := filepath.Join(r.Root(), "server.go")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, r.Root(), "server.go", string(src)) // the same bytes again
	if _, fresh, err := r.Snapshot().Source("server.go"); err != nil || !fresh {
		t.Error("the same bytes are not fresh", err)
	}
	write(t, r.Root(), "server.go", string(src)+"\nfunc late() {}\n")
	if _, fresh, err := r.Snapshot().Source("server.go"); err != nil || fresh {
		t.Error("other bytes are fresh", err)
	}
	if diff := cmp.Diff([]string{"server.go"}, r.Behind()); diff != "" {
		t.Error(diff)
	}
	if err := r.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := ids(r.Snapshot().Lookup("late")); got != "server.go::late" || len(r.Behind()) != 0 {
		t.Errorf("after Refresh: %q, behind %v", got, r.Behind())
	}
}

// TestOutputIsToldByItsEnd: a file's kind is judged by all of it.
func TestOutputIsToldByItsEnd(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("export function f() {}\n", 1000)
	s := track(t, Options{}, map[string]string{"src.js": long, "out.js": long + "//# sourceMappingURL=out.js.map\n"}).Snapshot()
	for path, want := range map[string]bool{"src.js": false, "out.js": true} {
		if f, ok := s.File(path); !ok || f.Generated != want {
			t.Errorf("%s: %+v", path, f)
		}
	}
}
