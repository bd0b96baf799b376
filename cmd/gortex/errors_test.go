package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// scripts is the text of every script, without the escapes of its patterns.
func scripts(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return sources(t, files...)
}

func sources(t *testing.T, files ...string) string {
	t.Helper()
	var all strings.Builder
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	return strings.ReplaceAll(all.String(), `\`, "")
}

func TestEveryCommandHasAScript(t *testing.T) {
	t.Parallel()
	app := newApp(terminal{getenv: func(string) string { return "" }})
	text := scripts(t)
	leaves("", app.Commands, func(path string, c *cli.Command) {
		if !regexp.MustCompile(`(?m)^!? ?exec gortex ` + path + `\b`).MatchString(text) {
			t.Errorf("no script runs gortex %s", path)
		}
	})
}

// errorText is one that can reach a person.
type errorText struct{ at, text string }

// errorTexts are what a folder's sources make errors of: the texts of errors.New, fmt.Errorf
// and of the functions that are named besides.
func errorTexts(t *testing.T, glob string, besides ...string) (all []errorText) {
	t.Helper()
	files, err := filepath.Glob(glob)
	if err != nil || len(files) == 0 {
		t.Fatal(glob, files, err)
	}
	makers := append([]string{"errors.New", "fmt.Errorf"}, besides...)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !slices.Contains(makers, called(call.Fun)) {
				return true
			}
			args := call.Args
			if strings.HasSuffix(called(call.Fun), "Broken") { // name and mend come before the text
				args = args[2:]
			}
			for _, arg := range args {
				if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, errorText{set.Position(lit.Pos()).String(), text})
					break
				}
			}
			return true
		})
	}
	return all
}

func called(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if pkg, ok := f.X.(*ast.Ident); ok {
			return pkg.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// quoted says whether a script or a test speaks of an error: it has so many characters in a
// row of one of the parts between what is filled in, or a shorter part whole.
func quoted(text, sources string) bool {
	const row = 12
	ours := false // there are words of ours in it, and not only of an error that it wraps
	for _, part := range regexp.MustCompile(`%[+#]?[a-z]`).Split(text, -1) {
		part = strings.TrimSpace(strings.ReplaceAll(part, `\`, ""))
		if letters := strings.Trim(part, " :;,()\"'`"); len(letters) < 6 {
			continue
		}
		ours = true
		for i := 0; i == 0 || i+row <= len(part); i++ {
			if strings.Contains(sources, part[i:min(i+row, len(part))]) {
				return true
			}
		}
	}
	return !ours
}

// unseen are errors that no test can make, and why.
var unseen = map[string]string{
	"find this program's own path: %w": "the system always knows it",
	"no path":                          "a fault of the caller's",
	"turn the log over: %w":            "a file that is open for writing can be cut",
	"stop the daemon: %w":              "a daemon refuses it in no version so far",
}

// What a command of ours says when it fails, some script shows; what a room below says, a
// script or a test of the room.
func TestEveryErrorTextIsShown(t *testing.T) {
	t.Parallel()
	said := scripts(t)
	for _, room := range []struct {
		glob, tests string
		besides     []string
		least       int
	}{
		{"*.go", "", []string{"usagef"}, 20},
		{"../../internal/config/*.go", "../../internal/config/*_test.go", nil, 8},
		{"../../internal/home/*.go", "../../internal/home/*_test.go", nil, 6},
		{"../../internal/doctor/*.go", "../../internal/doctor/*_test.go", []string{"Broken"}, 10},
		{"../../internal/hosts/*.go", "../../internal/hosts/*_test.go", nil, 2},
		{"../../internal/hosts/claude/*.go", "../../internal/hosts/claude/*_test.go", []string{"doctor.Broken"}, 10},
		{"../../internal/hosts/jsonedit/*.go", "../../internal/hosts/*/*_test.go", nil, 3},
		{"../../internal/hosts/pi/install.go", "../../internal/hosts/pi/install_test.go", nil, 2},
		{"../../internal/hosts/pi/doctor*.go", "../../internal/hosts/pi/doctor_test.go", []string{"doctor.Broken"}, 10},
		{"../../internal/daemon/client/*.go", "../../internal/daemon/*_test.go", nil, 5},
	} {
		text := said
		if room.tests != "" {
			files, err := filepath.Glob(room.tests)
			if err != nil {
				t.Fatal(err)
			}
			text += sources(t, files...)
		}
		all := errorTexts(t, room.glob, room.besides...)
		if len(all) < room.least {
			t.Errorf("%s: %d texts", room.glob, len(all))
		}
		for _, e := range all {
			if !quoted(e.text, text) && unseen[e.text] == "" {
				t.Errorf("%s: nothing shows %q", e.at, e.text)
			}
		}
	}
}
