package hooks

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	maxHits     = 10 // definitions shown of one name
	maxUses     = 5  // usages shown of one name
	probe       = 40 // definitions or usages asked for, where a filter will drop some
	maxTargets  = 64 // places that one question may name
	maxAncestry = 40 // folders between a place and its repository's root
)

// grep judges the Grep tool.
func (j *judge) grep(in input) answer {
	var texts [5]string
	for i, key := range []string{"pattern", "path", "glob", "type", "output_mode"} {
		var ok bool
		if texts[i], ok = in.text(key); !ok {
			return answer{}
		}
	}
	pattern, where, glob, typ, mode := texts[0], texts[1], texts[2], texts[3], texts[4]
	names, ok := parsePattern(pattern, extended)
	if !ok || mode == "count" || in["multiline"] == true {
		return answer{}
	}
	dir := j.cwd
	if where != "" {
		dir, ok = j.abs(where)
	}
	if !ok || dir == "" {
		return answer{}
	}
	q := question{names: names, targets: []target{{path: dir, tree: true}}}
	for _, g := range strings.Fields(glob) {
		q.filter.add(g)
	}
	if typ != "" {
		q.filter.addType(typ)
	}
	return j.search(q)
}

// hits are what the graph has of one name.
type hits struct {
	name name
	defs []Symbol
	uses []Place
}

// query is what finds the name again: Type.member where that is its id, else the bare name.
func (h hits) query() string {
	if strings.HasSuffix(h.defs[0].ID, "::"+h.name.String()) {
		return h.name.String()
	}
	return h.name.id
}

// search answers a question about names. Every name must be known: the rest of the pattern would be lost.
func (j *judge) search(q question) answer {
	if len(q.names) == 0 || len(q.names) > maxNames || len(q.targets) > maxTargets || q.filter.unclear {
		return answer{}
	}
	var all []hits
	for _, n := range q.names {
		h := j.find(n, q)
		if len(h.defs) == 0 {
			return answer{}
		}
		all = append(all, h)
	}
	return j.found(all)
}

// find looks a name up in all targets; no definition: it is not known there.
func (j *judge) find(n name, q question) hits {
	h := hits{name: n}
	seen := map[string]bool{}
	for _, t := range q.targets {
		defs, uses := j.findIn(n, t, q.filter)
		for _, d := range defs {
			if !seen[d.ID] && len(h.defs) < maxHits {
				h.defs, seen[d.ID] = append(h.defs, d), true
			}
		}
		h.uses = append(h.uses, uses...)
	}
	if len(h.defs) > 0 && len(h.uses) == 0 {
		h.uses = j.graph.Uses(h.defs[0], maxUses)
	}
	h.uses = h.uses[:min(len(h.uses), maxUses)]
	return h
}

// findIn looks a name up in one target: defined there, or used there and defined elsewhere in the repository.
func (j *judge) findIn(n name, t target, f filter) (defs []Symbol, uses []Place) {
	in := j.scope(t, f)
	if in == nil {
		return nil, nil
	}
	dir := t.dir()
	under := dir
	if file, ok := j.graph.File(dir); ok { // a file lies in a folder
		dir, under = filepath.Dir(file.Path), filepath.Dir(file.Path)
	}
	for _, s := range j.lookup(n, dir, under) {
		if file, ok := j.locate(dir, s.Path); ok && in(file) && len(defs) < maxHits {
			defs = append(defs, s)
		}
	}
	if len(defs) > 0 {
		return defs, nil
	}
	for _, s := range j.lookup(n, dir, "") {
		if uses = j.usesIn(s, dir, in); len(uses) > 0 {
			return []Symbol{s}, uses
		}
	}
	return nil, nil
}

func (j *judge) usesIn(s Symbol, dir string, in func(File) bool) (out []Place) {
	for _, u := range j.graph.Uses(s, probe) {
		if file, ok := j.locate(dir, u.Path); ok && in(file) {
			out = append(out, u)
		}
	}
	return out
}

