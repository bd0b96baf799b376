package editdiff_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/hosts/pi/editdiff"
)

// TestDetailsEqualPis compares with what Pi's own generators gave for these texts.
func TestDetailsEqualPis(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cases := bufio.NewScanner(file)
	cases.Buffer(nil, 16<<20)
	n := 0
	for ; cases.Scan(); n++ {
		var c struct {
			editdiff.Details
			Name, Path, Before, After string
		}
		if err := json.Unmarshal(cases.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) {
			got, ok := editdiff.Make(c.Before, c.After, c.Path)
			if !ok {
				t.Fatal("too costly")
			}
			if d := cmp.Diff(c.Details, got); d != "" {
				t.Errorf("(-Pi +ours)\n%s", d)
			}
			raw := editdiff.Budget{Time: time.Minute, Raw: true}.Compute([]byte(c.Before), []byte(c.After), c.Path)
			if raw.Details == nil || *raw.Details != c.Details {
				t.Errorf("from bytes: %+v", raw)
			}
		})
	}
	if err := cases.Err(); err != nil || n < 100 {
		t.Errorf("%d cases, %v", n, err)
	}
}

func TestWhatIsComparedAndWhatIsNoted(t *testing.T) {
	t.Parallel()
	const one = "-1 a\n+1 b"
	for _, tt := range []struct {
		rule, old, new string
		max            int64
		diff, note     string
	}{
		{"a change has a diff", "a\n", "b\n", 0, one, ""},
		{"nothing changed: nothing", "a\n", "a\n", 0, "", ""},
		{"CRLF counts as LF", "a\r\n", "b\r\n", 0, one, ""},
		{"CR counts as LF", "a\r", "b\r", 0, one, ""},
		{"a byte order mark is left out", "\ufeffa\n", "\ufeffb\n", 0, one, ""},
		{"other line ends alone: nothing", "a\r\nb\r\n", "a\nb\n", 0, "", ""},
		{"NUL is binary", "a\n", "a\x00\n", 0, "", "f changed; no diff: the file is binary"},
		{"what is no UTF-8 is binary", "\xff\n", "b\n", 0, "", "f changed; no diff: the file is binary"},
		{"above the cap", "a\n", "12345", 4, "", "f changed; no diff: the file has 5 bytes, diffs are shown up to 4"},
		{"the cap itself is shown", "a\n", "b\n", 2, one, ""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got := editdiff.Compute([]byte(tt.old), []byte(tt.new), "f", tt.max)
			diff := ""
			if got.Details != nil {
				diff = got.Details.Diff
			}
			if diff != tt.diff || got.Note != tt.note {
				t.Errorf("%q, %q; want %q, %q", diff, got.Note, tt.diff, tt.note)
			}
		})
	}
}

// patient has the time that a machine under load takes.
var patient = editdiff.Budget{Time: time.Minute}

func TestAComparisonThatTakesTooLongIsNoted(t *testing.T) {
	t.Parallel()
	hasty := editdiff.Budget{Time: time.Nanosecond}
	got := hasty.Compute([]byte("a\nb\n"), []byte("a\nc\n"), "f")
	if want := "f changed; no diff: comparing it would take longer than 1ns"; got.Details != nil || got.Note != want {
		t.Errorf("%+v, want %q", got, want)
	}
}

func TestANoteIsOneLineWhateverTheNameIs(t *testing.T) {
	t.Parallel()
	got := editdiff.Compute([]byte("a"), []byte("b\x00"), "a\nb\rc\x1b\u2028é", 0)
	if want := `a\nb\rc\x1b\u2028é changed; no diff: the file is binary`; got.Note != want {
		t.Errorf("%q, want %q", got.Note, want)
	}
}

func TestAChangeOfEverythingIsNotedNotComputed(t *testing.T) {
	t.Parallel()
	var old, new strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&old, "old line %d\n", i)
		fmt.Fprintf(&new, "new line %d\n", i)
	}
	got := patient.Compute([]byte(old.String()), []byte(new.String()), "f")
	if want := "f changed; no diff: too many lines changed"; got.Details != nil || got.Note != want {
		t.Errorf("%q, want %q", got.Note, want)
	}
}

