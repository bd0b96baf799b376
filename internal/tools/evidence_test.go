package tools

import (
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
	words "github.com/gortexhq/gortex/internal/engine/search"
)

func TestADefinitionSpeaksInItsPlaces(t *testing.T) {
	t.Parallel()
	const src = "package p\n\n// Retry asks a node again.\nfunc Retry(limit int) {\n\tsleep()\n}\n"
	start := len("package p\n\n// Retry asks a node again.\n")
	outline := []engine.Symbol{{ID: "net/p.go::Retry", Name: "Retry", Qualified: "Retry", Kind: lang.Function, Path: "net/p.go", Start: start, End: len(src) - 1}}
	for word, want := range map[string]int{"retries": inName, "nodes": inDoc, "limits": inHead, "sleeping": inBody, "net": inPath} {
		terms, _ := termsOf(word + " limit")
		q := newInquiry(terms)
		all := q.gather(&words.Speller{}, []byte(src), outline)
		if len(all) != 1 || all[0].said[q.at(want, sense{})] == 0 {
			t.Errorf("%s is not said in place %d: %v", word, want, all)
		}
	}
}

func TestWhatABuildMade(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]bool{
		"_cjs/utils/a.js": true, "effect/dist/esm/a.mjs": true, "src/a.d.ts": true, "a.min.js": true,
		"src/a.ts": false, "types/a.ts": false, "build/a.go": false, "dist/a.py": false,
	} {
		if got := built(file); got != want {
			t.Errorf("built(%s) = %v", file, got)
		}
	}
}
