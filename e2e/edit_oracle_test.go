package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/hosts/pi/editdiff"
)

// oracleCase is a change of a text: to After, or by Edits as Pi's edit tool takes them.
type oracleCase struct {
	Path   string       `json:"path"`
	Before string       `json:"before"`
	After  string       `json:"after"`
	Edits  []oracleEdit `json:"edits,omitempty"`
}

type oracleEdit struct {
	OldText string `json:"oldText"`
	NewText string `json:"newText"`
}

// TestDiffsEqualPisOnRandomEdits asks Pi's own generators. GORTEX_ORACLE_CASES asks for
// more cases, GORTEX_ORACLE_SEED for others.
func TestDiffsEqualPisOnRandomEdits(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm")
	random := rand.New(rand.NewPCG(7, uint64(number("GORTEX_ORACLE_SEED", 1))))
	cases := make([]oracleCase, number("GORTEX_ORACLE_CASES", 600))
	for i := range cases {
		cases[i] = randomCase(random)
	}
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			differ := 0
			for i, want := range askOracle(t, pi.version, cases) {
				c := cases[i]
				var got editdiff.Details
				if want.Refused != "" {
					continue
				}
				if len(c.Edits) > 0 {
					r := editdiff.Budget{Time: patience}.Compute([]byte(c.Before), []byte(want.After), c.Path)
					if r.Details != nil {
						got = *r.Details
					}
				} else {
					var ok bool
					if got, ok = editdiff.Make(c.Before, c.After, c.Path); !ok {
						if lines := strings.Count(c.Before+c.After, "\n"); lines < 3000 { // above, a note may stand in
							t.Fatalf("case %d: too costly, with %d lines", i, lines)
						}
						continue
					}
				}
				if d := cmp.Diff(want.Details, got); d != "" {
					if differ++; differ < 4 {
						t.Errorf("case %d: %q → %q %v (-Pi +ours)\n%s", i, c.Before, c.After, c.Edits, d)
					}
				}
			}
			if differ > 0 {
				t.Errorf("%d of %d differ", differ, len(cases))
			}
		})
	}
}

type oracleAnswer struct {
	editdiff.Details
	After   string `json:"after"`   // by edits: what was compared
	Refused string `json:"refused"` // by edits that Pi does not take
}

func askOracle(t *testing.T, version string, cases []oracleCase) []oracleAnswer {
	t.Helper()
	var in, stdout, stderr bytes.Buffer
	for _, c := range cases {
		if err := json.NewEncoder(&in).Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "node", "edit-oracle.mjs", version)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var answers []oracleAnswer
	lines := bufio.NewScanner(&stdout)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var a oracleAnswer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(cases) {
		t.Fatalf("%d answers to %d cases", len(answers), len(cases))
	}
	return answers
}

func number(variable string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return otherwise
}

// vocabularies are what random lines are made of: few words, so that lines repeat and
// can be aligned in many ways; what editors and encodings leave behind; long lines.
var vocabularies = [][]string{
	{"a", "b"},
	{"{", "}", "", "\treturn nil", "\tif err != nil {"},
	{"é", "日本語", "🙂", "e\u0301", "\u2028x", "\u00a0", "a\rb", "\ufeffx", "\u0085"},
	{"👨‍👩‍👧", "🇩🇪🇫🇷", "ｗｉｄｅ", "a\u2029b", "\v", "\f", "\x00", "\u200d", "\u202eltr", "ﬁ", "\U0010ffff", "\r\r"},
	{"\t\tx", "    x", " ", "\t", "x ", "\\ No newline at end of file", "--- a", "+++ b", "@@ -1,1 +1,1 @@", "-x", "+x"},
	{strings.Repeat("long ", 300), strings.Repeat("long ", 300) + "x", "short"},
	{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"},
}

func randomCase(r *rand.Rand) oracleCase {
	words := vocabularies[r.IntN(len(vocabularies))]
	sizes := []int{0, 1, 2, 5, 10, 12, 40, 100, 120}
	before := randomLines(r, words, sizes[r.IntN(len(sizes))])
	if r.IntN(100) == 0 { // numbers of four figures, and long ways between changes
		before = randomLines(r, words, 900+r.IntN(1500))
	}
	if r.IntN(3) == 0 { // lines that differ
		for i := range before {
			if r.IntN(2) == 0 {
				before[i] += strconv.Itoa(r.IntN(50))
			}
		}
	}
	c := oracleCase{Path: []string{"src/file.go", "a b.txt", "ü/\"q\".md", "x"}[r.IntN(4)]}
	after := slices.Clone(before)
	switch r.IntN(12) {
	case 0: // all of it
		after = randomLines(r, words, sizes[r.IntN(len(sizes))])
	case 1: // at the start
		after = slices.Concat(randomLines(r, words, 1+r.IntN(3)), after)
	case 2: // at the end
		after = slices.Concat(after, randomLines(r, words, 1+r.IntN(3)))
	default:
		for range 1 + r.IntN(4) {
			after = randomlyChanged(r, words, after)
		}
	}
	c.Before, c.After = joinedLines(r, before), joinedLines(r, after)
	if r.IntN(2) == 0 && !strings.Contains(c.Before, "\x00") { // which is binary to us
		c.Edits = uniqueEdits(r, words, c.Before)
	}
	return c
}

func randomLines(r *rand.Rand, words []string, n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = words[r.IntN(len(words))]
	}
	return lines
}

