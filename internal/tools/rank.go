package tools

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
	words "github.com/gortexhq/gortex/internal/engine/search"
)

// candidate is a symbol that a task may be about.
type candidate struct {
	found
	score float64
}

// ranking gathers candidates by id. It goes from coarse to fine: of all files it knows
// which words are in them, the likely ones are read, and their definitions weighed by
// what they say of the task and where (BM25F): a word said once in a name is worth more
// than one said often in a body, many words more than one said often, and rare words more
// than frequent ones.
type ranking struct {
	terms      []term
	aboutTests bool
	yesOrNo    bool // asks for something that is true or false
	by         map[string]*candidate
	loose      []matchRow // text hits in documents and configuration
	until      time.Time  // files whose words are not known yet are read until then
	short      bool       // the files are too many to look into all of them
}

// The weights were found by a search over the judged sets that are not held out; they
// are round, since none of them matters much.
var (
	placeWorth = [places]float64{inName: 3.3, inAround: 3, inPath: 2, inDoc: 1, inSentence: 2, inHead: 1.3, inBody: 1}
	// placeLong is how much of a word's worth there is shared among all that stand there,
	// beside placeUsual of them.
	placeLong  = [places]float64{inName: 0.2, inDoc: 0.5, inSentence: 0.35, inBody: 0.25}
	placeUsual = [places]float64{inName: 2.5, inAround: 2, inPath: 5, inDoc: 20, inSentence: 8, inHead: 8, inBody: 60}
	classWorth = [classes]float64{1, 0.8, 0.95}
	// alikeWorth is what a word that means nearly the same is worth beside that: in a body
	// it means nothing.
	alikeWorth = [places]float64{inName: 1, inAround: 0.7, inPath: 0.9, inDoc: 0.7, inSentence: 0.8, inHead: 1, inBody: 0.2}
)

const (
	saturated  = 2.0 // half of what can be said of a word
	rareness   = 0.4 // how much rare words count more
	coverage   = 0.2 // how much of a score depends on how many of the words are said
	pairWorth  = 0.12
	fileWorth  = 0.3
	builtWorth = 0.4
	exactWorth = 5.0
	yesNoWorth = 3.0 // of what tells true from false, where that is asked for

	maxFiles = 100 // that are read
	maxTexts = 8   // documents and configuration that are
	maxLines = 200 // of these
	// readFor bounds how long a question reads repositories to learn their words.
	readFor = 4 * time.Second
)

// rows is what the definitions of the likely files of one repository say.
type rows struct {
	*inquiry
	idf  [][classes]float64 // by term: how rare it is among the files, in all senses up to that class
	all  []evidence
	file map[string]float64 // by path: how likely the file is, at most 1
}

// ask ranks the definitions of a repository.
func (r *ranking) ask(ctx context.Context, lexicon *words.Lexicon, repo *repository, where, language string) error {
	files := filesOf(repo, where, language)
	q := newInquiry(r.terms)
	have := r.contents(ctx, lexicon, repo, q, files)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	rs := &rows{inquiry: q, idf: rarity(q.terms, files, have), file: map[string]float64{}}
	order, score := r.likely(rs, files, have)
	var read []engine.File
	var texts []string
	most := 0.0
	for _, i := range order {
		switch f := files[i]; {
		case f.Language != "" && len(read) < maxFiles:
			if len(read) == 0 {
				most = score[i]
			}
			read = append(read, f)
			rs.file[f.Path] = score[i] / most
		case f.Language == "" && len(texts) < maxTexts:
			texts = append(texts, f.Path)
		}
	}
	said := make([][]evidence, len(read))
	each(ctx, len(read), func(spell *words.Speller, i int) {
		if src, _, err := repo.snap.Source(read[i].Path); err == nil {
			said[i] = q.gather(spell, src, repo.snap.Outline(read[i].Path))
		}
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	rs.all = slices.Concat(said...)
	r.weigh(repo, rs)
	r.named(repo, where, language)
	for _, p := range texts {
		r.lines(repo, p)
	}
	return nil
}

// filesOf are the files that a question is about.
func filesOf(repo *repository, where, language string) (files []engine.File) {
	paths := words.NewPaths(where)
	for f := range repo.snap.Below(paths.Dir()) {
		if paths.Match(f.Path) && (language == "" || f.Language == language || language == "typescript" && f.Language == "tsx") {
			files = append(files, f)
		}
	}
	return files
}

// each does 0…n-1 on all processors, until ctx ends.
func each(ctx context.Context, n int, do func(spell *words.Speller, i int)) {
	var next atomic.Int64
	var doing sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		doing.Go(func() {
			var spell words.Speller
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(&spell, i)
			}
		})
	}
	doing.Wait()
}

