package treesitter

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const example = "(call function: (identifier) @name)"

func TestQuery(t *testing.T) {
	t.Parallel()
	src := []byte("f(1)\n  \nx.y(g(2))\n")
	var got []string
	err := grammar().Query(context.Background(), src, example, example, func(line, column, start, end int) bool {
		got = append(got, strings.Join([]string{string(rune('0' + line)), string(rune('0' + column)), string(src[start:end])}, " "))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1 1 f", "3 5 g"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAQueryEndsWhereItsVisitorSays(t *testing.T) {
	t.Parallel()
	n := 0
	err := grammar().Query(context.Background(), []byte("a()\nb()\n"), example, example, func(int, int, int, int) bool {
		n++
		return false
	})
	if err != nil || n != 1 {
		t.Errorf("%d visits, error %v", n, err)
	}
}

func TestABadQueryIsToldItsPlaceAndShownAGoodOne(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, query, want string }{
		{"a kind that is none", "(module)\n(nothing) @x", "line 2 column 2: no such kind of node nothing"},
		{"a field that is none", "(call nothing: (identifier))", "line 1 column 7: no such field nothing"},
		{"syntax", "(call", "line 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := grammar().Query(context.Background(), []byte("a"), tt.query, example, nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), example) {
				t.Errorf("error: %v", err)
			}
		})
	}
}

func TestAQueryEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := grammar().Query(ctx, []byte(strings.Repeat("f(a)\n", 1000)), example, example, func(int, int, int, int) bool { return true })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error: %v", err)
	}
}
