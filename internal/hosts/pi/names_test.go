package pi

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

func TestNoOwnToolReplacesABuiltIn(t *testing.T) {
	t.Parallel()
	for _, name := range append(guarded, catalog.Names()...) {
		for _, builtin := range guarded {
			if OwnName(name) == builtin {
				t.Errorf("%s would be registered as %s, which is Pi's", name, builtin)
			}
		}
	}
	if got := OwnName("explore"); got != "explore" {
		t.Errorf("explore collides with nothing, and is called %s", got)
	}
}

func TestAnAliasedToolSaysSoFirst(t *testing.T) {
	t.Parallel()
	schema := json.RawMessage(`{"type":"object","x-kept":9007199254740993}`)
	got := ownTool(mcp.Tool{Name: "read", Description: "Reads.", InputSchema: schema})
	if got.Name != "gortex_read" || !strings.HasPrefix(got.Description, "Called gortex_read here") || !strings.HasSuffix(got.Description, "Reads.") {
		t.Errorf("%+v", got)
	}
	if string(got.Parameters) != string(schema) {
		t.Errorf("the schema became %s", got.Parameters)
	}
	if got := ownTool(mcp.Tool{Name: "search", Description: "Finds."}); got.Description != "Finds." {
		t.Errorf("no rename, yet: %q", got.Description)
	}
}

func TestNamesFitPi(t *testing.T) {
	t.Parallel()
	for _, bare := range catalog.Names() {
		if shown := nativeName(bare); len(shown) > 64 || strings.Trim(shown, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
			t.Errorf("Pi would change the name %q", shown)
		}
	}
}
