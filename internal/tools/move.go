package tools

import (
	"context"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
)

// move takes a definition of Go to another file of its package. There no use has to
// change: what changes is the imports of both files. What would need more than that,
// another package or another language, is refused.
func move(ctx context.Context, c *call, f found) (*answer, error) {
	m, err := c.moving(ctx, f)
	if err != nil {
		return nil, err
	}
	from, to, err := m.texts()
	if err != nil {
		return nil, err
	}
	source := filepath.Join(f.repo.Root(), filepath.FromSlash(f.sym.Path))
	target := filepath.Join(f.repo.Root(), filepath.FromSlash(m.to))
	changes := []edit.Change{
		{File: source, Range: true, End: len(m.source.text), Content: &from, ExpectSHA256: m.source.sha256},
		{File: target, Content: &to, Create: m.target == nil},
	}
	if m.target != nil {
		changes[1] = edit.Change{File: target, Range: true, End: len(m.target.text), Content: &to, ExpectSHA256: m.target.sha256}
	}
	a := &answer{}
	status := "preview"
	if !c.previewed() {
		if status, err = c.write(ctx, a, changes); err != nil {
			return nil, err
		}
	} else {
		a.remarks = append(a.remarks, "nothing is written yet; preview false does it")
	}
	l := &list{key: "changes", fields: []string{"path", "line", "column", "after"}, total: 2, main: true, keys: map[string]string{"status": status, "symbol": f.id()}}
	for _, row := range []siteRow{
		{Path: f.repo.show(f.sym.Path), Line: m.first, Column: 1, Before: "lines " + itoa(m.first) + "-" + itoa(m.last), After: "gone from here"},
		{Path: f.repo.prefix + m.to, Line: strings.Count(to, "\n") - (m.last - m.first), Column: 1, After: m.heading()},
	} {
		l.add(row, row.Path, itoa(row.Line), itoa(row.Column), row.After)
	}
	a.parts = append([]part{l}, a.parts...)
	a.head = object{{"status", status}, {"symbol", f.id()}, {"total", 2}}
	return a, nil
}

// moving is a definition on its way between two files.
type moving struct {
	found
	source, target *source // target: nil for a file that is not there yet
	to             string
	first, last    int // lines, with the comment above
}

