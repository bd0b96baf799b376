package tools_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools"
)

// full calls a tool in a session that lists all of them.
func (s *shop) full(tool, arguments string) *mcp.ToolResult {
	s.Helper()
	return callAs(s.T, s.tools.Session(tools.SessionOptions{CWD: s.root, Client: "pi", Preset: "full"}), tool, arguments)
}

// shows holds the text of calls to what has to stand in it ("!": must not).
func (s *shop) shows(tool, arguments string, parts ...string) {
	s.Helper()
	result := s.full(tool, arguments)
	checkOutput(s.T, tool, result.StructuredContent)
	text := result.Content[0].Text
	for _, part := range parts {
		want, not := strings.CutPrefix(part, "!")
		if strings.Contains(text, want) == not {
			s.Errorf("%s %s: %q is not as expected in:\n%s", tool, arguments, part, text)
		}
	}
}

func TestWhatToolsSearchNamesIsCallableWhenItsAnswerIsRead(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	announced := 0
	session := s.tools.Session(tools.SessionOptions{CWD: s.root, Client: "pi", OnChanged: func() { announced++ }})
	other := s.session("pi")
	listed := func(session *tools.Session) (names []string) {
		for _, tool := range session.Tools() {
			names = append(names, tool.Name)
		}
		return names
	}
	_, err := session.Call(context.Background(), "trace", json.RawMessage(`{"symbol": "Store.Get"}`))
	if err == nil || !strings.Contains(err.Error(), "tools_search") {
		t.Errorf("a deferred tool was called: %v; the error has to name tools_search", err)
	}
	result := callAs(t, session, "tools_search", `{"query": "trace, refactor"}`)
	checkOutput(t, "tools_search", result.StructuredContent)
	if announced != 1 {
		t.Errorf("two promotions of one call were announced %d times", announced)
	}
	for _, name := range []string{"trace", "refactor"} {
		if !strings.Contains(result.Content[0].Text, name) || !slices.Contains(listed(session), name) {
			t.Errorf("%s is not promoted: %q\n%s", name, listed(session), result.Content[0].Text)
		}
	}
	if got := callAs(t, session, "trace", `{"symbol": "Store.Get"}`); got.IsError {
		t.Error(got.Content[0].Text)
	}
	if slices.Contains(listed(other), "trace") {
		t.Error("a promotion is seen by another session")
	}
	callAs(t, session, "tools_search", `{"query": "trace"}`)
	if announced != 1 {
		t.Error("what was promoted already was announced again")
	}
	callAs(t, session, "tools_search", `{"withdraw": ["trace"]}`)
	if announced != 2 || slices.Contains(listed(session), "trace") || !slices.Contains(listed(session), "refactor") {
		t.Errorf("after the withdrawal: %d announced, %q", announced, listed(session))
	}
}

func TestCallsAreTraced(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.shows("trace", `{"symbol": "cmd/shop/main.go::main", "to": "Store.Get"}`,
		"total=2", "1\tcmd/shop/main.go::main\tcart/cart.go::Cart.Total", "2\tcart/cart.go::Cart.Total\tstore/store.go::Store.Get")
	s.shows("trace", `{"symbol": "Store.Get", "to": "cmd/shop/main.go::main"}`, "total=0", "the other way")
	s.shows("trace", `{"symbol": "cmd/shop/main.go::main", "depth": 2}`, "1\tcmd/shop/main.go::main\tstore/store.go::Open", "2\tcart/cart.go::Cart.Total\tstore/store.go::Store.Get")
	s.shows("trace", `{"symbol": "Store.Get", "direction": "callers"}`, "1\tcart/cart.go::Cart.Total\tstore/store.go::Store.Get", "2\tcmd/shop/main.go::main\tcart/cart.go::Cart.Total")
	s.shows("trace", `{"operation": "flow", "symbol": "Prices"}`, "store/store.go::Store.Get\tmethod")
	s.shows("trace", `{"operation": "path", "symbol": "Store.Get"}`, "needs `to`", "Example:")
}

func TestAWholeRepositoryIsAnalyzed(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.write("store/old.go", "package store\n\n// unwanted is not.\nfunc unwanted() int { return 1 } // TODO: take it out\n\nfunc again(n int) { again(n - 1) }\n\n// mark is no TODO, nor is its text.\nvar mark = \"TODO\"\n")
	s.write("web/a.ts", "import { b } from \"./b\";\nexport function a() { return b(); }\n")
	s.write("web/b.ts", "import { a } from \"./a\";\nexport function b() { return a(); }\n")
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "second")
	s.track(s.root)
	s.shows("analyze", `{"operation": "dead_code"}`, "store/old.go::unwanted", "store/old.go::again", "!store/store.go::Open", "!cmd/shop/main.go::main")
	s.shows("analyze", `{"operation": "cycles"}`, "total=1", "2\tweb/a.ts web/b.ts")
	s.shows("analyze", `{"operation": "todos"}`, "total=1", "store/old.go\t4\tTODO: take it out\n")
	var marks struct {
		Matches []struct{ Column int }
	}
	if err := json.Unmarshal(s.full("analyze", `{"operation": "todos"}`).StructuredContent, &marks); err != nil {
		s.Fatal(err)
	}
	if len(marks.Matches) != 1 || marks.Matches[0].Column != 37 {
		s.Errorf("a mark stands at %v", marks.Matches)
	}
	s.shows("analyze", `{"operation": "complexity", "limit": 1}`, "cart/cart.go::Cart.Total\t19\t3\t11", "cursor=\"1\"")
	s.shows("analyze", `{"operation": "hotspots"}`, "cart/cart.go::Cart.Total\t19\t3\t11\t1\t1")
	s.shows("analyze", `{"operation": "coupling"}`, "store\t2\t2\t0\t0.00", "cmd/shop\t1\t0\t2\t1.00")
	s.shows("analyze", `{"operation": "api", "path": "store"}`, "func (s *Store) Get(item string) (int, error)", "!unwanted", "!TestGet")
}

