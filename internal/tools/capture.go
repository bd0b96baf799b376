package tools

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// captured: what the new name means already, and would not any more. For a name that is
// used as it stands these are its uses in the files that would see the new definition:
// of an import, of the language's own, of another module by a star. For a member they are
// the members of that name above and below its type.
func (r *renaming) captured(ctx context.Context) error {
	switch {
	case r.member():
		r.hidden()
		return nil
	case r.language == "go":
		if r.sym.Kind != lang.Method {
			r.embedded()
		}
		return r.capturedInPackage(ctx)
	}
	seen := map[string]bool{}
	for _, s := range r.sites {
		if seen[s.path] || s.at > 0 && r.masked[s.path][s.at-1] == '.' {
			continue
		}
		seen[s.path] = true
		for _, place := range r.repo.snap.Places(s.path, r.name) {
			if !place.Member {
				r.doubt(site{path: s.path, line: place.Line, column: place.Column}, r.name+" means something else here already")
				break
			}
		}
	}
	return nil
}

// hidden: a member that a type has from another type of its family, or gives to one.
func (r *renaming) hidden() {
	types := map[string]bool{}
	for _, sym := range r.family {
		if sym.Parent == "" {
			continue
		}
		for _, t := range r.ancestors(sym.Parent) {
			types[t.ID] = true
		}
		for _, t := range r.repo.snap.Implementations(sym.Parent) {
			types[t.ID] = true
		}
	}
	r.doubtMembers(types)
}

// embedded: the name of a type of Go is that of a field where it is embedded.
func (r *renaming) embedded() {
	types := map[string]bool{}
	for _, t := range r.repo.snap.Implementations(r.sym.ID) {
		types[t.ID] = true
	}
	r.doubtMembers(types)
}

func (r *renaming) doubtMembers(types map[string]bool) {
	for _, sym := range r.repo.snap.Lookup(r.name) {
		if sym.Name == r.name && types[sym.Parent] {
			r.doubt(site{path: sym.Path, line: sym.Line, column: sym.Column, before: sym.Signature}, r.repo.id(sym)+" has that name, and one would hide the other")
		}
	}
}

// ancestors are the types above one, near ones first.
func (r *renaming) ancestors(id string) []engine.Symbol {
	const most = 1000
	seen := map[string]bool{id: true}
	all := r.repo.snap.Supertypes(id)
	for at := 0; at < len(all) && len(all) < most; at++ {
		if seen[all[at].ID] {
			continue
		}
		seen[all[at].ID] = true
		all = append(all, r.repo.snap.Supertypes(all[at].ID)...)
	}
	return all
}

// capturedInPackage looks at all files of a package of Go: each sees its definitions. What
// the parser cannot lead to a definition in its own file is an import or Go's own, since
// the package has none of that name.
func (r *renaming) capturedInPackage(ctx context.Context) error {
	dir, pkg := path.Dir(r.sym.Path), ""
	var trees []*ast.File
	paths := map[*ast.File]string{}
	files := token.NewFileSet()
	for f := range r.repo.snap.Below(dir) {
		if path.Dir(f.Path) != dir || f.Language != "go" {
			continue
		}
		s, err := r.repo.source(ctx, f.Path)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(files, "", s.text, 0)
		if err != nil {
			continue // it does not build either
		}
		if f.Path == r.sym.Path {
			pkg = tree.Name.Name
		}
		trees, paths[tree], r.read[f.Path] = append(trees, tree), f.Path, s
	}
	for _, tree := range trees {
		if tree.Name.Name != pkg {
			continue
		}
		if at := standsFor(tree, r.name); at.IsValid() {
			where := files.Position(at)
			r.doubt(site{path: paths[tree], line: where.Line, column: where.Column}, r.name+" means something else here already")
		}
	}
	return nil
}

// standsFor finds where a file of Go imports something as name, or uses name for what is
// not defined in it.
func standsFor(tree *ast.File, name string) token.Pos {
	for _, i := range tree.Imports {
		if localName(i) == name {
			return i.Pos()
		}
	}
	keys := map[ast.Expr]bool{} // of literals: fields, as a rule
	ast.Inspect(tree, func(n ast.Node) bool {
		if pair, ok := n.(*ast.KeyValueExpr); ok {
			keys[pair.Key] = true
		}
		return true
	})
	for _, id := range tree.Unresolved {
		if id.Name == name && !keys[id] {
			return id.Pos()
		}
	}
	return token.NoPos
}
