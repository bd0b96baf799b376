//go:build unix

package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// deaths lets processes die one after the other over the file in which they note what they read.
type deaths struct {
	*testing.T
	file string
}

// process opens the file as it was when the one before died.
func (d *deaths) process() *suspects {
	d.Helper()
	s := openSuspects(d.file, slog.New(slog.DiscardHandler))
	d.Cleanup(func() { _ = s.close() })
	return s
}

// killed keeps the file as it is at this moment.
func (d *deaths) killed() { d.leave("") }

// dies does so too, and Go has said why.
func (d *deaths) dies() { d.leave("SIGSEGV: segmentation violation") }

func (d *deaths) leave(last string) {
	left, err := os.ReadFile(d.file)
	left = append(left, last...)
	if err == nil {
		d.file = filepath.Join(d.TempDir(), suspectsFile)
		err = os.WriteFile(d.file, left, 0o600)
	}
	if err != nil {
		d.Fatal(err)
	}
}

// read reads contents, during which then happens, and says whether they were read.
func (d *deaths) read(s *suspects, what byte, then func()) (read bool) {
	d.Helper()
	err := s.during([32]byte{what}, func() error { read = true; then(); return nil })
	if read != (err == nil) || err != nil && !errors.Is(err, errDeadly) {
		d.Errorf("%c is read: %v, %v", what, read, err)
	}
	return read
}

func survives() {}

func TestContentsAreDeadlyWhenTwoProcessesDiedOverThem(t *testing.T) {
	t.Parallel()
	d := &deaths{t, filepath.Join(t.TempDir(), suspectsFile)}
	first := d.process()
	d.read(first, 'd', func() { d.read(first, 'a', func() { d.read(first, 'a', d.dies) }) })
	second := d.process()
	d.read(second, 'd', d.dies)
	for range 3 {
		third := d.process()
		if d.read(third, 'd', survives) {
			t.Error("a third process reads what two died over")
		}
		for _, innocent := range []byte{'a', 'b', 'c'} {
			if !d.read(third, innocent, survives) {
				t.Errorf("%c is left out, which was only read at the same time", innocent)
			}
		}
		d.dies()
	}
}

func TestWhatSurvivesIsNoSuspect(t *testing.T) {
	t.Parallel()
	d := &deaths{t, filepath.Join(t.TempDir(), suspectsFile)}
	for range 3 { // it crashes over something else again and again, beside the file that it begins with
		s := d.process()
		if !d.read(s, 'a', survives) {
			t.Fatal("it is left out")
		}
		d.read(s, 'a', d.dies)
	}
}

func TestWhoKillsAProcessBlamesNobody(t *testing.T) {
	t.Parallel()
	d := &deaths{t, filepath.Join(t.TempDir(), suspectsFile)}
	d.read(d.process(), 'd', d.dies)
	for range 3 {
		if !d.read(d.process(), 'a', d.killed) {
			t.Fatal("it is left out")
		}
		if !d.read(d.process(), 'd', d.killed) {
			t.Fatal("a suspect is left out")
		}
	}
	d.read(d.process(), 'd', d.dies)
	if d.read(d.process(), 'd', survives) {
		t.Error("being killed acquits")
	}
}

