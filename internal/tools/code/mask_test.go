package code_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/tools/code"
)

func TestCommentsAndTextsAreBlanks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, language, src, want string }{
		{"a comment to the end of its line", "go", "a() // b()\nc()", "a()       \nc()"},
		{"a comment over lines keeps them", "go", "a /* b\nc */ d", "a     \n     d"},
		{"a comment that nothing closes goes to the end", "go", "a /* b", "a     "},
		{"quotes stay, what is between them does not", "go", `f("if", 'x')`, `f("  ", ' ')`},
		{"an escaped quote does not close", "go", `f("a\"b", c)`, `f("    ", c)`},
		{"a raw text of Go knows no escapes", "go", "f(`a\\`, b)", "f(`  `, b)"},
		{"a comment in a text is text", "go", `f("//", b) // c`, `f("  ", b)     `},
		{"a quote that its line does not close is none", "go", "it's\nx()", "it's\nx()"},
		{"CR stays with LF", "go", "// a\r\nb", "    \r\nb"},
		{"Python's comments", "python", "a # if b\nc // d", "a       \nc // d"},
		{"Python's long texts", "python", "a = \"\"\"if\n# x\"\"\" + '''y'''", "a = \"\"\"  \n   \"\"\" + ''' '''"},
		{"the code in a formatted text stays", "python", `f"a {b if c else d} {{e}}"`, `f"  {b if c else d}      "`},
		{"the code in a template stays, at any depth", "typescript", "`a ${f({b: `c${d}`})} e`", "`  ${f({b: ` ${d}`})}  `"},
		{"a regular expression is a text", "typescript", "x = /if (a)[/]/g; y / 2 / z", "x = /         /g; y / 2 / z"},
		{"after a word that wants a value as well", "typescript", "return /a'/.test(b)", "return /  /.test(b)"},
		{"C's two comments", "c", "a; // b\n/* c */ d", "a;     \n        d"},
		{"a shell's comments, not what looks like one", "bash", "echo http://x $# ${#a} # b", "echo http://x $# ${#a}    "},
		{"Ruby's comments", "ruby", "a # if\nb // c", "a     \nb // c"},
		{"PHP has all three, and attributes", "php", "a # b\nc // d\n#[E]\n/* f */", "a    \nc     \n#[E]\n       "},
		{"a lifetime of Rust opens nothing", "rust", `fn f<'a>(x: &'a T) { g('x', '\'') }`, `fn f<'a>(x: &'a T) { g(' ', '  ') }`},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, string(code.Mask([]byte(tt.src), tt.language))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

var languages = []string{"go", "python", "typescript", "tsx", "javascript", "java", "rust", "c", "cpp", "csharp", "ruby", "php", "bash", "scala", ""}

// FuzzMask: places in masked source are places in source, and what is not blanked is as it was.
func FuzzMask(f *testing.F) {
	f.Add("`a ${b} /* ` */", uint8(2))
	f.Add("f\"{a{{b}}\" '\\", uint8(1))
	f.Add("'\\", uint8(6))
	f.Fuzz(func(t *testing.T, src string, n uint8) {
		masked := code.Mask([]byte(src), languages[int(n)%len(languages)])
		if len(masked) != len(src) {
			t.Fatalf("%d bytes, want %d", len(masked), len(src))
		}
		for i := range masked {
			if masked[i] != src[i] && (masked[i] != ' ' || src[i] == '\n' || src[i] == '\r') {
				t.Fatalf("byte %d is %q, was %q", i, masked[i], src[i])
			}
		}
	})
}

func TestComplexityCountsBranches(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		language, src string
		want          int
	}{
		{"go", "func f() {}", 1},
		{"go", "if a && b || c { for range d { switch e { case 1: case 2: default: } } } else if g {}", 8},
		{"go", "x.if(); notify(forever); elif", 1},
		{"go", "// if for case\n" + `f("if && case")`, 1},
		{"python", "if a and b or not c:\n  for d in e:\n    while f: pass\nelif g: pass\ntry: pass\nexcept H: pass", 8},
		{"python", "x = [a for a in b if a] # if\nmatch x:\n  case 1: pass", 4},
		{"typescript", "if (a && b ?? c) { x = d ? e : f; foo?.(g) } else { p.catch(h) } try {} catch (i) {}", 6},
		{"java", "for (A a : b) { while (c) { if (d) {} } } switch (e) { case 1: case 2: }", 6},
		{"rust", "match a { A => 1, B => 2 } if let C = d { loop { } }", 5},
		{"ruby", "a if b and c\nunless d\nwhile e\nbegin; rescue; end\ncase f\nwhen 1\nend\nx.if :if", 7},
		{"bash", "if a && b; then c; elif d; fi; case e in f) g;; h) i;; esac\ncurl --for x", 6},
	} {
		if got := code.Complexity(code.Mask([]byte(tt.src), tt.language), tt.language); got != tt.want {
			t.Errorf("%s: %q has %d, want %d", tt.language, tt.src, got, tt.want)
		}
	}
}

// BenchmarkMask: comments and texts are found in one pass, however many there are.
func BenchmarkMask(b *testing.B) {
	src := bytes.Repeat([]byte("x := f(\"text\") // a comment\n"), 40_000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if m := code.Mask(src, "go"); strings.Contains(string(m[:100]), "comment") {
			b.Fatal(string(m[:100]))
		}
	}
}
