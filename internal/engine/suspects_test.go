//go:build unix

package engine

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

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

// dies keeps the file as it is at this moment.
func (d *deaths) dies() {
	left, err := os.ReadFile(d.file)
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
	err := s.during([32]byte{what}, func() { read = true; then() })
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
	d.read(second, 'd', func() { d.read(second, 'b', d.dies) })
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
	for range 3 { // somebody kills the daemon again and again, over the file that it begins with
		s := d.process()
		if !d.read(s, 'a', survives) {
			t.Fatal("it is left out")
		}
		d.read(s, 'a', d.dies)
	}
}

func TestSuspectsAreReadOneAtATime(t *testing.T) {
	t.Parallel()
	d := &deaths{t, filepath.Join(t.TempDir(), suspectsFile)}
	first := d.process()
	d.read(first, 'a', func() { d.read(first, 'b', d.dies) })
	second := d.process()
	d.read(second, 'a', func() {
		if second.alone.TryLock() {
			t.Error("another suspect may be read beside it")
		}
	})
	if !second.alone.TryLock() {
		t.Error("no other suspect is ever read")
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
	if bytes.HasPrefix(src, []byte("die")) {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	return &lang.Facts{}, nil
}

type nowhere struct{}

func (nowhere) Resolve(string, string) []string { return nil }

// TestAFileThatEndsTheProcessDoesSoTwice: then the others are indexed, and it is named.
func TestAFileThatEndsTheProcessDoesSoTwice(t *testing.T) {
	if folder := os.Getenv("GORTEX_TEST_DEADLY"); folder != "" {
		lang.Register(deadly{})
		e := openEngine(t, Options{CacheDir: filepath.Join(folder, "cache"), StateDir: filepath.Join(folder, "state"), Workers: 3})
		r, err := e.Track(t.Context(), filepath.Join(folder, "repo"), nil)
		if err != nil {
			t.Fatal(err)
		}
		st := r.Status()
		if _, err := os.Stat(filepath.Join(folder, "mended")); err == nil {
			if len(st.Skipped) != 0 || st.Files != 21 {
				t.Errorf("the mended file is not read: %+v", st)
			}
		} else if len(st.Skipped) != 1 || st.Skipped[0] != (Skip{"m.deadly", errDeadly.Error()}) || st.Files != 21 {
			t.Errorf("%+v", st)
		}
		return
	}
	t.Parallel()
	folder := tempRoot(t)
	repo := filepath.Join(folder, "repo")
	for i := range 20 {
		write(t, repo, string(rune('a'+i))+"/x.deadly", "live "+string(rune('a'+i)))
	}
	write(t, repo, "m.deadly", "die")
	start := func() error {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), "GORTEX_TEST_DEADLY="+folder)
		out, err := cmd.CombinedOutput()
		if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() < 0 {
			return err
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return nil
	}
	for n := range 4 {
		if died := start() != nil; died != (n < 2) {
			t.Fatalf("start %d dies: %v", n, died)
		}
	}
	write(t, repo, "m.deadly", "live at last")
	write(t, folder, "mended", "")
	if start() != nil {
		t.Error("it dies over what does no harm")
	}
}
