package main

import "testing"

func TestWhatIsShownIsOneLine(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"/code/yours":     "/code/yours",
		"/code/ö b":       "/code/ö b",
		"/code/a\nb":      `"/code/a\nb"`,
		"/code/\x1b[31ma": `"/code/\x1b[31ma"`,
	} {
		if got := shown(name); got != want {
			t.Errorf("%q is shown as %s, want %s", name, got, want)
		}
	}
	if one, two := size(1, 0, 2), count(1, "session"); one != "1 file, 0 symbols, 2 edges" || two != "1 session" {
		t.Error(one, two)
	}
}
