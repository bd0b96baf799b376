package edit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// place is a workspace on the disk: one tracked root, a folder beside it, and
// what is below "ignored/" ignored.
type place struct {
	t       *testing.T
	root    string
	outside string
	editor  *Editor

	mu      sync.Mutex // guards written
	written []string
}

func newPlace(t *testing.T, files map[string]string) *place {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t: t, root: filepath.Join(base, "repo"), outside: filepath.Join(base, "outside")}
	for _, dir := range []string{p.root, p.outside} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range files {
		p.write(name, content)
	}
	p.editor = New(p)
	return p
}

func (p *place) Root(file string) string {
	if file == p.root || strings.HasPrefix(file, p.root+string(filepath.Separator)) {
		return p.root
	}
	return ""
}

func (p *place) Ignored(file string) bool {
	return strings.HasPrefix(file, filepath.Join(p.root, "ignored"))
}

func (p *place) Written(_ context.Context, files []string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written = append(p.written, files...)
	return nil
}

func (p *place) write(name, content string) {
	p.t.Helper()
	file := filepath.Join(p.root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) read(name string) string {
	p.t.Helper()
	b, err := os.ReadFile(filepath.Join(p.root, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(b)
}

func (p *place) apply(changes ...Change) ([]FileResult, error) {
	return p.editor.Apply(context.Background(), p.root, changes)
}

// refused wants a refusal that says all of this.
func (p *place) refused(err error, says ...string) *Refusal {
	p.t.Helper()
	r, ok := errors.AsType[*Refusal](err)
	if !ok {
		p.t.Fatalf("%v, want a refusal", err)
	}
	for _, s := range says {
		if !strings.Contains(r.Text, s) {
			p.t.Errorf("the refusal %q does not say %q", r.Text, s)
		}
	}
	return r
}

// files lists what is in the root, so that nothing is left behind unseen.
func (p *place) files() (all []string) {
	p.t.Helper()
	err := filepath.WalkDir(p.root, func(file string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(p.root, file)
			all = append(all, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func replace(file, old, text string) Change {
	return Change{File: file, Edits: []Replacement{{Old: old, New: text}}}
}

func write(file, content string) Change { return Change{File: file, Content: &content} }
