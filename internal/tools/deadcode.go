package tools

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/tools/code"
)

// unusedRow is a definition that nothing uses, as far as can be seen.
type unusedRow struct {
	symbolRow
	Exported bool `json:"exported"` // others may use it
	Mentions int  `json:"mentions"` // its name stands elsewhere, where the graph sees no use
}

// deadCode lists definitions without users, the surest first: not exported, and their
// names stand nowhere else.
func deadCode(ctx context.Context, c *call) (*answer, error) {
	type unused struct {
		found
		mentions int
	}
	var all []unused
	for _, r := range c.scope.repos {
		some := slices.DeleteFunc(r.snap.Unused(engine.SymbolQuery{Kinds: usable, Path: c.where(r), Lang: c.args.text("lang")}), func(sym engine.Symbol) bool {
			return !c.counts(sym) || r.calledFromOutside(sym)
		})
		some = withoutParts(some)
		times := r.mentions(ctx, some)
		for _, sym := range some {
			all = append(all, unused{found{r, sym}, times[sym.Name]})
		}
	}
	slices.SortStableFunc(all, func(a, b unused) int {
		return cmp.Or(boolRank(a.sym.Exported)-boolRank(b.sym.Exported), min(a.mentions, 1)-min(b.mentions, 1), cmp.Compare(a.sym.Path, b.sym.Path), cmp.Compare(a.sym.Line, b.sym.Line))
	})
	limit, offset := c.args.page(50)
	l := &list{key: "symbols", fields: []string{"id", "kind", "line", "end_line", "exported", "mentions"}, total: len(all), offset: offset, main: true}
	for _, u := range window(all, limit, offset) {
		row := unusedRow{u.row(), u.sym.Exported, u.mentions}
		l.add(row, row.ID, row.Kind, itoa(row.Line), itoa(row.EndLine), yes(row.Exported), itoa(row.Mentions))
	}
	a := &answer{head: object{{"total", len(all)}}, parts: []part{l}}
	a.remarks = append(a.remarks, "unused as far as the graph sees: what is exported may be used from elsewhere, and what has mentions by reflection, templates or tests left out")
	return a, nil
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// usable are the kinds that code uses by name.
var usable = []lang.Kind{lang.Function, lang.Method, lang.Class, lang.Struct, lang.Interface, lang.Enum, lang.TypeAlias, lang.Constant, lang.Variable}

// calledFromOutside: by a runtime, a test runner, or through an interface.
func (r *repository) calledFromOutside(sym engine.Symbol) bool {
	switch {
	case sym.Name == "main" || sym.Name == "init" || sym.Name == "_" || sym.Name == "default" || strings.HasPrefix(sym.Name, "__"):
		return true
	case sym.Kind != lang.Method:
		return false
	case strings.HasSuffix(sym.Path, ".go") && (sym.Exported || r.ofInterface(sym)):
		return true // may be what an interface of another module asks for
	}
	return len(r.snap.Supertypes(sym.ID)) > 0
}

// ofInterface: a method that an interface only declares.
func (r *repository) ofInterface(sym engine.Symbol) bool {
	parent, ok := r.snap.SymbolByID(sym.Parent)
	return ok && parent.Kind == lang.Interface
}

// withoutParts leaves out what stands in something that is listed itself.
func withoutParts(all []engine.Symbol) []engine.Symbol {
	listed := map[string]bool{}
	for _, sym := range all {
		listed[sym.ID] = true
	}
	return slices.DeleteFunc(all, func(sym engine.Symbol) bool { return listed[sym.Parent] })
}

// mentions counts where the names of symbols stand in source beyond their definitions, comments left out.
func (r *repository) mentions(ctx context.Context, all []engine.Symbol) map[string]int {
	times := map[string]int{}
	for _, sym := range all {
		times[sym.Name] = -len(r.snap.Lookup(sym.Name))
	}
	if len(times) == 0 {
		return times
	}
	for _, f := range r.snap.Files() {
		if ctx.Err() != nil {
			return times
		}
		src, _, err := r.snap.Source(f.Path)
		if err != nil {
			continue
		}
		if f.Language != "" {
			src = uncommented(src, f.Language)
		}
		for word := range bytes.FieldsFuncSeq(src, func(c rune) bool { return c < 0x80 && !code.Letter(byte(c)) }) {
			if _, wanted := times[string(word)]; wanted {
				times[string(word)]++
			}
		}
	}
	for name := range times {
		times[name] = max(times[name], 0)
	}
	return times
}

// uncommented leaves texts in, for a name in one may be a use.
func uncommented(src []byte, language string) []byte {
	masked := code.Mask(src, language)
	out := bytes.Clone(src)
	comment := false
	for i := range out {
		switch {
		case masked[i] == src[i]:
			comment = false
		case !comment && (src[i] == '#' || i+1 < len(src) && src[i] == '/' && (src[i+1] == '/' || src[i+1] == '*')) && (i == 0 || masked[i-1] != '"' && masked[i-1] != '\''):
			comment = true
		}
		if comment {
			out[i] = ' '
		}
	}
	return out
}
