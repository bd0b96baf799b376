package code_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/tools/code"
)

func TestWhatASignatureTakes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		language, signature, name string
		method                    bool
		want                      code.Parameters
	}{
		{"go", "func F()", "F", false, code.Parameters{}},
		{"go", "func F(ctx context.Context, a, b string) (int, error)", "F", false, code.Parameters{Least: 3, Most: 3}},
		{"go", "func (s *Store) Get(key string) string", "Get", true, code.Parameters{Least: 1, Most: 1}},
		{"go", "func (get *Get) Get(a int)", "Get", true, code.Parameters{Least: 1, Most: 1}},
		{"go", "func F[K comparable, V any](m map[K]V, f func(K, V) bool)", "F", false, code.Parameters{Least: 2, Most: 2}},
		{"go", "func F(format string, args ...any)", "F", false, code.Parameters{Least: 1, Most: -1}},
		{"go", "func F(a int, log func(args ...any))", "F", false, code.Parameters{Least: 2, Most: 2}},
		{"go", "func(a int)", "", false, code.Parameters{Least: 1, Most: 1}},
		{"python", "def f(a, b=1, *args, c, d=2, **more)", "f", false, code.Parameters{Least: 1, Most: -1, Names: []string{"a", "b", "c", "d"}, AnyName: true, Required: []string{"a", "c"}}},
		{"python", "def f(self, a: Dict[str, int] = {'x': 1}) -> None", "f", true, code.Parameters{Most: 1, Names: []string{"a"}}},
		{"python", "def f(a, /, b)", "f", false, code.Parameters{Least: 2, Most: 2, Names: []string{"b"}, Required: []string{"a", "b"}}},
		{"python", "def f(key=lambda a, b: a, c=1)", "f", false, code.Parameters{Most: 2, Names: []string{"key", "c"}}},
		{"typescript", "function f(a: string, b?: number, c = 1)", "f", false, code.Parameters{Least: 1, Most: 3}},
		{"typescript", "function f(m: Map<string, number>, g: (a: A, b: B) => void)", "f", false, code.Parameters{Least: 2, Most: 2}},
		{"typescript", "function f<K extends string, V>(m: Map<K, Array<V>>)", "f", false, code.Parameters{Least: 1, Most: 1}},
		{"typescript", "f(this: Window, { a, b }: Props = {}, ...rest: string[])", "f", true, code.Parameters{Most: -1}},
		{"typescript", "(a, b) => a + b", "", false, code.Parameters{Least: 2, Most: 2}},
	} {
		got, ok := code.ParametersOf(tt.signature, tt.name, tt.language, tt.method)
		if diff := cmp.Diff(tt.want, got); !ok || diff != "" {
			t.Errorf("%s: %v\n%s", tt.signature, ok, diff)
		}
	}
	for _, tt := range [][2]string{{"go", "type F struct"}, {"go", "func F(a int"}, {"java", "void f(int a)"}, {"typescript", "function f<T"}} {
		if got, ok := code.ParametersOf(tt[1], "F", tt[0], false); ok {
			t.Errorf("%q is read as %+v", tt[1], got)
		}
	}
}

func TestWhatACallPasses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		language, call string
		want           code.Arguments
	}{
		{"go", "()", code.Arguments{}},
		{"go", "(a, []int{1, 2}, func(x, y int) {})", code.Arguments{Count: 3}},
		{"go", "(a, b...)", code.Arguments{Count: 1, Open: true}},
		{"go", "(g())", code.Arguments{Count: 1, Open: true}},
		{"go", "[int, string](a)", code.Arguments{Count: 1}},
		{"go", "(a,\n\tb,\n)", code.Arguments{Count: 2}},
		{"python", "(1, a=2, b = 3)", code.Arguments{Count: 1, Names: []string{"a", "b"}}},
		{"python", "(a == b, *c, **d)", code.Arguments{Count: 1, Open: true}},
		{"python", "(lambda a, b: a, key=lambda c, d: c)", code.Arguments{Count: 1, Names: []string{"key"}}},
		{"python", "(f(lambda: 0), g)", code.Arguments{Count: 2}},
		{"typescript", "<string>(a, b)", code.Arguments{Count: 2}},
		{"typescript", "?.(a)", code.Arguments{Count: 1}},
		{"typescript", "(new Map<string, number>(), f<A, B>(c))", code.Arguments{Count: 2}},
		{"typescript", "(a < b, c > d)", code.Arguments{Count: 2}},
		{"typescript", "(a<b, c>d)", code.Arguments{Count: 2}},
		{"typescript", "(...a)", code.Arguments{Open: true}},
	} {
		got, ok := code.ArgumentsAt(code.Mask([]byte("f"+tt.call), tt.language), 1, tt.language)
		if diff := cmp.Diff(tt.want, got); !ok || diff != "" {
			t.Errorf("%s %s: %v\n%s", tt.language, tt.call, ok, diff)
		}
	}
	for _, tt := range [][2]string{{"go", "f"}, {"go", "f = 1"}, {"go", "f(a"}, {"typescript", "f`a`"}, {"typescript", "f<a"}} {
		if got, ok := code.ArgumentsAt([]byte(tt[1]), 1, tt[0]); ok {
			t.Errorf("%q is read as the call %+v", tt[1], got)
		}
	}
}

func TestACallThatDoesNotFitSaysWhy(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ language, signature, call, want string }{
		{"go", "func f(a, b int)", "(1, 2)", ""},
		{"go", "func f(a, b int)", "(1)", "it takes exactly 2, given 1"},
		{"go", "func f(a int, b ...int)", "()", "it takes at least 1, given 0"},
		{"go", "func f(a, b int)", "(g())", ""},
		{"python", "def f(a, b=1)", "(1, 2, 3)", "it takes at most 2, given 3"},
		{"python", "def f(a, b=1)", "(b=1)", "a is not given"},
		{"python", "def f(a, b=1)", "(1, c=2)", "no parameter is called c"},
		{"python", "def f(a, b=1, *, c)", "(1, 2)", "c is not given"},
		{"python", "def f(a, *, c)", "(1, c=2)", ""},
		{"python", "def f(a, b)", "(**c)", ""},
		{"typescript", "function f(a: A, b?: B)", "(1)", ""},
		{"typescript", "function f(a: A, b?: B)", "()", "it takes at least 1, given 0"},
	} {
		p, read := code.ParametersOf(tt.signature, "f", tt.language, false)
		given, called := code.ArgumentsAt([]byte("f"+tt.call), 1, tt.language)
		if got := p.Misfit(given); !read || !called || got != tt.want {
			t.Errorf("%s called with %s: %q, want %q", tt.signature, tt.call, got, tt.want)
		}
	}
}

// FuzzSignature: any text is read or not, and what is read makes sense.
func FuzzSignature(f *testing.F) {
	f.Add("func F(a ...int)", "F", uint8(0))
	f.Add("def f(*, a=lambda b, c: 1)", "f", uint8(1))
	f.Add("f<K, V>(a: Map<K, V>", "f", uint8(2))
	f.Fuzz(func(t *testing.T, text, name string, n uint8) {
		language := languages[int(n)%len(languages)]
		if p, ok := code.ParametersOf(text, name, language, true); ok && (p.Least < 0 || p.Most < -1 || p.Most >= 0 && p.Least > p.Most) {
			t.Errorf("%q: %+v", text, p)
		}
		if a, ok := code.ArgumentsAt([]byte(text), min(len(name), len(text)), language); ok && a.Count < 0 {
			t.Errorf("%q: %+v", text, a)
		}
	})
}
