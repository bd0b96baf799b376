package edit

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestResultsSayWhatChanged(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"dir/f": "one\ntwo\nthree\n"})
	before := sum([]byte(p.read("dir/f")))
	change := replace("dir/f", "two", "2\n2b")
	change.ExpectSHA256 = strings.ToUpper(before)
	got, err := p.apply(change)
	if err != nil {
		t.Fatal(err)
	}
	want := []FileResult{{Path: "dir/f", Before: before, After: sum([]byte("one\n2\n2b\nthree\n")), Added: 2, Removed: 1}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if d := cmp.Diff([]string{filepath.Join(p.root, "dir/f")}, p.written); d != "" {
		t.Errorf("told as written (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"dir/f"}, p.files()); d != "" {
		t.Errorf("left behind (-want +got):\n%s", d)
	}
}

func TestCreateMakesTheFileAndItsFolders(t *testing.T) {
	t.Parallel()
	p := newPlace(t, nil)
	change := write("a/b/new.go", "package b\n")
	_, err := p.apply(change)
	p.refused(err, "a/b/new.go does not exist", "create")
	change.Create = true
	got, err := p.apply(change)
	if err != nil {
		t.Fatal(err)
	}
	want := []FileResult{{Path: "a/b/new.go", After: sum([]byte("package b\n")), Added: 1}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if d := cmp.Diff([]string{"a/b/new.go"}, p.files()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestAWholeWriteKeepsMarkAndLineEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, before, content, want string }{
		{"CRLF", "a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n"},
		{"LF", "a\nb\n", "x\r\ny\r\n", "x\ny\n"},
		{"mixed: lines that stay keep theirs, others those of what they replace", "a\r\nb\nc\r\nd\n", "a\nB\nC\nd\n", "a\r\nB\nC\r\nd\n"},
		{"mixed, by one who knows of ends: as given", "a\r\nb\n", "x\ny\r\n", "x\ny\r\n"},
		{"no ends: as given", "a", "x\r\ny\n", "x\r\ny\n"},
		{"the byte order mark", "\ufeffa\n", "x\n", "\ufeffx\n"},
		{"never two marks", "\ufeffa\n", "\ufeffx\n", "\ufeffx\n"},
		{"empty", "a\n", "", ""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, map[string]string{"f": tt.before})
			if _, err := p.apply(write("f", tt.content)); err != nil {
				t.Fatal(err)
			}
			if got := p.read("f"); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestAStaleWriteIsRefusedWithThePresentHash(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "now\n"})
	change := write("f", "x")
	change.ExpectSHA256 = sum([]byte("then\n"))
	_, err := p.apply(change)
	now := sum([]byte("now\n"))
	if r := p.refused(err, now); r.Current != now || r.Path != "f" || p.read("f") != "now\n" {
		t.Errorf("%+v", r)
	}
}

func TestSeveralFilesAllOrNone(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"a": "1\n", "b": "1\n", "c": "1\n"})
	_, err := p.apply(replace("a", "1", "2"), replace("b", "not there", "2"), replace("c", "1", "2"))
	p.refused(err, "b")
	if p.read("a") != "1\n" || p.read("c") != "1\n" {
		t.Error("something was written")
	}
	got, err := p.apply(replace("a", "1", "2"), replace("b", "1", "2"), replace("c", "1", "2"))
	if err != nil || len(got) != 3 || p.read("a")+p.read("b")+p.read("c") != "2\n2\n2\n" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAFailedRenameRollsBack(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"a": "1\n", "b": "1\n"})
	p.editor.hooks.rename = func(root *os.Root, from, to string) error {
		if to == "b" {
			return errors.New("disk gone")
		}
		return root.Rename(from, to)
	}
	fresh := write("dir/new", "1\n")
	fresh.Create = true
	_, err := p.apply(fresh, replace("a", "1", "2"), replace("b", "1", "2"))
	p.refused(err, "disk gone", "nothing was written")
	if d := cmp.Diff([]string{"a", "b"}, p.files()); d != "" {
		t.Errorf("left behind (-want +got):\n%s", d)
	}
	if p.read("a")+p.read("b") != "1\n1\n" {
		t.Error("not rolled back")
	}
	if _, err := os.Stat(filepath.Join(p.root, "dir")); err == nil {
		t.Error("the folder that was made is still there")
	}
	if len(p.written) > 0 {
		t.Errorf("told as written: %v", p.written)
	}
}

