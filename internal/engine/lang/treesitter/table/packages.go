package table

import "github.com/gortexhq/gortex/internal/engine/lang"

// PackageResolver returns what makes resolvers for a language whose modules are
// packages that files name themselves as parts of: the folder says nothing.
func PackageResolver(language string) func(lang.Files) lang.Resolver {
	return func(files lang.Files) lang.Resolver {
		r := &packages{}
		if known, ok := files.(lang.Packages); ok {
			r.byName = known.Packages(language)
		}
		return r
	}
}

type packages struct{ byName map[string][]string }

// Resolve returns the files of a package.
func (r *packages) Resolve(_, module string) []string { return r.byName[module] }
