package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/wire"
)

// The shapes that other tools rely on, to the letter.
func TestShapesOfTheStructuredForm(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, tt := range []struct{ tool, arguments, want string }{
		{"relations", `{"operation":"callers","symbol":"store/store.go:27","limit":1}`,
			`{"symbol":"store/store.go::Store.Get","total":2,"callers":[{"path":"cart/cart.go","line":22,"column":26,"symbol":"cart/cart.go::Cart.Total","certainty":"resolved"}],"cursor":"1"}`},
		{"relations", `{"operation":"callers","symbol":"store/store.go:27","limit":500}`,
			`{"symbol":"store/store.go::Store.Get","total":2,"callers":[{"path":"cart/cart.go","line":22,"column":26,"symbol":"cart/cart.go::Cart.Total","certainty":"resolved"},{"path":"store/store_test.go","line":8,"column":21,"symbol":"store/store_test.go::TestGet","certainty":"resolved"}]}`},
		{"search", `{"query":"fetchCart","limit":1}`,
			`{"total":1,"symbols":[{"id":"web/api.ts::fetchCart","name":"fetchCart","kind":"function","path":"web/api.ts","line":7,"end_line":10,"signature":"export async function fetchCart(id: string): Promise<Line[]>"}]}`},
		{"search", `{"operation":"text","query":"until checkout"}`,
			`{"total":1,"matches":[{"path":"README.md","line":3,"column":20,"text":"A cart keeps items until checkout; prices come from the store."}]}`},
		{"search", `{"operation":"text","query":"nowhere to be seen"}`, `{"total":0,"matches":[]}`},
	} {
		if diff := cmp.Diff(tt.want, string(s.call(tt.tool, tt.arguments).StructuredContent)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.tool, tt.arguments, diff)
		}
	}
}

func TestTextIsCompactForKnownClientsAndJSONForOthers(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const query = `{"query":"Get"}`
	for client, compact := range map[string]bool{"pi": true, "codex": true, "gortex-cli": true, "somebody": false} {
		result := callAs(t, s.session(client), "search", query)
		text := result.Content[0].Text
		if _, err := wire.Parse(text); compact && (err != nil || !strings.HasPrefix(text, "GCX1 ")) {
			t.Errorf("%s reads %q, %v", client, text, err)
		}
		if !compact && text != string(result.StructuredContent) {
			t.Errorf("%s reads %q", client, text)
		}
	}
	if got := callAs(t, s.session("somebody"), "search", `{"query":"Get","format":"compact"}`).Content[0].Text; !strings.HasPrefix(got, "GCX1 ") {
		t.Errorf("format compact gave %q", got)
	}
	if got := callAs(t, s.session("somebody"), "search", `{}`); !got.IsError || !strings.Contains(got.Content[0].Text, `"example"`) || !json.Valid([]byte(got.Content[0].Text)) {
		t.Errorf("a refusal for a client that reads JSON: %q", got.Content[0].Text)
	}
}

// Claude Code shows its model the structured form instead of the text, where there is one.
func TestClaudeCodeGetsTheTextAlone(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	session := s.session("claude-code")
	for arguments, wrong := range map[string]bool{`{"query":"Get"}`: false, `{"query":"Get","format":"json"}`: false, `{}`: true} {
		result, err := session.Call(t.Context(), "search", json.RawMessage(arguments))
		if err != nil || result.IsError != wrong || result.StructuredContent != nil {
			t.Errorf("%s: %+v, %v", arguments, result, err)
		}
	}
	for _, tool := range session.Tools() {
		if tool.OutputSchema != nil {
			t.Errorf("%s promises a structured form", tool.Name)
		}
	}
	if s.session("pi").Tools()[0].OutputSchema == nil {
		t.Error("for others none is promised either")
	}
}

func TestACursorLeadsThroughTheWholeList(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, call := range []struct{ tool, arguments, key string }{
		{"search", `"query":"","operation":"symbols","query":"e"`, "symbols"},
		{"search", `"operation":"text","query":"item"`, "matches"},
		{"search", `"operation":"files","query":"*"`, "files"},
		{"relations", `"symbol":"store/store.go::Store"`, "usages"},
	} {
		seen, cursor, total := map[string]bool{}, "0", 0
		for range 100 {
			var page map[string]json.RawMessage
			s.facts(call.tool, fmt.Sprintf(`{%s,"limit":3,"cursor":%q}`, call.arguments, cursor), &page)
			var rows []json.RawMessage
			if err := errors.Join(json.Unmarshal(page[call.key], &rows), json.Unmarshal(page["total"], &total)); err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				if seen[string(row)] {
					t.Errorf("%s %s: twice: %s", call.tool, call.arguments, row)
				}
				seen[string(row)] = true
			}
			if page["cursor"] == nil {
				break
			}
			if err := json.Unmarshal(page["cursor"], &cursor); err != nil {
				t.Fatal(err)
			}
		}
		if len(seen) != total || total < 4 {
			t.Errorf("%s %s: %d rows, total %d", call.tool, call.arguments, len(seen), total)
		}
	}
}

