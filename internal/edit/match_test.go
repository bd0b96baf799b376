package edit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOnlyTheEditedBytesChange(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, file, old, new, want string }{
		{"plain", "one\ntwo\nthree\n", "two", "2", "one\n2\nthree\n"},
		{"a missing last line end stays missing", "one\ntwo", "two", "2", "one\n2"},
		{"the last line end stays", "one\ntwo\n", "two", "2", "one\n2\n"},
		{"old with LF matches CRLF and is written so", "a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", "x\r\ny\r\nz\r\nc\r\n"},
		{"old with CRLF matches LF and is written so", "a\nb\nc\n", "a\r\nb", "x\r\ny", "x\ny\nc\n"},
		{"new lines take the file's CRLF", "a\r\nb\r\n", "b", "b\nc", "a\r\nb\r\nc\r\n"},
		{"mixed ends: what is not edited stays", "a\r\nb\nc\r\nd\n", "b\nc", "B\nC", "a\r\nB\nC\r\nd\n"},
		{"mixed ends: kept lines keep theirs", "a\nb\r\nc\nd\r\n", "a\nb\nc\nd", "a\nb\nX\nd", "a\nb\r\nX\nd\r\n"},
		{"mixed ends: a new line takes its neighbor's", "a\r\nb\nc\n", "a\nb", "a\nnew\nb", "a\r\nnew\r\nb\nc\n"},
		{"mixed ends: the exact one of two is meant", "a\nb\n--\r\na\r\nb\r\n", "a\nb", "x", "x\n--\r\na\r\nb\r\n"},
		{"mixed ends: more lines than before", "a\r\nb\nc\r\n", "b\nc\n", "x\ny\nz\n", "a\r\nx\ny\nz\r\n"},
		{"mixed ends: a line that becomes two has its end twice", "a\nb\r\nc\n", "b", "b1\nb2", "a\nb1\r\nb2\r\nc\n"},
		{"mixed ends: what is added to the last line has the end before it", "a\nb\r\nc", "c", "c\nd", "a\nb\r\nc\r\nd"},
		{"a lone CR is text", "a\rb\nc\n", "a\rb", "x", "x\nc\n"},
		{"the byte order mark stays", "\ufeffa\nb\n", "a\nb", "x", "\ufeffx\n"},
		{"multibyte text", "é😀日\nü\n", "😀日", "😀本", "é😀本\nü\n"},
		{"a file without line ends takes those of new", "ab", "b", "b\nc", "ab\nc"},
		{"removing", "a\nb\nc\n", "b\n", "", "a\nc\n"},
		{"removing with CRLF", "a\r\nb\r\nc\r\n", "b\n", "", "a\r\nc\r\n"},
		{"HTML and dollars are text", "$1 <&>\n", "$1 <&>", "${1}", "${1}\n"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, map[string]string{"f": tt.file})
			if _, err := p.apply(replace("f", tt.old, tt.new)); err != nil {
				t.Fatal(err)
			}
			if got := p.read("f"); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestAllReplacesEveryPlace(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "aa aa\r\naaa\r\n"})
	if _, err := p.apply(Change{File: "f", Edits: []Replacement{{Old: "aa", New: "b", All: true}}}); err != nil {
		t.Fatal(err)
	}
	if got, want := p.read("f"), "b b\r\nba\r\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestEditsOfOneFileAreAllMatchedAgainstItAsItIs(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "one\ntwo\nthree\n"})
	r, err := p.apply(
		Change{File: "f", Edits: []Replacement{{Old: "three", New: "one"}, {Old: "one", New: "two"}}},
		replace("f", "two", "three"), // a second change of the same file
	)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.read("f"), "two\nthree\none\n"; got != want || len(r) != 1 {
		t.Errorf("%q in %d results, want %q in one", got, len(r), want)
	}
}

