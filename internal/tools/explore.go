package tools

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// explore answers a task in words with the neighborhood of code that it is about.
func explore(ctx context.Context, c *call) (*answer, error) {
	task := strings.TrimSpace(c.args.text("task"))
	if task == "" {
		return nil, c.args.misused("explore needs `task`.")
	}
	terms, paths := termsOf(task)
	if len(terms) == 0 && len(paths) == 0 {
		return nil, c.args.misused("explore finds nothing to look for in %q: name what the code is about.", task)
	}
	rank := ranking{terms: terms, until: time.Now().Add(readFor), by: map[string]*candidate{}, aboutTests: aboutTests().MatchString(task), yesOrNo: asksYesOrNo(task)}
	for _, r := range c.scope.repos {
		where, language := c.where(r), c.args.text("lang")
		if len(terms) > 0 {
			if err := rank.ask(ctx, &c.session.catalogue.lexicon, r, where, language); err != nil {
				return nil, c.failed(ctx, err)
			}
		}
	}
	c.namedFiles(ctx, &rank, paths)
	likely, total := rank.best()
	limit := c.args.number("limit", 10)
	top := window(likely, limit, 0)
	a := &answer{head: object{{"task", task}, {"total", total}}}
	a.parts = append(a.parts, topSymbols(top, total))
	if pieces := c.topSources(ctx, top); len(pieces) > 0 {
		a.parts = append(a.parts, &sources{pieces: pieces, ranked: true})
	}
	if calls := topCalls(top); calls.total > 0 {
		a.parts = append(a.parts, calls)
	}
	if tests := topTests(ctx, top); len(tests) > 0 {
		a.parts = append(a.parts, testList(tests, limit))
	}
	if len(rank.loose) > 0 {
		a.parts = append(a.parts, looseMatches(rank))
	}
	if rank.short {
		a.remarks = append(a.remarks, "the repository is large: not every file was looked into yet; the next question looks further, and path narrows it")
	}
	if total == 0 && len(rank.loose) == 0 {
		a.remarks = append(a.remarks, "nothing in the index has these words; name an identifier, or use search with operation text")
	}
	return a, nil
}

var aboutTests = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\btests?\b|\btesting\b`) })

// namedFiles lets the files that the task names speak for what they define.
func (c *call) namedFiles(ctx context.Context, rank *ranking, paths []string) {
	for _, path := range paths {
		at, err := c.scope.locate(ctx, path)
		if err != nil {
			continue
		}
		for _, sym := range at.repo.snap.Outline(at.path) {
			if sym.Parent == "" {
				rank.speak(found{at.repo, sym}, 2)
			}
		}
	}
}

func topSymbols(top []candidate, total int) *list {
	l := &list{key: "symbols", fields: symbolFields, total: total}
	for _, c := range top {
		row := c.row()
		l.add(row, row.cells()...)
	}
	return l
}

// longest is how many lines of one symbol are shown; its id reads the rest.
const longest = 70

// topSources are the definitions themselves; what stands inside another that is shown is not shown twice.
func (c *call) topSources(ctx context.Context, top []candidate) []piece {
	var pieces []piece
	for _, t := range top {
		inside := slices.ContainsFunc(pieces, func(p piece) bool {
			return p.Path == t.repo.prefix+t.sym.Path && p.First <= t.sym.StartLine && t.sym.EndLine <= p.Last
		})
		if inside || t.sym.Kind == lang.Field || t.sym.Kind == lang.EnumMember {
			continue
		}
		s, err := t.repo.source(ctx, t.sym.Path)
		if err != nil {
			continue // gone since: the rows above still say where it was
		}
		first, last := s.of(t.sym)
		p := s.piece(first, min(last, first+longest-1), false)
		if p.Symbol = t.id(); last > p.Last {
			p.Cut = "the first " + itoa(longest) + " lines of " + itoa(last-first+1) + `; the rest: read {"symbol": "` + p.Symbol + `"}`
		}
		pieces = append(pieces, p)
	}
	return pieces
}

// callRow is one call between two definitions.
type callRow struct {
	From      string `json:"from"`
	To        string `json:"to"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Certainty string `json:"certainty"`
}

// topCalls are calls from and to the top symbols: those among them first.
func topCalls(top []candidate) *list {
	l := &list{key: "calls", fields: []string{"from", "line", "to", "certainty"}}
	chosen := map[string]bool{}
	for _, t := range top {
		chosen[t.id()] = true
	}
	seen := map[[2]string]bool{}
	var among, around []callRow
	for _, t := range top {
		edges := t.repo.snap.References(t.sym.ID, engine.Likely, lang.Call)
		edges = append(edges[:len(edges):len(edges)], t.repo.snap.Uses(t.sym.ID, engine.Likely, lang.Call)...)
		for _, e := range edges {
			from, to := t.repo.id(e.From), t.repo.id(e.To)
			if key := [2]string{from, to}; seen[key] || e.From.Test {
				continue
			} else {
				seen[key] = true
			}
			row := callRow{from, to, t.repo.prefix + e.Path, e.Line, e.Certainty.String()}
			if chosen[from] && chosen[to] {
				among = append(among, row)
			} else {
				around = append(around, row)
			}
		}
	}
	all := append(among, around...)
	l.total = len(all)
	for _, r := range window(all, 30, 0) {
		l.add(r, useRow{Symbol: r.From, Path: r.Path}.at(), itoa(r.Line), r.To, r.Certainty)
	}
	return l
}

func topTests(ctx context.Context, top []candidate) []found {
	var tests []found
	seen := map[string]bool{}
	for _, t := range top[:min(len(top), 5)] {
		w := walk{snap: t.repo.snap, least: engine.Likely, depth: 2, backward: true}
		for _, f := range testsAmong(t.repo, w.from(ctx, t.sym)) {
			if !seen[f.id()] {
				seen[f.id()] = true
				tests = append(tests, f)
			}
		}
	}
	return tests
}

// looseMatches are hits in documents and configuration, those with most of the words first.
func looseMatches(rank ranking) *list {
	words := func(m matchRow) int { _, n := rank.in([]byte(m.Text)); return n }
	slices.SortStableFunc(rank.loose, func(a, b matchRow) int { return words(b) - words(a) })
	l := &list{key: "matches", fields: []string{"path", "line", "text"}, total: len(rank.loose)}
	for _, m := range window(rank.loose, 8, 0) {
		l.add(m, m.Path, itoa(m.Line), m.Text)
	}
	return l
}
