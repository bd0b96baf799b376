package tools_test

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A judged set is asked whole: in how many of its questions a wanted symbol is among the
// first few. The held-out ones were written before they were asked, and nothing is tuned
// on them: which of their questions miss is not even logged.
var judgedSets = []struct {
	file    string
	tool    string
	first   int // how many symbols are looked at
	least   int // how many questions are answered at least
	heldOut bool
}{
	{file: "explore", tool: "explore", first: 5, least: 30},
	{file: "explore-dev", tool: "explore", first: 5, least: 20},
	{file: "explore-held-out", tool: "explore", first: 5, least: 13, heldOut: true},
	{file: "explore-wide-dev", tool: "explore", first: 5, least: 38},
	{file: "explore-wide-held-out", tool: "explore", first: 5, least: 19, heldOut: true},
	{file: "symbols", tool: "search", first: 1, least: 28},
	{file: "symbols-dev", tool: "search", first: 1, least: 15},
	{file: "symbols-held-out", tool: "search", first: 1, least: 15, heldOut: true},
}

func TestTheSymbolMeantComesEarly(t *testing.T) {
	t.Parallel()
	sources := map[string]*shop{}
	for _, set := range judgedSets {
		t.Run(set.file, func(t *testing.T) {
			answered, questions := 0, judgedSet(t, "testdata/judged/"+set.file+".txt")
			for _, q := range questions {
				if sources[q.source] == nil {
					sources[q.source] = openSource(t, q.source)
				}
			}
			for _, q := range questions {
				got := sources[q.source].firstSymbols(set.tool, q.text)
				got = got[:min(set.first, len(got))]
				if slices.ContainsFunc(got, func(id string) bool { return slices.Contains(q.want, id) }) {
					answered++
				} else if !set.heldOut {
					t.Logf("%s\n  wanted %s\n  got %s", q.text, strings.Join(q.want, ", "), strings.Join(got, ", "))
				}
			}
			t.Logf("%d of %d", answered, len(questions))
			if answered < set.least {
				t.Errorf("%d of %d answered, %d were", answered, len(questions), set.least)
			}
		})
	}
}

// question is what is asked about a source, and the ids of which one must come early.
type question struct {
	source, text string
	want         []string
}

// judgedSet reads a file of lines "module PATH" and "corpus NAME", each with the questions about it below.
func judgedSet(t *testing.T, file string) (all []question) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	source := ""
	for line := range strings.Lines(string(src)) {
		line = strings.TrimSpace(line)
		if text, want, ok := strings.Cut(line, " | "); ok && !strings.HasPrefix(line, "#") {
			all = append(all, question{source, text, strings.Split(want, ", ")})
		} else if strings.HasPrefix(line, "module ") || strings.HasPrefix(line, "corpus ") {
			source = line
		}
	}
	return all
}

// openSource indexes a module that this one requires, at the version it requires, or one
// of the corpora of bench/corpora.sh: without that the test is skipped.
func openSource(t *testing.T, source string) *shop {
	t.Helper()
	kind, name, _ := strings.Cut(source, " ")
	dir, err := filepath.Abs(filepath.Join(cmp.Or(os.Getenv("CORPORA_DIR"), "../../.cache/corpora"), name))
	if err != nil {
		t.Fatal(err)
	}
	if kind == "module" {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", name).Output()
		if dir = strings.TrimSpace(string(out)); err != nil || dir == "" {
			t.Fatalf("where is the source of %s? %v", name, err)
		}
	} else if _, err := os.Stat(dir); err != nil {
		t.Skipf("no %s: bash bench/corpora.sh %s lays it out", name, name)
	}
	s := openShop(t)
	s.root = dir
	s.track(dir)
	// A question reads for a bounded time to learn words, and the next one goes on: however busy the machine is, all are known here.
	for strings.Contains(s.text("explore", `{"task": "entry"}`), "not every file was looked into") {
	}
	return s
}

// firstSymbols are the ids that a tool answers with, in order.
func (s *shop) firstSymbols(tool, text string) (ids []string) {
	s.Helper()
	args, err := json.Marshal(map[string]any{map[string]string{"explore": "task", "search": "query"}[tool]: text, "limit": 10})
	if err != nil {
		s.Fatal(err)
	}
	var got struct {
		Symbols []struct {
			Symbol string `json:"symbol"`
			ID     string `json:"id"`
		} `json:"symbols"`
	}
	s.facts(tool, string(args), &got)
	for _, row := range got.Symbols {
		ids = append(ids, row.Symbol+row.ID)
	}
	return ids
}
