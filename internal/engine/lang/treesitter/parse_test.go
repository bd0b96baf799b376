package treesitter

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	python "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/google/go-cmp/cmp"
)

func grammar() *Grammar {
	return NewGrammar(python.Language, &Vocabulary{
		Kinds:  []string{1: "module", 2: "function_definition", 3: "identifier", 4: "string"},
		Fields: []string{1: "name", 2: "body"},
		Leaves: []uint16{4},
		Drop:   []string{"comment"},
		Error:  9,
	})
}

// shape prints the tree with the language's own numbers.
func shape(t *Tree, i uint32) string {
	n := t.Nodes[i]
	s := fmt.Sprint(n.Kind)
	if n.Field > 0 {
		s = fmt.Sprintf("%d=%s", n.Field, s)
	}
	var below []string
	for c := range t.Children(i) {
		below = append(below, shape(t, c))
	}
	if len(below) == 0 {
		return s
	}
	return s + "(" + strings.Join(below, " ") + ")"
}

func TestNodes(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, src, want string }{
		{"named nodes are kept, punctuation is not", "f(a)", "1(0(0(3 0(3))))"},
		{"fields carry their numbers", "def f(): g", "1(2(1=3 0 2=0(0(3))))"},
		{"a leaf's children are left out", "x = 'a{b}'", "1(0(0(3 4)))"},
		{"a dropped kind is not there", "a # b", "1(0(3))"},
		{"an error has the language's number", ")", "1(9)"},
		{"nothing is a root", "", "1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tree, err := grammar().Parse(context.Background(), []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			defer tree.Close()
			if diff := cmp.Diff(tt.want, shape(tree, 0)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	tree, err := grammar().Parse(context.Background(), []byte("a = 1\n\ndef f():\n\tß = name\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	got := map[string]string{}
	for i, n := range tree.Nodes {
		if n.Kind == 3 {
			got[tree.Text(uint32(i))] = fmt.Sprint(tree.Line(uint32(i)), ":", tree.Column(uint32(i)))
		}
	}
	want := map[string]string{"a": "1:1", "f": "3:5", "ß": "4:2", "name": "4:7"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for offset, line := range map[uint32]uint32{0: 1, 5: 1, 6: 2, 7: 3, 27: 5} {
		if got := tree.LineAt(offset); got != line {
			t.Errorf("offset %d is on line %d, not %d", offset, got, line)
		}
	}
}

func TestACancelledContextEndsBeforeItBegins(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := grammar().Parse(ctx, []byte("a")); !errors.Is(err, context.Canceled) {
		t.Fatalf("error: %v", err)
	}
}

func TestOneGrammarServesSeveralGoroutines(t *testing.T) {
	t.Parallel()
	g := grammar()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for n := range 50 {
				ctx, cancel := context.WithCancel(context.Background())
				tree, err := g.Parse(ctx, []byte(strings.Repeat("f(a)\n", n)))
				cancel()
				if err != nil {
					t.Error(err)
					return
				}
				if got := strings.Count(shape(tree, 0), "3"); got != 2*n {
					t.Errorf("%d calls have %d names", n, got)
				}
				tree.Close()
			}
		})
	}
	wg.Wait()
	if idle := len(g.idle); idle > runtime.GOMAXPROCS(0) {
		t.Errorf("%d parsers are kept", idle)
	}
}

// TestParsingDoesNotLeak: C's memory is not the collector's, so the process's is looked at.
func TestParsingDoesNotLeak(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("no /proc")
	}
	g := grammar()
	src := []byte(strings.Repeat("def f(a):\n    return g(a, 'x')\n", 20))
	run := func(n int) {
		for range n {
			tree, err := g.Parse(context.Background(), src)
			if err != nil {
				t.Fatal(err)
			}
			tree.Close()
		}
	}
	run(500)
	before := resident(t)
	run(10_000)
	if grown := resident(t) - before; grown > 4<<20 {
		t.Errorf("10,000 files grew the process by %d KB", grown>>10)
	}
}

func resident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
