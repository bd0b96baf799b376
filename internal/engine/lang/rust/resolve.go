package rust

import (
	"bytes"
	"path"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// resolver finds the files of modules: a module m of the file that declares it
// stands in m.rs or m/mod.rs beside or below that file.
type resolver struct {
	files lang.Files

	once   sync.Once
	crates map[string]string // name → its folder; set by once
}

func newResolver(files lang.Files) lang.Resolver { return &resolver{files: files} }

// Resolve returns the file of a module's path.
func (r *resolver) Resolve(from, module string) []string {
	first, rest, _ := strings.Cut(module, "::")
	var at []string
	switch first {
	case "":
		return nil
	case "self":
		at = []string{from}
	case "super":
		at = r.parent(from)
		for {
			next, more := strings.CutPrefix(rest, "super")
			if !more || len(at) == 0 || next != "" && !strings.HasPrefix(next, "::") {
				break
			}
			at, rest = r.parent(at[0]), strings.TrimPrefix(next, "::")
		}
	case "crate":
		at = r.root(from)
	default:
		if at = r.child([]string{from}, first); at == nil {
			if dir, ok := r.crate(first); ok {
				at = r.roots(dir)
			} else {
				at = r.child(r.root(from), first)
			}
		}
	}
	if rest == "" {
		return at
	}
	for part := range strings.SplitSeq(rest, "::") {
		if at = r.child(at, part); at == nil {
			return nil
		}
	}
	return at
}

// child returns the file of the module name that one of the files declares.
func (r *resolver) child(files []string, name string) []string {
	for _, f := range files {
		dir := below(f)
		for _, p := range []string{path.Join(dir, name+".rs"), path.Join(dir, name, "mod.rs")} {
			if p != f && r.files.Exists(p) {
				return []string{p}
			}
		}
	}
	return nil
}

// below returns the folder that a file's modules stand in.
func below(file string) string {
	switch path.Base(file) {
	case "mod.rs", "lib.rs", "main.rs", "build.rs":
		return path.Dir(file)
	}
	return strings.TrimSuffix(file, ".rs")
}

// parent returns the file of the module around a file's.
func (r *resolver) parent(file string) []string {
	dir := path.Dir(file)
	if path.Base(file) == "mod.rs" {
		dir = path.Dir(dir)
	}
	for _, p := range []string{path.Join(dir, "mod.rs"), dir + ".rs", path.Join(dir, "lib.rs"), path.Join(dir, "main.rs")} {
		if p != file && r.files.Exists(p) {
			return []string{p}
		}
	}
	return nil
}

// root returns the files at the root of the crate that a file is in.
func (r *resolver) root(file string) []string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if base := path.Base(dir); base == "bin" || base == "tests" || base == "examples" || base == "benches" {
			if dir == path.Dir(file) {
				return []string{file} // each file there is a crate
			}
		}
		if r.files.Exists(path.Join(dir, "lib.rs")) || r.files.Exists(path.Join(dir, "main.rs")) {
			return r.in(dir)
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

func (r *resolver) roots(dir string) []string {
	if found := r.in(path.Join(dir, "src")); found != nil {
		return found
	}
	return r.in(dir)
}

func (r *resolver) in(dir string) (found []string) {
	for _, name := range []string{"lib.rs", "main.rs"} {
		if p := path.Join(dir, name); r.files.Exists(p) {
			found = append(found, p)
		}
	}
	return found
}

// crate returns the folder of a crate of this repository.
func (r *resolver) crate(name string) (dir string, ok bool) {
	r.once.Do(func() {
		r.crates = map[string]string{}
		for _, manifest := range r.files.Named("Cargo.toml") {
			src, err := r.files.Read(manifest)
			if err != nil {
				continue
			}
			if name := packageName(src); name != "" {
				r.crates[strings.ReplaceAll(name, "-", "_")] = path.Dir(manifest)
			}
		}
	})
	dir, ok = r.crates[name]
	return dir, ok
}

// packageName reads the name of [package], or of [lib] where that has one.
func packageName(manifest []byte) (name string) {
	section := ""
	for line := range bytes.Lines(manifest) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] == '[' {
			section = string(line)
			continue
		}
		key, value, ok := bytes.Cut(line, []byte("="))
		if ok && string(bytes.TrimSpace(key)) == "name" && (section == "[lib]" || section == "[package]" && name == "") {
			name = strings.Trim(string(bytes.TrimSpace(value)), `"'`)
		}
	}
	return name
}
