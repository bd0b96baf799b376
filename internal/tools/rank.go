package tools

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// candidate is a symbol that a task may be about.
type candidate struct {
	found
	score float64
	terms map[string]bool // which of the task's words speak for it
	about int             // how many of them its name or its doc sentence has
}

// ranking gathers candidates by id.
type ranking struct {
	terms  []term
	by     map[string]*candidate
	loose  []matchRow // text hits in documents and configuration
	placed map[string]bool
	rare   map[string]float64 // by word: how much it tells, that few names have it
	short  bool               // the files are too many to look for every word
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
		r.rare[t.text] = max(r.rare[t.text], rare)
		alike := map[string]float64{}
		for _, sym := range some {
			alike[sym.Name]++
		}
		for i, sym := range some {
			weight := rare / (1 + float64(i)/20) / math.Sqrt(alike[sym.Name]) // what many are called tells little
			r.speak(found{repo, sym}, t, 4*weight*likeness(sym, t))
		}
	}
}

// likeness of a symbol's name to a word: the whole name, one of its parts, or letters inside.
func likeness(sym engine.Symbol, t term) float64 {
	want := strings.ToLower(t.text)
	if strings.EqualFold(sym.Name, t.text) || strings.EqualFold(sym.Qualified, t.text) {
		if !t.exact {
			return 2
		}
		return 3
	}
	for _, part := range parts(sym.Name) {
		if part == want || !t.exact && strings.HasPrefix(part, want) {
			return 1.5
		}
	}
	return 0.5
}

const (
	// maxHits bounds the text hits of one word; what stands more often tells little.
	maxHits = 400
	// textFor bounds the pass over the files of a large repository: the names in the
	// index have spoken by then, and the files in which they stand are read first.
	textFor = 80 * time.Millisecond
)

// text lets the words speak for the definitions they stand in, each word once, in one
// pass over the files. Plain words are looked for in the two spellings that code has
// them in: fast, unlike all cases at once.
func (r *ranking) text(ctx context.Context, repo *repository, where, language string) error {
	bounded, cancel := context.WithTimeout(ctx, textFor)
	defer cancel()
	q := engine.WordsQuery{Path: where, Lang: language, First: r.likelyFiles(repo), Limit: maxHits}
	for _, t := range r.terms {
		q.Words = append(q.Words, t.forms())
	}
	hits, done, err := repo.snap.Words(bounded, q)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	r.short = r.short || !done
	owners := documented{snap: repo.snap}
	for i, t := range r.terms {
		r.heard(repo, t, hits[i].Matches, hits[i].Total, &owners)
	}
	return nil
}

// likelyFiles are those of the candidates so far, the best first.
func (r *ranking) likelyFiles(repo *repository) []string {
	var all []candidate
	for _, c := range r.by {
		if c.repo == repo {
			all = append(all, *c)
		}
	}
	order(all)
	paths := make([]string, len(all))
	for i, c := range all {
		paths[i] = c.sym.Path
	}
	return paths
}

// heard counts the hits of one word.
func (r *ranking) heard(repo *repository, t term, hits []engine.Match, times int, owners *documented) {
	weight := t.weight / (1 + math.Log2(1+float64(times)))
	said := map[string]bool{}
	for _, h := range hits {
		sym, owned := repo.snap.SymbolByID(h.Symbol)
		if !owned {
			sym, owned = owners.of(h)
		}
		if owned {
			if !said[sym.ID] {
				said[sym.ID] = true
				r.speak(found{repo, sym}, t, weight/long(sym))
			}
			continue
		}
		place := repo.prefix + h.Path + ":" + itoa(h.Line)
		if file, ok := repo.snap.File(h.Path); ok && file.Language == "" && len(r.loose) < 200 && !r.placed[place] {
			r.placed[place] = true
			r.loose = append(r.loose, matchRow{Path: repo.prefix + h.Path, Line: h.Line, Column: h.Column, Text: valid(strings.TrimSpace(h.Text))})
		}
	}
}

// long weighs a definition's length: in some hundred lines every word is found once.
func long(sym engine.Symbol) float64 {
	return 1 + 0.6*math.Log2(1+float64(sym.EndLine-sym.StartLine)/30)
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

// in counts the words of the task in a line.
func (r *ranking) in(line string) int {
	n := 0
	for _, t := range r.terms {
		for _, form := range t.forms() {
			if strings.Contains(line, form) {
				n++
				break
			}
		}
	}
	return n
}

// best weighs the candidates and returns the first of them in order, and how many there are.
func (r *ranking) best(aboutTests bool) (first []candidate, total int) {
	all := make([]candidate, 0, len(r.by))
	for _, c := range r.by {
		for _, t := range r.terms {
			if !c.terms[t.text] && strings.Contains(strings.ToLower(c.sym.Path+" "+c.sym.Doc+" "+c.sym.Signature), strings.ToLower(t.text)) {
				c.score += 0.3 * t.weight
				c.terms[t.text] = true
			}
		}
		c.tell(r.terms, r.rare)
		c.score *= (1 + 0.9*float64(len(c.terms)-1)) * (1 + 0.7*float64(max(0, c.about-1))) * worth(c.sym, aboutTests)
		all = append(all, *c)
	}
	order(all)
	first = all[:min(len(all), 200)]
	r.neighbors(first)
	order(first)
	vary(first)
	return first, len(all)
}

// tell counts the words that a definition says of itself, by its name and its doc, and lets
// those speak that only the name of what it stands in has: DurationFlag.Apply is about a
// duration flag.
func (c *candidate) tell(terms []term, rare map[string]float64) {
	doc := parts(c.sym.Doc)
	own, around := parts(c.sym.Name), parts(strings.TrimSuffix(c.sym.Qualified, c.sym.Name))
	for _, t := range terms {
		switch {
		case hasPart(own, t):
			c.about++
			if !strings.Contains(strings.ToLower(c.sym.Name), strings.ToLower(t.text)) { // short for it
				c.score += 2.5 * rare[t.text]
			}
		case hasPart(doc, t):
			c.about++
			c.score += rare[t.text]
		case hasPart(around, t):
			c.score += 0.8 * t.weight
		default:
			continue
		}
		c.terms[t.text] = true
	}
}

// hasPart says whether one of a name's words is the term, begins with it, or is short for
// it: dir for directory, env for environment.
func hasPart(words []string, t term) bool {
	want := strings.ToLower(t.text)
	return slices.ContainsFunc(words, func(w string) bool {
		return w == want || !t.exact && (strings.HasPrefix(w, want) || len(w) >= 3 && strings.HasPrefix(t.word, w))
	})
}

// vary lets what is called like something before it step back: five methods of one name
// say no more than two.
func vary(all []candidate) {
	seen := map[string]float64{}
	for i := range all {
		name := all[i].sym.Name
		all[i].score /= 1 + 0.5*seen[name]
		seen[name]++
	}
	order(all)
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
		w *= 0.25
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
				gain[j] += 0.05 * c.score
				gain[i] += 0.05 * all[j].score
			}
		}
	}
	for i := range all {
		all[i].score += min(gain[i], all[i].score)
	}
}
