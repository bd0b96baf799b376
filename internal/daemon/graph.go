package daemon

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/hooks"
)

// graph is the engine as one decision sees it: one snapshot of each repository from
// the first question to the last, and no answer once the decision's time is over.
// It is used by one goroutine.
type graph struct {
	ctx    context.Context // the decision's; a graph lives no longer than that
	engine *engine.Engine
	views  map[string]*view       // by root
	spots  map[string]spot        // by file or folder, as asked for
	reals  map[string]string      // by the same: symlinks resolved, "" where nothing is
	files  map[string]os.FileInfo // by real path: what was seen on the way
}

// spot is where a file or folder is; the zero spot is in no repository.
type spot struct {
	view *view
	rel  string // "." is the root
	real string // symlinks resolved: the engine knows real paths only
}

// view is one repository while a decision is made.
type view struct {
	root     string
	repo     *engine.Repository
	snapshot *engine.Snapshot
}

var (
	_ hooks.Graph    = (*graph)(nil)
	_ hooks.Globber  = (*graph)(nil)
	_ hooks.Resolver = (*graph)(nil)
)

func newGraph(ctx context.Context, e *engine.Engine) *graph {
	return &graph{ctx: ctx, engine: e, views: map[string]*view{}, spots: map[string]spot{}, reals: map[string]string{}, files: map[string]os.FileInfo{}}
}

// at returns where a file or folder is. A question comes back to the same few places
// again and again, and each look at the disk costs more than all the rest.
func (g *graph) at(file string) (v *view, rel, real string) {
	p, known := g.spots[file]
	if !known {
		p = g.find(file)
		g.spots[file] = p
	}
	return p.view, p.rel, p.real
}

func (g *graph) find(file string) spot {
	if g.ctx.Err() != nil {
		return spot{}
	}
	real, there := g.real(file)
	if !there {
		return spot{}
	}
	repo := g.engine.Find(real)
	if repo == nil {
		return spot{}
	}
	return spot{g.view(repo), relative(repo.Root(), real), real}
}

// real resolves symlinks; false where nothing is. A tracked root is a real path, so
// that only what is below it has to be looked at, and each folder once.
func (g *graph) real(file string) (string, bool) {
	if real, known := g.reals[file]; known {
		return real, real != ""
	}
	real := g.resolve(file)
	g.reals[file] = real
	return real, real != ""
}

func (g *graph) resolve(file string) string {
	file = filepath.Clean(file)
	if !filepath.IsAbs(file) {
		return ""
	}
	repo := g.engine.Find(file)
	if repo != nil && repo.Root() == file {
		return file
	}
	if repo != nil {
		folder, there := g.real(filepath.Dir(file))
		if !there {
			return ""
		}
		plain := filepath.Join(folder, filepath.Base(file))
		switch info, err := os.Lstat(plain); {
		case err != nil:
			return ""
		case info.Mode()&os.ModeSymlink == 0:
			g.files[plain] = info
			return plain
		}
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return ""
	}
	return real
}

// Real answers for what is in a repository: of the rest nothing is known anyway.
func (g *graph) Real(file string) string {
	_, _, real := g.at(file)
	return real
}

func (g *graph) view(r *engine.Repository) *view {
	root := r.Root()
	if v := g.views[root]; v != nil {
		return v
	}
	v := &view{root: root, repo: r, snapshot: r.Snapshot()}
	g.views[root] = v
	return v
}

func (g *graph) File(file string) (hooks.File, bool) {
	v, rel, real := g.at(file)
	if v == nil {
		return hooks.File{}, false
	}
	f, indexed := v.snapshot.File(rel)
	if !indexed {
		return hooks.File{}, false
	}
	return v.file(f, v.fresh(real, g.files[real], f)), true
}

func (v *view) file(f engine.File, fresh bool) hooks.File {
	return hooks.File{
		Path: filepath.Join(v.root, filepath.FromSlash(f.Path)), Rel: f.Path, Root: v.root,
		Language: f.Language, Lines: f.Lines, Symbols: f.Symbols, Fresh: fresh,
		Source: f.Language != "" && f.Symbols > 0, Generated: f.Generated, Vendored: f.Vendored,
	}
}

func (g *graph) SourceUnder(dir string) int {
	v, rel, _ := g.at(dir)
	if v == nil {
		return 0
	}
	return v.snapshot.FilesUnder(rel)
}

func (g *graph) Lookup(dir, name, under string, limit int) []hooks.Symbol {
	v, _, _ := g.at(dir)
	if v == nil {
		return nil
	}
	below := "."
	if under != "" {
		other, rel, _ := g.at(under)
		if other != v {
			return nil // below a folder of another repository there is nothing of this one
		}
		below = rel
	}
	var found []hooks.Symbol
	for _, s := range v.snapshot.Lookup(name) {
		if len(found) == limit {
			break
		}
		if isBelow(below, s.Path) {
			found = append(found, v.symbol(s))
		}
	}
	return found
}

// isBelow says that a path is dir or below it; all are below ".".
func isBelow(dir, p string) bool {
	return dir == "." || p == dir || strings.HasPrefix(p, dir+"/")
}

func (v *view) symbol(s engine.Symbol) hooks.Symbol {
	return hooks.Symbol{ID: s.ID, Name: s.Name, Kind: s.Kind.String(), Root: v.root, Path: s.Path, Line: s.Line, EndLine: s.EndLine, Signature: s.Signature}
}

func (g *graph) Home(dir string) string {
	v, _, _ := g.at(dir)
	if v == nil {
		return ""
	}
	return v.root
}

func (g *graph) Containing(dir, name string, limit int) int {
	v, _, _ := g.at(dir)
	if v == nil {
		return 0
	}
	return v.snapshot.NamesWith(name, limit)
}

func (g *graph) Uses(s hooks.Symbol, limit int) []hooks.Place {
	v := g.views[s.Root]
	if v == nil || g.ctx.Err() != nil {
		return nil
	}
	var places []hooks.Place
	for _, e := range v.snapshot.References(s.ID, engine.Likely) {
		if len(places) == limit {
			break
		}
		places = append(places, hooks.Place{Path: e.Path, Line: e.Line, In: e.From.ID})
	}
	return places
}

func (g *graph) Outline(file string, limit int) []hooks.Symbol {
	v, rel, _ := g.at(file)
	if v == nil {
		return nil
	}
	outline := v.snapshot.Outline(rel)
	symbols := make([]hooks.Symbol, 0, min(limit, len(outline)))
	for _, s := range outline[:min(limit, len(outline))] {
		symbols = append(symbols, v.symbol(s))
	}
	return symbols
}
