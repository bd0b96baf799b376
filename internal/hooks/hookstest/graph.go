// Package hookstest holds what tests of the hook room need: a small working Graph kept in maps, and the player of the case file.
// It must not grow expectations: it answers, and tests judge.
package hookstest

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/hooks"
)

// Graph is a hooks.Graph and hooks.Globber over one repository whose facts are given by hand. Build it, then share it: reads take no lock.
type Graph struct {
	Root  string
	files map[string]hooks.File     // by absolute path
	defs  map[string][]hooks.Symbol // by path relative to Root, in source order
	names map[string][]hooks.Symbol // by name, in the order of Add
	order []string                  // the paths of defs, sorted
	uses  map[string][]hooks.Place  // by symbol id
}

// New is an empty repository at root, an absolute path. An empty root is a machine on which nothing is tracked.
func New(root string) *Graph {
	return &Graph{Root: root, files: map[string]hooks.File{}, defs: map[string][]hooks.Symbol{}, names: map[string][]hooks.Symbol{}, uses: map[string][]hooks.Place{}}
}

// Add puts a file in, fresh and source, with its definitions. Their Path and ID are filled in: Name may be "Container.name".
func (g *Graph) Add(rel, language string, lines int, defs ...hooks.Symbol) {
	for i, d := range defs {
		defs[i].Root, defs[i].Path, defs[i].ID = g.Root, rel, rel+"::"+d.Name
		defs[i].Name = d.Name[strings.LastIndexByte(d.Name, '.')+1:]
	}
	full := filepath.Join(g.Root, filepath.FromSlash(rel))
	g.files[full] = hooks.File{Path: full, Rel: rel, Root: g.Root, Language: language, Lines: lines, Symbols: len(defs), Fresh: true, Source: len(defs) > 0}
	g.defs[rel] = defs
	for _, d := range defs {
		g.names[d.Name] = append(g.names[d.Name], d)
	}
	g.order = append(g.order, rel)
	slices.Sort(g.order)
}

// Change alters what is known of a file: stale, generated, vendored.
func (g *Graph) Change(rel string, f func(*hooks.File)) {
	full := filepath.Join(g.Root, filepath.FromSlash(rel))
	file := g.files[full]
	f(&file)
	g.files[full] = file
}

// Use notes a use of a symbol.
func (g *Graph) Use(id, rel string, line int, in string) {
	g.uses[id] = append(g.uses[id], hooks.Place{Path: rel, Line: line, In: in})
}

func (g *Graph) File(p string) (hooks.File, bool) {
	f, ok := g.files[p]
	return f, ok
}

func (g *Graph) SourceUnder(dir string) (n int) {
	for p, f := range g.files {
		if f.Source && inside(dir, p) {
			n++
		}
	}
	return n
}

func (g *Graph) Lookup(dir, name, under string, limit int) (out []hooks.Symbol) {
	if !inside(g.Root, dir) {
		return nil
	}
	for _, s := range g.names[name] {
		if (under == "" || inside(under, filepath.Join(g.Root, s.Path))) && len(out) < limit {
			out = append(out, s)
		}
	}
	return out
}

func (g *Graph) Home(dir string) string {
	if inside(g.Root, dir) {
		return g.Root
	}
	return ""
}

func (g *Graph) Containing(dir, name string, limit int) (n int) {
	for other := range g.names {
		if inside(g.Root, dir) && other != name && strings.Contains(other, name) && n < limit {
			n++
		}
	}
	return n
}

func (g *Graph) Uses(s hooks.Symbol, limit int) []hooks.Place {
	uses := g.uses[s.ID]
	return uses[:min(limit, len(uses))]
}

func (g *Graph) Outline(p string, limit int) []hooks.Symbol {
	defs := g.defs[g.files[p].Rel]
	return defs[:min(limit, len(defs))]
}

func (g *Graph) Glob(pattern string, limit int) (out []hooks.File) {
	for _, rel := range g.order {
		full := filepath.Join(g.Root, rel)
		if f := g.files[full]; hooks.MatchSegments(strings.Split(pattern, "/"), strings.Split(full, "/")) && len(out) < limit {
			out = append(out, f)
		}
	}
	return out
}

func inside(dir, p string) bool {
	return dir != "" && (p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/"))
}
