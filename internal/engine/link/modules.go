package link

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// modules knows what the module names in imports lead to. Each is resolved once
// for a folder, and a file's are kept by import, so that linking looks up no string.
type modules struct {
	g         *graph.Graph
	resolvers map[string]lang.Resolver // by language
	byFile    []atomic.Pointer[[]int32]
	all       atomic.Pointer[[]*module]

	mu      sync.Mutex
	numbers map[moduleKey]int32 // guarded by mu
}

// moduleKey: imports mean the same to every file of a folder and language.
type moduleKey struct{ dir, lang, name string }

// module is what an import leads to: files of the repository, or none.
type module struct {
	name  string // as written
	from  int32  // a file that imports it
	files []int32
	units []uint32 // of files, each once
}

func newModules(g *graph.Graph, files lang.Files) *modules {
	m := &modules{
		g: g, resolvers: map[string]lang.Resolver{}, numbers: map[moduleKey]int32{},
		byFile: make([]atomic.Pointer[[]int32], len(g.Files)),
	}
	m.all.Store(&[]*module{})
	files = &packaged{Files: files, g: g}
	present := map[string]bool{}
	for _, f := range g.Files {
		present[f.Lang] = true
	}
	for _, l := range lang.All() {
		if name := l.Name(); present[name] {
			m.resolvers[name] = l.NewResolver(files)
		}
	}
	return m
}

// packaged adds to what resolvers may see which packages files say they are of.
type packaged struct {
	lang.Files
	g *graph.Graph
}

// Packages implements lang.Packages.
func (p *packaged) Packages(language string) map[string][]string {
	all := map[string][]string{}
	for _, f := range p.g.Files {
		if f.Lang == language && f.Package != 0 {
			name := p.g.Text(f.Package)
			all[name] = append(all[name], f.Path)
		}
	}
	return all
}

// get returns module n.
func (m *modules) get(n int32) *module { return (*m.all.Load())[n] }

// imported returns the number of the module that import i of a file names.
func (m *modules) imported(file, i int) int32 {
	if p := m.byFile[file].Load(); p != nil {
		return (*p)[i]
	}
	f := m.g.Files[file]
	list := make([]int32, len(f.Imports))
	for i := range f.Imports {
		list[i] = m.number(file, m.g.Text(f.Imports[i].Module))
	}
	m.byFile[file].Store(&list)
	return list[i]
}

// below returns the number of Python's module name below module, or -1.
func (m *modules) below(n int32, name uint32) int32 {
	up := m.get(n)
	if m.g.Files[up.from].Lang != "python" || name == 0 || up.name == "" {
		return -1
	}
	full := up.name + "." + m.g.Text(name)
	if strings.HasSuffix(up.name, ".") { // "." and ".."
		full = up.name + m.g.Text(name)
	}
	if sub := m.number(int(up.from), full); len(m.get(sub).files) > 0 {
		return sub
	}
	return -1
}

func (m *modules) number(file int, name string) int32 {
	f := m.g.Files[file]
	key := moduleKey{dirOf(f.Path), f.Lang, name}
	m.mu.Lock()
	n, ok := m.numbers[key]
	m.mu.Unlock()
	if ok {
		return n
	}
	mod := m.resolve(file, name)
	m.mu.Lock()
	defer m.mu.Unlock()
	if n, ok := m.numbers[key]; ok {
		return n
	}
	// Appending in place is safe: whoever reads at the same time holds a shorter slice.
	old := *m.all.Load()
	all := append(old, mod)
	m.all.Store(&all)
	m.numbers[key] = int32(len(old))
	return int32(len(old))
}

func (m *modules) resolve(file int, name string) *module {
	f := m.g.Files[file]
	mod := &module{name: name, from: int32(file)}
	r := m.resolvers[f.Lang]
	if r == nil || name == "" {
		return mod
	}
	for _, path := range r.Resolve(f.Path, name) {
		i, ok := m.g.File(path)
		if !ok || m.g.Files[i].Lang == "" {
			continue
		}
		mod.files = append(mod.files, int32(i))
		if u := m.g.Files[i].Unit; !slices.Contains(mod.units, u) {
			mod.units = append(mod.units, u)
		}
	}
	return mod
}

func dirOf(path string) string { return path[:max(strings.LastIndexByte(path, '/'), 0)] }
