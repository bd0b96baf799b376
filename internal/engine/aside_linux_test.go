package engine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
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

// TestLinkingManyFilesStandsAside: of a few, an edit's, somebody waits for the answer.
func TestLinkingManyFilesStandsAside(t *testing.T) {
	usual := nice("/proc/thread-self/stat")
	if n, err := strconv.Atoi(usual); err != nil || n >= asideNice {
		t.Skip("the whole run stands aside")
	}
	files := map[string]string{}
	for i := range many + 1 {
		files["f"+strconv.Itoa(i)+".go"] = "package p\n\nfunc F" + strconv.Itoa(i) + "() { F0() }\n"
	}
	r := track(t, Options{}, files)
	all := make([]int, len(files))
	for i := range all {
		all[i] = i
	}
	for n, want := range map[int]string{many + 1: strconv.Itoa(asideNice), many: usual} {
		var mu sync.Mutex
		seen := map[string]bool{}
		r.link(r.Snapshot().g.Unlinked(), all[:n], func(int, int) {
			mu.Lock()
			defer mu.Unlock()
			seen[nice("/proc/thread-self/stat")] = true
		})
		if len(seen) != 1 || !seen[want] {
			t.Errorf("%d files are linked in threads of nice %v, want %s", n, seen, want)
		}
	}
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
