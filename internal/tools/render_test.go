package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/wire"
)

func TestAllotMeetsSmallNeedsAndSharesTheRest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		needs  []int
		budget int
		want   []int
	}{
		{[]int{10, 20}, 100, []int{10, 20}},
		{[]int{1000, 10}, 100, []int{90, 10}},
		{[]int{1000, 10, 1000}, 100, []int{45, 10, 45}},
		{[]int{0, 50}, 10, []int{0, 10}},
		{[]int{5}, -3, []int{0}},
		{nil, 10, []int{}},
	} {
		if diff := cmp.Diff(tt.want, allot(tt.needs, tt.budget)); diff != "" {
			t.Errorf("allot(%v, %d): %s", tt.needs, tt.budget, diff)
		}
	}
}

func manyRows(n, total int) *answer {
	l := &list{key: "callers", fields: []string{"path", "line"}, total: total, main: true}
	for i := range n {
		l.add(matchRow{Path: "a.go", Line: i}, "a.go", itoa(i))
	}
	return &answer{tool: "relations", operation: "callers", head: object{{"total", total}}, parts: []part{l}}
}

func TestACutListSaysSoAndHowToSeeTheRest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule        string
		in          *answer
		budget      int
		says, lacks string
	}{
		{"a whole list is not cut", manyRows(3, 3), 12000, "path=a.go total=3\n0\n1\n2\n", "cursor"},
		{"a page says where the next one starts", manyRows(3, 10), 12000, `rows 1-3 of 10; the rest: cursor="3"`, ""},
		{"a budget cuts between rows", manyRows(500, 500), 600, "of 500; the rest: cursor=", "\n499"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			text := tt.in.compact(tt.budget)
			if !strings.Contains(text, tt.says) || tt.lacks != "" && strings.Contains(text, tt.lacks) {
				t.Errorf("want %q in it and %q not:\n%s", tt.says, tt.lacks, text)
			}
			if len(text) > tt.budget {
				t.Errorf("%d bytes, the budget is %d", len(text), tt.budget)
			}
			if _, err := wire.Parse(text); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestJSONTextStaysWithinTheBudgetAndIsWhole(t *testing.T) {
	t.Parallel()
	result := manyRows(500, 500).result(rendering{json: true, budget: 2000})
	text := result.Content[0].Text
	var got struct {
		Total   int
		Callers []matchRow
		Cursor  string
		Notes   []string
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if len(text) > 2000 || got.Total != 500 || got.Cursor != itoa(len(got.Callers)) || len(got.Notes) != 1 {
		t.Errorf("%d bytes: %+v", len(text), got)
	}
	var all struct{ Callers []matchRow }
	if err := json.Unmarshal(result.StructuredContent, &all); err != nil || len(all.Callers) != 500 {
		t.Errorf("the structured form has %d rows, %v; want all 500", len(all.Callers), err)
	}
}

func manyLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d of this file, with \"quotes\" and <tags>\n", i+1)
	}
	return b.String()
}

func TestSourcesAreCutAtLinesAndSayWhatComesNext(t *testing.T) {
	t.Parallel()
	for _, asJSON := range []bool{false, true} {
		for _, budget := range []int{500, 1200, 5000, 12000, 100_000} {
			a := &answer{tool: "read", parts: []part{&sources{pieces: []piece{{Path: "a.go", First: 1, Last: 1000, Lines: 1000, Text: manyLines(1000)}}}}}
			result := a.result(rendering{json: asJSON, budget: budget})
			p := a.parts[0].(*sources).pieces[0]
			text := result.Content[0].Text
			if n := strings.Count(p.Text, "\n"); n != p.Last || n == 0 {
				t.Errorf("budget %d: %d lines, says last %d", budget, n, p.Last)
			}
			if p.Last < 1000 && !strings.Contains(text, fmt.Sprintf("%d, %slast", p.Last+1, map[bool]string{true: `\"`, false: `"`}[asJSON])) {
				t.Errorf("budget %d: no way to the rest in\n%s", budget, text[max(0, len(text)-300):])
			}
			if len(text) > budget+100 {
				t.Errorf("JSON %v, budget %d: %d bytes of text", asJSON, budget, len(text))
			}
			if budget == 100_000 && p.Last != 1000 {
				t.Errorf("cut at line %d though all fits", p.Last)
			}
		}
	}
}

func TestALineLongerThanTheBudgetIsCutAtACharacter(t *testing.T) {
	t.Parallel()
	for _, cost := range []func(string) int{plainCost, escapedCost} {
		p, ok := piece{Path: "min.js", First: 1, Last: 1, Lines: 1, Text: strings.Repeat("äö\"\x01", 5000)}.cutTo(1000, cost)
		if !ok || !utf8.ValidString(p.Text) || cost(p.Text) > 1000 || len(p.Text) < 100 || p.Cut == "" {
			t.Errorf("ok %v, %d bytes, cost %d, %q", ok, len(p.Text), cost(p.Text), p.Cut)
		}
	}
}

func TestTextAndStructuredFormTogetherStayBelowTheFrameBound(t *testing.T) {
	t.Parallel()
	const bound = 8 << 20
	l := &list{key: "matches", fields: []string{"text"}, total: 1 << 20, main: true}
	for range 5000 {
		l.add(matchRow{Text: strings.Repeat("\x01", 300)}, strings.Repeat("\x01", 300))
	}
	s := &sources{pieces: []piece{{Path: "a", First: 1, Last: 1 << 15, Text: strings.Repeat(strings.Repeat("\x01", 127)+"\n", 1<<15)}}}
	for _, asJSON := range []bool{false, true} {
		result := (&answer{tool: "search", parts: []part{l, s}}).result(rendering{json: asJSON, budget: mostBudget})
		frame, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		if len(frame) > bound {
			t.Errorf("JSON %v: the frame has %d bytes, the bound is %d", asJSON, len(frame), bound)
		}
	}
}

