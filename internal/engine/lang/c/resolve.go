package c

import (
	"path"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// resolver finds the files of includes, and those that have a namespace.
type resolver struct {
	files lang.Files

	once   sync.Once
	spaces map[string][]string // set by once
}

func newResolver(files lang.Files) lang.Resolver { return &resolver{files: files} }

// Resolve returns the header of an include, or the files of a namespace.
func (r *resolver) Resolve(from, module string) []string {
	if strings.ContainsAny(module, "./") {
		return r.include(from, module)
	}
	r.once.Do(r.namespaces)
	return r.spaces[module]
}

// namespaces notes files by each part of the namespaces they have: inside a::b, b is a name.
func (r *resolver) namespaces() {
	r.spaces = map[string][]string{}
	known, ok := r.files.(lang.Packages)
	if !ok {
		return
	}
	for _, language := range []string{"c", "cpp"} {
		for space, files := range known.Packages(language) {
			parts := strings.Split(space, "::")
			for i := range parts {
				for j := i + 1; j <= len(parts); j++ {
					key := strings.Join(parts[i:j], "::")
					r.spaces[key] = append(r.spaces[key], files...)
				}
			}
		}
	}
}

// include looks beside the file, in the folders around it and their include folders,
// and then for the file that is nearest of all that end so.
func (r *resolver) include(from, name string) []string {
	name = strings.ReplaceAll(name, "\\", "/")
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		for _, below := range []string{"", "include", "src", "inc"} {
			if p := path.Join(dir, below, name); r.files.Exists(p) {
				return []string{p}
			}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	best, shared := "", -1
	suffix := "/" + path.Clean(name)
	for _, p := range r.files.Named(path.Base(name)) {
		if n := common(p, from); strings.HasSuffix("/"+p, suffix) && n > shared {
			best, shared = p, n
		}
	}
	if best == "" {
		return nil
	}
	return []string{best}
}

// common counts the folders that two paths share.
func common(a, b string) (n int) {
	for {
		x, restA, okA := strings.Cut(a, "/")
		y, restB, okB := strings.Cut(b, "/")
		if !okA || !okB || x != y {
			return n
		}
		n++
		a, b = restA, restB
	}
}