// randomlyChanged replaces, removes, adds, doubles or moves a run of lines.
func randomlyChanged(r *rand.Rand, words, lines []string) []string {
	from := r.IntN(len(lines) + 1)
	to := min(from+r.IntN(6), len(lines))
	run := slices.Clone(lines[from:to])
	rest := slices.Concat(lines[:from], lines[to:])
	at := r.IntN(len(rest) + 1)
	switch r.IntN(5) {
	case 0:
		return slices.Insert(rest, from, randomLines(r, words, r.IntN(5))...)
	case 1:
		return rest
	case 2:
		return slices.Insert(slices.Clone(lines), from, randomLines(r, words, r.IntN(4))...)
	case 3:
		return slices.Insert(slices.Clone(lines), from, run...)
	}
	return slices.Insert(rest, at, run...)
}

// joinedLines ends lines in one of the ways that files have; in some they are mixed.
func joinedLines(r *rand.Rand, lines []string) string {
	ends := []string{"\n", "\n", "\n", "\r\n", "\r"}
	end, mixed := ends[r.IntN(len(ends))], r.IntN(8) == 0
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(line)
		if mixed {
			end = ends[r.IntN(len(ends))]
		}
		if i < len(lines)-1 || r.IntN(3) > 0 {
			b.WriteString(end)
		}
	}
	text := b.String()
	if r.IntN(8) == 0 {
		text = "\ufeff" + text
	}
	return text
}

// uniqueEdits are edits that Pi's tool accepts: each text is there once, and none overlap.
func uniqueEdits(r *rand.Rand, words []string, before string) (edits []oracleEdit) {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(before, "\ufeff"))
	lines := strings.SplitAfter(text, "\n")
	for from := 0; from < len(lines); from += 1 + r.IntN(12) {
		to := min(from+1+r.IntN(5), len(lines))
		old := strings.Join(lines[from:to], "")
		// What differs in white space alone counts as the same in Pi's second search.
		if strings.TrimSpace(old) == "" || strings.Count(text, old) != 1 || !plain(old) {
			continue
		}
		replacement := strings.Join(randomLines(r, words, r.IntN(4)), "\n")
		if replacement == old || !plain(replacement) {
			continue
		}
		edits = append(edits, oracleEdit{old, replacement})
		from = to
	}
	if slices.ContainsFunc(edits, func(e oracleEdit) bool { return countSpaced(text, e.OldText) != 1 }) {
		return nil
	}
	return edits
}

func plain(s string) bool {
	for _, c := range s {
		if c > 126 {
			return false
		}
	}
	return true
}

// countSpaced counts as Pi's fuzzy search does: without the blanks at lines' ends.
func countSpaced(text, old string) int {
	trim := func(s string) string {
		lines := strings.Split(s, "\n")
		for i, line := range lines {
			lines[i] = strings.TrimRight(line, " \t")
		}
		return strings.Join(lines, "\n")
	}
	return strings.Count(trim(text), trim(old))
}