func TestJSONIsNotEscapedForHTML(t *testing.T) {
	t.Parallel()
	if got := string(object{{"a<b", "x && y <z>"}}.json()); got != `{"a<b":"x && y <z>"}` {
		t.Error(got)
	}
}

func TestFilesBehindTheDiskAreNamed(t *testing.T) {
	t.Parallel()
	a := manyRows(1, 1)
	a.behind = []string{"a.go"}
	result := a.result(rendering{budget: defaultBudget})
	if !strings.Contains(result.Content[0].Text, "a.go") || !strings.Contains(result.Content[0].Text, "changed on disk") || !strings.Contains(string(result.StructuredContent), `"behind":["a.go"]`) {
		t.Errorf("%s\n%s", result.Content[0].Text, result.StructuredContent)
	}
}

func TestATableRepeatsNothing(t *testing.T) {
	t.Parallel()
	table := func(key string, rows ...[]string) *list {
		l := &list{key: key, fields: []string{"symbol", "line", "certainty", "why", "via"}, total: len(rows), main: true, keys: map[string]string{"symbol": "a.go::F"}}
		for _, cells := range rows {
			l.add(nil, cells...)
		}
		return l
	}
	asked := func(values map[string]any) arguments { return arguments{values: values} }
	for _, tt := range []struct {
		rule string
		in   answer
		want string
	}{
		{"a column that all rows share stands in the header, one that is empty nowhere",
			answer{tool: "relations", operation: "callers", parts: []part{table("callers", []string{"a.go::G", "1", "resolved", "", ""}, []string{"b.go::H", "1", "resolved", "", ""})}},
			"GCX1 tool=relations fields=symbol,line certainty=resolved operation=callers symbol=a.go::F total=2\na.go::G\t1\nb.go::H\t1\n"},
		{"not where there is one row, and not what is no word",
			answer{tool: "relations", parts: []part{table("callers", []string{"a.go::G", "1", "resolved", "two words", ""})}},
			"GCX1 tool=relations fields=symbol,line,certainty,why symbol=a.go::F total=1\na.go::G\t1\tresolved\ttwo words\n"},
		{"what the call said is not said again",
			answer{tool: "relations", operation: "callers", asked: asked(map[string]any{"operation": "callers", "symbol": "a.go::F"}), parts: []part{table("callers")}},
			"GCX1 tool=relations fields=symbol,line,certainty,why,via total=0\n"},
		{"what it was taken for is",
			answer{tool: "relations", operation: "usages", asked: arguments{values: map[string]any{"operation": "usages", "symbol": "F"}, guess: true}, parts: []part{table("usages")}},
			"GCX1 tool=relations fields=symbol,line,certainty,why,via operation=usages symbol=a.go::F total=0\n"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tt.in.compact(defaultBudget)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatIsNotSeenInSourceIsNamedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	text := "if admin {\n\u202e } \u2066// \r\n\tx := 1 // \x1b[31m\n\ty := 2\r\n"
	a := &answer{tool: "read", parts: []part{&sources{pieces: []piece{{Path: "a.go", First: 7, Last: 10, Lines: 20, Text: text}}}}}
	want := "a.go:7-10\n" + text + "# not seen, but there: U+202E, U+2066, U+001B in lines 8, 9\n"
	if diff := cmp.Diff(want, a.compact(defaultBudget)); diff != "" {
		t.Error(diff)
	}
	if got := (piece{First: 1, Text: "plain\ttext\r\n"}).hidden(); got != "" {
		t.Errorf("plain text hides %q", got)
	}
}

func TestACursorAlwaysLeadsFurther(t *testing.T) {
	t.Parallel()
	for _, asJSON := range []bool{false, true} {
		long := strings.Repeat("x", 600)
		var shown []string
		for offset, pages := 0, 0; offset < 5; pages++ {
			if pages > 5 {
				t.Fatalf("JSON %v: no end after %d pages, at %d", asJSON, pages, offset)
			}
			main := &list{key: "calls", fields: []string{"path", "text"}, total: 5, offset: offset, main: true}
			for i := offset; i < 5; i++ {
				main.add(matchRow{Path: itoa(i), Text: long}, itoa(i), long)
			}
			beside := &list{key: "tests", fields: []string{"path"}, total: 1}
			beside.add(matchRow{Path: long}, long)
			text := (&answer{tool: "t", parts: []part{main, beside}}).result(rendering{json: asJSON, budget: leastBudget}).Content[0].Text
			next := 5
			if _, rest, cut := strings.Cut(text, map[bool]string{true: `"cursor":"`, false: `cursor="`}[asJSON]); cut {
				if _, err := fmt.Sscanf(rest, "%d", &next); err != nil {
					t.Fatal(err)
				}
			}
			for ; offset < next; offset++ {
				shown = append(shown, itoa(offset))
			}
		}
		if diff := cmp.Diff([]string{"0", "1", "2", "3", "4"}, shown); diff != "" {
			t.Errorf("JSON %v: %s", asJSON, diff)
		}
	}
}
