package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// graphText writes down everything a snapshot answers, to compare two of them.
func graphText(s *Snapshot) []string {
	var out []string
	for file, f := range s.g.Files {
		out = append(out, fmt.Sprintf("file %s %d lines", f.Path, f.Lines))
		for i := range f.Symbols {
			sym := s.symbol(s.g.Number(file, i))
			out = append(out, fmt.Sprintf("  %s line %d in %s above %s", sym.ID, sym.Line, sym.Parent, ids(s.Supertypes(sym.ID))))
		}
		for _, e := range s.g.Links[file].Edges {
			x := s.edge(file, e, nil)
			out = append(out, fmt.Sprintf("  %d:%d -> %s %s", x.Line, x.Column, x.To.ID, x.Certainty))
		}
		for _, d := range s.g.Dependents(file) {
			out = append(out, "  used by "+s.g.Files[d].Path)
		}
	}
	return out
}

// TestAChangedFileGivesTheGraphThatAFreshIndexGives: every way in which a file can
// change, one after the other on one repository.
func TestAChangedFileGivesTheGraphThatAFreshIndexGives(t *testing.T) {
	t.Parallel()
	r := track(t, Options{}, archive(t, "testdata/shop.txtar"))
	read := func(path string) string {
		src, err := os.ReadFile(filepath.Join(r.Root(), path))
		if err != nil {
			t.Fatal(err)
		}
		return string(src)
	}
	edit := func(path, old, new string) {
		text := read(path)
		if !strings.Contains(text, old) {
			t.Fatalf("%s does not contain %q", path, old)
		}
		write(t, r.Root(), path, strings.Replace(text, old, new, 1))
	}
	steps := []struct {
		name  string
		do    func()
		paths []string
	}{
		{"a body changes", func() { edit("server.go", "return shout(v)", "\n\n\treturn shout(shout(v))") }, []string{"server.go"}},
		{"a function is added in front", func() { edit("store/store.go", "// New returns", "func Early() {}\n\n// New returns") }, []string{"store/store.go"}},
		{"a field changes its type", func() { edit("server.go", "db store.Getter", "db *store.Cache") }, []string{"server.go"}},
		{"a method is renamed", func() { edit("store/store.go", "func (s *Store) Get(", "func (s *Store) Fetch(") }, []string{"store/store.go"}},
		{"a file appears", func() {
			write(t, r.Root(), "store/extra.go", "package store\n\nfunc (s *Store) Get(key string) (string, error) { return s.Fetch(key) }\n")
		}, []string{"store/extra.go"}},
		{"what a callback is handed appears", func() {
			write(t, r.Root(), "cb/types.ts", "export class A { go() {} }\nexport class B { go() {} }\nexport type Handler = (a: A) => void\n")
			write(t, r.Root(), "cb/each.ts", "import { A, Handler } from './types'\nexport function each(f: (a: A) => void) {}\nexport function on(h: Handler) {}\n")
			write(t, r.Root(), "cb/use.ts", "import { each, on } from './each'\neach((x) => x.go())\non((x) => x.go())\n")
		}, []string{"cb/types.ts", "cb/each.ts", "cb/use.ts"}},
		{"a callback is handed something else", func() { edit("cb/each.ts", "f: (a: A)", "f: (b: B)"); edit("cb/each.ts", "import { A,", "import { B,") }, []string{"cb/each.ts"}},
		{"a function type too", func() { edit("cb/types.ts", "= (a: A)", "= (a: B)") }, []string{"cb/types.ts"}},
		{"a file goes", func() { remove(t, r.Root(), "store/cache.go") }, []string{"store/cache.go"}},
		{"a folder is moved", func() { rename(t, r.Root(), "store", "depot") }, []string{"store", "depot"}},
		{"the module is renamed", func() { edit("go.mod", "example.test/shop", "example.test/other") }, []string{"go.mod"}},
		{"a text file changes", func() { edit("README.md", "Shop", "Shop\n\nMore.") }, []string{"README.md"}},
		{"a file becomes empty", func() { write(t, r.Root(), "server_test.go", "") }, []string{"server_test.go"}},
		{"a file becomes binary", func() { write(t, r.Root(), "README.md", "\x00\x01\x02\x00") }, []string{"README.md"}},
		{"everything goes", func() { remove(t, r.Root(), "depot"); remove(t, r.Root(), "server.go") }, []string{"."}},
	}
	for _, step := range steps {
		step.do()
		if err := r.Refresh(t.Context(), step.paths...); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		fresh, err := openEngine(t, Options{}).Track(context.Background(), r.Root(), nil)
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if diff := cmp.Diff(graphText(fresh.Snapshot()), graphText(r.Snapshot())); diff != "" {
			t.Fatalf("%s: (-fresh +refreshed)\n%s", step.name, diff)
		}
	}
}

// TestAStoredIndexIsTakenUpWhereItWas: a start reads only what has changed since.
func TestAStoredIndexIsTakenUpWhereItWas(t *testing.T) {
	t.Parallel()
	dir, o := tempRoot(t), Options{CacheDir: t.TempDir(), StateDir: t.TempDir()}
	for path, text := range archive(t, "testdata/shop.txtar") {
		write(t, dir, path, text)
	}
	open := func() *Repository {
		e, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		}()
		r, err := e.Track(t.Context(), dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := graphText(open().Snapshot())
	if again := graphText(open().Snapshot()); !slices.Equal(first, again) {
		t.Error(cmp.Diff(first, again))
	}
	write(t, dir, "server.go", "package shop\n\nfunc Only() {}\n")
	changed := open()
	fresh, err := openEngine(t, Options{}).Track(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(graphText(fresh.Snapshot()), graphText(changed.Snapshot())); diff != "" {
		t.Error(diff)
	}
}

func remove(t *testing.T, root, path string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(root, path)); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, root, from, to string) {
	t.Helper()
	if err := os.Rename(filepath.Join(root, from), filepath.Join(root, to)); err != nil {
		t.Fatal(err)
	}
}