func TestAThousandChangesInALargeFileAreShown(t *testing.T) {
	t.Parallel()
	var all []string
	for i := range 20_000 {
		all = append(all, "line "+strconv.Itoa(i))
	}
	old := strings.Join(all, "\n")
	for i := range 1000 {
		all[50+19*i] = "changed"
	}
	got := patient.Compute([]byte(old), []byte(strings.Join(all, "\n")), "f")
	if got.Details == nil || got.Details.FirstChangedLine != 51 {
		t.Errorf("%+v", got)
	}
}

// FuzzDiff holds the law: the patch turns the old text into the new one.
func FuzzDiff(f *testing.F) {
	for _, s := range []string{"", "a", "a\n", "a\nb\na\nb\n", "\n\n\n", "x\ny\nz", "a\r\nb\n"} {
		f.Add(s, "b\na\n")
		f.Add("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n", s)
	}
	f.Fuzz(func(t *testing.T, old, new string) {
		if len(old)+len(new) > 4096 {
			t.Skip("slow")
		}
		got, ok := editdiff.Make(old, new, "f")
		if !ok {
			t.Fatal("too costly")
		}
		if applied, err := apply(got.Patch, old); err != nil || applied != new {
			t.Errorf("%q → %q by\n%s\ngave %q, %v", old, new, got.Patch, applied, err)
		}
		r := editdiff.Compute([]byte(old), []byte(new), "f", 0)
		if (r.Details != nil) == (r.Note != "") && old != new && utf8.ValidString(old+new) && r.Details != nil {
			t.Errorf("both a diff and a note: %+v", r)
		}
	})
}

// apply is a patch program: strict about context, counts and places.
func apply(patch, old string) (string, error) {
	before := strings.SplitAfter(old, "\n")
	var out strings.Builder
	at := 0 // lines of before that are in out or removed
	lines := strings.Split(patch, "\n")
	for i := 2; i < len(lines)-1; i++ {
		line := lines[i]
		if strings.HasPrefix(line, "@@ ") {
			var oldAt, oldN, newAt, newN int
			if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &oldAt, &oldN, &newAt, &newN); err != nil {
				return "", err
			}
			if oldN > 0 {
				oldAt--
			}
			for ; at < oldAt; at++ {
				out.WriteString(before[at])
			}
			continue
		}
		if line == `\ No newline at end of file` {
			continue
		}
		text := line[1:] + "\n"
		if lines[i+1] == `\ No newline at end of file` {
			text = line[1:]
		}
		if line[0] != '+' {
			if at >= len(before) || before[at] != text {
				return "", fmt.Errorf("line %d of the patch does not fit", i+1)
			}
			at++
		}
		if line[0] != '-' {
			out.WriteString(text)
		}
	}
	for ; at < len(before); at++ {
		out.WriteString(before[at])
	}
	return out.String(), nil
}

// BenchmarkCompute goes from 10 lines to 1 MiB, with few changes and with many.
func BenchmarkCompute(b *testing.B) {
	for _, lines := range []int{10, 100, 1000, 10_000, 43_000} {
		for _, changes := range slices.Compact([]int{3, 200, 1000, lines}) {
			if changes > lines {
				continue
			}
			old, new := benchmarked(lines, changes)
			outcome := "diff"
			if patient.Compute(old, new, "f").Details == nil {
				outcome = "note"
			}
			b.Run(fmt.Sprintf("%dlines/%dchanges/%s", lines, changes, outcome), func(b *testing.B) {
				b.SetBytes(int64(len(old)))
				for b.Loop() {
					editdiff.Compute(old, new, "f", 0)
				}
			})
		}
	}
}

func benchmarked(lines, changes int) (old, new []byte) {
	r := rand.New(rand.NewPCG(1, 2))
	var all []string
	for i := range lines {
		all = append(all, fmt.Sprintf("\tline %05d of its text", i))
	}
	old = []byte(strings.Join(all, "\n"))
	for _, i := range r.Perm(lines)[:changes] {
		all[i] = "\t" + all[i][2:]
	}
	return old, []byte(strings.Join(all, "\n"))
}
