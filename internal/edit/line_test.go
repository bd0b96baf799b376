package edit

import (
	"errors"
	"testing"
)

func TestOneLine(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a b/ä.go":           "a b/ä.go",
		`a\nb "c"`:           `a\nb "c"`,
		"a\nb":               `"a\nb"`,
		"a\r\"b":             `"a\r\"b"`,
		"\x1b[2J":            `"\x1b[2J"`,
		"a\u2028b":           `"a\u2028b"`,
		"a\u202eb":           `"a\u202eb"`,
		"a\u0085b\u007f.txt": `"a\u0085b\x7f.txt"`,
	} {
		if got := OneLine(name); got != want {
			t.Errorf("OneLine(%q) = %s, want %s", name, got, want)
		}
	}
}

func TestASentenceStaysOnItsLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ got, want string }{
		{Sentence("%s has %d, %q", "a", 1, "b"), `a has 1, "b"`},
		{Sentence("%s, %q, %v", "a\n", "b\n", errors.New("c\n")), `"a\n", "b\n", "c\n"`},
		{refuse("a\nb", "is %v", errors.New("x")).Text, `"a\nb" is x`},
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
}