func TestWhatIsNotReadToItsEndStaysASuspect(t *testing.T) {
	t.Parallel()
	d := &deaths{t, filepath.Join(t.TempDir(), suspectsFile)}
	d.read(d.process(), 'd', d.dies)
	second := d.process()
	if err := second.during([32]byte{'d'}, func() error { return context.Canceled }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	d.read(second, 'd', d.dies)
	if d.read(d.process(), 'd', survives) {
		t.Error("a third process reads what two died over")
	}
}

// TestNothingIsReadBesideASuspect: whatever else is deadly would be charged to it.
func TestNothingIsReadBesideASuspect(t *testing.T) {
	t.Parallel()
	for _, other := range []byte{'b', 'd'} { // another suspect, and what is deadly and read for the first time
		d := &deaths{t, filepath.Join(t.TempDir(), suspectsFile)}
		first := d.process()
		d.read(first, 'a', func() { d.read(first, 'b', d.dies) })
		second := d.process()
		died := make(chan struct{})
		d.read(second, 'a', func() {
			go func() {
				defer close(died)
				d.read(second, other, d.dies)
			}()
			select {
			case <-died:
			case <-time.After(100 * time.Millisecond):
			}
		})
		<-died
		if !d.read(d.process(), 'a', survives) {
			t.Errorf("a is left out, for %c was read beside it", other)
		}
	}
}

func TestAnotherBuildTriesAgain(t *testing.T) {
	t.Parallel()
	d := &deaths{t, filepath.Join(t.TempDir(), suspectsFile)}
	for range believed {
		d.read(d.process(), 'd', d.dies)
	}
	left, err := os.ReadFile(d.file)
	if err != nil {
		t.Fatal(err)
	}
	left[0]++
	if err := os.WriteFile(d.file, left, 0o600); err != nil {
		t.Fatal(err)
	}
	if !d.read(d.process(), 'd', survives) {
		t.Error("it is still left out")
	}
}

func TestMoreAtOnceThanThereAreMarksAreRead(t *testing.T) {
	t.Parallel()
	d := &deaths{t, filepath.Join(t.TempDir(), suspectsFile)}
	first := d.process()
	second := openSuspects(d.file, slog.New(slog.DiscardHandler)) // another engine on the same folder
	for _, s := range []*suspects{first, second} {
		var nest func(left int)
		nest = func(left int) {
			if left > 0 {
				d.read(s, 'a', func() { nest(left - 1) })
			}
		}
		nest(maxMarks + 1)
	}
}

// deadly is a language of which some sources end the process.
type deadly struct{}

func (deadly) Name() string                           { return "deadly" }
func (deadly) Extensions() []string                   { return []string{".deadly"} }
func (deadly) Unit(path string, _ *lang.Facts) string { return path }
func (deadly) NewResolver(lang.Files) lang.Resolver   { return nowhere{} }
func (deadly) Extract(_ context.Context, _ string, src []byte) (*lang.Facts, error) {
	for start, by := range map[string]syscall.Signal{"die": syscall.SIGABRT, "be killed": syscall.SIGKILL} {
		if bytes.HasPrefix(src, []byte(start)) && os.Getenv("GORTEX_TEST_HARMLESS") == "" {
			_ = syscall.Kill(os.Getpid(), by)
			select {}
		}
	}
	return &lang.Facts{}, nil
}

type nowhere struct{}

func (nowhere) Resolve(string, string) []string { return nil }

// doomed has a repository of which m.deadly may end the process, and processes that index it.
type doomed struct {
	*testing.T
	folder string
}

func newDoomed(t *testing.T) *doomed {
	d := &doomed{t, tempRoot(t)}
	for i := range 20 {
		write(t, d.repo(), string(rune('a'+i))+"/x.deadly", "live "+string(rune('a'+i)))
	}
	return d
}

func (d *doomed) repo() string { return filepath.Join(d.folder, "repo") }

// start returns what a process says that indexes the repository, and whether it comes to its end.
func (d *doomed) start(env ...string) (out string, ends bool) {
	d.Helper()
	cmd := exec.CommandContext(d.Context(), os.Args[0], "-test.run=^TestIndexTheDoomed$", "-test.v")
	cmd.Env = append(append(os.Environ(), "GORTEX_TEST_DEADLY="+d.folder), env...)
	said, err := cmd.CombinedOutput()
	return string(said), err == nil
}

func TestIndexTheDoomed(t *testing.T) {
	folder := os.Getenv("GORTEX_TEST_DEADLY")
	if folder == "" {
		t.Skip("for the processes that other tests start")
	}
	lang.Register(deadly{})
	e := openEngine(t, Options{CacheDir: filepath.Join(folder, "cache"), StateDir: filepath.Join(folder, "state"), Workers: 3})
	r, err := e.Track(t.Context(), filepath.Join(folder, "repo"), nil)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%d files, without %v\n", r.Status().Files, r.Status().Skipped)
}

// TestAFileThatEndsTheProcessDoesSoTwice: then the others are indexed, and it is named.
func TestAFileThatEndsTheProcessDoesSoTwice(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	write(t, d.repo(), "m.deadly", "die")
	for range 2 {
		if out, ends := d.start(); ends || !strings.Contains(out, "SIGABRT") {
			t.Fatal(out)
		}
	}
	for range 2 {
		if out, _ := d.start(); !strings.Contains(out, fmt.Sprintf("21 files, without %v\n", []Skip{{"m.deadly", errDeadly.Error()}})) {
			t.Fatal(out)
		}
	}
	write(t, d.repo(), "m.deadly", "live at last")
	if out, _ := d.start(); !strings.Contains(out, "21 files, without []\n") {
		t.Error(out)
	}
}

func TestAProcessKilledOverAFileReadsItAgain(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	write(t, d.repo(), "m.deadly", "be killed")
	for range 3 {
		if out, ends := d.start(); ends || strings.Contains(out, "files, without") {
			t.Fatal(out)
		}
	}
	if out, _ := d.start("GORTEX_TEST_HARMLESS=1"); !strings.Contains(out, "21 files, without []\n") {
		t.Error(out)
	}
}

func TestADeadlyQueryIsNotChargedToContents(t *testing.T) {
	t.Parallel()
	const text, query = "a = 1\n", "(assignment) @a"
	r := track(t, Options{}, map[string]string{"b.py": "b = 1\n"})
	deadly := func(what string) {
		s := r.engine.suspect
		i := s.mark(sha256.Sum256([]byte(what)))
		s.marks[i].state.Store(believed)
		s.accused[s.marks[i].hash] = i
	}
	ask := func(query, want string) {
		t.Helper()
		found, _, err := r.Snapshot().AST(t.Context(), "python", query, "", 0)
		paths := ""
		for _, m := range found {
			paths += m.Path + " "
		}
		if paths != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", query, paths, err, want)
		}
	}
	index := func(path, text string, skipped int) {
		t.Helper()
		write(t, r.Root(), path, text)
		if err := r.Reindex(t.Context(), nil); err != nil || len(r.Status().Skipped) != skipped {
			t.Error(err, r.Status().Skipped)
		}
	}
	deadly(query + "\x00" + text)
	index("a.py", text, 0)
	ask(query, "b.py ")
	ask("(identifier) @a", "a.py b.py ")
	deadly("c = 1\n")
	index("c.py", "c = 1\n", 1)
	ask("(identifier) @a", "a.py b.py ")
}
