package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// Every start of the binary, a hook's too, pays for what packages do before main: an
// expression is compiled at its first use.
func TestNoPackageCompilesAnExpressionAtTheStart(t *testing.T) {
	files := token.NewFileSet()
	for _, p := range packages(t) {
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				ast.Inspect(d, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.FuncDecl:
						return n.Recv == nil && n.Name.Name == "init"
					case *ast.FuncLit:
						return false
					case *ast.CallExpr:
						if compiles(n) {
							t.Errorf("%s: every start pays for it; wrap it in sync.OnceValue", files.Position(n.Pos()))
						}
					}
					return true
				})
			}
		}
	}
}

func compiles(c *ast.CallExpr) bool {
	return calls(c, "regexp", "MustCompile") || calls(c, "regexp", "Compile")
}