// contents returns by file and term the best class in which the file has it, and one more;
// 0 where it has not. Files that no question has read before are read, while there is time.
func (r *ranking) contents(ctx context.Context, lexicon *words.Lexicon, repo *repository, q *inquiry, files []engine.File) [][]uint8 {
	have := make([][]uint8, len(files))
	var short atomic.Bool
	each(ctx, len(files), func(spell *words.Speller, i int) {
		have[i] = make([]uint8, q.terms)
		set, known := lexicon.Get(files[i].Hash)
		if !known {
			if time.Now().After(r.until) {
				short.Store(true)
				return
			}
			src, _, err := repo.snap.Source(files[i].Path)
			if err != nil {
				return
			}
			set = spell.Set(src)
			lexicon.Put(files[i].Hash, set)
		}
		for id, senses := range q.senses {
			if set.Has(id) {
				note(have[i], senses)
			}
		}
	})
	r.short = r.short || short.Load()
	return have
}

// note keeps of each term the best class that was met, and one more.
func note(row []uint8, senses []sense) {
	for _, s := range senses {
		if row[s.term] == 0 || row[s.term] > s.class+1 {
			row[s.term] = s.class + 1
		}
	}
}

// rarity of the terms among the files that have definitions.
func rarity(terms int, files []engine.File, have [][]uint8) [][classes]float64 {
	n, in := 0.0, make([][classes]float64, terms)
	for i, f := range files {
		if f.Language == "" {
			continue
		}
		n++
		for t, best := range have[i] {
			for c := int(best) - 1; c >= 0 && c < classes; c++ {
				in[t][c]++
			}
		}
	}
	for t := range in {
		for c, some := range in[t] {
			in[t][c] = math.Log(1 + (n-some+0.5)/(some+0.5))
		}
	}
	return in
}

// likely orders the files that have anything of the question by how much of it they have.
func (r *ranking) likely(rs *rows, files []engine.File, have [][]uint8) (order []int, score []float64) {
	var spell words.Speller
	score = make([]float64, len(files))
	for i, f := range files {
		inPath := make([]uint8, rs.terms)
		rs.each(&spell, stemOf(f.Path), func(senses []sense) { note(inPath, senses) })
		for t, term := range r.terms {
			for _, best := range []uint8{have[i][t], inPath[t]} {
				if best > 0 {
					score[i] += rs.idf[t][best-1] * classWorth[best-1] * term.telling()
				}
			}
		}
		if f.Test && !r.aboutTests {
			score[i] *= 0.4
		}
		if f.Generated || f.Vendored {
			score[i] *= 0.3
		}
		if built(f.Path) {
			score[i] *= 0.5
		}
		if score[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(score[b], score[a]), a-b) })
	return order, score
}

