package tools

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// found is a symbol of a repository in scope.
type found struct {
	repo *repository
	sym  engine.Symbol
}

func (f found) id() string { return f.repo.id(f.sym) }

// symbol finds the one that a text means: an id, file:line, a qualified name or a bare
// name. Several that fit are an error with the candidates, none one with the nearest names.
func (c *call) symbol(ctx context.Context, text string) (found, error) {
	all, err := c.symbols(ctx, text)
	if err != nil {
		return found{}, err
	}
	if len(all) == 1 {
		return all[0], nil
	}
	for _, fits := range []func(engine.Symbol) bool{inSource, func(s engine.Symbol) bool { return inSource(s) && !minor(s) }} {
		if only, ok := onlyOne(all, fits); ok {
			return only, nil
		}
	}
	r := refusef("%q is ambiguous: %s have that name; give one of these ids as `symbol`.", text, count(len(all), "definition"))
	for _, f := range all[:min(len(all), 20)] {
		r.candidates = append(r.candidates, f.row())
	}
	return found{}, r
}

// inSource: not in tests, generated or vendored code, which is seldom meant by a name that source has too.
func inSource(s engine.Symbol) bool { return !s.Test && !s.Generated && !s.Vendored }

// minor: a field or a variable, seldom meant by a name that a type or a function has too.
func minor(s engine.Symbol) bool {
	switch s.Kind {
	case lang.Field, lang.Property, lang.Variable, lang.EnumMember:
		return true
	}
	return false
}

// onlyOne is the one definition that fits, where one does.
func onlyOne(all []found, fits func(engine.Symbol) bool) (found, bool) {
	var only found
	n := 0
	for _, f := range all {
		if fits(f.sym) {
			only, n = f, n+1
		}
	}
	return only, n == 1
}

// symbols finds all that a text may mean; never none without an error.
func (c *call) symbols(ctx context.Context, text string) ([]found, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, c.args.misused("%s needs `symbol`.", c.tool)
	}
	if file, name, ok := strings.Cut(text, "::"); ok && looksLikeFile(file) {
		return c.byID(ctx, file, name)
	}
	if file, line, ok := fileAndLine(text); ok {
		f, err := c.at(ctx, file, line)
		return []found{f}, err
	}
	name := plainName(text)
	if all := c.named(name); len(all) > 0 {
		return all, nil
	}
	if fileName(text) {
		_, err := c.scope.locate(ctx, text)
		if err == nil {
			err = c.args.misused("%s is a file; %s needs a symbol in it.", text, c.tool)
		}
		return nil, err
	}
	return nil, c.unknown(text, name)
}

// fileName says whether a text can only be a file's name.
func fileName(text string) bool {
	return strings.Contains(text, "/") || lang.ByExtension(path.Ext(text)) != nil
}

func looksLikeFile(s string) bool { return strings.ContainsAny(s, "./") }

var linePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+?):(\d+)(?:[:-]\d+)?$`) })

// fileAndLine understands file:line, file:line:column and file:first-last.
func fileAndLine(text string) (file string, line int, ok bool) {
	m := linePattern().FindStringSubmatch(text)
	if m == nil {
		return "", 0, false
	}
	line, err := strconv.Atoi(m[2])
	return m[1], line, err == nil
}

// plainName takes off what languages and readers put around a name: (*Store).Get, Store::get, Store#get, get().
func plainName(text string) string {
	text = strings.TrimSuffix(strings.TrimSpace(text), "()")
	if rest, ok := strings.CutPrefix(text, "(*"); ok {
		text = strings.Replace(rest, ")", "", 1)
	}
	text = strings.ReplaceAll(text, "::", ".")
	if before, after, ok := strings.Cut(text, "#"); ok && before != "" && (after == "" || after[0] < '0' || after[0] > '9') {
		text = before + "." + after
	}
	return strings.Trim(text, ".*&` ")
}

