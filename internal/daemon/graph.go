package daemon

import (
	"context"
	"crypto/sha256"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/hooks"
)

// graph is the engine as one decision sees it: one snapshot of each repository from
// the first question to the last, and no answer once the decision's time is over.
// It is used by one goroutine.
type graph struct {
	ctx    context.Context // the decision's; a graph lives no longer than that
	engine *engine.Engine
	views  map[string]*view // by root
	from   map[string]*view // by symbol id: whose answer it was
}

// view is one repository while a decision is made.
type view struct {
	root     string
	snapshot *engine.Snapshot
	status   engine.Status
	behind   map[string]bool
}

var (
	_ hooks.Graph   = (*graph)(nil)
	_ hooks.Globber = (*graph)(nil)
)

func newGraph(ctx context.Context, e *engine.Engine) *graph {
	return &graph{ctx: ctx, engine: e, views: map[string]*view{}, from: map[string]*view{}}
}

// at returns the repository that a file or folder is in, and its path there ("." is
// the root). Symlinks are resolved: the engine knows real paths only.
func (g *graph) at(file string) (v *view, rel, real string) {
	if g.ctx.Err() != nil {
		return nil, "", ""
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil, "", ""
	}
	repo := g.engine.Find(real)
	if repo == nil {
		return nil, "", ""
	}
	return g.view(repo), relative(repo.Root(), real), real
}

func (g *graph) view(r *engine.Repository) *view {
	root := r.Root()
	if v := g.views[root]; v != nil {
		return v
	}
	v := &view{root: root, snapshot: r.Snapshot(), status: r.Status(), behind: map[string]bool{}}
	for _, p := range r.Behind() {
		v.behind[p] = true
	}
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
	return v.file(f, v.fresh(real, f)), true
}

func (v *view) file(f engine.File, fresh bool) hooks.File {
	return hooks.File{
		Path: filepath.Join(v.root, filepath.FromSlash(f.Path)), Rel: f.Path, Root: v.root,
		Language: f.Language, Lines: f.Lines, Symbols: f.Symbols, Fresh: fresh,
		Source: f.Language != "" && f.Symbols > 0, Generated: f.Generated, Vendored: f.Vendored,
	}
}

// maxHashed is the largest file whose content is compared when its time says that
// it may have changed: about a millisecond.
const maxHashed = 2 << 20

// clockGrain is how far a file's time can be behind the moment of its change.
const clockGrain = 2 * time.Second

// fresh says that a file on disk is what was indexed: by what the engine has heard
// of, then by size, then by time, and where that leaves a doubt by content. The
// watcher's news can be a moment late; a denial over a changed file would be wrong.
func (v *view) fresh(file string, f engine.File) bool {
	if v.behind[f.Path] {
		return false
	}
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() != f.Size {
		return false
	}
	if info.ModTime().Add(clockGrain).Before(v.status.Indexed) {
		return true
	}
	return f.Size <= maxHashed && sameContent(file, f)
}

func sameContent(name string, f engine.File) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(file, f.Size+1)); err != nil {
		return false
	}
	return [32]byte(h.Sum(nil)) == f.Hash
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
			found = append(found, g.symbol(v, s))
		}
	}
	return found
}

// isBelow says that a path is dir or below it; all are below ".".
func isBelow(dir, p string) bool {
	return dir == "." || p == dir || strings.HasPrefix(p, dir+"/")
}

func (g *graph) symbol(v *view, s engine.Symbol) hooks.Symbol {
	g.from[s.ID] = v
	return hooks.Symbol{ID: s.ID, Name: s.Name, Kind: string(s.Kind), Path: s.Path, Line: s.Line, EndLine: s.EndLine, Signature: s.Signature}
}

func (g *graph) Uses(s hooks.Symbol, limit int) []hooks.Place {
	v := g.from[s.ID]
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
		symbols = append(symbols, g.symbol(v, s))
	}
	return symbols
}

// Glob matches the part of the pattern below its last plain folder against the
// indexed paths there.
func (g *graph) Glob(pattern string, limit int) []hooks.File {
	base, rest := splitGlob(pattern)
	v, rel, _ := g.at(base)
	if v == nil {
		return nil
	}
	segments := strings.Split(rest, "/")
	var files []hooks.File
	for _, f := range v.snapshot.Files() {
		if len(files) == limit || g.ctx.Err() != nil {
			break
		}
		if !isBelow(rel, f.Path) {
			continue
		}
		below := strings.TrimPrefix(f.Path, rel+"/")
		if globs(segments, strings.Split(below, "/")) {
			real := filepath.Join(v.root, filepath.FromSlash(f.Path))
			files = append(files, v.file(f, v.fresh(real, f)))
		}
	}
	return files
}

// splitGlob cuts a pattern in front of its first segment that is one.
func splitGlob(pattern string) (base, rest string) {
	segments := strings.Split(filepath.ToSlash(pattern), "/")
	for i, s := range segments {
		if strings.ContainsAny(s, `*?[{\`) {
			return "/" + path.Join(segments[:i]...), strings.Join(segments[i:], "/")
		}
	}
	return path.Dir(pattern), path.Base(pattern)
}

// globs matches segment by segment; "**" stands for any number of them.
func globs(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for i := range len(name) + 1 {
				if globs(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], name[0]); !ok || err != nil {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}
