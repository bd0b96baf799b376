package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestUntrackGivesWatchesBack: only folders of the repository are watched, and none is once it is untracked.
func TestUntrackGivesWatchesBack(t *testing.T) {
	t.Parallel()
	dir := tempRoot(t)
	for i := range 5 {
		write(t, dir, fmt.Sprintf("p%d/a.go", i), "package p\n")
	}
	write(t, dir, "node_modules/x/a.js", "export const a = 1\n")
	e := openEngine(t, Options{Watch: true})
	r, err := e.Track(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Status().Watching != "notify" {
		t.Skip("the system has no watches for this test")
	}
	eventually(t, "the folders are watched", func() bool { return watched(t, dir) == 6 })
	if watched(t, filepath.Join(dir, "node_modules")) > 0 {
		t.Error("a folder that is not indexed is watched")
	}
	if _, err := e.Untrack(dir); err != nil {
		t.Fatal(err)
	}
	eventually(t, "every watch is given back", func() bool { return watched(t, dir) == 0 })
	if got := r.Status().Watching; got != "off" {
		t.Errorf("watching is %q", got)
	}
}

// watched returns how many folders at or below dir this process watches, as Linux says it.
func watched(t *testing.T, dir string) int {
	t.Helper()
	inodes := map[string]bool{}
	err := filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			inodes[fmt.Sprintf(" ino:%x ", info.Sys().(*syscall.Stat_t).Ino)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	infos, err := filepath.Glob("/proc/self/fdinfo/*")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range infos {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // closed meanwhile
		}
		for line := range strings.Lines(string(text)) {
			for inode := range inodes {
				if strings.HasPrefix(line, "inotify ") && strings.Contains(line, inode) {
					n++
				}
			}
		}
	}
	return n
}
