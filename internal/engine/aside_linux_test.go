package engine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestWorkThatStandsAsideLeavesNoSlowThreadBehind(t *testing.T) {
	usual := nice("/proc/thread-self/stat") // a test run may itself be niced
	done := make(chan string)
	go func() {
		aside()
		done <- nice("/proc/thread-self/stat")
	}()
	want := strconv.Itoa(asideNice)
	if n, err := strconv.Atoi(usual); err != nil || n > asideNice {
		want = usual // it stands further back already
	}
	if got := <-done; got != want {
		t.Fatalf("its thread has nice %s", got)
	}
	eventually(t, "all threads are equal again", func() bool {
		threads, err := filepath.Glob("/proc/self/task/*/stat")
		if err != nil || len(threads) == 0 {
			t.Fatal(threads, err)
		}
		for _, thread := range threads {
			if filepath.Base(filepath.Dir(thread)) == strconv.Itoa(os.Getpid()) {
				continue // the first thread, see aside
			}
			if n := nice(thread); n != usual && n != "" {
				return false
			}
		}
		return true
	})
}

// nice reads it from a thread's stat, "" where the thread is gone.
func nice(file string) string {
	b, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	return strings.Fields(rest)[16]
}
