package tools_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// judged is one question, and the ids of which one must come early.
type judged struct {
	query string
	want  []string
}

// judgedSet reads a file of "module PATH" lines, each with the questions about it below.
func judgedSet(t *testing.T, file string) (modules []string, sets [][]judged) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(src)) {
		line = strings.TrimSpace(line)
		if module, ok := strings.CutPrefix(line, "module "); ok {
			modules, sets = append(modules, module), append(sets, nil)
		} else if query, want, ok := strings.Cut(line, " | "); ok && !strings.HasPrefix(line, "#") {
			sets[len(sets)-1] = append(sets[len(sets)-1], judged{query, strings.Split(want, ", ")})
		}
	}
	return modules, sets
}

// openModule indexes the source of a module that this one requires, at the version it requires.
func openModule(t *testing.T, module string) *shop {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if dir := strings.TrimSpace(string(out)); err != nil || dir == "" {
		t.Fatalf("where is the source of %s? %v", module, err)
	}
	s := openShop(t)
	s.root = strings.TrimSpace(string(out))
	s.track(s.root)
	return s
}

// firstSymbols are the ids that a tool answers with, in order.
func (s *shop) firstSymbols(tool string, arguments map[string]any) (ids []string) {
	s.Helper()
	args, err := json.Marshal(arguments)
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

// TestExploreFindsWhatAQuestionIsAbout: of thirty questions on two repositories, the right
// symbol is among the first five for all but a few. What misses is logged.
func TestExploreFindsWhatAQuestionIsAbout(t *testing.T) {
	t.Parallel()
	const mayMiss = 6
	var missed, asked int
	modules, sets := judgedSet(t, "testdata/judged/explore.txt")
	for i, module := range modules {
		s := openModule(t, module)
		for _, q := range sets[i] {
			asked++
			first := s.firstSymbols("explore", map[string]any{"task": q.query})
			first = first[:min(5, len(first))]
			if !slices.ContainsFunc(first, func(id string) bool { return slices.Contains(q.want, id) }) {
				missed++
				t.Logf("%s\n  wanted %s\n  got %s", q.query, strings.Join(q.want, ", "), strings.Join(first, ", "))
			}
		}
	}
	if asked != 30 || missed > mayMiss {
		t.Errorf("%d of %d questions missed, at most %d may be", missed, asked, mayMiss)
	}
}

// TestSearchPutsFirstWhatAPersonMeans: names, parts of names, initials, and mistakes.
func TestSearchPutsFirstWhatAPersonMeans(t *testing.T) {
	t.Parallel()
	modules, sets := judgedSet(t, "testdata/judged/symbols.txt")
	for i, module := range modules {
		s := openModule(t, module)
		for _, q := range sets[i] {
			first := s.firstSymbols("search", map[string]any{"query": q.query, "limit": 3})
			if len(first) == 0 || !slices.Contains(q.want, first[0]) {
				t.Errorf("%s: %s, not %s", q.query, strings.Join(first, ", "), strings.Join(q.want, ", "))
			}
		}
	}
}