func TestWhatCannotBeMatchedIsRefused(t *testing.T) {
	t.Parallel()
	const file = "package x\n\nfunc Get(id int) error {\n\treturn find(id)\n}\n\nfunc Put(id int) error {\n\treturn store(id)\n}\n"
	for _, tt := range []struct {
		rule  string
		edits []Replacement
		says  []string
	}{
		{"wrong by a space: the text is shown", []Replacement{{Old: "func Get(id  int) error {\n    return find(id)", New: "x"}},
			[]string{"f.go", "lines 3-4", "white space only", "3\tfunc Get(id int) error {\n4\t\treturn find(id)"}},
		{"wrong by a word: the nearest lines", []Replacement{{Old: "func Put(id int) error {\n\treturn save(id)\n}", New: "x"}},
			[]string{"lines 7-9", "7\tfunc Put(id int) error {"}},
		{"no line is right: the line most like it", []Replacement{{Old: "\treturn stored(id)", New: "x"}}, []string{"lines 8-8", "return store(id)"}},
		{"nothing like it", []Replacement{{Old: "SELECT * FROM users", New: "x"}}, []string{"nor anything like it"}},
		{"several: their lines", []Replacement{{Old: "(id int) error {", New: "x"}}, []string{"2 times", "lines 3, 7", "all"}},
		{"empty", []Replacement{{New: "x"}}, []string{"empty old"}},
		{"no change", []Replacement{{Old: "func", New: "func"}}, []string{"the same"}},
		{"none", nil, []string{"no edits"}},
		{"overlapping", []Replacement{{Old: "Get(id int)", New: "x"}, {Old: "int) error {\n\treturn find", New: "y"}}, []string{"overlap at line 3"}},
		{"which of several edits", []Replacement{{Old: "package x", New: "y"}, {Old: "not there at all", New: "z"}}, []string{"edit 2 of 2"}},
		{"a NUL", []Replacement{{Old: "package x", New: "package \x00"}}, []string{"not be text"}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, map[string]string{"f.go": file})
			_, err := p.apply(Change{File: "f.go", Edits: tt.edits})
			p.refused(err, tt.says...)
			if got := p.read("f.go"); got != file {
				t.Errorf("something was written: %q", got)
			}
		})
	}
}

func TestTheSearchForTheNearestTextIsBounded(t *testing.T) {
	t.Parallel()
	file := strings.Repeat("\tsome line of code that is there again and again()\n", 50_000)
	p := newPlace(t, map[string]string{"f.go": file})
	_, err := p.apply(replace("f.go", strings.Repeat("\tsome line of cod that is not there\n", 1000), "x"))
	r := p.refused(err)
	if len(r.Text) > 8000 {
		t.Errorf("the refusal has %d bytes", len(r.Text))
	}
}

func TestARangeLeavesTheEndsOfLinesThatStay(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "head\r\na\nb\r\nc\n"})
	text := "a\nB\nnew\nc\n"
	change := Change{File: "f", Range: true, Start: 6, End: 13, Content: &text, ExpectSHA256: sum([]byte(p.read("f")))}
	if _, err := p.apply(change); err != nil {
		t.Fatal(err)
	}
	if got, want := p.read("f"), "head\r\na\nB\r\nnew\r\nc\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestABatchMatchesLFInAFileOfCRLF(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "a\r\nb\r\nc\r\nd\r\n", "g": "a\nb\n"})
	_, err := p.apply(Change{File: "f", Edits: []Replacement{{Old: "a\nb", New: "1\n2\n3"}, {Old: "d\n", New: ""}}}, replace("f", "c", "C\nCC"), replace("g", "a\nb", "A\nB"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.read("f")+p.read("g"), "1\r\n2\r\n3\r\nC\r\nCC\r\nA\nB\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOverlapsAreFoundAcrossTheChangesOfABatch(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "one\ntwo\nthree\n", "g": "x\n"})
	if err := os.Symlink("f", filepath.Join(p.root, "other")); err != nil {
		t.Fatal(err)
	}
	_, err := p.apply(replace("g", "x", "y"), replace("f", "one\ntwo", "1\n2"), replace("other", "two\nthree", "2\n3"))
	p.refused(err, "two edits that overlap at line 2")
	if p.read("f")+p.read("g") != "one\ntwo\nthree\nx\n" {
		t.Error("something was written")
	}
	if _, err := p.apply(replace("f", "one\n", "1\n"), replace("other", "two\n", "2\n")); err != nil || p.read("f") != "1\n2\nthree\n" {
		t.Errorf("what touches does not overlap: %v, %q", err, p.read("f"))
	}
}

func TestRangesTakeTheFilesLineEnds(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "a\r\nbody\r\nc\r\n"})
	text := "new\nbody"
	change := Change{File: "f", Range: true, Start: 3, End: 7, Content: &text}
	_, err := p.apply(change)
	p.refused(err, "expect_sha256")
	change.ExpectSHA256 = sum([]byte(p.read("f")))
	if _, err := p.apply(change); err != nil {
		t.Fatal(err)
	}
	if got, want := p.read("f"), "a\r\nnew\r\nbody\r\nc\r\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	change.ExpectSHA256, change.End = sum([]byte(p.read("f"))), 1000
	_, err = p.apply(change)
	p.refused(err, "no range from 3 to 1000")
}

