package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// A machine that is busy makes everything late: a test that bounds what it measured by a
// fixed time fails for that alone. In a synctest bubble the clock is exact; elsewhere a
// measured time is bounded by another of the same run, or what hangs is the failure. What is
// looked for is >, >=, == and != between a fixed number of time's units and an expression that
// holds time.Since, a Sub, or a variable that got one of them in the same function. A lower bound
// is no such thing: no machine is too quick. Benchmarks and bench only report.
func TestNoTestHoldsAMeasuredTimeAgainstAFixedOne(t *testing.T) {
	for _, dir := range []string{"cmd", "internal", "e2e", "packaging", "extension-assets"} {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			f, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, at := range timed(f) {
				t.Errorf("%s: a busy machine fails this; see above this test", files.Position(at))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheRuleOfMeasuredTimesSeesEachForm(t *testing.T) {
	t.Parallel()
	for src, found := range map[string]bool{
		`if took := time.Since(began); took > 2*time.Second { t.Error(took) }`:                      true,
		`if len(got) != 0 || time.Since(began) > 2*time.Second { t.Error(got) }`:                    true,
		`d := end.Sub(began); if time.Second < d { t.Error(d) }`:                                    true,
		`took = append(took, time.Since(began)); if slices.Min(took) > time.Second { t.Error() }`:   true,
		`if d := time.Since(began); d < 500*time.Millisecond { t.Error(d) }`:                        false,
		`best := time.Hour; best = min(best, time.Since(began)); if best > limit { t.Error(best) }`: true,
		`if took := time.Since(began); took > 5*hosts.HookTimeout { t.Error(took) }`:                true,
		`if took := time.Since(began); took > slow { t.Error(took) }`:                               true,
		`if took := time.Since(began); took > 2*other { t.Error(took) }`:                            false,
		`if n > 5 { t.Error(n) }`: false,
		`synctest.Test(t, func(t *testing.T) { if time.Since(began) != time.Second { t.Error() } })`: false,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "a_test.go", "package a\nimport (\"time\"; \"x/hosts\")\nconst slow, limit = 2 * time.Second, 50 * time.Millisecond\nfunc TestX(t *testing.T) { "+src+" }", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(timed(f)) > 0; got != found {
			t.Errorf("%s: found %v", src, got)
		}
	}
}

// timed returns where a file bounds a measured time by a fixed one.
func timed(f *ast.File) (found []token.Pos) {
	fixed := map[string]bool{} // names, and with a dot those of packages: what they export is fixed too
	for _, i := range f.Imports {
		fixed[path.Base(strings.Trim(i.Path.Value, `"`))+"."] = true
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == len(v.Names) {
			for i, name := range v.Names {
				fixed[name.Name] = fixed[name.Name] || units(v.Values[i], fixed)
			}
		}
		return true
	})
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && !strings.HasPrefix(fn.Name.Name, "Benchmark") {
			found = append(found, bounds(fn, fixed)...)
		}
	}
	return found
}

func bounds(fn *ast.FuncDecl, fixed map[string]bool) (found []token.Pos) {
	measured := map[string]bool{}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !calls(n, "synctest", "Test")
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				name, ok := to.(*ast.Ident)
				if ok && measures(n.Rhs[min(i, len(n.Rhs)-1)], measured) {
					measured[name.Name] = true
				}
			}
		case *ast.BinaryExpr:
			more, less := n.X, n.Y
			switch n.Op {
			case token.GTR, token.GEQ:
			case token.LSS, token.LEQ:
				more, less = less, more
			case token.EQL, token.NEQ:
				if units(more, fixed) {
					more, less = less, more
				}
			default:
				return true
			}
			if measures(more, measured) && units(less, fixed) {
				found = append(found, n.Pos())
			}
		}
		return true
	})
	return found
}

// measures says whether an expression holds a time that was measured.
func measures(e ast.Expr, measured map[string]bool) (yes bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			method, ok := n.Fun.(*ast.SelectorExpr)
			yes = yes || calls(n, "time", "Since") || ok && method.Sel.Name == "Sub" && len(n.Args) == 1
		case *ast.Ident:
			yes = yes || measured[n.Name]
		}
		return !yes
	})
	return yes
}

// units says whether an expression is a fixed number of time's units, as 2*time.Second is.
func units(e ast.Expr, fixed map[string]bool) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		from, ok := e.X.(*ast.Ident)
		return ok && fixed[from.Name+"."]
	case *ast.Ident:
		return fixed[e.Name]
	case *ast.ParenExpr:
		return units(e.X, fixed)
	case *ast.BinaryExpr:
		_, x := e.X.(*ast.BasicLit)
		_, y := e.Y.(*ast.BasicLit)
		return (x || units(e.X, fixed)) && (y || units(e.Y, fixed)) && !(x && y)
	}
	return false
}

func calls(c *ast.CallExpr, pkg, name string) bool {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := s.X.(*ast.Ident)
	return ok && from.Name == pkg && s.Sel.Name == name
}