// scope returns what says that a file is in the target; nil where the graph has nothing there.
func (j *judge) scope(t target, f filter) func(File) bool {
	if t.glob {
		globs := expandBraces(filepath.ToSlash(t.path))
		if j.graph.SourceUnder(t.dir()) == 0 {
			return nil
		}
		return func(file File) bool {
			full := filepath.ToSlash(file.Path)
			return f.allows(filepath.Base(file.Path)) && slices.ContainsFunc(globs, func(g string) bool {
				return matchGlob(g, full) || (t.tree && matchGlob(g+"/**", full))
			})
		}
	}
	if file, ok := j.graph.File(t.path); ok {
		if !file.answerable() {
			return nil
		}
		return func(other File) bool {
			return other.Path == file.Path && (!t.tree || f.allows(filepath.Base(file.Path)))
		}
	}
	if !t.tree || j.graph.SourceUnder(t.path) == 0 {
		return nil
	}
	return func(file File) bool {
		rel, err := filepath.Rel(t.path, file.Path)
		return err == nil && within(t.path, file.Path) && f.allows(rel)
	}
}

// lookup returns the definitions of a name that are worth a denial.
func (j *judge) lookup(n name, dir, under string) (out []Symbol) {
	for _, s := range j.graph.Lookup(dir, n.id, under, probe) {
		// A word of prose is often some field's or variable's name too; a function or type is meant more surely.
		if word(n.id) && !prominent(s.Kind) || !qualifies(n.qualifier, s) {
			continue
		}
		if file, ok := j.locate(dir, s.Path); ok && file.answerable() {
			out = append(out, s)
		}
	}
	return out
}

func prominent(kind string) bool {
	switch strings.ToLower(kind) {
	case "function", "method", "constructor", "class", "interface", "struct", "enum", "type":
		return true
	}
	return false
}

// qualifies says that Store.Get or server.NewServer can mean this symbol: by its container, its folder or its file.
func qualifies(qualifier string, s Symbol) bool {
	if qualifier == "" {
		return true
	}
	if strings.HasSuffix(s.ID, "::"+qualifier+"."+s.Name) || strings.HasSuffix(s.ID, "."+qualifier+"."+s.Name) {
		return true
	}
	p := filepath.ToSlash(s.Path)
	file := p[strings.LastIndexByte(p, '/')+1:]
	return filepath.Base(filepath.Dir(p)) == qualifier || strings.TrimSuffix(file, filepath.Ext(file)) == qualifier
}

// locate returns the file of a path relative to the repository that dir is in. The root that the last file had is tried first: a question is
// mostly about one repository.
func (j *judge) locate(dir, rel string) (File, bool) {
	if j.root != "" && within(j.root, dir) {
		if f, ok := j.located[rel]; ok {
			return f, true
		}
		if f, ok := j.graph.File(filepath.Join(j.root, rel)); ok {
			j.located[rel] = f
			return f, true
		}
	}
	for range maxAncestry {
		f, ok := j.graph.File(filepath.Join(dir, rel))
		if ok && filepath.ToSlash(f.Rel) == filepath.ToSlash(rel) {
			j.root, j.located = dir, map[string]File{rel: f}
			return f, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return File{}, false
}

// found writes the answer of a search.
func (j *judge) found(all []hits) answer {
	var a answer
	var names []string
	for _, h := range all {
		names = append(names, "`"+h.name.String()+"`")
		a.next = append(a.next, compact(j.tools.call("search", arguments{Query: h.query()}))...)
	}
	a.next = append(a.next, compact(j.tools.call("relations", arguments{Operation: "usages", Symbol: all[0].defs[0].ID}))...)
	a.lead = "the graph knows " + list(names)
	for _, h := range all {
		for _, d := range h.defs {
			a.facts = append(a.facts, d.Path+":"+strconv.Itoa(d.Line)+" "+describe(d))
		}
		for _, u := range h.uses {
			a.facts = append(a.facts, u.Path+":"+strconv.Itoa(u.Line)+" uses "+h.name.id+inside(u))
		}
	}
	return a
}

func inside(u Place) string {
	_, in, ok := strings.Cut(u.In, "::")
	if !ok {
		return ""
	}
	return ", in " + in
}
