package tools

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/tools/gitdiff"
)

func TestNamesAreTakenInEverySpelling(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Store.Get": "Store.Get", "(*Store).Get": "Store.Get", "Store::get": "Store.get", "Store#get": "Store.get",
		"get()": "get", " `Get` ": "Get", "*Store": "Store", "Get#2": "Get#2",
	} {
		if got := plainName(in); got != want {
			t.Errorf("plainName(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFileAndLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]int{"a/b.go:39": 39, "a/b.go:39:5": 39, "a/b.go:39-45": 39, "C:/a b.go:7": 7, "a/b.go": 0, "a/b.go:x": 0} {
		if _, line, ok := fileAndLine(in); line != want || ok != (want > 0) {
			t.Errorf("fileAndLine(%q) = %d, %v", in, line, ok)
		}
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		where, name string
		want        bool
	}{
		{"", "a/b.go", true}, {".", "a/b.go", true}, {"a", "a/b.go", true}, {"./a/", "a/b.go", true}, {"a", "ab/c.go", false}, {"a/b.go", "a/b.go", true},
		{"*.go", "a/b.go", true}, {"*.go", "a/b.ts", false}, {"a/*.go", "a/b.go", true}, {"a/*.go", "a/c/b.go", false},
		{"**/*.go", "b.go", true}, {"**/*.go", "a/c/b.go", true}, {"a/**", "a/c/b.go", true}, {"a/**/b.go", "a/b.go", true}, {"**/c/**", "a/c/b.go", true},
		{"*.{ts,tsx}", "a/b.tsx", true}, {"*.{ts,tsx}", "a/b.go", false}, {"[", "a", false}, {"a{", "a{/x", false},
	} {
		if got := within(tt.where, tt.name); got != tt.want {
			t.Errorf("within(%q, %q) = %v", tt.where, tt.name, got)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want int
	}{{"get", "get", 0}, {"get", "gte", 1}, {"newserver", "newservr", 1}, {"abc", "xyz", 3}, {"", "ab", 2}} {
		if got := distance(tt.a, tt.b, 5); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
	if got := distance("abcdef", "uvwxyz", 2); got <= 2 {
		t.Errorf("above the bound it says %d", got)
	}
}

func TestTermsOfATask(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		task  string
		terms []string
		paths []string
	}{
		{"how are sessions closed when the server stops", []string{"session", "clos", "serv", "stop"}, nil},
		{"Fix Store.Get in internal/store/store.go", []string{"Store.Get"}, []string{"internal/store/store.go"}},
		{"why does newServer retry; newServer again", []string{"newServer", "retr"}, nil},
		{"what is it", nil, nil},
		{"cache go.mod and tsconfig.json", []string{"cach"}, []string{"go.mod", "tsconfig.json"}},
		{"unicode: größe berechnen", []string{"größ", "berechnen", "unicod"}, nil},
	} {
		terms, paths := termsOf(tt.task)
		var got []string
		for _, term := range terms {
			got = append(got, term.text)
		}
		if !sameSet(tt.terms, got) || strings.Join(tt.paths, " ") != strings.Join(paths, " ") {
			t.Errorf("%q: %q, %q; want %q, %q", tt.task, got, paths, tt.terms, tt.paths)
		}
	}
}

func sameSet(a, b []string) bool {
	in := map[string]int{}
	for _, s := range a {
		in[s]++
	}
	for _, s := range b {
		in[s]--
	}
	for _, n := range in {
		if n != 0 {
			return false
		}
	}
	return true
}

func TestADiffTouchesTheInnermostSymbol(t *testing.T) {
	t.Parallel()
	outline := []engine.Symbol{
		{ID: "T", StartLine: 1, EndLine: 20},
		{ID: "T.a", Parent: "T", StartLine: 3, EndLine: 6},
		{ID: "T.b", Parent: "T", StartLine: 8, EndLine: 12},
		{ID: "f", StartLine: 22, EndLine: 30},
	}
	for _, tt := range []struct {
		rule string
		file gitdiff.File
		want []string
	}{
		{"a line in a method is the method's", gitdiff.File{Hunks: []gitdiff.Hunk{{Line: 4, Count: 1, Removed: 1}}}, []string{"T.a modified"}},
		{"a line between methods is the type's", gitdiff.File{Hunks: []gitdiff.Hunk{{Line: 7, Count: 1, Removed: 1}}}, []string{"T modified"}},
		{"lines that are all new make a symbol added", gitdiff.File{Hunks: []gitdiff.Hunk{{Line: 7, Count: 6}}}, []string{"T modified", "T.b added"}},
		{"a removal inside", gitdiff.File{Hunks: []gitdiff.Hunk{{Line: 10, Removed: 3}}}, []string{"T.b modified"}},
		{"a removal behind the last line is no change of it", gitdiff.File{Hunks: []gitdiff.Hunk{{Line: 30, Removed: 3}}}, nil},
		{"a removal between methods is the type's", gitdiff.File{Hunks: []gitdiff.Hunk{{Line: 6, Removed: 1}}}, []string{"T modified"}},
		{"a new file adds its outer symbols", gitdiff.File{Status: gitdiff.Added}, []string{"T added", "f added"}},
		{"lines outside of every symbol touch none", gitdiff.File{Hunks: []gitdiff.Hunk{{Line: 21, Count: 1}}}, nil},
		{"one hunk over two", gitdiff.File{Hunks: []gitdiff.Hunk{{Line: 12, Count: 12, Removed: 12}}}, []string{"T modified", "T.b modified", "f modified"}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, touch := range touchedBy(tt.file, outline) {
				got = append(got, touch.ID+" "+touch.change)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func sourceOf(text string) *source {
	s := &source{path: "a", text: []byte(text)}
	for i, c := range []byte(text) {
		if i == 0 || text[i-1] == '\n' {
			s.starts = append(s.starts, i)
		}
		_ = c
	}
	return s
}

func TestABodyReplacesWhatItRepeats(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, text, def string // def is the definition's own range
		body, how, want string
	}{
		{"the definition alone", "// F does.\nfunc F() {}\n", "func F() {}", "func F() { x() }", "", "// F does.\nfunc F() { x() }\n"},
		{"with its comment, once", "// F does.\nfunc F() {}\n", "func F() {}", "// F is.\nfunc F() { x() }\n", "", "// F is.\nfunc F() { x() }\n"},
		{"what stands before it on its line", "export const f = () => 1;\n", "f = () => 1", "export const f = () => 2;", "", "export const f = () => 2;\n"},
		{"the indentation is kept once", "class A:\n    def f(self):\n        pass\n", "def f(self):\n        pass", "    def f(self):\n        return 1\n", "", "class A:\n    def f(self):\n        return 1\n"},
		{"decorators", "class A:\n    @cached\n    def f(self):\n        pass\n", "def f(self):\n        pass", "@property\n    def f(self):\n        return 1", "", "class A:\n    @property\n    def f(self):\n        return 1\n"},
		{"a block comment", "/**\n * Old.\n */\nfunction f() {}\n", "function f() {}", "/** New. */\nfunction f() { g() }", "", "/** New. */\nfunction f() { g() }\n"},
		{"Windows line ends are kept", "func F() {\r\n}\r\n", "func F() {\r\n}", "func F() {\n\tx()\n}", "", "func F() {\r\n\tx()\r\n}\r\n"},
		{"before goes above the comment", "// F does.\nfunc F() {}\n", "func F() {}", "func E() {}", "before", "func E() {}\n\n// F does.\nfunc F() {}\n"},
		{"after", "func F() {}\n\nfunc H() {}\n", "func F() {}", "func G() {}\n", "after", "func F() {}\n\nfunc G() {}\n\nfunc H() {}\n"},
		{"after the last, which has no line end", "func F() {}", "func F() {}", "func G() {}", "after", "func F() {}\n\nfunc G() {}\n"},
		{"an empty body takes it out", "a\n\n// F does.\nfunc F() {}\n\nb\n", "func F() {}", "", "", "a\n\nb\n"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			s := sourceOf(tt.text)
			start := strings.Index(tt.text, tt.def)
			line := 1 + strings.Count(tt.text[:start], "\n")
			from, to, text := splice(s, line, start, start+len(tt.def), tt.body, tt.how)
			got := tt.text[:from] + text + tt.text[to:]
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestACandidateWithAnEndlessNameIsShownByItsPlace(t *testing.T) {
	t.Parallel()
	r := &refusal{text: "ambiguous", candidates: []symbolRow{{ID: "a.js::" + strings.Repeat("äb.", 1000) + "f", Kind: "function", Path: "a.js", Line: 7}}}
	if text := r.sentence(); len(text) > 300 || !utf8.ValidString(text) || !strings.HasSuffix(text, "…\tfunction\ta.js:7") {
		t.Errorf("%q", text)
	}
}
