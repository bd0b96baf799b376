package client

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/home"
)

func TestALogThatGrowsLargeIsTurnedOver(t *testing.T) {
	t.Parallel()
	dirs := home.Dirs{State: filepath.Join(t.TempDir(), "state")}
	log, err := OpenLog(dirs)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	log.limit = 1000
	// What a crash would write, to the stderr that the daemon was started with.
	stderr, err := os.OpenFile(LogFile(dirs), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	if !IsLog(stderr, dirs) || IsLog(os.Stdin, dirs) {
		t.Error("the log is not known as what it is")
	}
	for i := range 200 {
		if _, err := fmt.Fprintf(log, "line %03d\n", i); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Fprintln(stderr, "panic: at the end")

	now, old := read(t, LogFile(dirs)), read(t, OldLogFile(dirs))
	both := strings.Split(strings.TrimSpace(old+now), "\n")
	if len(now) > 1100 || len(old) > 1100 || both[len(both)-1] != "panic: at the end" {
		t.Errorf("%d and %d bytes, the last line is %q", len(now), len(old), both[len(both)-1])
	}
	for i, line := range both[:len(both)-1] { // no line is lost between the old one and the new
		if want := fmt.Sprintf("line %03d", 200-len(both)+1+i); line != want {
			t.Fatalf("%q instead of %q", line, want)
		}
	}
	for _, file := range []string{LogFile(dirs), OldLogFile(dirs)} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info, err)
		}
	}
}

func TestALargeLogIsTurnedOverAtTheStart(t *testing.T) {
	t.Parallel()
	dirs := home.Dirs{State: t.TempDir()}
	large := bytes.Repeat([]byte("x"), maxLogBytes+1)
	if err := os.WriteFile(LogFile(dirs), large, 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := OpenLog(dirs)
	if err != nil {
		t.Fatal(err)
	}
	log.Close()
	if now, old := read(t, LogFile(dirs)), read(t, OldLogFile(dirs)); now != "" || old != string(large) {
		t.Errorf("%d and %d bytes", len(now), len(old))
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
