package python

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// resolver finds the file of a module. An import is looked for from the folder
// that the importing file's package stands in, from the folders above it, from
// the repository's root and from the usual folders of sources.
type resolver struct {
	files lang.Files

	once sync.Once
	root string // the package that the repository's root itself is, or ""
}

// NewResolver returns a resolver over a repository's files.
func (l *language) NewResolver(files lang.Files) lang.Resolver { return &resolver{files: files} }

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
	if first, rest, ok := strings.Cut(module, "."); ok && first == r.rootPackage() {
		return r.below(".", rest)
	} else if !ok && module == r.rootPackage() {
		return r.below(".", "")
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

var absolute = regexp.MustCompile(`(?m)^\s*(?:from|import)\s+([A-Za-z_]\w*)\.([A-Za-z_]\w*)`)

// rootPackage guesses the name under which the files know the root, where that is
// a package itself: the one most often followed by a module that is here.
func (r *resolver) rootPackage() string {
	r.once.Do(func() {
		if !r.files.Exists("__init__.py") {
			return
		}
		votes := map[string]int{}
		names := append([]string{"__init__.py"}, r.files.Dir("")...)
		for _, dir := range r.directories() {
			names = append(names, path.Join(dir, "__init__.py"))
		}
		for _, name := range names[:min(len(names), 60)] {
			if path.Ext(name) != ".py" || !r.files.Exists(name) {
				continue
			}
			src, err := r.files.Read(name)
			if err != nil {
				continue
			}
			for _, m := range absolute.FindAllSubmatch(src, -1) {
				if first := string(m[1]); r.below(".", string(m[2])) != nil && r.below(".", first) == nil {
					votes[first]++
				}
			}
		}
		best := 0
		for name, n := range votes {
			if n > best || n == best && name < r.root {
				r.root, best = name, n
			}
		}
	})
	return r.root
}

// directories returns the packages right below the root.
func (r *resolver) directories() []string {
	var dirs []string
	for _, p := range r.files.Named("__init__.py") {
		if dir := path.Dir(p); dir != "." && !strings.Contains(dir, "/") {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