// stemOf is a path without its file's extension.
func stemOf(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// weigh scores the definitions. What a build made of one that is there too is left out.
func (r *ranking) weigh(repo *repository, rs *rows) {
	worthOf, whole := make([][classes]float64, rs.terms), 0.0
	for t, term := range r.terms {
		for c := range classes {
			worthOf[t][c] = classWorth[c] * math.Pow(rs.idf[t][c], rareness) * term.telling()
		}
		whole += worthOf[t][0]
	}
	sources := map[string]bool{}
	for i := range rs.all {
		if sym := &rs.all[i].sym; !built(sym.Path) {
			sources[sym.Qualified] = true
		}
	}
	for i := range rs.all {
		e := &rs.all[i]
		made := built(e.sym.Path)
		if made && sources[e.sym.Qualified] {
			continue
		}
		score := rs.score(e, worthOf)
		score *= 1 - coverage + coverage*score/max(whole, 1)
		score *= (1 + fileWorth*rs.file[e.sym.Path]) * worth(e.sym, r.aboutTests)
		if made {
			score *= builtWorth
		}
		if r.yesOrNo && predicate(e.sym) {
			score *= yesNoWorth
		}
		r.speak(found{repo, e.sym}, score)
	}
}

// score adds up what a definition says of the terms: of each what its best sense is worth.
// Two terms that follow each other in the question and are both in a name belong together.
func (rs *rows) score(e *evidence, worthOf [][classes]float64) (score float64) {
	var share [places]float64
	for p := range places {
		share[p] = placeWorth[p] / (1 - placeLong[p] + placeLong[p]*max(0.5, float64(e.words[p])/placeUsual[p]))
	}
	last := false
	for t := range rs.terms {
		said, best, named := 0.0, 0.0, false
		for c := range classes {
			for p := range places {
				n := float64(e.said[rs.at(p, sense{uint8(t), uint8(c)})]) * share[p]
				if n == 0 {
					continue
				}
				if c == classes-1 {
					n *= alikeWorth[p]
				} else if p == inName || p == inAround || p == inSentence {
					named = true
				}
				said += n
			}
			best = max(best, worthOf[t][c]*said/(saturated+said))
		}
		if named && last {
			best *= 1 + pairWorth
		}
		last = named
		score += best
	}
	return score
}

func (r *ranking) speak(f found, weight float64) {
	id := f.id()
	c := r.by[id]
	if c == nil {
		c = &candidate{found: f}
		r.by[id] = c
	}
	c.score += weight
}

// named lets the identifiers that the task has speak for what is called so.
func (r *ranking) named(repo *repository, where, language string) {
	for _, t := range r.terms {
		if !t.exact {
			continue
		}
		some, _ := repo.snap.Search(engine.SymbolQuery{Query: t.text, Path: where, Lang: language, Limit: 20})
		for i, sym := range some {
			weight := exactWorth / (1 + float64(i)/5)
			if !strings.EqualFold(sym.Name, t.text) && !strings.EqualFold(sym.Qualified, t.text) {
				weight /= 3
			}
			r.speak(found{repo, sym}, weight*worth(sym, r.aboutTests))
		}
	}
}

// lines gathers those of a document or of configuration that have any of the words.
func (r *ranking) lines(repo *repository, p string) {
	src, _, err := repo.snap.Source(p)
	if err != nil {
		return
	}
	number := 0
	for line := range bytes.Lines(src) {
		number++
		if len(r.loose) == maxLines {
			return
		}
		if at, n := r.in(line); n > 0 {
			text := valid(strings.TrimSpace(words.Cut(line, words.Line{End: len(line), At: at}, 200)))
			r.loose = append(r.loose, matchRow{Path: repo.prefix + p, Line: number, Column: at + 1, Text: text})
		}
	}
}

// in counts the words of the task in a line, and says where the first is.
func (r *ranking) in(line []byte) (at, n int) {
	at = len(line)
	for _, t := range r.terms {
		first := len(line)
		for _, form := range t.forms() {
			if i := bytes.Index(line, []byte(form)); i >= 0 {
				first = min(first, i)
			}
		}
		if first < len(line) {
			at, n = min(at, first), n+1
		}
	}
	return at, n
}

// best returns the first candidates in order, and how many there are.
func (r *ranking) best() (first []candidate, total int) {
	all := make([]candidate, 0, len(r.by))
	for _, c := range r.by {
		all = append(all, *c)
	}
	order(all)
	first = all[:min(len(all), 200)]
	r.neighbors(first)
	order(first)
	return first, len(all)
}

func order(all []candidate) {
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.id(), b.id()))
	})
}

// worth: a task is seldom about a field, a test, or what a generator wrote, and more often
// about what is done than about a type.
func worth(sym engine.Symbol, aboutTests bool) float64 {
	w := 1.0
	switch {
	case sym.Kind.Holds(), sym.Kind == lang.File, sym.Kind == lang.Module, sym.Kind == lang.Namespace, sym.Kind == lang.Package:
		w = 0.3
	case !sym.Kind.Callable():
		w = 0.4
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
	const share = 0.05 // of the other's score
	at := map[string]int{}
	for i, c := range all {
		at[c.id()] = i
	}
	gain := make([]float64, len(all))
	for i, c := range all[:min(len(all), 40)] {
		for _, e := range c.repo.snap.Uses(c.sym.ID, engine.Likely, lang.Call) {
			if j, ok := at[c.repo.id(e.To)]; ok && j != i {
				gain[j] += share * c.score
				gain[i] += share * all[j].score
			}
		}
	}
	for i := range all {
		all[i].score += min(gain[i], all[i].score)
	}
}