// FuzzReplace holds the law: without the edited part nothing changes, and what is
// written is what was asked for, line ends aside.
func FuzzReplace(f *testing.F) {
	f.Add("a\r\nb\nc", "b\nc", "x\ny")
	f.Add("\ufeffa\r\n", "a", "")
	f.Add("a\r\nb\nc\r\n", "a\nb\nc", "a\nB\nnew\nc")
	f.Fuzz(func(t *testing.T, content, old, text string) {
		v := newView([]byte(content))
		if strings.ReplaceAll(content, "\r\n", "\n") != v.text {
			t.Fatalf("%q is seen as %q", content, v.text)
		}
		spans, err := v.match("f", Replacement{Old: old, New: text})
		if err != nil {
			return
		}
		s := spans[0]
		if s.start < s.claimStart || s.end > s.claimEnd || s.start > s.end {
			t.Fatalf("%q in %q: %+v", old, content, s)
		}
		got := content[:s.start] + s.text + content[s.end:]
		at := strings.Index(v.text, withEnds(old, "\n"))
		if strings.Count(v.text, withEnds(old, "\n")) > 1 || loneCR(content) || loneCR(text) || loneCR(old) {
			return // matched by its exact ends any place may be meant, and a CR beside an LF is no end
		}
		want := v.text[:at] + withEnds(text, "\n") + v.text[at+len(withEnds(old, "\n")):]
		if flat := strings.ReplaceAll(got, "\r\n", "\n"); flat != want {
			t.Errorf("%q with %q → %q gave %q", content, old, text, got)
		}
		for _, line := range []string{"\r\n", "\n"} { // a file of one kind of ends stays so
			if lf := strings.Count(content, "\n"); lf > 0 && withEnds(content, line) == content && withEnds(got, line) != got {
				t.Errorf("%q with %q → %q gave %q: mixed ends", content, old, text, got)
			}
		}
	})
}

func loneCR(s string) bool { return strings.Contains(strings.ReplaceAll(s, "\r\n", ""), "\r") }

// FuzzWhole holds the law of whole writes and of ranges: the text is the one that was asked
// for, and who writes what is there already changes nothing.
func FuzzWhole(f *testing.F) {
	f.Add("a\r\nb\nc\r\n", "a\nx\nc\n", 1, 3)
	f.Add("\ufeffa", "b\r\n", 0, 0)
	f.Fuzz(func(t *testing.T, content, text string, start, end int) {
		if loneCR(content) || loneCR(text) || strings.HasPrefix(content, bom) {
			t.Skip("a CR beside an LF is no end; a mark is added")
		}
		v := newView([]byte(content))
		if got := string(v.whole(text)); withEnds(got, "\n") != withEnds(text, "\n") {
			t.Errorf("%q over %q gave %q", text, content, got)
		}
		if got := string(v.whole(v.text)); got != content {
			t.Errorf("%q over itself gave %q", content, got)
		}
		if start < 0 || end < start || end > len(content) {
			return
		}
		for _, at := range []int{start, end} {
			if at > 0 && at < len(content) && content[at-1] == '\r' && content[at] == '\n' {
				return // inside of an end
			}
			if v.offset(v.place(at)) != at {
				t.Fatalf("%d of %q is %d, which is %d", at, content, v.place(at), v.offset(v.place(at)))
			}
		}
		s := v.between(start, end, text)
		got := content[:s.start] + s.text + content[s.end:]
		if want := content[:start] + withEnds(text, "\n") + content[end:]; withEnds(got, "\n") != withEnds(want, "\n") {
			t.Errorf("%q at %d-%d of %q gave %q", text, start, end, content, got)
		}
		if s = v.between(start, end, content[start:end]); s.start != s.end || s.text != "" {
			t.Errorf("the same at %d-%d of %q: %+v", start, end, content, s)
		}
	})
}
