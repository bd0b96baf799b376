package engine

import (
	"cmp"
	"path"
	"slices"

	"github.com/gortexhq/gortex/internal/engine/graph"
)

// Import is one resolved import: From imports To, a file of the repository, or for
// Go the folder of the package ("." is the root); "" when it is external.
type Import struct {
	From, To string
	Module   string // as written
	Line     int
}

// Imports returns a file's imports, in source order.
func (s *Snapshot) Imports(path string) []Import {
	file, ok := s.g.File(path)
	if !ok {
		return nil
	}
	f := s.g.Files[file]
	to := make([]string, len(f.Imports))
	for _, t := range s.g.Links[file].Imports {
		to[t.Import] = s.target(t)
	}
	var out []Import
	for i, m := range f.Imports {
		if m.Module == 0 {
			continue
		}
		im := Import{From: f.Path, To: to[i], Module: s.g.Text(m.Module), Line: int(m.Line)}
		if n := len(out); n == 0 || out[n-1] != im { // several names of one module
			out = append(out, im)
		}
	}
	return out
}

func (s *Snapshot) target(t graph.Target) string {
	f := s.g.Files[t.To]
	if f.Lang == "go" {
		return path.Dir(f.Path)
	}
	return f.Path
}

// Dependents returns who imports a file, or for Go its package, by path and line.
func (s *Snapshot) Dependents(p string) []Import {
	file, ok := s.g.File(p)
	if !ok {
		return nil
	}
	f := s.g.Files[file]
	same := func(to int32) bool { return int(to) == file }
	around := []int{file}
	if f.Lang == "go" { // an import leads to a package's first file
		from, to := s.g.Below(path.Dir(p))
		around = around[:0]
		for i := from; i < to; i++ {
			if s.g.Files[i].Lang == "go" && path.Dir(s.g.Files[i].Path) == path.Dir(p) {
				around = append(around, i)
			}
		}
		same = func(to int32) bool { return path.Dir(s.g.Files[to].Path) == path.Dir(p) }
	}
	seen := map[int32]bool{}
	var out []Import
	for _, at := range around {
		for _, d := range s.g.Dependents(at) {
			if !seen[d] {
				seen[d] = true
				out = append(out, s.importsOf(d, same)...)
			}
		}
	}
	sortImports(out)
	return out
}

func (s *Snapshot) importsOf(file int32, leads func(to int32) bool) []Import {
	f := s.g.Files[file]
	var out []Import
	for _, t := range s.g.Links[file].Imports {
		if !leads(t.To) {
			continue
		}
		m := f.Imports[t.Import]
		im := Import{From: f.Path, To: s.target(t), Module: s.g.Text(m.Module), Line: int(m.Line)}
		if n := len(out); n == 0 || out[n-1] != im {
			out = append(out, im)
		}
	}
	return out
}

func sortImports(all []Import) {
	slices.SortStableFunc(all, func(a, b Import) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Line, b.Line)) })
}
