package search

import (
	"path"
	"regexp"
	"strings"
)

// Paths says which paths a restriction lets through.
type Paths struct {
	dir  string
	glob *regexp.Regexp
	base bool // glob is about the last element
}

// NewPaths prepares a folder ("internal/engine"), a file, or a glob ("**/*_test.go",
// "*.{ts,tsx}"; without a slash it is about the last element). "" lets everything through.
func NewPaths(p string) Paths {
	if strings.ContainsAny(p, "*?[{") {
		return Paths{glob: compileGlob(strings.TrimPrefix(p, "./")), base: !strings.Contains(p, "/")}
	}
	if p = strings.Trim(path.Clean("/"+p), "/"); p == "." {
		p = ""
	}
	return Paths{dir: p}
}

// Dir returns the folder below which all that pass are; "" is everywhere.
func (p Paths) Dir() string { return p.dir }

// Match says whether a path passes.
func (p Paths) Match(name string) bool {
	switch {
	case p.glob != nil && p.base:
		return p.glob.MatchString(path.Base(name))
	case p.glob != nil:
		return p.glob.MatchString(name)
	}
	return p.dir == "" || name == p.dir || strings.HasPrefix(name, p.dir) && name[len(p.dir)] == '/'
}

// Glob says whether s is a glob.
func Glob(s string) bool { return strings.ContainsAny(s, "*?[{") }

func compileGlob(glob string) *regexp.Regexp {
	var re strings.Builder
	re.WriteString("^")
	depth := 0
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case strings.HasPrefix(glob[i:], "**/"):
			re.WriteString("(?:.*/)?")
			i += 2
		case strings.HasPrefix(glob[i:], "**"):
			re.WriteString(".*")
			i++
		case c == '*':
			re.WriteString("[^/]*")
		case c == '?':
			re.WriteString("[^/]")
		case c == '[' && strings.IndexByte(glob[i:], ']') > 1:
			end := i + strings.IndexByte(glob[i:], ']')
			set := glob[i+1 : end]
			if rest, ok := strings.CutPrefix(set, "!"); ok {
				set = "^" + rest
			}
			re.WriteString("[" + strings.ReplaceAll(set, `\`, `\\`) + "]")
			i = end
		case c == '{':
			re.WriteString("(?:")
			depth++
		case c == '}' && depth > 0:
			re.WriteString(")")
			depth--
		case c == ',' && depth > 0:
			re.WriteString("|")
		default:
			re.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		}
	}
	re.WriteString(strings.Repeat(")", depth) + "$")
	compiled, err := regexp.Compile(re.String())
	if err != nil { // a set like [z-a]: then it is meant as it stands
		return regexp.MustCompile("^" + regexp.QuoteMeta(glob) + "$")
	}
	return compiled
}