// A formatter runs as soon as a file is saved: what it wrote is not ours to take back.
func TestRollingBackLeavesAloneWhatOthersWroteMeanwhile(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule      string
		rename    error  // of z
		meanwhile string // what comes into z
	}{
		{"after a failed rename", errors.New("disk gone"), "1\n"},
		{"after a race, which is not tried again", nil, "theirs\n1\n"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, map[string]string{"a": "1\n", "b": "1\n", "z": "1\n"})
			times := 0
			p.editor.hooks.beforeRename = func(file string) {
				if filepath.Base(file) != "z" {
					return
				}
				times++
				p.write("a", "2 formatted\n")
				p.write("dir/new", "1 formatted\n")
				p.write("z", tt.meanwhile)
			}
			p.editor.hooks.rename = func(root *os.Root, from, to string) error {
				if to == "z" && tt.rename != nil {
					return tt.rename
				}
				return root.Rename(from, to)
			}
			fresh := write("dir/new", "1\n")
			fresh.Create = true
			_, err := p.apply(replace("a", "1", "2"), fresh, replace("b", "1", "2"), replace("z", "1", "2"))
			if err == nil || times != 1 {
				t.Fatalf("%v after %d times", err, times)
			}
			for _, says := range []string{"a could not be put back: something else has written it", "dir/new could not be put back"} {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("%q does not say %q", err, says)
				}
			}
			if strings.Contains(err.Error(), "nothing was written") || strings.Contains(err.Error(), "b could not") {
				t.Errorf("%q says what is not so", err)
			}
			if diff := cmp.Diff([]string{"2 formatted\n", "1 formatted\n", "1\n"}, []string{p.read("a"), p.read("dir/new"), p.read("b")}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{"a", "b", "dir/new", "z"}, p.files()); diff != "" {
				t.Errorf("left behind (-want +got):\n%s", diff)
			}
		})
	}
}

func TestARaceIsSeenAndTriedAgainOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "one\ntwo\n"})
	times := 0
	p.editor.hooks.beforeRename = func(string) {
		if times++; times == 1 {
			p.write("f", "zero\none\ntwo\n") // another program, between our reading and our renaming
		}
	}
	if _, err := p.apply(replace("f", "two", "2")); err != nil {
		t.Fatal(err)
	}
	if got, want := p.read("f"), "zero\none\n2\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.editor.hooks.beforeRename = func(string) {
		times++
		p.write("f", fmt.Sprintf("2\n%d\n", times))
	}
	_, err := p.apply(replace("f", "2\n", "3\n"))
	r := p.refused(err, "changed while it was being edited", "nothing was written")
	if now := p.read("f"); r.Current != sum([]byte(now)) || !strings.HasPrefix(now, "2\n") {
		t.Errorf("%+v, %q", r, now)
	}
	if d := cmp.Diff([]string{"f"}, p.files()); d != "" {
		t.Errorf("left behind (-want +got):\n%s", d)
	}
}

func TestANewFileNeverReplacesOneThatCameMeanwhile(t *testing.T) {
	t.Parallel()
	p := newPlace(t, nil)
	p.editor.hooks.beforeRename = func(string) { p.write("f", "somebody else's\n") }
	change := write("f", "ours\n")
	change.Create = true
	change.ExpectSHA256 = "" // only meant for a file that is not there
	_, err := p.apply(change)
	// Tried again, it is a whole write over a file that is there; the hook writes the same, so that lands.
	if err != nil || p.read("f") != "ours\n" {
		t.Errorf("%v, %q", err, p.read("f"))
	}
}

func TestAFolderSwappedForASymlinkIsNotFollowed(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"dir/f": "a\n"})
	if err := os.WriteFile(filepath.Join(p.outside, "f"), []byte("a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.editor.hooks.beforeRename = func(string) {
		dir := filepath.Join(p.root, "dir")
		if os.Rename(dir, dir+".old") == nil {
			_ = os.Symlink(p.outside, dir)
		}
	}
	if _, err := p.apply(replace("dir/f", "a", "b")); err == nil {
		t.Error("no error")
	}
	if b, _ := os.ReadFile(filepath.Join(p.outside, "f")); string(b) != "a\n" {
		t.Errorf("the file outside became %q", b)
	}
}

