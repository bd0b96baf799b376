package tools

import (
	"context"
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/tools/code"
	"github.com/gortexhq/gortex/internal/tools/gitdiff"
)

// diagnosticRow is a fault that can be seen without a compiler.
type diagnosticRow struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Kind string `json:"kind"` // "syntax", "import", "arguments"
	Text string `json:"text"`
}

const (
	// mostDiagnosed bounds the files that one call looks at.
	mostDiagnosed = 300
	// mostSyntax is how many syntax errors of one file are said: the first tells most.
	mostSyntax = 5
)

// diagnostics looks for faults in the files of the diff, or of `path`: what does not
// parse, imports of files that are not there, calls that can't fit their function.
func diagnostics(ctx context.Context, c *call) (*answer, error) {
	var rows []diagnosticRow
	a := &answer{}
	looked := 0
	for _, r := range c.scope.repos {
		paths, err := c.diagnosed(ctx, r)
		if err != nil {
			return nil, err
		}
		if len(paths) > mostDiagnosed {
			a.remarks = append(a.remarks, "only the first "+itoa(mostDiagnosed)+" of "+itoa(len(paths))+" files were looked at; narrow with path")
			paths = paths[:mostDiagnosed]
		}
		for _, path := range paths {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			rows = append(rows, r.diagnose(ctx, path)...)
		}
		looked += len(paths)
	}
	limit, offset := c.args.page(100)
	l := &list{key: "diagnostics", fields: []string{"path", "line", "kind", "text"}, total: len(rows), offset: offset, main: true}
	for _, r := range window(rows, limit, offset) {
		l.add(r, r.Path, itoa(r.Line), r.Kind, r.Text)
	}
	a.head = object{{"total", len(rows)}, {"files_total", looked}}
	a.parts = []part{l}
	a.remarks = append(a.remarks, count(looked, "file")+" looked at for syntax, imports of files that are not there, and numbers of arguments; types are a compiler's affair")
	return a, nil
}

// diagnosed are the files that a call is about.
func (c *call) diagnosed(ctx context.Context, r *repository) ([]string, error) {
	where := c.where(r)
	var paths []string
	if c.args.text("path") != "" && c.args.text("base") == "" {
		for _, f := range r.snap.Files() {
			if f.Language != "" && within(where, f.Path) {
				paths = append(paths, f.Path)
			}
		}
		return paths, nil
	}
	diff, err := gitdiff.Changes(ctx, r.Root(), c.args.text("base"))
	if err != nil {
		if unknown, ok := errors.AsType[*gitdiff.UnknownBaseError](err); ok {
			return nil, c.args.misused("%s has no branch, tag or commit %q; it has: %s.", r.Name(), unknown.Base, strings.Join(unknown.Known, ", "))
		}
		return nil, refusef("The diff of %s can't be had: %v. Name files with `path` instead.", r.Name(), err)
	}
	for _, f := range diff.Files {
		if within(where, f.Path) {
			paths = append(paths, f.Path)
		}
	}
	if len(paths) > 0 && len(paths) <= manyChanged {
		r.reread(ctx, paths)
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		f, ok := r.snap.File(path)
		return !ok || f.Language == ""
	}), nil
}

func (r *repository) diagnose(ctx context.Context, path string) []diagnosticRow {
	s, err := r.source(ctx, path)
	if err != nil {
		return nil
	}
	file, _ := r.snap.File(path)
	rows := r.syntax(ctx, s, path, file.Language)
	for _, i := range r.snap.Imports(path) {
		if i.To == "" && strings.HasPrefix(i.Module, ".") && file.Language != "go" && !asset(i.Module) {
			rows = append(rows, diagnosticRow{s.path, i.Line, "import", "no file of the repository is " + i.Module})
		}
	}
	rows = append(rows, r.misfits(ctx, s, path, file.Language)...)
	slices.SortStableFunc(rows, func(a, b diagnosticRow) int { return a.Line - b.Line })
	return rows
}

// asset: imported by a bundler, not by a language.
func asset(module string) bool {
	base := module[strings.LastIndexByte(module, '/')+1:]
	dot := strings.LastIndexByte(base, '.')
	if dot <= 0 || strings.Trim(base, ".") == "" {
		return false
	}
	ext := base[dot:]
	return lang.ByExtension(ext) == nil || strings.Contains(module, "?")
}

func (r *repository) syntax(ctx context.Context, s *source, path, language string) []diagnosticRow {
	var rows []diagnosticRow
	if language == "go" {
		_, err := parser.ParseFile(token.NewFileSet(), "", s.text, parser.SkipObjectResolution|parser.AllErrors)
		list, ok := errors.AsType[scanner.ErrorList](err)
		if !ok {
			return nil
		}
		for _, e := range list[:min(len(list), mostSyntax)] {
			rows = append(rows, diagnosticRow{s.path, e.Pos.Line, "syntax", e.Msg})
		}
		return rows
	}
	some, _, err := r.snap.AST(ctx, language, "(ERROR) @error (MISSING) @missing", path, mostSyntax)
	if err != nil {
		return nil // a language without queries
	}
	for _, m := range some {
		rows = append(rows, diagnosticRow{s.path, m.Line, "syntax", "does not parse: " + valid(strings.TrimSpace(m.Text))})
	}
	return rows
}

// misfits are calls whose function is sure, and takes another number of arguments.
func (r *repository) misfits(ctx context.Context, s *source, path, language string) []diagnosticRow {
	masked := code.Mask(s.text, language)
	known := map[string]*code.Parameters{}
	seen := map[[2]int]bool{}
	var rows []diagnosticRow
	for _, sym := range r.snap.Outline(path) {
		if sym.Parent != "" {
			continue // what it uses is said with what it stands in
		}
		for _, e := range r.snap.Uses(sym.ID, engine.Resolved, lang.Call) {
			at := [2]int{e.Line, e.Column}
			callee, callable := r.callable(e.To)
			if seen[at] || !callable {
				continue
			}
			seen[at] = true
			p, ok := known[callee.ID]
			if !ok {
				if some, readable := r.parameters(callee, r.signature(ctx, callee)); readable && !r.overloaded(callee) {
					p = &some
				}
				known[callee.ID] = p
			}
			if p == nil {
				continue
			}
			if fits, why := judgeAt(masked, s, e, e.To.Name, language, *p); fits == "no" {
				rows = append(rows, diagnosticRow{s.path, e.Line, "arguments", r.id(e.To) + ": " + why})
			}
		}
	}
	return rows
}

// overloaded: several definitions of one name in one place, of which any may be meant.
func (r *repository) overloaded(sym engine.Symbol) bool {
	n := 0
	for _, other := range r.snap.Outline(sym.Path) {
		if other.Qualified == sym.Qualified {
			n++
		}
	}
	return n > 1
}
