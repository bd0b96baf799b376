package python

import (
	"path"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// resolver finds the file of a module. An import is looked for from the folder
// that the importing file's package stands in, from the folders above it, from
// the repository's root and from the usual folders of sources.
type resolver struct{ files lang.Files }

// NewResolver returns a resolver over a repository's files.
func (l *language) NewResolver(files lang.Files) lang.Resolver { return &resolver{files} }

// sources are folders that hold packages without being one.
var sources = []string{"", "src", "lib", "python", "source"}

// Resolve returns the file of a module: its own, or its package's __init__.
func (r *resolver) Resolve(from, module string) []string {
	rest := strings.TrimLeft(module, ".")
	if up := len(module) - len(rest); up > 0 {
		dir := path.Dir(from)
		for ; up > 1; up-- {
			if dir == "." {
				return nil
			}
			dir = path.Dir(dir)
		}
		return r.below(dir, rest)
	}
	if module == "" {
		return []string{from}
	}
	for dir := r.packageRoot(from); ; dir = path.Dir(dir) {
		if found := r.below(dir, module); found != nil {
			return found
		}
		if dir == "." {
			break
		}
	}
	for _, dir := range sources {
		if found := r.below(dir, module); found != nil {
			return found
		}
	}
	return nil
}

// below returns the file of a dotted name in dir.
func (r *resolver) below(dir, module string) []string {
	base := path.Join(dir, strings.ReplaceAll(module, ".", "/"))
	candidates := []string{base + ".py", base + "/__init__.py", base + ".pyi", base + "/__init__.pyi"}
	if module == "" {
		candidates = []string{path.Join(base, "__init__.py"), path.Join(base, "__init__.pyi")}
	}
	for _, c := range candidates {
		if r.files.Exists(c) {
			return []string{c}
		}
	}
	return nil
}

// packageRoot returns the folder that the outermost package around a file stands
// in: the nearest one above it without an __init__.
func (r *resolver) packageRoot(from string) string {
	dir := path.Dir(from)
	for dir != "." && r.files.Exists(path.Join(dir, "__init__.py")) {
		dir = path.Dir(dir)
	}
	return dir
}
