//go:build unix

package edit

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// kills is how often writers are killed; GORTEX_KILLS asks for more.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("GORTEX_KILLS")); err == nil {
		return n
	}
	return 100
}

var batch = []string{"a", "dir/b", "c"}

const versionLines = 500

// version is a content that tells itself from every other in each line.
func version(n int) string { return strings.Repeat(fmt.Sprintf("version %06d\n", n), versionLines) }

// TestAKilledWriterLeavesAllOrNothing: whatever the moment at which a process that writes
// batches is killed, its successor finds all files old or all new, and nothing beside.
func TestAKilledWriterLeavesAllOrNothing(t *testing.T) {
	t.Parallel()
	const lanes = 4 // most of a round is waiting for the disk
	for lane := range lanes {
		t.Run(fmt.Sprint("lane ", lane), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, map[string]string{"a": version(0), "dir/b": version(0), "c": version(0)})
			journal := filepath.Join(t.TempDir(), "edits")
			seen := map[string]bool{}
			for round := range (kills() + lanes - 1 - lane) / lanes {
				killed(t, p.root, journal, round)
				if err := Recover(journal); err != nil {
					t.Error(err)
				}
				got := p.read("a")
				seen[got] = true
				if line, _, _ := strings.Cut(got, "\n"); got != strings.Repeat(line+"\n", versionLines) || p.read("dir/b") != got || p.read("c") != got {
					t.Errorf("round %d: a mix: %.20q, %.20q, %.20q", round, got, p.read("dir/b"), p.read("c"))
				}
				if d := cmp.Diff([]string{"a", "c", "dir/b"}, p.files()); d != "" {
					t.Errorf("round %d: left beside (-want +got):\n%s", round, d)
				}
				if left, _ := os.ReadDir(journal); len(left) > 0 {
					t.Errorf("round %d: %d records are left", round, len(left))
				}
			}
			if len(seen) < 2 {
				t.Errorf("%d versions seen: the writers were killed before they wrote", len(seen))
			}
		})
	}
}

// killed runs a writer of one version after the other, and kills it at a place of its
// second or third batch that is another one in each round.
func killed(t *testing.T, root, journal string, round int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestWriteUntilKilled$", "-test.count=1")
	cmd.Env = append(os.Environ(), "EDIT_KILL_ROOT="+root, "EDIT_KILL_JOURNAL="+journal, fmt.Sprint("EDIT_KILL_FROM=", round*1000+1))
	said, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	left := marksOfABatch + round*7919%(2*marksOfABatch)
	for lines := bufio.NewScanner(said); left > 0 && lines.Scan(); {
		if lines.Text() == mark {
			left--
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	if left > 0 {
		t.Errorf("round %d: the writer ended by itself", round)
	}
}

// The writer says where it is: before each rename, and after each batch.
const mark = "a mark of the writer"

var marksOfABatch = len(batch) + 1

// TestWriteUntilKilled is the writer, in a process of its own.
func TestWriteUntilKilled(t *testing.T) {
	root := os.Getenv("EDIT_KILL_ROOT")
	if root == "" {
		t.Skip("it is the other test's child")
	}
	p := &place{t: t, root: root}
	p.editor = NewJournaled(p, os.Getenv("EDIT_KILL_JOURNAL"))
	p.editor.hooks.beforeRename = func(string) { fmt.Println(mark) }
	from, _ := strconv.Atoi(os.Getenv("EDIT_KILL_FROM"))
	for n := from; ; n++ {
		var changes []Change
		for _, name := range batch {
			changes = append(changes, write(name, version(n)))
		}
		if _, err := p.editor.Apply(context.Background(), root, changes); err != nil {
			t.Fatal(err)
		}
		fmt.Println(mark)
	}
}

func TestRecoverFinishesWhatHasBegunAndTakesBackTheRest(t *testing.T) {
	t.Parallel()
	old, text := "old\n", "new\n"
	for _, tt := range []struct {
		rule  string
		files map[string]string // there at the kill
		wantA string
		wantB string
		warns bool
	}{
		{"nothing renamed: taken back", map[string]string{"a": old, "b": old, ".gortex-1.tmp": text, ".gortex-2.tmp": text}, old, old, false},
		{"nothing named yet", map[string]string{"a": old, "b": old}, old, old, false},
		{"half renamed: finished", map[string]string{"a": text, "b": old, ".gortex-2.tmp": text}, text, text, false},
		{"all renamed", map[string]string{"a": text, "b": text}, text, text, false},
		{"somebody has written since: left to them, and told", map[string]string{"a": text, "b": "theirs\n", ".gortex-2.tmp": text}, text, "theirs\n", true},
		{"a torn draft is thrown away", map[string]string{"a": old, "b": old, ".gortex-1.tmp": "ne"}, old, old, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, tt.files)
			journal := t.TempDir()
			record := fmt.Sprintf(`{"files":[{"root":%q,"file":"a","temp":".gortex-1.tmp","before":%q,"after":%q},{"root":%q,"file":"b","temp":".gortex-2.tmp","before":%q,"after":%q}]}`,
				p.root, sum([]byte(old)), sum([]byte(text)), p.root, sum([]byte(old)), sum([]byte(text)))
			if err := os.WriteFile(filepath.Join(journal, "1.json"), []byte(record), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(journal, "2.json"), []byte(record[:40]), 0o600); err != nil {
				t.Fatal(err)
			}
			err := Recover(journal)
			if tt.warns != (err != nil) {
				t.Errorf("%v", err)
			}
			if tt.warns {
				for _, path := range []string{filepath.Join(p.root, "a") + " written", filepath.Join(p.root, "b") + " not"} {
					if !strings.Contains(err.Error(), path) {
						t.Errorf("%q does not say %q", err, path)
					}
				}
			}
			if left, _ := os.ReadDir(journal); len(left) > 0 {
				t.Errorf("%d records are left", len(left))
			}
			if a, b := p.read("a"), p.read("b"); a != tt.wantA || b != tt.wantB {
				t.Errorf("%q, %q; want %q, %q", a, b, tt.wantA, tt.wantB)
			}
			if d := cmp.Diff([]string{"a", "b"}, p.files()); d != "" {
				t.Errorf("left beside (-want +got):\n%s", d)
			}
		})
	}
}

