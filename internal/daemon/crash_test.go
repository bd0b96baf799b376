package daemon_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A daemon that is killed while it indexes and stores leaves what the next one
// opens whole or builds again: the answers are those of the files.
func TestAKillAtAnyMomentLeavesNoWrongFacts(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	repo := filepath.Join(filepath.Dir(p.home), "repo")
	const files = 60
	for round := range 10 {
		for i := range files {
			write(t, filepath.Join(repo, fmt.Sprintf("f%d.go", i)), fmt.Sprintf("package p\n\nfunc F%d() {}\n\nfunc Round%dOf%d() { F%d() }\n", i, round, i, (i+1)%files))
		}
		c := p.dial(t)
		tracked := make(chan error, 1)
		go func() {
			_, err := c.Track(t.Context(), repo, nil)
			tracked <- err
		}()
		select {
		case <-tracked:
		case <-time.After(time.Duration(round) * 4 * time.Millisecond): // each round a little later
		}
		if err := syscall.Kill(c.Daemon().PID, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		c.Close()
		<-c.Done()
		eventually(t, "the killed process is gone", func() bool { return !alive(c.Daemon().PID) })
		if t.Failed() {
			return
		}
	}
	c := p.dial(t)
	found, err := c.Track(t.Context(), repo, nil)
	if err != nil || found.Files != files || found.Symbols != 2*files {
		t.Fatalf("afterwards: %+v, %v\n%s", found, err, p.log())
	}
	for query, want := range map[string]string{"Round9Of7": "f7.go", "Round8Of7": ""} {
		if got := searchPaths(t, p, repo, query); got != want {
			t.Errorf("%s is in %q, want %q", query, got, want)
		}
	}
}

// searchPaths returns where a name is defined, through an MCP session.
func searchPaths(t *testing.T, p place, repo, name string) string {
	t.Helper()
	peer := p.session(t, repo)
	defer peer.Close()
	result, err := peer.CallTool(t.Context(), "search", json.RawMessage(fmt.Sprintf(`{"query":%q}`, name)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var found struct{ Symbols []struct{ Name, Path string } }
	if err := json.Unmarshal(result.StructuredContent, &found); err != nil {
		t.Fatalf("%s: %v", result.StructuredContent, err)
	}
	var paths []string
	for _, s := range found.Symbols {
		if s.Name == name {
			paths = append(paths, s.Path)
		}
	}
	return strings.Join(paths, " ")
}
