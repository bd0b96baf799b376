package tools

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"github.com/gortexhq/gortex/internal/edit"
)

// refactor renames or moves a definition. Nothing is written but at a call's explicit
// word, and then all of it or nothing.
func refactor(ctx context.Context, c *call) (*answer, error) {
	if c.args.text("symbol") == "" {
		return nil, c.args.misused("refactor needs `symbol`.")
	}
	f, err := c.symbol(ctx, c.args.text("symbol")) // `file` is where it goes, not where it is
	if err != nil {
		return nil, err
	}
	if c.args.operation() == "move" {
		return move(ctx, c, f)
	}
	return rename(ctx, c, f)
}

// previewed: writing is what has to be asked for.
func (c *call) previewed() bool { return !c.args.has("preview") || c.args.flag("preview") }

// site is a place of a file that a change is about, in bytes.
type site struct {
	path         string // relative to the repository
	at           int
	line, column int
	before       string // the line
	why          string
}

// siteRow is a site as scripts read it.
type siteRow struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// unsureRow is a site that a change leaves as it is, or that stands against it.
type unsureRow struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
	Why    string `json:"why"`
}

func bySite(a, b site) int {
	return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.at, b.at))
}

// unsureList are sites with the reason why they are not touched.
func unsureList(r *repository, key string, all []site, limit int) *list {
	l := &list{key: key, fields: []string{"path", "line", "column", "text", "why"}, total: len(all)}
	for _, s := range window(all, limit, 0) {
		row := unsureRow{r.prefix + s.path, s.line, s.column, valid(shortened(s.before)), s.why}
		l.add(row, row.Path, itoa(row.Line), itoa(row.Column), row.Text, row.Why)
	}
	return l
}

// shortened keeps a line of minified code from filling an answer.
func shortened(line string) string {
	const most = 200
	if len(line) > most {
		return valid(line[:most]) + "…"
	}
	return line
}

// write applies changes and adds to an answer what became of the files.
func (c *call) write(ctx context.Context, a *answer, changes []edit.Change) (string, error) {
	results, err := c.session.catalogue.editor.Apply(ctx, c.session.cwd, changes)
	if err != nil {
		return "", err
	}
	l := &list{key: "files", fields: []string{"path", "added", "removed", "sha256_before", "sha256_after"}, total: len(results)}
	c.prefixed(changes, results)
	for _, r := range results {
		l.add(r, r.Path, itoa(r.Added), itoa(r.Removed), r.Before, r.After)
	}
	a.parts = append(a.parts, l)
	if unchanged(results) {
		return "unchanged", nil
	}
	return "applied", nil
}

// replaced are the editor's orders for sites at which a name of so many bytes stands: per
// file the whole new content, and only on what was read.
func replaced(r *repository, sites []site, read map[string]*source, length int, written func(site) string) []edit.Change {
	byFile := map[string][]site{}
	for _, s := range sites {
		byFile[s.path] = append(byFile[s.path], s)
	}
	var changes []edit.Change
	for path, some := range byFile {
		slices.SortFunc(some, bySite)
		var out []byte
		text, from := read[path].text, 0
		for _, s := range some {
			out = append(append(out, text[from:s.at]...), written(s)...)
			from = s.at + length
		}
		content := string(append(out, text[from:]...))
		changes = append(changes, edit.Change{
			File: filepath.Join(r.Root(), filepath.FromSlash(path)), Range: true, Start: 0, End: len(text), Content: &content, ExpectSHA256: read[path].sha256,
		})
	}
	slices.SortFunc(changes, func(a, b edit.Change) int { return cmp.Compare(a.File, b.File) })
	return changes
}
