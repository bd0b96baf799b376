package golang

import (
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// resolver maps import paths to folders by the go.mod files of a repository.
type resolver struct {
	files   lang.Files
	modules []module // longest path first
	dirs    sync.Map // folder → []string, its files for importers
}

func newResolver(files lang.Files) *resolver {
	r := &resolver{files: files}
	for _, p := range files.Named("go.mod") {
		text, err := files.Read(p)
		if err != nil {
			continue
		}
		if m, ok := parseMod(folder(p), text); ok {
			r.modules = append(r.modules, m)
		}
	}
	for _, p := range files.Named("go.work") {
		if text, err := files.Read(p); err == nil {
			r.applyWork(folder(p), text)
		}
	}
	slices.SortStableFunc(r.modules, func(a, b module) int {
		if d := len(b.path) - len(a.path); d != 0 {
			return d
		}
		if d := len(a.dir) - len(b.dir); d != 0 {
			return d
		}
		return strings.Compare(a.dir, b.dir)
	})
	return r
}

// applyWork gives a workspace's replacements to its modules. That they see each
// other needs no more: every module of the repository is known by its path.
func (r *resolver) applyWork(dir string, text []byte) {
	work := parseWork(dir, text)
	for i := range r.modules {
		if m := &r.modules[i]; slices.Contains(work.uses, m.dir) {
			m.replace = append(work.replace, m.replace...)
		}
	}
}

// Resolve returns the files of the package that the import path names, test files
// left out unless the importer is the package's own external test.
func (r *resolver) Resolve(from, imp string) []string {
	own := r.around(from)
	if own == nil && len(r.modules) == 0 {
		return r.pathless(from, imp)
	}
	if own != nil {
		if files := r.vendored(own.dir, imp, from); files != nil {
			return files
		}
		if own.path == "std" {
			if files := r.in(join(own.dir, imp), from); files != nil {
				return files
			}
		}
		if rest, ok := below(own.path, imp); ok && !r.nearer(own, imp) {
			return r.in(join(own.dir, rest), from)
		}
		for _, rep := range own.replace {
			if rest, ok := below(rep.path, imp); ok {
				return r.in(join(rep.dir, rest), from)
			}
		}
	}
	return r.elsewhere(from, imp)
}

// nearer says whether another module's path is a longer prefix of imp than own's.
func (r *resolver) nearer(own *module, imp string) bool {
	for _, m := range r.modules { // longest first
		if len(m.path) <= len(own.path) {
			return false
		}
		if _, ok := below(m.path, imp); ok {
			return true
		}
	}
	return false
}

// elsewhere looks through the repository's other modules; of those with one path
// the one nearest to the importer counts.
func (r *resolver) elsewhere(from, imp string) []string {
	best, shared := -1, -1
	for i, m := range r.modules {
		if best >= 0 && len(m.path) < len(r.modules[best].path) {
			break
		}
		if _, ok := below(m.path, imp); !ok || m.path == "std" {
			continue
		}
		if n := common(m.dir, folder(from)); n > shared {
			best, shared = i, n
		}
	}
	if best < 0 {
		return nil
	}
	rest, _ := below(r.modules[best].path, imp)
	return r.in(join(r.modules[best].dir, rest), from)
}

// around returns the module that a file is in.
func (r *resolver) around(file string) *module {
	var best *module
	for i := range r.modules {
		m := &r.modules[i]
		if (m.dir == "" || strings.HasPrefix(file, m.dir+"/")) && (best == nil || len(m.dir) > len(best.dir)) {
			best = m
		}
	}
	return best
}

// vendored looks in the vendor folder of a module.
func (r *resolver) vendored(dir, imp, from string) []string {
	return r.in(join(join(dir, "vendor"), imp), from)
}

// pathless resolves where there is no go.mod at all: a GOPATH of old, in which
// import paths begin below a folder called src.
func (r *resolver) pathless(from, imp string) []string {
	for dir := folder(from); ; dir = folder(dir) {
		if path.Base(dir) == "src" || dir == "" {
			if files := r.in(join(dir, imp), from); files != nil {
				return files
			}
			if files := r.vendored(dir, imp, from); files != nil {
				return files
			}
		}
		if dir == "" {
			return nil
		}
	}
}

// in returns the Go files right below dir that an importer sees.
func (r *resolver) in(dir, from string) []string {
	own := folder(from) == dir
	if !own {
		if got, ok := r.dirs.Load(dir); ok {
			return got.([]string)
		}
	}
	var files []string
	for _, base := range r.files.Dir(dir) {
		p := join(dir, base)
		switch {
		case !strings.HasSuffix(base, ".go"):
		case !strings.HasSuffix(base, "_test.go"), own && r.internalTest(p):
			files = append(files, p)
		}
	}
	slices.Sort(files)
	if !own {
		r.dirs.Store(dir, files)
	}
	return files
}

// internalTest says whether a test file belongs to the package itself: its
// external tests see what such a file exports.
func (r *resolver) internalTest(file string) bool {
	src, err := r.files.Read(file)
	if err != nil {
		return false
	}
	f, _ := parser.ParseFile(token.NewFileSet(), "", src, parser.PackageClauseOnly)
	return f != nil && f.Name != nil && !strings.HasSuffix(f.Name.Name, "_test")
}

// below returns what imp has behind the module path.
func below(module, imp string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(imp, module); !ok {
		return "", false
	}
	if rest == "" {
		return "", true
	}
	return strings.CutPrefix(rest, "/")
}

// common counts the folders that two have in common from the root on.
func common(a, b string) int {
	n := 0
	for {
		x, restA, moreA := strings.Cut(a, "/")
		y, restB, moreB := strings.Cut(b, "/")
		if x != y || x == "" {
			return n
		}
		n++
		if !moreA || !moreB {
			return n
		}
		a, b = restA, restB
	}
}

func join(dir, name string) string {
	if dir == "" || name == "" {
		return dir + name
	}
	return dir + "/" + name
}
