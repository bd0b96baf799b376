package tools

import (
	"context"
	"strings"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/tools/code"
)

// verdictRow is a call site, and whether it fits a signature.
type verdictRow struct {
	useRow
	Fits string `json:"fits"` // "yes", "no", "unknown"
	Why  string `json:"why,omitempty"`
}

// verify holds each call of a function to a signature: the number of its arguments, and
// in Python their names. Types are not judged.
func verify(ctx context.Context, c *call) (*answer, error) {
	if c.args.text("symbol") == "" {
		return nil, c.args.misused("change with operation verify needs `symbol`.")
	}
	f, err := c.target(ctx)
	if err != nil {
		return nil, err
	}
	callee, callable := f.repo.callable(f.sym)
	if !callable {
		return nil, c.args.misused("%s is a %s, and verify needs a function, a method or a class.", f.id(), f.sym.Kind)
	}
	signature := c.args.text("signature")
	if signature == "" {
		signature = f.repo.signature(ctx, callee)
	}
	p, ok := f.repo.parameters(callee, signature)
	if !ok {
		return nil, c.args.misused("verify can't read %q as a signature of %s.", signature, f.id())
	}
	where := c.where(f.repo)
	edges := f.repo.snap.References(f.sym.ID, c.certainty(), lang.Call)
	var rows []verdictRow
	misfits := 0
	for _, e := range edges {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if !within(where, e.Path) {
			continue
		}
		row := verdictRow{useRow: f.repo.use(e, e.From)}
		row.Fits, row.Why = f.repo.judge(ctx, e, f.sym.Name, p)
		if row.Fits == "no" {
			misfits++
		}
		rows = append(rows, row)
	}
	limit, offset := c.args.page(100)
	l := &list{key: "calls", fields: []string{"symbol", "line", "column", "fits", "why"}, total: len(rows), offset: offset, main: true, keys: map[string]string{"symbol": f.id()}}
	for _, r := range window(rows, limit, offset) {
		l.add(r, r.at(), itoa(r.Line), itoa(r.Column), r.Fits, r.Why)
	}
	a := &answer{head: object{{"symbol", f.id()}, {"signature", signature}, {"total", len(rows)}, {"misfits", misfits}}, parts: []part{l}}
	a.remarks = append(a.remarks, count(misfits, "call")+" of "+itoa(len(rows))+" would not fit; arguments are counted, their types not judged")
	for _, above := range f.repo.snap.Supertypes(f.sym.ID) {
		if f.sym.Kind == lang.Method && c.args.text("signature") != "" {
			a.remarks = append(a.remarks, "it implements "+edit.OneLine(f.repo.id(above))+", whose signature has to stay the same: "+above.Signature)
		}
	}
	return a, nil
}

// callable is what a call of a symbol runs: for a class its constructor.
func (r *repository) callable(sym engine.Symbol) (engine.Symbol, bool) {
	switch sym.Kind {
	case lang.Function, lang.Method, lang.Constructor:
		return sym, true
	case lang.Class:
		for _, m := range r.snap.Outline(sym.Path) {
			if m.Parent == sym.ID && (m.Kind == lang.Constructor || m.Name == "constructor" || m.Name == "__init__") {
				return m, true
			}
		}
	}
	return sym, false
}

// signature is a definition's as it stands on disk: the index keeps only the start of a long one.
func (r *repository) signature(ctx context.Context, sym engine.Symbol) string {
	s, err := r.source(ctx, sym.Path)
	if err != nil || sym.End > len(s.text) || sym.Start > sym.End {
		return sym.Signature
	}
	return string(s.text[sym.Start:min(sym.End, sym.Start+8000)])
}

func (r *repository) parameters(sym engine.Symbol, signature string) (code.Parameters, bool) {
	file, _ := r.snap.File(sym.Path)
	name := sym.Name
	if !strings.Contains(signature, name+"(") && !strings.Contains(signature, name+"[") && !strings.Contains(signature, name+"<") && !strings.Contains(signature, name+" ") {
		name = ""
	}
	if file.Language == "go" && name == "" && strings.HasPrefix(strings.TrimSpace(signature), "func (") {
		return code.Parameters{}, false // a receiver and no name
	}
	method := sym.Kind != lang.Function
	return code.ParametersOf(signature, name, file.Language, method)
}

// judge says whether a call fits.
func (r *repository) judge(ctx context.Context, e engine.Edge, name string, p code.Parameters) (fits, why string) {
	s, err := r.source(ctx, e.Path)
	if err != nil {
		return "unknown", "the file can't be read"
	}
	file, _ := r.snap.File(e.Path)
	return judgeAt(code.Mask(s.text, file.Language), s, e, name, file.Language, p)
}

func judgeAt(masked []byte, s *source, e engine.Edge, name, language string, p code.Parameters) (fits, why string) {
	if e.Line < 1 || e.Line > len(s.starts) {
		return "unknown", "the file has changed"
	}
	at := s.starts[e.Line-1] + e.Column - 1
	if at+len(name) > len(s.text) || string(s.text[at:at+len(name)]) != name {
		return "unknown", "it stands there under another name"
	}
	given, ok := code.ArgumentsAt(masked, at+len(name), language)
	switch {
	case !ok:
		return "unknown", "it is not called in place"
	case given.Open:
		return "unknown", "how many arguments a spread gives is not seen"
	}
	if language == "go" && e.To.Kind == lang.Method && methodExpression(masked, at) {
		return "unknown", "a method expression takes its receiver too"
	}
	if why = p.Misfit(given); why != "" {
		return "no", why
	}
	return "yes", ""
}

// methodExpression: (*T).Name(receiver, …).
func methodExpression(masked []byte, at int) bool {
	return at >= 2 && masked[at-1] == '.' && masked[at-2] == ')' && strings.Contains(string(masked[max(0, at-80):at]), "(*")
}
