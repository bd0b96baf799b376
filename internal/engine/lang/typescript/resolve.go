package typescript

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// resolver finds the file that a module name stands for: relative to the file,
// by tsconfig's paths, by the name of a package of the workspace.
type resolver struct {
	files lang.Files

	mu       sync.Mutex
	configs  map[string]*config // guarded by mu: by folder, the nearest tsconfig's
	once     sync.Once
	packages map[string]*manifest // by name; read once
	imports  map[string]*manifest // by folder, those with "imports"
}

// NewResolver returns a resolver over a repository's files.
func (l *language) NewResolver(files lang.Files) lang.Resolver {
	return &resolver{files: files, configs: map[string]*config{}}
}

// Resolve returns the one file that module denotes. "" is the file itself.
func (r *resolver) Resolve(from, module string) []string {
	if at := strings.IndexAny(module, "?"); at > 0 {
		module = module[:at]
	}
	found := ""
	switch {
	case module == "":
		found = from
	case module == "." || module == ".." || strings.HasPrefix(module, "./") || strings.HasPrefix(module, "../"):
		found = r.file(path.Join(path.Dir(from), module))
	case strings.HasPrefix(module, "/"), strings.Contains(module, ":"):
	default:
		found = r.bare(from, module)
	}
	if found == "" {
		return nil
	}
	return []string{found}
}

// bare resolves a name that is no path.
func (r *resolver) bare(from, module string) string {
	if c := r.config(path.Dir(from)); c != nil {
		for _, p := range c.candidates(module) {
			if found := r.file(p); found != "" {
				return found
			}
		}
	}
	r.once.Do(r.readPackages)
	if strings.HasPrefix(module, "#") {
		for dir := path.Dir(from); ; dir = path.Dir(dir) {
			if m := r.imports[dir]; m != nil {
				return r.target(m, m.Imports, module)
			}
			if dir == "." {
				return ""
			}
		}
	}
	name, rest := packageName(module)
	m := r.packages[name]
	if m == nil {
		return ""
	}
	if rest == "" {
		return r.main(m)
	}
	if found := r.target(m, m.Exports, "./"+rest); found != "" {
		return found
	}
	if found := r.file(path.Join(m.dir, rest)); found != "" {
		return found
	}
	return r.file(path.Join(m.dir, "src", rest))
}

// endings are what may be left off a file's name, in the order in which TypeScript tries.
var endings = []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".d.mts", ".d.cts"}

// sources says what a built file's ending is before it is built.
var sources = map[string][]string{
	".js": {".ts", ".tsx", ".d.ts", ".jsx"}, ".jsx": {".tsx", ".d.ts"}, ".mjs": {".mts", ".d.mts"}, ".cjs": {".cts", ".d.cts"},
}

// file returns the file that p names: as it is, with an ending, or a folder's index.
func (r *resolver) file(p string) string {
	if p == ".." || strings.HasPrefix(p, "../") {
		return ""
	}
	p = path.Clean(p)
	ext := path.Ext(p)
	stem := strings.TrimSuffix(p, ext)
	for _, e := range sources[ext] {
		if r.files.Exists(stem + e) {
			return stem + e
		}
	}
	if ext != "" && r.files.Exists(p) {
		return p
	}
	for _, e := range endings {
		if p != "." && r.files.Exists(p+e) {
			return p + e
		}
	}
	for _, e := range endings {
		if index := path.Join(p, "index"+e); r.files.Exists(index) {
			return index
		}
	}
	return ""
}

// manifest is what we read of a package.json.
type manifest struct {
	dir     string
	Name    string
	Main    string
	Module  string
	Types   string
	Typings string
	Source  string
	Exports json.RawMessage
	Imports json.RawMessage
}

func (r *resolver) readPackages() {
	r.packages, r.imports = map[string]*manifest{}, map[string]*manifest{}
	for _, p := range r.files.Named("package.json") {
		if strings.Contains("/"+p, "/node_modules/") {
			continue
		}
		src, err := r.files.Read(p)
		if err != nil {
			continue
		}
		m := &manifest{dir: path.Dir(p)}
		if json.Unmarshal(src, m) != nil {
			continue
		}
		if m.Imports != nil {
			r.imports[m.dir] = m
		}
		if had := r.packages[m.Name]; m.Name != "" && (had == nil || len(m.dir) < len(had.dir)) {
			r.packages[m.Name] = m
		}
	}
}

// packageName splits "@scope/name/rest" and "name/rest".
func packageName(module string) (name, rest string) {
	first, rest, _ := strings.Cut(module, "/")
	if strings.HasPrefix(module, "@") {
		second, after, _ := strings.Cut(rest, "/")
		return first + "/" + second, after
	}
	return first, rest
}

// main returns a package's entry: where it is written, before where it is built.
func (r *resolver) main(m *manifest) string {
	for _, entry := range []string{m.Source, m.Types, m.Typings, m.Module, m.Main} {
		if entry == "" {
			continue
		}
		if found := r.entry(m, entry); found != "" {
			return found
		}
	}
	if found := r.target(m, m.Exports, "."); found != "" {
		return found
	}
	for _, guess := range []string{"src/index", "index", "src"} {
		if found := r.file(path.Join(m.dir, guess)); found != "" {
			return found
		}
	}
	return ""
}

// entry returns a file of a package, or the source of one that is not built here.
func (r *resolver) entry(m *manifest, entry string) string {
	if found := r.file(path.Join(m.dir, entry)); found != "" {
		return found
	}
	first, rest, below := strings.Cut(strings.TrimPrefix(path.Clean(entry), "./"), "/")
	if below && (first == "dist" || first == "lib" || first == "build" || first == "out") {
		for _, ext := range []string{".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx"} {
			rest = strings.TrimSuffix(rest, ext)
		}
		return r.file(path.Join(m.dir, "src", rest))
	}
	return ""
}

// target finds what "exports" or "imports" say of name: a plain string, conditions,
// or a pattern with one star.
func (r *resolver) target(m *manifest, table json.RawMessage, name string) string {
	if len(table) == 0 {
		return ""
	}
	var byName map[string]json.RawMessage
	if json.Unmarshal(table, &byName) != nil || !subpaths(byName) {
		if name == "." {
			return r.conditions(m, table, "")
		}
		return ""
	}
	if t, ok := byName[name]; ok {
		return r.conditions(m, t, "")
	}
	for _, pattern := range slices.Backward(slices.Sorted(maps.Keys(byName))) { // the longest of two that fit comes first
		before, after, star := strings.Cut(pattern, "*")
		if star && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) && len(name) >= len(before)+len(after) {
			if found := r.conditions(m, byName[pattern], name[len(before):len(name)-len(after)]); found != "" {
				return found
			}
		}
	}
	return ""
}

func subpaths(table map[string]json.RawMessage) bool {
	for k := range table {
		return strings.HasPrefix(k, ".") || strings.HasPrefix(k, "#")
	}
	return false
}

// conditions are tried in an order of ours: sources and types first.
var conditions = []string{"source", "development", "types", "import", "module", "require", "node", "browser", "default"}

func (r *resolver) conditions(m *manifest, target json.RawMessage, star string) string {
	var s string
	if json.Unmarshal(target, &s) == nil {
		return r.entry(m, strings.ReplaceAll(s, "*", star))
	}
	var by map[string]json.RawMessage
	if json.Unmarshal(target, &by) != nil {
		return ""
	}
	for _, c := range conditions {
		if t, ok := by[c]; ok {
			if found := r.conditions(m, t, star); found != "" {
				return found
			}
		}
	}
	return ""
}
