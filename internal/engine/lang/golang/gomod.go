package golang

import (
	"path"
	"strconv"
	"strings"
)

// module is a go.mod file, as far as it says where packages are.
type module struct {
	dir     string // folder of the go.mod, "" for the root
	path    string
	replace []replacement
}

// replacement is a module that a folder of the repository stands in for.
type replacement struct{ path, dir string }

// parseMod reads a go.mod; false when it names no module.
func parseMod(dir string, text []byte) (module, bool) {
	m := module{dir: dir}
	directives(text, func(verb string, args []string) {
		switch {
		case verb == "module" && len(args) == 1:
			m.path = args[0]
		case verb == "replace":
			m.replace = appendReplacement(m.replace, dir, args)
		}
	})
	return m, m.path != ""
}

// work is a go.work file: the folders of the modules it uses.
type work struct {
	uses    []string
	replace []replacement
}

func parseWork(dir string, text []byte) work {
	var w work
	directives(text, func(verb string, args []string) {
		switch {
		case verb == "use" && len(args) == 1:
			if d, ok := inside(dir, args[0]); ok {
				w.uses = append(w.uses, d)
			}
		case verb == "replace":
			w.replace = appendReplacement(w.replace, dir, args)
		}
	})
	return w
}

// appendReplacement reads "old [version] => ./folder"; other targets are modules
// of elsewhere.
func appendReplacement(list []replacement, dir string, args []string) []replacement {
	for i, a := range args {
		if a == "=>" && i > 0 && i+2 == len(args) && strings.HasPrefix(args[i+1], ".") {
			if d, ok := inside(dir, args[i+1]); ok {
				return append(list, replacement{args[0], d})
			}
		}
	}
	return list
}

// inside joins a relative folder to dir; false when it leads out of the repository.
func inside(dir, rel string) (string, bool) {
	d := path.Join(dir, rel)
	if path.IsAbs(rel) || d == ".." || strings.HasPrefix(d, "../") {
		return "", false
	}
	if d == "." {
		d = ""
	}
	return d, true
}

// directives calls f for each line of a go.mod or go.work, blocks taken apart.
func directives(text []byte, f func(verb string, args []string)) {
	block := ""
	for line := range strings.Lines(string(text)) {
		if i := strings.Index(line, "//"); i >= 0 {
			line = line[:i]
		}
		words := strings.Fields(line)
		for i, w := range words {
			if s, err := strconv.Unquote(w); err == nil {
				words[i] = s
			}
		}
		switch {
		case len(words) == 0:
		case words[0] == ")":
			block = ""
		case block != "":
			f(block, words)
		case len(words) == 2 && words[1] == "(":
			block = words[0]
		default:
			f(words[0], words[1:])
		}
	}
}
