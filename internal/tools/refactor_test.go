package tools_test

import (
	"os/exec"
	"strings"
	"testing"
)

func TestARenameTakesAllReferencesAndNothingElse(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	before := s.content("cart/cart.go")
	s.shows("refactor", `{"symbol": "Store.Get", "name": "Price"}`, "status=preview", "total=4", "c.prices.Price(item)", "preview false")
	if s.content("cart/cart.go") != before {
		t.Fatal("a preview has written")
	}
	s.shows("refactor", `{"symbol": "Store.Get", "name": "Price", "preview": false}`, "status=applied", "2 definitions")
	if got := s.content("cart/cart.go"); !strings.Contains(got, "c.prices.Price(item)") || !strings.Contains(got, "func (c *Cart) Get(at int)") {
		t.Errorf("the use is not renamed, or another method of that name is:\n%s", got)
	}
	s.shows("relations", `{"operation": "callers", "symbol": "Store.Price"}`, "total=2")
	s.builds()
}

// builds holds that Go's code still compiles.
func (s *shop) builds() {
	s.Helper()
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = s.root
	if out, err := cmd.CombinedOutput(); err != nil {
		s.Errorf("go vet: %v\n%s", err, out)
	}
}

func TestARenameFollowsImports(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.write("web/index.ts", "export { fetchCart } from \"./api\";\n")
	s.write("web/other.ts", "import { fetchCart as load } from \"./index\";\n\nexport const one = load(\"fetchCart\");\n")
	s.track(s.root)
	s.shows("refactor", `{"symbol": "web/api.ts::fetchCart", "name": "loadCart", "preview": false}`, "status=applied", "total=5")
	if got, want := s.content("web/other.ts"), "import { loadCart as load } from \"./index\";\n\nexport const one = load(\"fetchCart\");\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := s.content("web/index.ts"); got != "export { loadCart } from \"./api\";\n" {
		t.Error(got)
	}
}

func TestARenameIsRefusedWhereItIsNotSure(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.write("store/close.go", "package store\n\n// Close ends it.\nfunc (s *Store) Close() error { return nil }\n\nfunc taken() {}\n\nfunc user() { taken() }\n")
	s.write("web/use.ts", "export function total(thing) {\n  return thing.row(1);\n}\n")
	s.track(s.root)
	for arguments, why := range map[string]string{
		`{"symbol": "Store.Close", "name": "End"}`:                        "io.Closer",
		`{"symbol": "store.Open", "name": "taken"}`:                       "has that name in the same scope",
		`{"symbol": "store.Open", "name": "open"}`:                        "another package uses it",
		`{"symbol": "CartView.row", "name": "line"}`:                      "by name alone",
		`{"symbol": "store.Open", "name": "func"}`:                        "is no name in go",
		`{"symbol": "store.Open", "name": "Open"}`:                        "has that name already",
		`{"symbol": "tools/report.py::Report.__init__", "name": "begin"}`: "a meaning of its own",
	} {
		before := s.content("store/store.go")
		result := s.full("refactor", strings.Replace(arguments, "{", `{"preview": false, `, 1))
		if !result.IsError || !strings.Contains(result.Content[0].Text, why) {
			t.Errorf("%s: want a refusal with %q, got %s", arguments, why, result.Content[0].Text)
		}
		if s.content("store/store.go") != before {
			t.Errorf("%s has written", arguments)
		}
	}
	s.shows("refactor", `{"symbol": "CartView.row", "name": "line", "preview": false, "force": true}`, "status=applied", "to be looked at: 1 place", "web/use.ts\t2")
	if got := s.content("web/use.ts"); !strings.Contains(got, "thing.row(1)") {
		t.Errorf("what was not sure was renamed: %s", got)
	}
}

func TestADefinitionMovesWithItsImports(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.shows("refactor", `{"symbol": "ErrUnknown", "file": "store/errors.go"}`, "status=preview", "nothing is written")
	s.shows("refactor", `{"symbol": "ErrUnknown", "file": "store/errors.go", "preview": false}`, "status=applied", "store/errors.go")
	want := "package store\n\nimport (\n\t\"errors\"\n)\n\n// ErrUnknown is returned for an item that has no price.\nvar ErrUnknown = errors.New(\"unknown item\")\n"
	if got := s.content("store/errors.go"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := s.content("store/store.go"); strings.Contains(got, "errors") {
		t.Errorf("the import that is not used any more is still there:\n%s", got)
	}
	s.shows("refactor", `{"symbol": "Store.Set", "file": "store/errors.go", "preview": false}`, "status=applied")
	s.builds()
	s.shows("refactor", `{"symbol": "Store.Set", "file": "cart/cart.go"}`, "another package")
	s.shows("refactor", `{"symbol": "CartView", "file": "web/api.ts"}`, "move knows Go")
}
