package engine

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/graph"
)

// maxConfigBytes is how large a configuration file a resolver gets to see.
const maxConfigBytes = 4 << 20

// tree is the files of a graph as the languages' resolvers may see them. It notes
// which names they asked for: when such a file changes, imports may lead elsewhere.
type tree struct {
	root string
	g    *graph.Graph

	once   sync.Once
	byBase map[string][]string // set by once

	whole bool // every file's imports are resolved with it, so that asked is complete

	mu    sync.Mutex
	asked map[string]bool // base names; guarded by mu
}

func newTree(root string, g *graph.Graph) *tree {
	return &tree{root: root, g: g, asked: map[string]bool{}}
}

// matters says whether a resolver has looked at files of path's base name.
func (t *tree) matters(p string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.whole || t.asked[path.Base(p)]
}

func (t *tree) note(base string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked[base] = true
}

// Exists says whether path is an indexed file.
func (t *tree) Exists(path string) bool {
	_, ok := t.g.File(path)
	return ok
}

// Dir returns the base names of the indexed files right below dir.
func (t *tree) Dir(dir string) []string {
	from, to := t.g.Below(dir)
	prefix := strings.Trim(dir, "/") + "/"
	if prefix == "/" || prefix == "./" {
		prefix = ""
	}
	var names []string
	for i := from; i < to; {
		rest := strings.TrimPrefix(t.g.Files[i].Path, prefix)
		slash := strings.IndexByte(rest, '/')
		if slash < 0 {
			names = append(names, rest)
			i++
			continue
		}
		_, i = t.g.Below(prefix + rest[:slash]) // a folder below: past all of it
	}
	return names
}

// Read returns the content of a small configuration file.
func (t *tree) Read(p string) ([]byte, error) {
	t.note(path.Base(p))
	if !filepath.IsLocal(filepath.FromSlash(p)) {
		return nil, os.ErrNotExist
	}
	f, err := os.OpenInRoot(t.root, filepath.FromSlash(p))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, maxConfigBytes))
}

// Named returns the paths of every file with this base name.
func (t *tree) Named(base string) []string {
	t.note(base)
	t.once.Do(func() {
		t.byBase = map[string][]string{}
		for _, f := range t.g.Files {
			b := path.Base(f.Path)
			t.byBase[b] = append(t.byBase[b], f.Path)
		}
	})
	return slices.Clone(t.byBase[base])
}

// merge returns files, sorted by path, with changes applied: nil takes a file away.
func merge(files []*graph.File, changes map[string]*graph.File) []*graph.File {
	out := make([]*graph.File, 0, len(files)+len(changes))
	for _, f := range files {
		if _, changed := changes[f.Path]; !changed {
			out = append(out, f)
		}
	}
	for _, f := range changes {
		if f != nil {
			out = append(out, f)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out
}
