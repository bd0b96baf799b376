package tools_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/tools"
)

func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// edited is what an edit answers.
type edited struct {
	Status string
	Files  []struct {
		Path           string
		Before         string `json:"sha256_before"`
		After          string `json:"sha256_after"`
		Added, Removed int
	}
}

func TestEditsLandAndTheIndexHasThem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, arguments, path, has, lacks string }{
		{"an exact replacement", `{"file":"cart/cart.go","edits":[{"old":"sum := 0","new":"secret := 0"},{"old":"sum += price","new":"secret += price"},{"old":"return sum","new":"return secret"}]}`, "cart/cart.go", "secret += price", "sum += price"},
		{"edits as text", `{"file":"cart/cart.go","edits":"{\"old\":\"sum := 0\",\"new\":\"secret := 0\"}"}`, "cart/cart.go", "secret := 0", ""},
		{"another agent's names", `{"path":"cart/cart.go","old_string":"sum := 0","new_string":"secret := 0"}`, "cart/cart.go", "secret := 0", ""},
		{"a symbol's definition", `{"symbol":"Cart.Add","body":"// Add is secret.\nfunc (c *Cart) Add(item string) {\n\tc.items = append(c.items, item)\n}"}`, "cart/cart.go", "// Add is secret.\nfunc (c *Cart) Add(item string) {\n\tc.items", "// Add puts"},
		{"beside a symbol", `{"symbol":"store.Open","position":"after","body":"// secret is new.\nfunc secret() {}"}`, "store/store.go", "map[string]int{}} }\n\n// secret is new.\nfunc secret() {}\n\n// Get", ""},
		{"a decorated definition keeps its indentation", `{"symbol":"Report.total","body":"    @property\n    def total(self):\n        return secret"}`, "tools/report.py", "    @property\n    def total(self):\n        return secret\n\n\ndef price_of", ""},
		{"an exported function", `{"symbol":"fetchCart","body":"export async function fetchCart(id: string): Promise<Line[]> {\n  return secret;\n}"}`, "web/api.ts", "*/\nexport async function fetchCart(id: string): Promise<Line[]> {\n  return secret;\n}\n", "export export"},
		{"a new file", `{"file":"cart/new.go","content":"package cart\n\nfunc secret() {}\n","create":true}`, "cart/new.go", "func secret", ""},
		{"a batch", `{"changes":[{"file":"README.md","edits":[{"old":"# Shop","new":"# secret"}]},{"file":"cart/new.go","content":"package cart // secret\n","create":true}]}`, "README.md", "# secret", "# Shop"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			s := newShop(t)
			result := s.call("edit", tt.arguments)
			if result.IsError {
				t.Fatal(result.Content[0].Text)
			}
			got := s.content(tt.path)
			if !strings.Contains(got, tt.has) || tt.lacks != "" && strings.Contains(got, tt.lacks) {
				t.Errorf("%s is now\n%s", tt.path, got)
			}
			if all := result.Content[0].Text + string(result.StructuredContent); strings.Contains(all, "secret") || strings.Contains(all, "sum") {
				t.Errorf("the answer has content in it: %s", all)
			}
			if text := s.text("search", `{"operation":"text","query":"secret"}`); strings.Contains(text, "total=0") {
				t.Error("the index does not have it")
			}
		})
	}
}

func TestAnEditAnswersWithHashesAndCounts(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	before := s.content("README.md")
	var got edited
	s.facts("edit", `{"file":"README.md","edits":[{"old":"# Shop","new":"# Shop\n\nOf many things."}]}`, &got)
	if got.Status != "applied" || len(got.Files) != 1 {
		t.Fatalf("%+v", got)
	}
	f := got.Files[0]
	if f.Path != "README.md" || f.Before != sum(before) || f.After != sum(s.content("README.md")) || f.Added != 2 || f.Removed != 0 {
		t.Errorf("%+v", f)
	}
}

func TestABatchIsAllOrNone(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	before := s.content("README.md")
	text := s.refusal("edit", `{"changes":[{"file":"README.md","edits":[{"old":"# Shop","new":"# X"}]},{"file":"cart/cart.go","edits":[{"old":"not there at all","new":"y"}]}]}`)
	if s.content("README.md") != before {
		t.Errorf("the first was written; the answer: %s", text)
	}
	if text := s.refusal("edit", `{"changes":[{"file":"README.md"}]}`); !strings.Contains(text, "Change 1 of the batch") {
		t.Error(text)
	}
}

func TestEditsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	outside := filepath.Join(filepath.Dir(s.root), "outside.txt")
	write(t, outside, "x\n")
	for _, tt := range []struct{ rule, arguments, says string }{
		{"no arguments", `{}`, "needs `file`"},
		{"no edits", `{"file":"README.md"}`, "needs `edits`"},
		{"an edit without old", `{"file":"README.md","edits":[{"new":"x"}]}`, "needs `old`"},
		{"an edit with more", `{"file":"README.md","edits":[{"old":"a","new":"x","line":3}]}`, "old, new and all"},
		{"no body", `{"symbol":"Cart.Add"}`, "`body`"},
		{"an unknown symbol", `{"symbol":"Cart.Ad","body":"x"}`, "cart/cart.go::Cart.Add"},
		{"an ambiguous symbol", `{"symbol":"Get","body":"x"}`, "store/store.go::Store.Get"},
		{"outside of the tracked roots", fmt.Sprintf(`{"file":%q,"content":"y"}`, outside), ""},
		{"a stale write", `{"file":"README.md","content":"y","expect_sha256":"` + sum("old") + `"}`, sum(s.content("README.md"))},
		{"a part of a name is no file to write", `{"file":"report.py","content":"y"}`, ""},
	} {
		if text := s.refusal("edit", tt.arguments); !strings.Contains(text, tt.says) {
			t.Errorf("%s: want %q in\n%s", tt.rule, tt.says, text)
		}
	}
	if b, err := os.ReadFile(outside); err != nil || string(b) != "x\n" {
		t.Errorf("outside: %q, %v", b, err)
	}
}

func TestTwoSymbolsOfOneFileInABatch(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.text("edit", `{"changes":[{"symbol":"Cart.Add","body":"func (c *Cart) Add(item string) {\n\tc.items = append(c.items, item, item)\n}"},{"symbol":"Cart.Get","body":"func (c *Cart) Get(at int) string { return c.items[at+1] }"}]}`)
	if got := s.content("cart/cart.go"); !strings.Contains(got, "item, item)\n}\n\n// Total") || !strings.Contains(got, "items[at+1] }\n") || strings.Contains(got, "items[at] }") {
		t.Errorf("cart.go is now\n%s", got)
	}
}

func TestAnEditOfSeveralRepositoriesNamesThem(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	other := filepath.Join(filepath.Dir(s.root), "other")
	write(t, filepath.Join(other, "README.md"), "# Other\n")
	s.track(other)
	above := s.tools.Session(tools.SessionOptions{CWD: filepath.Dir(s.root), Client: "pi"})
	result := callAs(t, above, "edit", `{"file":"other/README.md","edits":[{"old":"# Other","new":"# Another"}]}`)
	if text := result.Content[0].Text; result.IsError || !strings.Contains(text, "\nother/README.md\t1\t1\t") {
		t.Error(text)
	}
}