func TestASymbolIsTakenInEachOfItsForms(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const want = "store/store.go::Store.Get"
	for _, form := range []string{
		want, "store/store.go:27", "store/store.go:30", "store.go:27:6", "Store.Get", "(*Store).Get", "Store::Get", "Store.Get()",
		filepath.Join(s.root, "store/store.go") + "::Store.Get", filepath.Join(s.root, "store/store.go") + ":27", "./store/store.go::Store.Get", "store.go::Store.Get", "shop/store/store.go::Store.Get",
	} {
		var got struct{ Symbol string }
		s.facts("relations", fmt.Sprintf(`{"operation":"callers","symbol":%q}`, form), &got)
		if got.Symbol != want {
			t.Errorf("%q is %q, want %q", form, got.Symbol, want)
		}
	}
	below := s.tools.Session(tools.SessionOptions{CWD: filepath.Join(s.root, "store"), Client: "pi"})
	for _, form := range []string{"store.go:27", "store.go::Store.Get", want} {
		if result := callAs(t, below, "relations", fmt.Sprintf(`{"operation":"callers","symbol":%q}`, form)); !strings.Contains(string(result.StructuredContent), `"symbol":"`+want) {
			t.Errorf("from its folder, %q is %s", form, result.StructuredContent)
		}
	}
	for form, want := range map[string]string{"store.Open": "store/store.go::Open", "cart.New": "cart/cart.go::New", "TestGet": "store/store_test.go::TestGet", "report.main": "tools/report.py::main"} {
		if text := s.text("read", fmt.Sprintf(`{"symbol":%q,"format":"json"}`, form)); !strings.Contains(text, `"symbol":"`+want) {
			t.Errorf("%q is %s", form, text)
		}
	}
}

func TestMissesSayWhatIsNear(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, tt := range []struct{ tool, arguments, says string }{
		{"relations", `{"symbol":"fetchCrat"}`, "web/api.ts::fetchCart"},
		{"relations", `{"symbol":"Get"}`, "store/store.go::Store.Get"},
		{"relations", `{"symbol":"store/store.go::Store.Gte"}`, "store/store.go::Store.Get"},
		{"relations", `{"symbol":"web/store.go::Store.Get"}`, "store/store.go::Store.Get"},
		{"relations", `{"symbol":"web/api.ts:999"}`, "web/api.ts::fetchCart"},
		{"read", `{"file":"web/apis.ts"}`, "web/api.ts"},
		{"read", `{"file":"store/store.go","first":900}`, "42 lines"},
		{"read", `{"file":"store/store.go","first":9,"last":3}`, "before `first`"},
		{"search", `{"operation":"text","query":"(","regexp":true}`, "can't be run"},
		{"search", `{"operation":"ast","query":"(x)"}`, "needs `lang`"},
		{"search", `{"query":"x","kinds":["thing"]}`, "kinds are"},
		{"relations", `{"operation":"imports"}`, "needs `file`"},
	} {
		if text := s.refusal(tt.tool, tt.arguments); !strings.Contains(text, tt.says) {
			t.Errorf("%s %s: want %q in\n%s", tt.tool, tt.arguments, tt.says, text)
		}
	}
}

func TestWhatIsNotIndexedIsSaidWithTheMend(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	for _, tool := range []string{"explore", "search", "read", "relations", "change"} {
		if text := s.refusal(tool, map[string]string{"explore": `{"task":"cart totals"}`, "search": `{"query":"x"}`, "read": `{"symbol":"x"}`, "relations": `{"symbol":"x"}`, "change": `{}`}[tool]); !strings.Contains(text, "gortex track "+s.root) {
			t.Errorf("%s: %s", tool, text)
		}
	}
	if text := s.text("workspace", `{}`); !strings.Contains(text, "gortex track "+s.root) {
		t.Error(text)
	}
}