func (c *call) moving(ctx context.Context, f found) (*moving, error) {
	file, _ := f.repo.snap.File(f.sym.Path)
	to := c.args.text("file")
	switch {
	case to == "":
		return nil, c.args.misused("refactor with operation move needs `file`, where it goes.")
	case file.Language != "go":
		return nil, refusef("move knows Go within a package, not %s: each use would need another import. Use `edit`, and `relations` with operation usages for what has to follow.", file.Language)
	case f.sym.Parent != "" && f.sym.Kind.String() != "method":
		return nil, refusef("%s stands inside %s; only whole definitions move.", f.id(), f.sym.Parent)
	}
	m := &moving{found: f}
	var err error
	if m.to, err = f.repo.relativeTo(c, to); err != nil {
		return nil, err
	}
	if m.to == "" || path.Ext(m.to) != ".go" {
		return nil, refusef("%s is no Go file of %s.", to, f.repo.Name())
	}
	if path.Dir(m.to) != path.Dir(f.sym.Path) || strings.HasSuffix(m.to, "_test.go") != strings.HasSuffix(f.sym.Path, "_test.go") || m.to == f.sym.Path {
		return nil, refusef("move goes to another file of the same package, in %s; %s would be another package, and each use would need another name for it.", path.Dir(f.sym.Path)+"/", m.to)
	}
	if m.source, err = f.repo.source(ctx, f.sym.Path); err != nil {
		return nil, err
	}
	m.first, m.last = m.source.of(f.sym)
	if exists(filepath.Join(f.repo.Root(), filepath.FromSlash(m.to))) {
		if m.target, err = f.repo.source(ctx, m.to); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// relativeTo is the path in the repository of a file to write, "" outside of it.
func (r *repository) relativeTo(c *call, name string) (string, error) {
	own := *c
	own.scope = &scope{cwd: c.scope.cwd, repos: []*repository{r}}
	file, err := own.fileToWrite(name, false)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(r.Root(), realPath(file))
	if err != nil || !filepath.IsLocal(rel) {
		return "", nil
	}
	return filepath.ToSlash(rel), nil
}

// movable refuses where it could not be told what the definition needs.
func (m *moving) movable(text string, tree *ast.File, moved map[string]bool) error {
	constrained := strings.Contains(text, "//go:build") || strings.Contains(text, `import "C"`)
	if m.target != nil {
		constrained = constrained || strings.Contains(string(m.target.text), "//go:build")
	}
	if constrained {
		return refusef("%s or %s is built under conditions (//go:build, cgo): whether the definition is wanted under both can't be told.", m.source.path, m.to)
	}
	known := map[string]bool{}
	for _, i := range tree.Imports {
		if localName(i) == "." {
			return refusef("%s imports %s with a dot: what the definition takes from it can't be told.", m.source.path, i.Path.Value)
		}
		known[localName(i)] = true
	}
	for name := range moved {
		inPackage := slices.ContainsFunc(m.repo.snap.Lookup(name), func(sym engine.Symbol) bool { return path.Dir(sym.Path) == path.Dir(m.sym.Path) })
		if !known[name] && !inPackage {
			return refusef("Which import of %s gives %s can't be told: name it in the import.", m.source.path, name)
		}
	}
	return nil
}

func (m *moving) heading() string {
	return strings.TrimSpace(firstLine(m.source.line(m.sym.StartLine)))
}

// texts are both files as they will be.
func (m *moving) texts() (from, to string, err error) {
	text := string(m.source.text)
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", text, parser.ParseComments)
	if err != nil {
		return "", "", refusef("%s does not parse: %v.", m.source.path, err)
	}
	decl, err := m.declaration(files, tree)
	if err != nil {
		return "", "", err
	}
	moved := namesUsed(decl)
	if err := m.movable(text, tree, moved); err != nil {
		return "", "", err
	}
	start, end := m.source.starts[m.first-1], m.source.end(m.last)
	body := strings.TrimRight(text[start:end], "\n") + "\n"
	rest := text[:start] + strings.TrimPrefix(text[end:], "\n")

	stays := map[string]bool{}
	for _, d := range tree.Decls {
		if d != decl {
			for name := range namesUsed(d) {
				stays[name] = true
			}
		}
	}
	var needed []*ast.ImportSpec
	for _, i := range tree.Imports {
		name := localName(i)
		if moved[name] {
			needed = append(needed, i)
			if !stays[name] {
				rest = withoutImport(rest, i)
			}
		}
	}
	into := "package " + tree.Name.Name + "\n"
	if m.target != nil {
		into = string(m.target.text)
	}
	if into, err = withImports(into, needed); err != nil {
		return "", "", refusef("%s: %v.", m.to, err)
	}
	fromText, err1 := format.Source([]byte(rest))
	toText, err2 := format.Source([]byte(strings.TrimRight(into, "\n") + "\n\n" + body))
	if err1 != nil || err2 != nil {
		return "", "", refusef("The files would not parse after the move: nothing was written.")
	}
	return string(fromText), string(toText), nil
}

// declaration is the definition as a declaration of its own.
func (m *moving) declaration(files *token.FileSet, tree *ast.File) (ast.Decl, error) {
	for _, d := range tree.Decls {
		first, last := files.Position(d.Pos()).Line, files.Position(d.End()).Line
		if m.sym.StartLine < first || m.sym.EndLine > last {
			continue
		}
		if group, ok := d.(*ast.GenDecl); ok && (len(group.Specs) > 1 || group.Tok == token.IMPORT) {
			return nil, refusef("%s is one of several in a group: take it out of the group first.", m.id())
		}
		if mask := files.Position(d.Pos()).Line; mask != m.sym.StartLine {
			m.first = m.source.above(mask)
		}
		m.last = last
		return d, nil
	}
	return nil, refusef("%s is no declaration of its own.", m.id())
}

// namesUsed are what stands before a dot: among them the packages.
func namesUsed(d ast.Node) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(d, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && id.Obj == nil { // a variable of this file has an object
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}

// localName is how a file calls what it imports; where the path does not end in it, the
// last element that is no version is the best that can be said without the package.
func localName(i *ast.ImportSpec) string {
	if i.Name != nil {
		return i.Name.Name
	}
	p, _ := strconv.Unquote(i.Path.Value)
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	base = strings.TrimPrefix(base, "go-")
	if dot := strings.LastIndex(base, ".v"); dot > 0 {
		base = base[:dot]
	}
	return strings.ReplaceAll(base, "-", "")
}

func specText(i *ast.ImportSpec) string {
	if i.Name != nil {
		return i.Name.Name + " " + i.Path.Value
	}
	return i.Path.Value
}

// withoutImport takes out the line of one import.
func withoutImport(text string, i *ast.ImportSpec) string {
	var kept []string
	gone := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(strings.SplitN(line, "//", 2)[0])
		if !gone && (trimmed == specText(i) || trimmed == "import "+specText(i)) {
			gone = true
			continue
		}
		kept = append(kept, line)
	}
	return strings.ReplaceAll(strings.Join(kept, ""), "import (\n)\n", "")
}

// withImports adds what a file does not import yet, to its first group.
func withImports(text string, needed []*ast.ImportSpec) (string, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", text, parser.ImportsOnly)
	if err != nil {
		return "", err
	}
	var missing []string
	for _, i := range needed {
		if !slices.ContainsFunc(tree.Imports, func(have *ast.ImportSpec) bool {
			return have.Path.Value == i.Path.Value && localName(have) == localName(i)
		}) {
			missing = append(missing, specText(i))
		}
	}
	if len(missing) == 0 {
		return text, nil
	}
	for _, d := range tree.Decls {
		if group, ok := d.(*ast.GenDecl); ok && group.Tok == token.IMPORT && group.Lparen.IsValid() {
			at := files.Position(group.Lparen).Offset + 1
			return text[:at] + "\n\t" + strings.Join(missing, "\n\t") + text[at:], nil
		}
	}
	at := files.Position(tree.Name.End()).Offset
	return text[:at] + "\n\nimport (\n\t" + strings.Join(missing, "\n\t") + "\n)" + text[at:], nil
}