func TestGitIsAskedAboutTheLinesOfASymbol(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	text := s.content("store/store.go")
	s.write("store/store.go", strings.Replace(text, "return 0, ErrUnknown", "return -1, ErrUnknown", 1))
	s.git("commit", "-q", "-a", "-m", "second")
	s.git("mv", "store/store.go", "store/prices.go")
	s.git("commit", "-q", "-a", "-m", "third")
	s.write("store/prices.go", "// A line above shifts all.\n"+s.content("store/prices.go"))
	s.track(s.root)
	s.shows("history", `{"symbol": "Store.Get"}`, "total=2", `author=Ada\sof\sShop`, "\tsecond", "\tfirst")
	s.shows("history", `{"symbol": "Store.Set"}`, "total=1", "\tfirst")
	s.shows("history", `{"operation": "blame", "file": "store/prices.go", "first": 1, "last": 35}`, "1\t1\t\t", "not committed yet", "33\t33\t", "\tsecond")
	s.write("store/new.go", "package store\n\nfunc fresh() {}\n")
	s.track(s.root)
	s.shows("history", `{"symbol": "fresh"}`, "total=0", "not committed yet")
}

func TestARepositoryIsTrackedReadAgainAndForgotten(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	write(t, s.root+"-2/a.go", "package a\n\nfunc A() {}\n")
	s.shows("workspace_admin", `{"operation": "track", "dir": "`+s.root+`-2"}`, "status=tracked", "shop-2\t")
	s.shows("workspace_admin", `{"operation": "reindex", "repo": "shop-2"}`, "status=reindexed", "shop-2\t")
	s.shows("workspace_admin", `{"operation": "untrack"}`, "needs `repo`", "shop-2")
	s.shows("workspace_admin", `{"operation": "untrack", "repo": "shop-2"}`, "status=untracked")
	if got := len(s.engine.Repositories()); got != 1 {
		t.Errorf("%d repositories are tracked, want 1", got)
	}
	if s.full("workspace_admin", `{"operation": "untrack", "repo": "shop-2"}`).IsError != true {
		t.Error("what is not tracked was untracked")
	}
	s.git("worktree", "add", "-q", "--detach", "nested")
	s.shows("workspace_admin", `{"operation": "untrack", "dir": "`+s.root+`/nested"}`, "status=untracked", "nested is forgotten")
	if got := len(s.engine.Repositories()); got != 1 {
		t.Errorf("%d repositories are tracked once a work tree inside of one is not, want 1", got)
	}
}

func TestTestsAreWhatARunnerRuns(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.write("store/more_test.go", "package store\n\nimport \"testing\"\n\nconst many = 3\n\nfunc prepared() *Store { s := Open(); s.Set(\"a\", many); return s }\n\nfunc TestPrepared(t *testing.T) { prepared() }\n")
	s.write("tools/test_report.py", "from report import price_of\n\ndef make():\n    return price_of(1)\n\ndef test_price():\n    def inner():\n        return make()\n    inner()\n")
	s.shows("change", `{"operation": "tests", "symbol": "Store.Set"}`, "store/more_test.go::TestPrepared", "!::prepared\t", "!::many")
	s.shows("change", `{"operation": "detect"}`, "store/more_test.go::TestPrepared")
	s.shows("change", `{"operation": "tests", "symbol": "price_of"}`, "tools/test_report.py::test_price", "!::make\t", "!::inner")
	var d struct{ Tests []struct{ ID string } }
	s.facts("change", `{"operation":"detect"}`, &d)
	for _, one := range d.Tests {
		if !strings.Contains(one.ID, "::Test") && !strings.Contains(one.ID, "::test_") {
			t.Errorf("%s is no test", one.ID)
		}
	}
}

func TestTestsToRunAndWhatASignatureBreaks(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.shows("change", `{"operation": "tests", "symbol": "Store.Get"}`, "store/store_test.go::TestGet", "go test ./store -run '^(TestGet)$'")
	s.shows("change", `{"symbol": "Store.Get", "signature": "func (s *Store) Get(item, shop string) (int, error)"}`, "2 calls of 2 would not fit", "it takes exactly 2, given 1", "store/store.go::Prices.Get")
	s.shows("change", `{"operation": "verify", "symbol": "Store.Set"}`, "0 calls of 2 would not fit")
	s.write("store/more.go", "package store\n\nfunc more() { Open(1) }\n\nfunc broken( {\n")
	s.write("web/c.ts", "import { x } from \"./nowhere\";\nexport const c = = x;\n")
	s.shows("change", `{"operation": "diagnostics"}`, "store/more.go\t3\targuments", "\t5\tsyntax", "web/c.ts\t1\timport", "\n\t2\tsyntax")
	s.write("store/more.go", "package store\n\nfunc more() { Open(1) }\n")
	s.shows("change", `{"operation": "diagnostics"}`, "store/store.go::Open: it takes exactly 0, given 1")
}
