package hooks

import (
	"path/filepath"
	"unicode/utf8"
)

// A gortex tool reads a plain path or id in the repository that the session's folder is in. What lies in any other one, or is asked for from
// above several, has to be named in full: the same path there would be another file.

// homeRoot is the root of the repository that the session's folder is in; "" where it is in none.
func (j *judge) homeRoot() string {
	if !j.homed && j.cwd != "" {
		j.home = j.graph.Home(j.cwd)
	}
	j.homed = true
	return j.home
}

// plain says that a path relative to a root means that file to a gortex tool, which tries the session's folder first.
func (j *judge) plain(root, rel string) bool {
	if rel == "" || root == "" || root != j.homeRoot() {
		return false
	}
	near := filepath.Join(j.cwd, rel)
	if near == filepath.Join(root, rel) {
		return true
	}
	_, other := j.graph.File(near)
	return !other
}

// show is a file's name as a gortex tool takes it: relative to its repository, or absolute.
func (j *judge) show(f File) string {
	if j.plain(f.Root, f.Rel) {
		return f.Rel
	}
	return f.Path
}

// where is a path that is relative to a root, as a gortex tool takes it.
func (j *judge) where(root, rel string) string {
	if j.plain(root, rel) {
		return rel
	}
	return filepath.Join(root, rel)
}

// id is a symbol's id as a gortex tool takes it.
func (j *judge) id(s Symbol) string {
	if j.plain(s.Root, s.Path) {
		return s.ID
	}
	return filepath.ToSlash(s.Root) + "/" + s.ID
}

// repo names a repository to a gortex tool; "" is the session's own.
func (j *judge) repo(root string) string {
	if root == j.homeRoot() {
		return ""
	}
	return root
}

// away says that a listing is of another repository: no search lists the files of a place elsewhere.
func (j *judge) away(t target) bool { return j.graph.Home(t.dir()) != j.homeRoot() }

// globAway says so of a call of the Glob tool.
func (j *judge) globAway(in input) bool {
	pattern, _ := in.text("pattern")
	where, _ := in.text("path")
	dir, ok := j.cwd, true
	if where != "" {
		dir, ok = j.abs(where)
	}
	full, ok2 := resolve(dir, pattern)
	return ok && ok2 && j.away(target{path: full, glob: true})
}

// oneRoot returns the root that all definitions have; false where they are of several repositories, of which no one call tells.
func oneRoot(all []hits) (string, bool) {
	root := all[0].defs[0].Root
	for _, h := range all {
		for _, d := range h.defs {
			if d.Root != root {
				return "", false
			}
		}
	}
	return root, true
}

const (
	maxShortRunes = 6 // of a name that is looked for inside others, when
	manyNames     = 4 // as many have it inside
)

// common says that a name is looked for as text, or as a part of names: the definitions of that very name are not the answer then.
func (j *judge) common(h hits) bool {
	n, root := h.name, h.defs[0].Root
	switch {
	case n.qualifier != "":
		return false
	case word(n.id): // more often text than a name, unless the pattern declares or calls it
		return !n.code || len(j.graph.Lookup(root, n.id, "", 2)) > 1
	case n.whole || utf8.RuneCountInString(n.id) > maxShortRunes:
		return false
	}
	return j.graph.Containing(root, n.id, manyNames) >= manyNames
}
