package hooks

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	maxHits    = 10    // definitions shown of one name
	maxUses    = 5     // usages shown of one name
	maxCounted = 1_000 // usages counted of one name
	probe      = 40    // definitions or usages asked for, where a filter will drop some
	maxTargets = 64    // places that one question may name
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
	used int  // how many uses there are in all
	more bool // at least
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
		if len(h.defs) == 0 || j.common(h) {
			return answer{}
		}
		all = append(all, h)
	}
	root, ok := oneRoot(all)
	if !ok {
		return answer{}
	}
	return j.found(all, root)
}

// find looks a name up in all targets; no definition: it is not known there.
func (j *judge) find(n name, q question) hits {
	h := hits{name: n}
	seen := map[string]bool{}
	for _, t := range q.targets {
		defs, uses, more := j.findIn(n, t, q.filter)
		for _, d := range defs {
			if key := d.Root + "\x00" + d.ID; !seen[key] && len(h.defs) < maxHits {
				h.defs, seen[key] = append(h.defs, d), true
			}
		}
		h.uses, h.more = append(h.uses, uses...), h.more || more
	}
	j.used(&h)
	return h
}

// used keeps uses only where it is plain whose they are: of the only definition in its repository.
func (j *judge) used(h *hits) {
	if len(h.defs) != 1 || len(j.lookup(h.name, h.defs[0].Root, "")) > 1 {
		h.uses, h.more = nil, false
		return
	}
	if len(h.uses) == 0 {
		h.uses = j.graph.Uses(h.defs[0], maxCounted)
		h.more = len(h.uses) == maxCounted
	}
	h.used = len(h.uses)
	h.uses = h.uses[:min(len(h.uses), maxUses)]
}

// findIn looks a name up in one target: defined there, or used there and defined elsewhere in the repository.
func (j *judge) findIn(n name, t target, f filter) (defs []Symbol, uses []Place, more bool) {
	t = j.real(t)
	in := j.scope(t, f)
	if in == nil {
		return nil, nil, false
	}
	dir := t.dir()
	under := dir
	if file, ok := j.graph.File(dir); ok { // a file lies in a folder
		dir, under = filepath.Dir(file.Path), filepath.Dir(file.Path)
	}
	for _, s := range j.lookup(n, dir, under) {
		if file, ok := j.locate(s.Root, s.Path); ok && in(file) && len(defs) < maxHits {
			defs = append(defs, s)
		}
	}
	if len(defs) > 0 {
		return defs, nil, false
	}
	for _, s := range j.lookup(n, dir, "") {
		here, open := j.usesIn(s, in)
		if len(here) > 0 {
			defs, uses, more = append(defs, s), append(uses, here...), more || open
		}
	}
	return defs, uses, more
}

// real is a target under the name that its files have.
func (j *judge) real(t target) target {
	r, ok := j.graph.(Resolver)
	if !ok {
		return t
	}
	dir := t.dir()
	if real := r.Real(dir); real != "" && real != dir {
		t.path = real + strings.TrimPrefix(t.path, dir)
	}
	return t
}

// usesIn returns the uses of a definition in some files; more says that not all were looked at.
func (j *judge) usesIn(s Symbol, in func(File) bool) (out []Place, more bool) {
	all := j.graph.Uses(s, probe)
	for _, u := range all {
		if file, ok := j.locate(s.Root, u.Path); ok && in(file) {
			out = append(out, u)
		}
	}
	return out, len(all) == probe
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
		if file, ok := j.locate(s.Root, s.Path); ok && file.answerable() {
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

// locate returns the file of a path relative to a repository's root.
func (j *judge) locate(root, rel string) (File, bool) {
	p := filepath.Join(root, rel)
	if f, known := j.located[p]; known {
		return f, f.Path != ""
	}
	f, ok := j.graph.File(p)
	j.located[p] = f
	return f, ok
}

// found writes the answer of a search in one repository.
func (j *judge) found(all []hits, root string) answer {
	var a answer
	var names []string
	for _, h := range all {
		names = append(names, "`"+h.name.String()+"`")
		a.next = append(a.next, compact(j.tools.call("search", arguments{Query: h.query(), Repo: j.repo(root)}))...)
	}
	a.next = append(a.next, compact(j.tools.call("relations", arguments{Operation: "usages", Symbol: j.id(all[0].defs[0])}))...)
	a.lead = "the graph knows " + list(names)
	for _, h := range all {
		a.facts = append(a.facts, j.facts(h, root)...)
	}
	return a
}

// facts are the definitions and uses of one name, line by line.
func (j *judge) facts(h hits, root string) (out []string) {
	for _, d := range h.defs {
		out = append(out, j.where(root, d.Path)+":"+strconv.Itoa(d.Line)+" "+describe(d))
	}
	if len(h.uses) < h.used {
		least := ""
		if h.more {
			least = "at least "
		}
		out = append(out, strconv.Itoa(len(h.uses))+" of "+least+count(h.used, "use")+" of "+h.name.id+":")
	}
	for _, u := range h.uses {
		out = append(out, j.where(root, u.Path)+":"+strconv.Itoa(u.Line)+" uses "+h.name.id+inside(u))
	}
	return out
}

func inside(u Place) string {
	_, in, ok := strings.Cut(u.In, "::")
	if !ok {
		return ""
	}
	return ", in " + in
}