func (c *call) byID(ctx context.Context, file, name string) ([]found, error) {
	var same []found
	for _, p := range c.scope.meant(file, func(p place) bool { _, ok := p.repo.snap.SymbolByID(p.path + "::" + name); return ok }) {
		sym, _ := p.repo.snap.SymbolByID(p.path + "::" + name)
		same = append(same, found{p.repo, sym})
	}
	if len(same) > 0 {
		return same, nil
	}
	p, err := c.scope.locate(ctx, file)
	if err != nil {
		if all := c.named(plainName(name)); len(all) > 0 {
			r := refusef("No file %s is in scope; %s of that name elsewhere.", file, count(len(all), "definition"))
			for _, f := range all[:min(len(all), 10)] {
				r.candidates = append(r.candidates, f.row())
			}
			return nil, r
		}
		return nil, err
	}
	if sym, ok := p.repo.snap.SymbolByID(p.path + "::" + name); ok {
		return []found{{p.repo, sym}}, nil
	}
	var all []found
	want := plainName(name)
	for _, sym := range p.repo.snap.Outline(p.path) {
		if sym.Name == want || sym.Qualified == want {
			all = append(all, found{p.repo, sym})
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	r := refusef("%s has no symbol %q; it has:", p.repo.prefix+p.path, name)
	near := nearestIn(p.repo.snap.Outline(p.path), want, 10)
	if len(near) == 0 {
		near = window(p.repo.snap.Outline(p.path), 10, 0)
	}
	for _, sym := range near {
		r.candidates = append(r.candidates, found{p.repo, sym}.row())
	}
	if len(near) == 0 {
		r.text = edit.OneLine(p.repo.prefix+p.path) + " has no symbols."
	}
	return nil, r
}

func (c *call) at(ctx context.Context, file string, line int) (found, error) {
	p, err := c.scope.locate(ctx, file)
	if err != nil {
		return found{}, err
	}
	if sym, ok := p.repo.snap.SymbolAt(p.path, line); ok {
		return found{p.repo, sym}, nil
	}
	r := refusef("No definition covers line %d of %s.", line, p.repo.prefix+p.path)
	outline := p.repo.snap.Outline(p.path)
	slices.SortStableFunc(outline, func(a, b engine.Symbol) int { return gap(a, line) - gap(b, line) })
	for _, sym := range outline[:min(len(outline), 5)] {
		r.candidates = append(r.candidates, found{p.repo, sym}.row())
	}
	if len(r.candidates) > 0 {
		r.text += " Nearest are:"
	}
	return found{}, r
}

func gap(s engine.Symbol, line int) int { return max(s.StartLine-line, line-s.EndLine, 0) }

// named finds definitions by name. What is no qualified name of ours may be a
// package's or a module's: store.Open is Open in a folder or a file called store.
func (c *call) named(name string) []found {
	var all []found
	for _, r := range c.scope.repos {
		for _, sym := range r.snap.Lookup(name) {
			all = append(all, found{r, sym})
		}
	}
	i := strings.LastIndexByte(name, '.')
	if len(all) > 0 || i <= 0 || i == len(name)-1 {
		return all
	}
	owner, member := name[:i], name[i+1:]
	for _, r := range c.scope.repos {
		for _, sym := range r.snap.Lookup(member) {
			if ownedBy(sym, owner) {
				all = append(all, found{r, sym})
			}
		}
	}
	if len(all) == 0 && strings.Contains(owner, ".") {
		return c.named(name[strings.IndexByte(name, '.')+1:])
	}
	return all
}

func ownedBy(sym engine.Symbol, owner string) bool {
	if strings.HasSuffix("."+sym.Qualified, "."+owner+"."+sym.Name) {
		return true
	}
	owner = path.Base(strings.ReplaceAll(owner, ".", "/"))
	base := path.Base(sym.Path)
	return !strings.Contains(sym.Qualified, ".") && (path.Base(path.Dir(sym.Path)) == owner || strings.TrimSuffix(base, path.Ext(base)) == owner)
}

// unknown is the refusal of a name that nothing has.
func (c *call) unknown(text, name string) error {
	var near []found
	for _, r := range c.scope.repos {
		for _, sym := range nearest(r.snap, name, 5) {
			near = append(near, found{r, sym})
		}
	}
	if len(near) == 0 {
		return refusef("No symbol is named %q in %s; `search` finds one by part of its name, and with operation text by what stands in it.", text, c.scope.names())
	}
	r := refusef("No symbol is named %q in %s; nearest are:", text, c.scope.names())
	for _, f := range near[:min(len(near), 5)] {
		r.candidates = append(r.candidates, f.row())
	}
	return r
}

func (s *scope) names() string {
	list := make([]string, len(s.repos))
	for i, r := range s.repos {
		list[i] = r.Name()
	}
	return strings.Join(list, ", ")
}

// target is the symbol that a call is about; with a file beside it, the one of that name there.
func (c *call) target(ctx context.Context) (found, error) {
	name, file := c.args.text("symbol"), c.args.text("file")
	if file != "" && name != "" && !strings.Contains(name, "::") {
		if _, _, ok := fileAndLine(name); !ok {
			name = file + "::" + name
		}
	}
	return c.symbol(ctx, name)
}
