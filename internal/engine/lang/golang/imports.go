package golang

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// imports reads the import declarations and brings the packages' names into scope.
func (x *extractor) imports(f *ast.File) {
	for _, s := range f.Imports {
		module, err := strconv.Unquote(s.Path.Value)
		if err != nil || module == "" {
			continue
		}
		imp := lang.Import{Module: module}
		imp.Line, _ = x.position(x.offset(s.Pos()))
		explicit := s.Name != nil
		switch {
		case !explicit:
			imp.Local = packageName(module)
		case s.Name.Name == ".":
			imp.Local = "*"
		case s.Name.Name != "_":
			imp.Local = s.Name.Name
		}
		x.facts.Imports = append(x.facts.Imports, imp)
		n := len(x.facts.Imports) - 1
		x.guessed = append(x.guessed, !explicit)
		if token.IsIdentifier(imp.Local) {
			x.push(entry{name: imp.Local, kind: imported, number: int32(n)})
		}
	}
}

// packageName guesses a package's name from its import path.
func packageName(module string) string {
	name := path.Base(module)
	if majorVersion(name) && name != module {
		name = path.Base(path.Dir(module))
	}
	if i := strings.LastIndex(name, ".v"); i > 0 && majorVersion(name[i+1:]) {
		name = name[:i] // gopkg.in/yaml.v3
	}
	if !token.IsIdentifier(name) {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "go-"), "-go")
		name = strings.TrimSuffix(strings.TrimSuffix(name, ".go"), ".js")
		name = strings.NewReplacer("-", "_", ".", "_").Replace(name)
	}
	return name
}

func majorVersion(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	for _, c := range s[1:] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// renameImports mends guesses: an import that no selector began with is the one
// whose path looks like a name that selectors began with and nothing declares.
func (x *extractor) renameImports() {
	if len(x.unknown) == 0 {
		return
	}
	renamed := map[string]bool{}
	for i, guessed := range x.guessed {
		if !guessed {
			continue
		}
		imp := &x.facts.Imports[i]
		best := ""
		for name := range x.unknown {
			if !renamed[name] && resembles(imp.Module, name) && (len(name) > len(best) || len(name) == len(best) && name < best) {
				best = name
			}
		}
		if best != "" {
			imp.Local = best
			renamed[best] = true
		}
	}
	if len(renamed) > 0 { // a package is no value of its own
		x.refs = slices.DeleteFunc(x.refs, func(r lang.Ref) bool { return r.Recv == "" && renamed[r.Name] })
	}
}

// resembles says whether an element of an import path holds name, but for dashes,
// dots and case.
func resembles(module, name string) bool {
	return strings.Contains(plain(module), plain(name))
}

func plain(s string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "").Replace(s))
}