func TestFiftyParallelEditsOfOneFileAllLand(t *testing.T) {
	t.Parallel()
	var lines []string
	for i := range 50 {
		lines = append(lines, fmt.Sprintf("line %02d old", i))
	}
	p := newPlace(t, map[string]string{"f": strings.Join(lines, "\n"), "other": "x\n"})
	var editors sync.WaitGroup
	for i := range 50 {
		editors.Go(func() {
			file := "f"
			if i%2 == 1 {
				file = filepath.Join(p.root, "../repo/f") // another spelling
			}
			if _, err := p.apply(replace(file, fmt.Sprintf("line %02d old", i), fmt.Sprintf("line %02d new\nand more", i))); err != nil {
				t.Error(err)
			}
		})
	}
	editors.Wait()
	if got := strings.Count(p.read("f"), "new\nand more"); got != 50 || strings.Contains(p.read("f"), "old") {
		t.Errorf("%d of 50 landed", got)
	}
	if p.editor.locks.Held() != 0 {
		t.Errorf("%d locks are still held", p.editor.locks.Held())
	}
}

func TestCallsWithSeveralFilesDoNotWaitForEachOtherInACircle(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"a": "0\n", "b": "0\n"})
	var editors sync.WaitGroup
	for i := range 40 {
		editors.Go(func() {
			first, second := write("a", fmt.Sprint(i, "\n")), write("b", fmt.Sprint(i, "\n"))
			if i%2 == 0 {
				first, second = second, first
			}
			if _, err := p.apply(first, second); err != nil {
				t.Error(err)
			}
		})
	}
	editors.Wait()
	if p.read("a") != p.read("b") {
		t.Errorf("%q and %q are of different calls", p.read("a"), p.read("b"))
	}
}

func TestAWaitForALockEndsWithItsContext(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"a": "0\n", "b": "0\n"})
	unlock, err := p.editor.locks.Lock(context.Background(), []string{filepath.Join(p.root, "b")})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.editor.Apply(ctx, p.root, []Change{write("a", "1"), write("b", "1")}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	unlock()
	if p.editor.locks.Held() != 0 || p.read("a") != "0\n" {
		t.Errorf("%d locks are still held", p.editor.locks.Held())
	}
}

func TestNothingIsWrittenWhereNothingChanges(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "a\n"})
	file := filepath.Join(p.root, "f")
	before, _ := os.Stat(file)
	r, err := p.apply(write("f", "a\n"))
	if err != nil || r[0].Before != r[0].After || r[0].Added+r[0].Removed != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if after, _ := os.Stat(file); !os.SameFile(before, after) || len(p.written) > 0 {
		t.Error("it was written")
	}
}

func TestCountsAreThoseOfTheLongestCommonLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var s strings.Builder
		for range r.IntN(12) {
			s.WriteString([]string{"a\n", "b\n", "aa\n", "\n", "b"}[r.IntN(5)])
		}
		return s.String()
	}
	for range 5000 {
		before, after := text(), text()
		a, b := splitLines(before), splitLines(after)
		common := make([][]int, len(a)+1) // of the first i and j lines
		for i := range common {
			common[i] = make([]int, len(b)+1)
			for j := 1; i > 0 && j <= len(b); j++ {
				common[i][j] = max(common[i-1][j], common[i][j-1])
				if a[i-1] == b[j-1] {
					common[i][j] = common[i-1][j-1] + 1
				}
			}
		}
		same := common[len(a)][len(b)]
		if added, removed := countLines([]byte(before), []byte(after)); added != len(b)-same || removed != len(a)-same {
			t.Fatalf("%q → %q: +%d -%d, want +%d -%d", before, after, added, removed, len(b)-same, len(a)-same)
		}
	}
}

func TestWholeAndPartDoNotMix(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "a\n"})
	_, err := p.apply(write("f", "b\n"), replace("f", "a", "c"))
	p.refused(err, "one of the two")
	_, err = p.apply()
	p.refused(err, "nothing to do")
}

func TestCountsAreThoseOfALineDiff(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("x\n", 5000)
	for _, tt := range []struct {
		before, after  string
		added, removed int
	}{
		{"", "a\nb\n", 2, 0},
		{"a\nb\n", "", 0, 2},
		{"a\nb\nc\n", "a\nc\n", 0, 1},
		{"a\nb\nc\n", "a\nB\nc\nd\n", 2, 1},
		{"a\nb\nc\nd\ne\n", "x\nb\nc\nd\ny\n", 2, 2},
		{"a\nb", "a\nb\n", 1, 1},
		{"same\n", "same\n", 0, 0},
		{"a\n" + many + "b\n", "c\n" + many + "d\n", 2, 2},
		{many, strings.Repeat("y\n", 5000), 5000, 5000},
	} {
		if added, removed := countLines([]byte(tt.before), []byte(tt.after)); added != tt.added || removed != tt.removed {
			t.Errorf("%.20q → %.20q: +%d -%d, want +%d -%d", tt.before, tt.after, added, removed, tt.added, tt.removed)
		}
	}
}
