package tools

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
)

// cycleRow is files (for Go: packages) that import each other in a circle.
type cycleRow struct {
	Size    int      `json:"size"`
	Members []string `json:"members"`
}

// importGraph is who imports whom, by file, or for Go by folder; tests are left out
// unless asked for: they may import what imports their package.
func (c *call) importGraph(ctx context.Context, r *repository) map[string][]string {
	to := map[string][]string{}
	where, language := c.where(r), c.args.text("lang")
	for _, f := range r.snap.Files() {
		if ctx.Err() != nil {
			return to
		}
		if f.Language == "" || language != "" && f.Language != language || !within(where, f.Path) || f.Test && !c.args.flag("tests") || f.Generated || f.Vendored {
			continue
		}
		from := node(f)
		if to[from] == nil {
			to[from] = []string{}
		}
		for _, i := range r.snap.Imports(f.Path) {
			if i.To != "" && i.To != from && !slices.Contains(to[from], i.To) {
				to[from] = append(to[from], i.To)
			}
		}
	}
	return to
}

func node(f engine.File) string {
	if f.Language == "go" {
		return path.Dir(f.Path)
	}
	return f.Path
}

func cycles(ctx context.Context, c *call) (*answer, error) {
	limit, offset := c.args.page(30)
	l := &list{key: "cycles", fields: []string{"size", "members"}, offset: offset, main: true}
	var rows []cycleRow
	for _, r := range c.scope.repos {
		for _, members := range circles(ctx, c.importGraph(ctx, r)) {
			for i := range members {
				members[i] = r.prefix + members[i]
			}
			rows = append(rows, cycleRow{len(members), members})
		}
	}
	slices.SortFunc(rows, func(a, b cycleRow) int {
		return cmp.Or(cmp.Compare(a.Size, b.Size), slices.Compare(a.Members, b.Members))
	})
	l.total = len(rows)
	for _, r := range window(rows, limit, offset) {
		l.add(r, itoa(r.Size), strings.Join(r.Members, " "))
	}
	return &answer{head: object{{"total", len(rows)}}, parts: []part{l}}, nil
}

// circles returns the strongly connected parts of a graph that have more than one
// member, each sorted (Tarjan's algorithm, with a stack of its own: graphs are deep).
func circles(ctx context.Context, to map[string][]string) [][]string {
	index, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	var found [][]string
	type frame struct {
		node string
		next int
	}
	names := make([]string, 0, len(to))
	for name := range to {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, start := range names {
		if ctx.Err() != nil {
			return nil
		}
		if _, seen := index[start]; seen {
			continue
		}
		frames := []frame{{node: start}}
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			if f.next == 0 {
				index[f.node], low[f.node] = len(index), len(index)
				stack, on[f.node] = append(stack, f.node), true
			}
			if f.next < len(to[f.node]) {
				other := to[f.node][f.next]
				f.next++
				if _, seen := index[other]; !seen {
					frames = append(frames, frame{node: other})
				} else if on[other] {
					low[f.node] = min(low[f.node], index[other])
				}
				continue
			}
			if low[f.node] == index[f.node] {
				at := slices.Index(stack, f.node)
				if len(stack)-at > 1 {
					members := slices.Clone(stack[at:])
					slices.Sort(members)
					found = append(found, members)
				}
				for _, name := range stack[at:] {
					on[name] = false
				}
				stack = stack[:at]
			}
			done := *f
			if frames = frames[:len(frames)-1]; len(frames) > 0 {
				up := frames[len(frames)-1].node
				low[up] = min(low[up], low[done.node])
			}
		}
	}
	return found
}

// folderRow is a folder with who depends on it and on whom it depends.
type folderRow struct {
	Path        string `json:"path"`
	Files       int    `json:"files"`
	Incoming    int    `json:"incoming"`    // folders that import it
	Outgoing    int    `json:"outgoing"`    // folders that it imports
	Instability string `json:"instability"` // outgoing of all: 0 is what all rest on, 1 what rests on others
}

func coupling(ctx context.Context, c *call) (*answer, error) {
	var rows []folderRow
	for _, r := range c.scope.repos {
		rows = append(rows, c.folders(ctx, r)...)
	}
	slices.SortStableFunc(rows, func(a, b folderRow) int {
		return cmp.Or(cmp.Compare(b.Incoming+b.Outgoing, a.Incoming+a.Outgoing), cmp.Compare(a.Path, b.Path))
	})
	limit, offset := c.args.page(50)
	l := &list{key: "folders", fields: []string{"path", "files", "incoming", "outgoing", "instability"}, total: len(rows), offset: offset, main: true}
	for _, r := range window(rows, limit, offset) {
		l.add(r, r.Path, itoa(r.Files), itoa(r.Incoming), itoa(r.Outgoing), r.Instability)
	}
	return &answer{head: object{{"total", len(rows)}}, parts: []part{l}}, nil
}

func (c *call) folders(ctx context.Context, r *repository) []folderRow {
	in, out, files := map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]int{}
	note := func(m map[string]map[string]bool, key, value string) {
		if m[key] == nil {
			m[key] = map[string]bool{}
		}
		m[key][value] = true
	}
	for _, f := range r.snap.Files() {
		if f.Language != "" && (!f.Test || c.args.flag("tests")) && !f.Generated && !f.Vendored {
			files[path.Dir(f.Path)]++
		}
	}
	where := c.where(r)
	whole := *c
	whole.args.values = map[string]any{"lang": c.args.text("lang"), "tests": c.args.flag("tests")} // who depends on a folder stands outside of it
	for from, all := range whole.importGraph(ctx, r) {
		for _, to := range all {
			a, b := folderOf(r, from), folderOf(r, to)
			if a != b {
				note(out, a, b)
				note(in, b, a)
			}
		}
	}
	var rows []folderRow
	for folder, n := range files {
		i, o := len(in[folder]), len(out[folder])
		if i+o == 0 || !within(where, folder+"/x") {
			continue
		}
		rows = append(rows, folderRow{r.prefix + folder, n, i, o, fmt.Sprintf("%.2f", float64(o)/float64(i+o))})
	}
	return rows
}

// folderOf a node of the import graph: a file's, or the folder itself.
func folderOf(r *repository, name string) string {
	if _, file := r.snap.File(name); file {
		return path.Dir(name)
	}
	return name
}
