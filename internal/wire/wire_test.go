package wire_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/wire"
)

func TestSectionsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule string
		in   wire.Section
		text string
	}{
		{"keys are sorted", wire.Section{Tool: "search", Fields: []string{"path", "line"}, Keys: map[string]string{"total": "1", "operation": "text"}, Rows: [][]string{{"a.go", "3"}}},
			"GCX1 tool=search fields=path,line operation=text total=1\na.go\t3\n"},
		{"tabs, line ends and backslashes are escaped", wire.Section{Tool: "t", Fields: []string{"a", "b"}, Rows: [][]string{{"x\ty\r\nz", `C:\new`}}},
			"GCX1 tool=t fields=a,b\n" + `x\ty\r\nz` + "\t" + `C:\\new` + "\n"},
		{"a first cell that looks like a remark is none", wire.Section{Tool: "t", Fields: []string{"a"}, Rows: [][]string{{"# heading"}, {"GCX1 tool=x"}}},
			"GCX1 tool=t fields=a\n\\# heading\n\\GCX1 tool=x\n"},
		{"spaces in the header are escaped", wire.Section{Tool: "t", Fields: []string{"a"}, Keys: map[string]string{"symbol": "my dir/a.go::F, or=b"}},
			`GCX1 tool=t fields=a symbol=my\sdir/a.go::F\,\sor\=b` + "\n"},
		{"one empty cell is a row", wire.Section{Tool: "t", Fields: []string{"a"}, Rows: [][]string{{""}, {"x"}}},
			"GCX1 tool=t fields=a\n\nx\n"},
		{"empty cells stay in their place", wire.Section{Tool: "t", Fields: []string{"a", "b", "c"}, Rows: [][]string{{"", "", ""}, {"", "x", ""}}},
			"GCX1 tool=t fields=a,b,c\n\t\t\n\tx\t\n"},
		{"rows about one file name it once", wire.Section{Tool: "t", Fields: []string{"path", "b"}, Rows: [][]string{{"internal/a.go", "1"}, {"internal/a.go", "2"}, {"b.go", "3"}, {"b.go", ""}}},
			"GCX1 tool=t fields=path,b group=path\ninternal/a.go\t1\n\t2\nb.go\t3\n\t\n"},
		{"where it spares less than it costs they do not", wire.Section{Tool: "t", Fields: []string{"path", "b"}, Rows: [][]string{{"a.go", "1"}, {"a.go", "2"}}},
			"GCX1 tool=t fields=path,b\na.go\t1\na.go\t2\n"},
		{"nor where the first cell may be empty", wire.Section{Tool: "t", Fields: []string{"path", "b"}, Rows: [][]string{{"internal/a.go", "1"}, {"internal/a.go", "2"}, {"", "3"}}},
			"GCX1 tool=t fields=path,b\ninternal/a.go\t1\ninternal/a.go\t2\n\t3\n"},
		{"what steers a terminal or turns the reading order is written as its number", wire.Section{Tool: "t", Fields: []string{"a", "b"}, Keys: map[string]string{"k": "\x1b]0;x\a"}, Rows: [][]string{{"\x1b[2J", "if a\u202e \u2066// x\u2069"}, {"\u0085\u009b\u2028", "\\u202e é 😀 \u200d"}}},
			"GCX1 tool=t fields=a,b k=\\u001b]0;x\\u0007\n\\u001b[2J\tif a\\u202e \\u2066// x\\u2069\n\\u0085\\u009b\\u2028\t\\\\u202e é 😀 \u200d\n"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			text := string(wire.Append(nil, tt.in))
			if diff := cmp.Diff(tt.text, text); diff != "" {
				t.Errorf("written (-want +got):\n%s", diff)
			}
			back, err := wire.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]wire.Section{tt.in}, back); diff != "" {
				t.Errorf("read back (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseIsLenientWhereAWriterMayGrow(t *testing.T) {
	t.Parallel()
	text := "# a remark\nGCX1 tool=a fields=x,y future=1\n1\n1\t2\t3\n\nGCX1 tool=b fields=z\nq\n# 1 of 2 shown"
	want := []wire.Section{
		{Tool: "a", Fields: []string{"x", "y"}, Keys: map[string]string{"future": "1"}, Rows: [][]string{{"1", ""}, {"1", "2"}}},
		{Tool: "b", Fields: []string{"z"}, Rows: [][]string{{"q"}}},
	}
	got, err := wire.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseRefusesWhatIsNoPayload(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a\tb\n", "GCX1 tool=a\n", "GCX1 fields=a\n", "GCX1 tool=a fields=b c\n"} {
		if _, err := wire.Parse(text); err == nil {
			t.Errorf("Parse(%q) gave no error", text)
		}
	}
}

func TestRemarksAreNoRows(t *testing.T) {
	t.Parallel()
	text := wire.AppendRemark(wire.Append(nil, wire.Section{Tool: "t", Fields: []string{"a"}, Rows: [][]string{{"1"}}}), "two\nlines")
	got, err := wire.Parse(string(text))
	if err != nil || len(got) != 1 || len(got[0].Rows) != 1 {
		t.Errorf("got %v, %v", got, err)
	}
}

// FuzzRoundTrip: whatever cells, keys and values say, they come back.
func FuzzRoundTrip(f *testing.F) {
	f.Add("search", "total", "1", "a.go", "x\ty")
	f.Add("a b", "k=", "v,w", "# x", "GCX1 tool=")
	f.Add(`\`, `\s`, "\n", "\r", "")
	f.Add("t", "path", "\x1b", "\u202e", "a long enough cell")
	f.Fuzz(func(t *testing.T, tool, key, value, first, second string) {
		if key == "tool" || key == "fields" || key == "group" {
			t.Skip("these keys are the header's own")
		}
		want := wire.Section{Tool: tool, Fields: []string{key, value}, Keys: map[string]string{key: value}, Rows: [][]string{{first, second}, {second, first}, {second, second}, {second, ""}}}
		text := string(wire.Append(nil, want))
		if strings.ContainsFunc(text, func(r rune) bool { return wire.Steers(r) && r != '\t' && r != '\n' }) {
			t.Errorf("%q has characters that steer what shows it", text)
		}
		got, err := wire.Parse(text)
		if err != nil {
			t.Fatalf("%v in %q", err, text)
		}
		if diff := cmp.Diff([]wire.Section{want}, got); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	})
}

// FuzzParse: what can be read can be written, and then reads the same.
func FuzzParse(f *testing.F) {
	f.Add("GCX1 tool=a fields=x,y k=v\n1\t2\n# r\n")
	f.Add("GCX1 tool=a fields=x group=x\n0\n\n")
	f.Add("GCX1 tool=a fields=x\n\n\\# y\n")
	f.Add("GCX1 tool=a fields=x,y group=x\n\t1\nlong enough\t2\n\t3\n\\u202e\\u20\t\n")
	f.Fuzz(func(t *testing.T, text string) {
		sections, err := wire.Parse(text)
		if err != nil {
			return
		}
		var again []byte
		for _, s := range sections {
			again = wire.Append(again, s)
		}
		back, err := wire.Parse(string(again))
		if err != nil {
			t.Fatalf("%v in %q", err, again)
		}
		if diff := cmp.Diff(sections, back); diff != "" {
			t.Errorf("%q, then %q:\n%s", text, again, diff)
		}
	})
}

func TestAPayloadThatIsCutReadsAsFarAsItGoes(t *testing.T) {
	t.Parallel()
	in := wire.Section{Tool: "t", Fields: []string{"path", "b"}, Rows: [][]string{{"internal/a.go", "1"}, {"internal/a.go", "2"}, {"internal/b.go", "3"}, {"internal/b.go", "4"}}}
	lines := wire.Lines(in)
	for n := range in.Rows {
		got, err := wire.Parse(string(bytes.Join(lines[:n+2], nil)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(in.Rows[:n+1], got[0].Rows); diff != "" {
			t.Errorf("after %d rows: %s", n+1, diff)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	s := wire.Section{Tool: "t", Fields: []string{"path", "line", "column", "symbol", "certainty"}}
	for range 100 {
		s.Rows = append(s.Rows, []string{"internal/store/store.go", "39", "5", "internal/store/store.go::Store.Get", "resolved"})
	}
	dst := make([]byte, 0, 1<<15)
	b.ReportAllocs()
	for b.Loop() {
		dst = wire.Append(dst[:0], s)
	}
	if !strings.HasSuffix(string(dst), "resolved\n") {
		b.Fatal(string(dst))
	}
}