func TestAnAnswerRestsOnWhatIsOnDisk(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.write("store/store.go", strings.Replace(s.content("store/store.go"), "// Open returns", "// A new line.\n\n// Open returns", 1))
	if text := s.text("read", `{"symbol":"store/store.go::Open"}`); !strings.Contains(text, "store/store.go:25-26\n// Open returns an empty store.\nfunc Open()") {
		t.Errorf("a file changed behind the index:\n%s", text)
	}
	s.write("cart/more.go", "package cart\n\nfunc More() {}\n")
	if text := s.text("read", `{"file":"cart/more.go"}`); !strings.Contains(text, "func More() {}") {
		t.Errorf("a new file:\n%s", text)
	}
	s.write("build/out.go", "package build\n")
	if text := s.refusal("read", `{"file":"build/out.go"}`); !strings.Contains(text, "git's rules") {
		t.Errorf("an ignored file: %s", text)
	}
}

func TestSeveralRepositoriesCarryTheirNames(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	other := filepath.Join(filepath.Dir(s.root), "other")
	write(t, filepath.Join(other, "main.go"), "package main\n\n// fetchCart is another.\nfunc fetchCart() {}\n\nfunc main() { fetchCart() }\n")
	s.track(other)
	above := s.tools.Session(tools.SessionOptions{CWD: filepath.Dir(s.root), Client: "pi"})
	if text := callAs(t, above, "search", `{"query":"fetchCart"}`).Content[0].Text; !strings.Contains(text, "shop/web/api.ts::fetchCart\t") || !strings.Contains(text, "other/main.go::fetchCart\t") || !strings.Contains(text, "total=2") {
		t.Error(text)
	}
	for _, symbol := range []string{"other/main.go::fetchCart", "other/main.go:4"} {
		if text := callAs(t, above, "relations", fmt.Sprintf(`{"operation":"callers","symbol":%q}`, symbol)).Content[0].Text; !strings.Contains(text, "other/main.go::main\t6\t15") {
			t.Errorf("%s: %s", symbol, text)
		}
	}
	if text := callAs(t, above, "read", `{"symbol":"fetchCart","repo":"other"}`).Content[0].Text; !strings.HasPrefix(text, "main.go:3-4\n") {
		t.Errorf("with repo: %s", text)
	}
	if text := callAs(t, s.session("pi"), "read", fmt.Sprintf(`{"file":%q}`, filepath.Join(other, "main.go"))).Content[0].Text; !strings.HasPrefix(text, "other/main.go:1-6\n") {
		t.Errorf("an absolute path elsewhere: %s", text)
	}
	if text := callAs(t, s.session("pi"), "search", `{"query":"fetchCart"}`).Content[0].Text; !strings.Contains(text, "total=1") {
		t.Errorf("a session inside one sees that one: %s", text)
	}
}

