package graph

import (
	"strconv"
	"strings"
	"testing"
)

// TestInternersAgree: however names come and in whatever order, one has one number.
func TestInternersAgree(t *testing.T) {
	t.Parallel()
	names := NewNames(nil)
	one, other := names.Interner(), names.Interner()
	var texts []string
	for i := range 3 << recentBits { // more than are remembered
		texts = append(texts, strings.Repeat("x", i%7)+strconv.Itoa(i/3)) // each number three times, and alike
	}
	for i, text := range texts {
		got := one.number(text)
		if back := other.number(texts[len(texts)-1-i]); names.List()[back] != texts[len(texts)-1-i] {
			t.Fatalf("%q has the number of %q", texts[len(texts)-1-i], names.List()[back])
		}
		if again := other.number(text); again != got || names.List()[got] != text {
			t.Fatalf("%q is %d and %d, which is %q", text, got, again, names.List()[got])
		}
	}
	if one.number("") != 0 {
		t.Error("the empty string is not 0")
	}
}
