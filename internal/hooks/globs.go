package hooks

import (
	"path"
	"path/filepath"
	"strings"
)

const globChars = "*?["

// maxGlobBytes and maxBraces keep a pattern from exploding.
const (
	maxGlobBytes = 300
	maxBraces    = 64
)

// matchFilter matches as ignore files do: without a slash the base name, with one the whole path; a folder's name takes what is below it.
func matchFilter(glob, rel string) bool {
	rel = filepath.ToSlash(rel)
	for _, g := range expandBraces(glob) {
		g = strings.TrimPrefix(strings.TrimSuffix(g, "/"), "/")
		if matchGlob(g, rel) || matchGlob(g+"/**", rel) {
			return true
		}
		if !strings.Contains(g, "/") && (matchGlob("**/"+g, rel) || matchGlob("**/"+g+"/**", rel)) {
			return true
		}
	}
	return false
}

// matchGlob matches slash-separated segments; "**" as a segment takes any number of them.
func matchGlob(glob, rel string) bool {
	return len(glob) <= maxGlobBytes && MatchSegments(strings.Split(glob, "/"), strings.Split(rel, "/"))
}

// MatchSegments matches a path cut at its slashes; "**" takes any number of segments. Where
// a later segment does not fit, only the last "**" takes one more: what an earlier one took
// leaves less to match, never more. So the work is at most pattern times path.
func MatchSegments(glob, rel []string) bool {
	g, r := 0, 0
	star, taken := -1, 0 // the last "**" and the end of what it takes
	for r < len(rel) {
		if g < len(glob) && glob[g] == "**" {
			star, taken = g, r
			g++
			continue
		}
		if g < len(glob) {
			if MatchSegment(glob[g], rel[r]) {
				g, r = g+1, r+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		taken++
		g, r = star+1, taken
	}
	for g < len(glob) && glob[g] == "**" {
		g++
	}
	return g == len(glob)
}

// MatchSegment matches one segment as a shell does, which writes [!x] for [^x].
func MatchSegment(glob, name string) bool {
	if strings.Contains(glob, "[!") && !strings.Contains(glob, `\[!`) {
		glob = strings.ReplaceAll(glob, "[!", "[^")
	}
	fits, err := path.Match(glob, name)
	return fits && err == nil
}

// expandBraces turns a{b,c}d into abd and acd. Too many, or unbalanced: the text as it is.
func expandBraces(s string) []string {
	out, ok := braces(s, maxBraces)
	if !ok {
		return []string{s}
	}
	return out
}

func braces(s string, most int) ([]string, bool) {
	open := strings.IndexByte(s, '{')
	if open < 0 {
		return []string{s}, true
	}
	var alternatives []string
	depth, from, end := 0, open+1, -1
	for i := open; i < len(s) && end < 0; i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				alternatives, end = append(alternatives, s[from:i]), i
			}
		case ',':
			if depth == 1 {
				alternatives, from = append(alternatives, s[from:i]), i+1
			}
		}
	}
	if end < 0 || len(alternatives) > most {
		return nil, false
	}
	var out []string
	for _, alt := range alternatives {
		more, ok := braces(s[:open]+alt+s[end+1:], most-len(out))
		if !ok || len(out)+len(more) > most {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// glob judges the Glob tool: listing source by extension, or a name that is a symbol's.
func (j *judge) glob(in input) answer {
	pattern, ok := in.text("pattern")
	where, ok2 := in.text("path")
	if !ok || !ok2 || pattern == "" || len(pattern) > maxGlobBytes || j.tools.call("search", arguments{}) == "" {
		return answer{}
	}
	dir := j.cwd
	if where != "" {
		if dir, ok = j.abs(where); !ok {
			return answer{}
		}
	}
	full, ok := resolve(dir, pattern)
	if !ok {
		return answer{}
	}
	if strings.ContainsAny(path.Base(pattern), globChars) && sourceGlob(pattern) {
		return j.listFiles(target{path: full, glob: true})
	}
	if n, ok := globName(path.Base(pattern)); ok {
		t := target{path: dir, tree: true}
		if prefix := (target{path: full, glob: true}).dir(); within(dir, prefix) {
			t.path = prefix
		}
		return j.search(question{names: []name{n}, targets: []target{t}})
	}
	return answer{}
}

// sourceGlob says that a pattern lists nothing but source.
func sourceGlob(pattern string) bool {
	all := expandBraces(pattern)
	for _, p := range all {
		if !sourceExtension(path.Base(p)) || strings.ContainsAny(path.Ext(p), globChars+"{") {
			return false
		}
	}
	return len(all) > 0
}

// globName returns the symbol that a file name pattern looks like: Store*, *NewServer*, fetchUser.
func globName(base string) (name, bool) {
	n, ok := parsePattern(strings.Trim(base, "*"), fixed)
	if !ok || len(n) != 1 || n[0].qualifier != "" || word(n[0].id) {
		return name{}, false
	}
	return n[0], true
}

// listFiles answers a listing of source files.
func (j *judge) listFiles(t target) answer {
	t = j.real(t)
	dir := t.dir()
	n := j.graph.SourceUnder(dir)
	files, told := j.globFiles(t, 21)
	if n == 0 || (told && len(files) == 0) {
		return answer{}
	}
	query := t.path
	if len(files) > 0 && j.show(files[0]) != files[0].Path {
		query = strings.TrimPrefix(strings.TrimPrefix(t.path, files[0].Root), string(filepath.Separator))
	}
	a := answer{lead: "the files below " + dir + " are indexed, " + count(n, "source file") + " in all"}
	a.next = compact(j.tools.call("search", arguments{Operation: "files", Query: filepath.ToSlash(query)}))
	for i, f := range files {
		if i == 20 {
			a.facts = append(a.facts, "… and more")
			break
		}
		a.facts = append(a.facts, j.show(f))
	}
	return a
}

// globFiles lists the source files that a glob names. told is false where the graph cannot list.
func (j *judge) globFiles(t target, limit int) (files []File, told bool) {
	g, ok := j.graph.(Globber)
	if !ok {
		return nil, false
	}
	for _, p := range expandBraces(t.path) {
		for _, f := range g.Glob(p, limit) {
			if f.own() && len(files) < limit {
				files = append(files, f)
			}
		}
	}
	return files, true
}