func TestARecordIsKeptUntilItIsSettled(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"a": "new\n", ".gortex-2.tmp": "new\n"})
	old, text := sum([]byte("old\n")), sum([]byte("new\n"))
	journal := journalOf(t, record{[]recorded{{p.root, "a", ".gortex-1.tmp", old, text}, {p.root, "dir/b", ".gortex-2.tmp", "", text}}})
	if err := Recover(journal); err == nil || !strings.Contains(err.Error(), filepath.Join(journal, "1.json")) {
		t.Errorf("no folder to rename into, and %v", err)
	}
	if err := os.Mkdir(filepath.Join(p.root, "dir"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Recover(journal); err != nil || p.read("dir/b") != "new\n" {
		t.Errorf("%v, %q", err, p.read("dir/b"))
	}
	if left, _ := os.ReadDir(journal); len(left) > 0 {
		t.Errorf("%d records are left", len(left))
	}
}

func TestRecoverDoesNotWaitForAPipe(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"b": "old\n", ".gortex-2.tmp": "new\n"})
	if err := syscall.Mkfifo(filepath.Join(p.root, "a"), 0o600); err != nil {
		t.Fatal(err)
	}
	old, text := sum([]byte("old\n")), sum([]byte("new\n"))
	journal := journalOf(t, record{[]recorded{{p.root, "a", ".gortex-1.tmp", old, text}, {p.root, "b", ".gortex-2.tmp", old, text}}})
	if err := Recover(journal); err != nil || p.read("b") != "old\n" {
		t.Errorf("%v, %q", err, p.read("b"))
	}
}

func TestAFileThatBecameAPipeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"a": "1\n"})
	p.editor.hooks.beforeRename = func(file string) {
		_ = os.Remove(file)
		_ = syscall.Mkfifo(file, 0o600)
	}
	_, err := p.apply(replace("a", "1", "2"))
	p.refused(err, "no regular file", "nothing was written")
}

// journalOf is a journal that a killed editor left.
func journalOf(t *testing.T, r record) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	journal := t.TempDir()
	if err := os.WriteFile(filepath.Join(journal, "1.json"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	return journal
}

func TestAnEditLeavesNoRecord(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "a\n"})
	journal := filepath.Join(t.TempDir(), "edits")
	p.editor = NewJournaled(p, journal)
	p.editor.hooks.beforeRename = func(string) {
		if all, _ := os.ReadDir(journal); len(all) != 1 {
			t.Errorf("%d records while it is written", len(all))
		}
	}
	if _, err := p.apply(replace("f", "a", "b")); err != nil {
		t.Fatal(err)
	}
	if all, err := os.ReadDir(journal); err != nil || len(all) != 0 {
		t.Errorf("%v, %v", all, err)
	}
}
