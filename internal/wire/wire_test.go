package wire_test

import (
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
	f.Fuzz(func(t *testing.T, tool, key, value, first, second string) {
		if key == "tool" || key == "fields" {
			t.Skip("these keys are the header's own")
		}
		want := wire.Section{Tool: tool, Fields: []string{key, value}, Keys: map[string]string{key: value}, Rows: [][]string{{first, second}, {second, first}}}
		text := string(wire.Append(nil, want))
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
	f.Add("GCX1 tool=a fields=x\n\n\\# y\n")
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

func BenchmarkAppendRow(b *testing.B) {
	row := []string{"internal/store/store.go", "39", "5", "internal/store/store.go::Store.Get", "resolved"}
	dst := make([]byte, 0, 4096)
	b.ReportAllocs()
	for b.Loop() {
		dst = wire.AppendRow(dst[:0], row)
	}
	if !strings.HasSuffix(string(dst), "resolved\n") {
		b.Fatal(string(dst))
	}
}
