package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/search"
)

func TestNamesAreRanked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		query, name string
		want        search.Rank
	}{
		{"NewServer", "NewServer", search.Exact},
		{"newserver", "NewServer", search.ExactFold},
		{"NEWS", "NewServer", search.Prefix},
		{"ns", "NewServer", search.Initials},
		{"hsc", "http_status_code", search.Initials},
		{"jrc", "JSONRPCConn", search.None},
		{"jc", "JSONConn", search.Initials},
		{"serv", "NewServer", search.Substring},
		{"n", "Run", search.Substring},
		{"sn", "NewServer", search.None},
		{"new serv", "NewServer", search.Substring},
		{"new cat", "NewServer", search.None},
		{"Store.Get", "Get", search.Exact},
		{"toolong", "tool", search.None},
		{"é", "é", search.Exact},
	} {
		q := search.NewQuery(tt.query)
		if got := q.Name(tt.name); got != tt.want {
			t.Errorf("%q over %q ranks %d, not %d", tt.query, tt.name, got, tt.want)
		}
	}
}

func TestPathsRestrict(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		restriction, path string
		want              bool
	}{
		{"", "a/b.go", true},
		{".", "a/b.go", true},
		{"a", "a/b.go", true},
		{"./a/", "a/b.go", true},
		{"a/b.go", "a/b.go", true},
		{"a", "ab/c.go", false},
		{"a/b", "a/b.go", false},
		{"*.go", "a/deep/b.go", true},
		{"*.{ts,tsx}", "a/b.tsx", true},
		{"*.{ts,tsx}", "a/b.go", false},
		{"a/*.go", "a/b.go", true},
		{"a/*.go", "a/b/c.go", false},
		{"a/**/c.go", "a/c.go", true},
		{"a/**/c.go", "a/x/y/c.go", true},
		{"a/**", "a/x/y", true},
		{"[!a]*.go", "b.go", true},
		{"[!a]*.go", "a.go", false},
		{"[z-a].go", "[z-a].go", true},
		{"{a", "a", true},
		{"a+b?.go", "a+bc.go", true},
	} {
		if got := search.NewPaths(tt.restriction).Match(tt.path); got != tt.want {
			t.Errorf("%q lets %q through: %v", tt.restriction, tt.path, got)
		}
	}
}

func TestLinesAreFound(t *testing.T) {
	t.Parallel()
	const src = "one two\r\ntwo two\n\ntwofold (x)\nünï two"
	for _, tt := range []struct {
		name, query        string
		regexp, fold, word bool
		want               string
	}{
		{"a line once", "two", false, false, false, "1:5 2:1 4:1 5:7"},
		{"words only", "two", false, false, true, "1:5 2:1 5:7"},
		{"case folded", "TWO", false, true, false, "1:5 2:1 4:1 5:7"},
		{"a literal is no expression", "(x)", false, false, false, "4:9"},
		{"anchors are about lines", "^two", true, false, false, "2:1 4:1"},
		{"an expression folded", "^TWO$|Ü", true, true, false, "5:1"},
		{"an end before a carriage return", `two\s*$`, true, false, false, "1:5 2:5 5:7"},
		{"an expression for whole words", "^t?wo", true, false, true, "2:1"},
		{"alternatives", `(fold|n)[e ]`, true, false, false, "1:2 4:4"},
		{"a match stays in its line", `two[^x]+one|t\S+\s+t`, true, false, false, "2:1"},
		{"unless it names the line's end", `two\nü`, true, false, false, ""},
		{"or does", `x\)\nü`, true, false, false, "4:10"},
		{"folded ASCII in words", "TWO", false, true, true, "1:5 2:1 5:7"},
		{"no match", "three", false, false, false, ""},
		{"an empty match is on every line that has one", "x*", true, false, false, "1:1 2:1 3:1 4:1 5:1"},
	} {
		text, err := search.NewText(tt.query, tt.regexp, tt.fold, tt.word)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		text.Find(t.Context(), []byte(src), func(l search.Line) { got = append(got, fmt.Sprintf("%d:%d", l.Number, l.Column)) })
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, strings.Join(got, " "), tt.want)
		}
	}
}

// TestLettersThatFoldToASCIIAreFound: the long s and the Kelvin sign.
func TestLettersThatFoldToASCIIAreFound(t *testing.T) {
	t.Parallel()
	for _, isRegexp := range []bool{false, true} {
		text, err := search.NewText("tASK", isRegexp, true, false)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		text.Find(t.Context(), []byte("Task\nta\u017F\u212A\nask\nTASK"), func(l search.Line) { got = append(got, l.Number) })
		if diff := cmp.Diff([]int{1, 2, 4}, got); diff != "" {
			t.Errorf("as an expression %v: %s", isRegexp, diff)
		}
	}
}

func TestALongLineIsCutAroundTheMatch(t *testing.T) {
	t.Parallel()
	src := []byte(strings.Repeat("ä", 500) + "needle" + strings.Repeat("ö", 500) + "\r\n")
	text, err := search.NewText("needle", false, false, false)
	if err != nil {
		t.Fatal(err)
	}
	text.Find(t.Context(), src, func(l search.Line) {
		got := search.Cut(src, l, 300)
		if len(got) > 300 || len(got) < 290 || !strings.Contains(got, "needle") || strings.Contains(got, "\uFFFD") {
			t.Errorf("%d bytes: %q", len(got), got)
		}
	})
}

// FuzzText: what is found stands where it is said to.
func FuzzText(f *testing.F) {
	f.Add("a\nb\n\nab", "b", false, true, false)
	f.Add("ünï", "N.", true, true, true)
	f.Fuzz(func(t *testing.T, src, query string, isRegexp, fold, word bool) {
		text, err := search.NewText(query, isRegexp, fold, word)
		if err != nil {
			return
		}
		lines, last := strings.Split(src, "\n"), 0
		text.Find(t.Context(), []byte(src), func(l search.Line) {
			if l.Number <= last || l.Number > len(lines) {
				t.Fatalf("line %d after %d of %d", l.Number, last, len(lines))
			}
			last = l.Number
			line := lines[l.Number-1]
			if src[l.Start:l.End] != line || l.At-l.Start != l.Column-1 || l.Column-1 > len(line) {
				t.Fatalf("%+v is not in %q", l, line)
			}
			if !isRegexp && !fold && !strings.HasPrefix(src[l.At:], query) {
				t.Fatalf("%q is not at %d of %q", query, l.At, src)
			}
			_ = search.Cut([]byte(src), l, 10)
		})
	})
}
