package tools

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/tools/code"
)

// collisions looks for what has the new name already where the old one stands.
func (r *renaming) collisions() {
	for _, sym := range r.repo.snap.Lookup(r.name) {
		if sym.Name != r.name {
			continue
		}
		for _, ours := range r.family {
			if r.sameScope(sym, ours) {
				r.doubt(site{path: sym.Path, line: sym.Line, column: sym.Column, before: sym.Signature}, r.repo.id(sym)+" has that name in the same scope")
				break
			}
		}
	}
	if r.language == "go" && upper(r.old) && !upper(r.name) {
		for _, s := range r.sites {
			if path.Dir(s.path) != path.Dir(r.sym.Path) {
				r.doubt(s, "another package uses it, which a name in lower case can't be")
			}
		}
	}
	r.shadowed()
}

func upper(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

func (r *renaming) sameScope(a, b engine.Symbol) bool {
	container := func(s engine.Symbol) string { return s.Qualified[:len(s.Qualified)-len(s.Name)] }
	if container(a) != container(b) {
		return false
	}
	if r.language == "go" {
		return path.Dir(a.Path) == path.Dir(b.Path)
	}
	return a.Path == b.Path
}

// shadowed: the new name stands already, unqualified, in a definition that uses the old
// one; what it means there might change.
func (r *renaming) shadowed() {
	if r.member() {
		return
	}
	seen := map[string]bool{}
	for _, s := range slices.Clone(r.sites) {
		around, ok := r.repo.snap.SymbolAt(s.path, s.line)
		if !ok || seen[around.ID] {
			continue
		}
		seen[around.ID] = true
		masked := r.masked[s.path]
		if around.End > len(masked) || around.Start > around.End {
			continue
		}
		for at := around.Start; ; {
			i := bytes.Index(masked[at:around.End], []byte(r.name))
			if i < 0 {
				break
			}
			from := at + i
			at = from + len(r.name)
			if from > 0 && (code.Letter(masked[from-1]) || masked[from-1] == '.') || at < len(masked) && code.Letter(masked[at]) {
				continue
			}
			line, _ := slices.BinarySearch(r.read[s.path].starts, from+1)
			r.doubt(site{path: s.path, at: from, line: line, column: from - r.read[s.path].starts[line-1] + 1}, r.name+" stands here already, beside a use of "+r.old)
			break
		}
	}
}

// answer previews, writes or refuses.
func (r *renaming) answer(ctx context.Context) (*answer, error) {
	limit, offset := r.args.page(100)
	forced := r.args.flag("force")
	if len(r.unsure) > 0 && !forced && !r.previewed() {
		return nil, r.refusal()
	}
	if forced { // what is not sure is left, and so is what stands against it
		r.sites = slices.DeleteFunc(r.sites, func(s site) bool {
			return slices.ContainsFunc(r.unsure, func(u site) bool { return u.path == s.path && u.at == s.at && u.line == s.line && u.column == s.column })
		})
	}
	changes := &list{key: "changes", fields: []string{"path", "line", "column", "after"}, total: len(r.sites), offset: offset, main: true}
	for _, s := range window(r.sites, limit, offset) {
		src := r.read[s.path].line(s.line)
		after := strings.TrimSpace(src[:s.column-1] + r.written(s) + src[s.column-1+len(r.old):])
		row := siteRow{r.repo.show(s.path), s.line, s.column, valid(shortened(s.before)), valid(shortened(after))}
		changes.add(row, row.Path, itoa(row.Line), itoa(row.Column), row.After)
	}
	a := &answer{parts: []part{changes}}
	status := "preview"
	if !r.previewed() {
		var err error
		if status, err = r.write(ctx, a, replaced(r.repo, r.sites, r.read, len(r.old), r.written)); err != nil {
			return nil, err
		}
	}
	changes.keys = map[string]string{"status": status, "symbol": r.repo.id(r.sym)}
	a.head = object{{"status", status}, {"symbol", r.repo.id(r.sym)}, {"name", r.name}, {"total", len(r.sites)}, {"unsure_total", len(r.unsure)}, {"mentions_total", len(r.mentions)}}
	a.parts = append(a.parts, unsureList(r.repo, "unsure", r.unsure, limit), unsureList(r.repo, "mentions", r.mentions, 20))
	a.remarks = append(a.remarks, r.remarks(status)...)
	return a, nil
}

func (r *renaming) remarks(status string) []string {
	var said []string
	switch {
	case status == "preview" && len(r.unsure) > 0:
		said = append(said, "not sure about "+count(len(r.unsure), "place")+": it would be refused; with force true those are left as they are, and have to be looked at")
	case status == "preview":
		said = append(said, "nothing is written yet; preview false does it")
	case len(r.unsure) > 0:
		said = append(said, "left as they are, and to be looked at: "+count(len(r.unsure), "place"))
	}
	if n := len(r.family); n > 1 {
		said = append(said, "renamed together, since they override or implement one another: "+count(n, "definition"))
	}
	if r.sym.Exported {
		said = append(said, "it is exported: what uses it outside of this repository is not seen")
	}
	return said
}

// refusal lists what is not sure.
func (r *renaming) refusal() error {
	lines := []string{}
	for _, s := range r.unsure[:min(len(r.unsure), 20)] {
		lines = append(lines, edit.Sentence("%s:%d: %s", r.repo.prefix+s.path, s.line, s.why))
	}
	if n := len(r.unsure); n > len(lines) {
		lines = append(lines, "and "+itoa(n-len(lines))+" more")
	}
	refused := refusef("Nothing was renamed: %s not sure. Look at each, then give force true to rename the %s that are sure and leave these, or use `edit`.",
		countAre(len(r.unsure), "place"), count(len(r.sites), "place"))
	refused.text += "\n" + strings.Join(lines, "\n")
	return refused
}

func countAre(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " is"
	}
	return count(n, thing) + " are"
}