func TestADiffIsMappedToSymbolsCallersAndTests(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.write("store/store.go", strings.Replace(s.content("store/store.go"), "return price, nil", "return price + 1, nil", 1))
	s.write("cart/more.go", "package cart\n\nfunc More() {}\n")
	var got struct {
		Total   int
		Files   []struct{ Path, Status string }
		Symbols []struct{ ID, Change string }
		Callers []struct{ Path, Symbol, Of string }
		Tests   []struct{ ID string }
	}
	s.facts("change", `{}`, &got)
	want := got
	want.Total = 2
	want.Files = []struct{ Path, Status string }{{"store/store.go", "modified"}, {"cart/more.go", "added"}}
	want.Symbols = []struct{ ID, Change string }{{"store/store.go::Store.Get", "modified"}, {"cart/more.go::More", "added"}}
	want.Callers = []struct{ Path, Symbol, Of string }{{"cart/cart.go", "cart/cart.go::Cart.Total", "store/store.go::Store.Get"}, {"store/store_test.go", "store/store_test.go::TestGet", "store/store.go::Store.Get"}}
	want.Tests = []struct{ ID string }{{"store/store_test.go::TestGet"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "second")
	if text := s.text("change", `{"base":"HEAD~1"}`); !strings.Contains(text, "store/store.go::Store.Get\tmethod") {
		t.Error(text)
	}
	if text := s.text("change", `{"base":"HEAD~1","path":"cart"}`); strings.Contains(text, "Store.Get\tmethod\t") || !strings.Contains(text, "More") {
		t.Errorf("path restricts: %s", text)
	}
}

func TestWithoutGitDetectSaysSo(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.write("a.py", "def f():\n    pass\n")
	s.track(s.root)
	if text := s.refusal("change", `{}`); !strings.Contains(text, "needs git") {
		t.Error(text)
	}
	if text := s.text("change", `{"symbol":"f"}`); !strings.Contains(text, "operation=impact") {
		t.Error(text)
	}
}

func TestWhatAPresetHidesCanNotBeCalled(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	session := s.tools.Session(tools.SessionOptions{CWD: s.root, Preset: "read"})
	for _, name := range []string{"edit", "nothing"} {
		_, err := session.Call(context.Background(), name, json.RawMessage(`{}`))
		var refused *mcp.Error
		if !errors.As(err, &refused) || refused.Code != mcp.CodeInvalidParams {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, tool := range session.Tools() {
		if tool.Name == "edit" {
			t.Error("edit is shown")
		}
	}
}

func TestEveryToolThatIsShownIsBuilt(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	session := s.tools.Session(tools.SessionOptions{CWD: s.root, Preset: "full"})
	for _, name := range catalog.Names() {
		if _, err := session.Call(context.Background(), name, json.RawMessage(`{"no such argument":1}`)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestACallEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.session("pi").Call(ctx, "search", json.RawMessage(`{"operation":"text","query":"x"}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestReadToolsWriteNothing(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	before := tree(t, s.root)
	for _, call := range [][2]string{{"explore", `{"task":"cart total"}`}, {"search", `{"query":"Get"}`}, {"read", `{"symbol":"Open"}`}, {"relations", `{"symbol":"Open"}`}, {"change", `{}`}, {"workspace", `{}`}} {
		s.text(call[0], call[1])
	}
	if diff := cmp.Diff(before, tree(t, s.root)); diff != "" {
		t.Error(diff)
	}
}

// tree is the files below a folder, .git included, with what is in them.
func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(file)
		all[file] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestACallWaitsForAnIndexThatIsNearlyThere(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	unpack(t, "testdata/fixture.txtar", s.root)
	done := make(chan error, 1)
	go func() {
		_, err := s.engine.Track(context.Background(), s.root, nil)
		done <- err
	}()
	for deadline := time.Now().Add(10 * time.Second); len(s.engine.Repositories()) == 0; {
		if time.Now().After(deadline) {
			t.Fatal("nothing is tracked")
		}
		runtime.Gosched()
	}
	result := s.call("search", `{"query":"fetchCart"}`)
	if text := result.Content[0].Text; !strings.Contains(text, "web/api.ts::fetchCart") && !strings.Contains(text, "warming") {
		t.Errorf("neither an answer nor a word about warming: %s", text)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestAFileThatHasJustComeIsFound(t *testing.T) {
	t.Parallel()
	s := newShop(t) // nothing watches it
	for i, name := range []string{"store/fresh.go", "fresh/fresh.go"} {
		symbol := []string{"JustWritten", "JustAsWell"}[i]
		s.write(name, "package fresh\n\nfunc "+symbol+"() {}\n")
		if got := s.text("search", `{"query": "`+symbol+`"}`); !strings.Contains(got, name+"::"+symbol) {
			t.Errorf("%s is not found:\n%s", symbol, got)
		}
	}
	if err := os.Remove(filepath.Join(s.root, "store/fresh.go")); err != nil {
		t.Fatal(err)
	}
	if got := s.text("search", `{"query": "JustWritten", "path": "store"}`); strings.Contains(got, "store/fresh.go::") {
		t.Errorf("what is gone is still found:\n%s", got)
	}
}

// TestACancelledCallStopsSoon: a cancelled search is given up inside a file. How long is
// soon is told by the machine itself: a search of one whole file, in the same run.
func TestACancelledCallStopsSoon(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	line := strings.Repeat("func f(a int) int { return a + 1 } // some text to look through, box by box\n", 12_000)
	for i := range 60 {
		s.write("f"+strconv.Itoa(i)+".txt", line)
	}
	s.track(s.root)
	session := s.session("pi")
	search := func(ctx context.Context, path string) error {
		_, err := session.Call(ctx, "search", json.RawMessage(`{"operation": "text", "regexp": true, "query": "(a|b|.)*x(y|z)*$", "path": "`+path+`"}`))
		return err
	}
	began := time.Now()
	if err := search(t.Context(), "f7.txt"); err != nil {
		t.Fatal(err)
	}
	file := time.Since(began)

	var took []time.Duration
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan time.Time, 1)
		var err error
		go func() {
			err = search(ctx, ".")
			ended <- time.Now()
		}()
		select {
		case <-ended:
			t.Fatal("the call was over before it was cancelled: this shows nothing")
		case <-time.After(file / 3): // it is under way
		}
		cancelled := time.Now()
		cancel()
		took = append(took, (<-ended).Sub(cancelled))
		if err == nil {
			t.Error("a cancelled call has answered")
		}
	}
	if slices.Min(took) > file/4 { // the least disturbed of them
		t.Errorf("cancelled calls went on for %v; one file takes %v", took, file)
	}
}
