package engine

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// goOracle checks the types of every package of a module from source, as far as it
// goes: other modules are empty packages, and errors are tolerated. It is the truth
// that our own linking is measured against, and no part of the engine.
type goOracle struct {
	root, module string
	fset         *token.FileSet
	std          types.ImporterFrom
	pkgs         map[string]*types.Package // by import path; nil while it is being checked
	calls        map[string]map[string]bool
}

// TestCallersAgreeWithTheTypeChecker measures the callers of every function and
// method of this module, or of the one that GORTEX_ORACLE names, and lists what
// differs when it is not equal.
func TestCallersAgreeWithTheTypeChecker(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if given := os.Getenv("GORTEX_ORACLE"); given != "" {
		root, err = given, nil
	} else if testing.Short() {
		t.Skip("it checks a whole module")
	}
	if err != nil {
		t.Fatal(err)
	}
	o := newGoOracle(t, root)
	o.all(t)
	r, err := openEngine(t, Options{}).Track(t.Context(), root, nil)
	if err != nil {
		t.Fatal(err)
	}
	var right, wrong, missing int
	var lines []string
	s := r.Snapshot()
	for def, want := range o.calls {
		file, line, _ := strings.Cut(def, ":")
		var n int
		_, _ = fmt.Sscan(line, &n)
		sym, ok := s.SymbolAt(file, n)
		if f, known := s.File(file); !known || f.Vendored {
			continue
		}
		have := map[string]bool{}
		if ok {
			for _, e := range s.References(sym.ID, Likely, lang.Call) {
				at := fmt.Sprintf("%s:%d", e.Path, e.Line)
				if f, _ := o.file(e.Path); f { // what the checker saw, too
					have[at] = true
				}
			}
		}
		for at := range want {
			if have[at] {
				right++
			} else {
				missing++
				lines = append(lines, fmt.Sprintf("missing %s (%s) at %s", def, sym.Qualified, at))
			}
		}
		for at := range have {
			if !want[at] {
				wrong++
				lines = append(lines, fmt.Sprintf("wrong %s (%s) at %s", def, sym.Qualified, at))
			}
		}
	}
	precision, recall := float64(right)/float64(right+wrong), float64(right)/float64(right+missing)
	t.Logf("%d calls, precision %.4f, recall %.4f", right+missing, precision, recall)
	if precision < 0.98 || recall < 0.97 || os.Getenv("GORTEX_ORACLE") != "" {
		slices.Sort(lines)
		t.Log(strings.Join(lines, "\n"))
	}
	if precision < 0.98 || recall < 0.97 {
		t.Errorf("precision %.4f, recall %.4f", precision, recall)
	}
}

func newGoOracle(t *testing.T, root string) *goOracle {
	t.Helper()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	_, module, _ := strings.Cut("\n"+string(mod), "\nmodule ")
	module, _, _ = strings.Cut(module, "\n")
	fset := token.NewFileSet()
	return &goOracle{
		root: root, module: strings.TrimSpace(module), fset: fset, pkgs: map[string]*types.Package{}, calls: map[string]map[string]bool{},
		std: importer.ForCompiler(fset, "source", nil).(types.ImporterFrom),
	}
}

// all checks every package of the module, its tests included.
func (o *goOracle) all(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(o.root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(o.root, p)
		if base := d.Name(); p != o.root && (base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
			return filepath.SkipDir
		}
		if _, err := os.Stat(filepath.Join(p, "go.mod")); err == nil && p != o.root {
			return filepath.SkipDir
		}
		dir, err := build.ImportDir(p, 0)
		if dir == nil || err != nil && len(dir.GoFiles)+len(dir.TestGoFiles)+len(dir.XTestGoFiles) == 0 {
			return nil
		}
		importPath := path.Join(o.module, filepath.ToSlash(rel))
		o.check(importPath, p, append(append(slices.Clone(dir.GoFiles), dir.CgoFiles...), dir.TestGoFiles...), true)
		o.check(importPath+"_test", p, dir.XTestGoFiles, true)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// check checks one package, and notes its calls.
func (o *goOracle) check(importPath, dir string, names []string, note bool) *types.Package {
	var files []*ast.File
	for _, name := range names {
		if f, err := parser.ParseFile(o.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution); f != nil && (err == nil || f.Name != nil) {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return nil
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: o, Error: func(error) {}, FakeImportC: true, IgnoreFuncBodies: !note}
	pkg, _ := conf.Check(importPath, o.fset, files, info)
	if !note {
		return pkg
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				o.call(info, call)
			}
			if d, ok := n.(*ast.FuncDecl); ok { // so that those nobody calls are asked for as well
				o.sites(o.fset.Position(d.Name.Pos()))
			}
			return true
		})
	}
	return pkg
}

func (o *goOracle) call(info *types.Info, call *ast.CallExpr) {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) { // instantiations
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	var id *ast.Ident
	switch x := fun.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return
	}
	f, ok := info.Uses[id].(*types.Func)
	if !ok {
		return
	}
	if sites := o.sites(o.fset.Position(f.Origin().Pos())); sites != nil {
		at := o.fset.Position(id.Pos())
		sites[o.rel(at.Filename)+fmt.Sprintf(":%d", at.Line)] = true
	}
}

// sites returns the calls of what is defined at a place of the module, or nil.
func (o *goOracle) sites(def token.Position) map[string]bool {
	rel := o.rel(def.Filename)
	if rel == "" || strings.HasPrefix(rel, "..") {
		return nil
	}
	key := fmt.Sprintf("%s:%d", rel, def.Line)
	if o.calls[key] == nil {
		o.calls[key] = map[string]bool{}
	}
	return o.calls[key]
}

func (o *goOracle) rel(file string) string {
	rel, err := filepath.Rel(o.root, file)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// file says whether a file is one that the checker saw.
func (o *goOracle) file(p string) (bool, error) {
	dir, name := filepath.Split(filepath.Join(o.root, filepath.FromSlash(p)))
	match, err := build.Default.MatchFile(dir, name)
	return match && !strings.Contains("/"+p, "/testdata/") && !strings.Contains("/"+p, "/vendor/"), err
}

// Import implements types.Importer.
func (o *goOracle) Import(p string) (*types.Package, error) {
	if p == o.module || strings.HasPrefix(p, o.module+"/") {
		if pkg, ok := o.pkgs[p]; ok && pkg != nil {
			return pkg, nil
		}
		o.pkgs[p] = nil
		d := filepath.Join(o.root, filepath.FromSlash(strings.TrimPrefix(strings.TrimPrefix(p, o.module), "/")))
		if dir, err := build.ImportDir(d, 0); err == nil {
			if pkg := o.check(p, d, append(slices.Clone(dir.GoFiles), dir.CgoFiles...), false); pkg != nil {
				o.pkgs[p] = pkg
				return pkg, nil
			}
		}
	}
	if first, _, _ := strings.Cut(p, "/"); !strings.Contains(first, ".") && p != "C" {
		if pkg, err := o.std.ImportFrom(p, o.root, 0); err == nil {
			return pkg, nil
		}
	}
	if pkg := o.pkgs[p]; pkg != nil {
		return pkg, nil
	}
	pkg := types.NewPackage(p, path.Base(p))
	pkg.MarkComplete()
	o.pkgs[p] = pkg
	return pkg, nil
}
