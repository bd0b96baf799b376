package tools

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// candidate is a symbol that a task may be about.
type candidate struct {
	found
	score float64
	terms map[string]bool // which of the task's words speak for it
}

// ranking gathers candidates by id.
type ranking struct {
	terms []term
	by    map[string]*candidate
	loose []matchRow // text hits in documents and configuration
}

func (r *ranking) speak(f found, t term, weight float64) {
	id := f.id()
	c := r.by[id]
	if c == nil {
		c = &candidate{found: f, terms: map[string]bool{}}
		r.by[id] = c
	}
	c.score += weight
	c.terms[t.text] = true
}

// names lets each word speak for the symbols whose names have it: rare words more than frequent ones.
func (r *ranking) names(repo *repository, where, language string) {
	for _, t := range r.terms {
		some, total := repo.snap.Search(engine.SymbolQuery{Query: t.text, Path: where, Lang: language, Limit: 60})
		rare := t.weight / (1 + math.Log2(1+float64(total)))
		for i, sym := range some {
			weight := rare / (1 + float64(i)/20)
			r.speak(found{repo, sym}, t, 4*weight*likeness(sym, t))
		}
	}
}

// likeness of a symbol's name to a word: the whole name, one of its parts, or letters inside.
func likeness(sym engine.Symbol, t term) float64 {
	want := strings.ToLower(t.text)
	if strings.EqualFold(sym.Name, t.text) || strings.EqualFold(sym.Qualified, t.text) {
		return 3
	}
	for _, part := range parts(sym.Name) {
		if part == want || !t.exact && strings.HasPrefix(part, want) {
			return 1.5
		}
	}
	return 0.5
}

// maxHits bounds the text hits that are looked at.
const maxHits = 1500

// text lets the words speak for the definitions they stand in, each word once.
func (r *ranking) text(ctx context.Context, repo *repository, where, language string) error {
	var alternatives []string
	for _, t := range r.terms {
		alternatives = append(alternatives, regexp.QuoteMeta(t.text[strings.LastIndexByte(t.text, '.')+1:]))
	}
	hits, _, err := repo.snap.Text(ctx, engine.TextQuery{Query: strings.Join(alternatives, "|"), Regexp: true, IgnoreCase: true, Path: where, Lang: language, Limit: maxHits})
	if err != nil {
		return err
	}
	times := map[string]int{}
	for _, h := range hits {
		for _, t := range r.in(h.Text) {
			times[t.text]++
		}
	}
	said := map[[2]string]bool{}
	owners := documented{snap: repo.snap}
	for _, h := range hits {
		sym, owned := repo.snap.SymbolByID(h.Symbol)
		if !owned {
			sym, owned = owners.of(h)
		}
		for _, t := range r.in(h.Text) {
			if owned && !said[[2]string{sym.ID, t.text}] {
				said[[2]string{sym.ID, t.text}] = true
				r.speak(found{repo, sym}, t, t.weight/(1+math.Log2(1+float64(times[t.text]))))
			}
		}
		if file, ok := repo.snap.File(h.Path); !owned && ok && file.Language == "" && len(r.loose) < 200 {
			r.loose = append(r.loose, matchRow{Path: repo.prefix + h.Path, Line: h.Line, Column: h.Column, Text: valid(strings.TrimSpace(h.Text))})
		}
	}
	return nil
}

// documented finds the definition that a comment stands above.
type documented struct {
	snap    *engine.Snapshot
	path    string
	outline []engine.Symbol
}

// commentLines is how far above a definition its comment may start.
const commentLines = 12

func (d *documented) of(h engine.Match) (engine.Symbol, bool) {
	if h.Path != d.path {
		d.path, d.outline = h.Path, d.snap.Outline(h.Path)
	}
	for _, sym := range d.outline {
		if sym.StartLine > h.Line {
			return sym, sym.Doc != "" && sym.StartLine-h.Line <= commentLines
		}
	}
	return engine.Symbol{}, false
}

func (r *ranking) in(line string) []term {
	line = strings.ToLower(line)
	var some []term
	for _, t := range r.terms {
		if strings.Contains(line, strings.ToLower(t.text[strings.LastIndexByte(t.text, '.')+1:])) {
			some = append(some, t)
		}
	}
	return some
}

// best weighs the candidates and returns them in order.
func (r *ranking) best(aboutTests bool) []candidate {
	all := make([]candidate, 0, len(r.by))
	for _, c := range r.by {
		for _, t := range r.terms {
			if !c.terms[t.text] && strings.Contains(strings.ToLower(c.sym.Path+" "+c.sym.Doc+" "+c.sym.Signature), strings.ToLower(t.text)) {
				c.score += 0.3 * t.weight
				c.terms[t.text] = true
			}
		}
		c.score *= (1 + 0.6*float64(len(c.terms)-1)) * worth(c.sym, aboutTests)
		all = append(all, *c)
	}
	order(all)
	all = all[:min(len(all), 200)]
	r.neighbors(all)
	order(all)
	return all
}

func order(all []candidate) {
	slices.SortFunc(all, func(a, b candidate) int {
		if a.score != b.score {
			if a.score > b.score {
				return -1
			}
			return 1
		}
		return strings.Compare(a.id(), b.id())
	})
}

// worth: a task is seldom about a field, a test, or what a generator wrote.
func worth(sym engine.Symbol, aboutTests bool) float64 {
	w := 1.0
	switch sym.Kind {
	case lang.Field, lang.Property, lang.Variable, lang.Constant, lang.EnumMember:
		w = 0.4
	case lang.File, lang.Module, lang.Namespace, lang.Package:
		w = 0.3
	}
	if sym.Test && !aboutTests {
		w *= 0.35
	}
	if sym.Generated || sym.Vendored {
		w *= 0.15
	}
	return w
}

// neighbors lets what is called by or calls other likely symbols rise.
func (r *ranking) neighbors(all []candidate) {
	at := map[string]int{}
	for i, c := range all {
		at[c.id()] = i
	}
	gain := make([]float64, len(all))
	for i, c := range all[:min(len(all), 40)] {
		for _, e := range c.repo.snap.Uses(c.sym.ID, engine.Likely, lang.Call) {
			if j, ok := at[c.repo.id(e.To)]; ok && j != i {
				gain[j] += 0.08 * c.score
				gain[i] += 0.08 * all[j].score
			}
		}
	}
	for i := range all {
		all[i].score += min(gain[i], all[i].score)
	}
}
