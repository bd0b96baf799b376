//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/fsnotify/fsnotify"

	"github.com/gortexhq/gortex/internal/mcp"
)

// client is an MCP client of `gortex mcp` in the world.
func (w *world) client() *mcp.Client {
	w.t.Helper()
	cmd := exec.Command(w.bin, "mcp")
	cmd.Dir = w.repo
	cmd.Env = append(os.Environ(), "GORTEX_HOME="+w.home)
	stream, err := mcp.Command(w.t.Context(), cmd)
	if err != nil {
		w.t.Fatal(err)
	}
	c, err := mcp.Connect(w.t.Context(), stream, mcp.ClientOptions{Info: mcp.Implementation{Name: "e2e"}})
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

func encoded(v any) json.RawMessage {
	b, _ := json.Marshal(v) // maps and strings
	return b
}

func TestFiftyParallelEditsOfAFileLandAndAreInTheIndex(t *testing.T) {
	t.Parallel()
	need(t, "git", "go")
	var source strings.Builder
	source.WriteString("package f\n")
	for i := range 50 {
		fmt.Fprintf(&source, "\nfunc Before%02d() {}\n", i)
	}
	w := newWorld(t, map[string]string{"f.go": source.String()})
	w.gortex("init", "--quiet")
	c := w.client()
	defer c.Close()
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			name := fmt.Sprintf("Behind%02d", i)
			if r, err := c.CallTool(t.Context(), "edit", encoded(edits("f.go", fmt.Sprintf("Before%02d", i), name)), nil); err != nil || r.IsError {
				t.Errorf("edit %d: %v, %+v", i, err, r)
				return
			}
			if r, err := c.CallTool(t.Context(), "search", encoded(args{"query": name, "format": "json"}), nil); err != nil || !strings.Contains(string(r.StructuredContent), "f.go::"+name) {
				t.Errorf("the reply to edit %d came before the index had it: %v, %s", i, err, r.StructuredContent)
			}
		})
	}
	all.Wait()
	if got := w.read("f.go"); got != strings.ReplaceAll(source.String(), "Before", "Behind") {
		t.Errorf("%d of 50 landed", strings.Count(got, "Behind"))
	}
}

// TestAKilledDaemonLeavesOldOrNew: a batch is all old or all new when the next daemon has
// come up, and nothing lies beside. GORTEX_KILLS asks for more kills.
func TestAKilledDaemonLeavesOldOrNew(t *testing.T) {
	t.Parallel()
	need(t, "git", "go")
	w := newWorld(t, map[string]string{"a.txt": version(0), "b.txt": version(0)})
	w.gortex("init", "--quiet")
	seen := map[string]bool{}
	for round := range number("GORTEX_KILLS", 25) {
		w.killWhileWriting(round)
		w.gortex("init", "--quiet") // a new daemon
		a, b := w.read("a.txt"), w.read("b.txt")
		seen[a] = true
		line, _, _ := strings.Cut(a, "\n")
		if a != b || a != strings.Repeat(line+"\n", versionLines) {
			t.Errorf("round %d: a mix: %.20q, %.20q", round, a, b)
		}
		entries, err := os.ReadDir(w.repo)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if !slices.Equal(names, []string{".git", "a.txt", "b.txt"}) {
			t.Errorf("round %d: left beside: %v", round, names)
		}
	}
	if len(seen) < 2 {
		t.Error("nothing was written between the kills")
	}
}

const versionLines = 1000

func version(n int) string { return strings.Repeat(fmt.Sprintf("version %08d\n", n), versionLines) }

// killWhileWriting kills the daemon in a row of batches, as soon as the repository or the
// journal has changed so and so often: at another step of a batch in each round.
func (w *world) killWhileWriting(round int) {
	w.t.Helper()
	var status struct{ Daemon struct{ PID int } }
	if err := json.Unmarshal([]byte(w.gortex("status", "--json")), &status); err != nil || status.Daemon.PID < 2 {
		w.t.Fatalf("pid %d, %v", status.Daemon.PID, err)
	}
	c := w.client()
	defer c.Close()
	writeBoth := func(n int) error {
		content := version(round*1000 + n)
		_, err := c.CallTool(w.t.Context(), "edit", encoded(args{"operation": "batch", "changes": []any{
			args{"operation": "write", "file": "a.txt", "content": content}, args{"operation": "write", "file": "b.txt", "content": content},
		}}), nil)
		return err
	}
	if err := writeBoth(1); err != nil {
		w.t.Fatal(err)
	}
	changes, err := fsnotify.NewWatcher()
	if err != nil {
		w.t.Fatal(err)
	}
	defer changes.Close()
	for _, dir := range []string{w.repo, filepath.Join(w.home, "state", "edits")} {
		if err := changes.Add(dir); err != nil {
			w.t.Fatal(err)
		}
	}
	var writing sync.WaitGroup
	defer writing.Wait()
	writing.Go(func() {
		for n := 2; syscall.Kill(status.Daemon.PID, 0) == nil && writeBoth(n) == nil; n++ { // until it is gone
		}
	})
	const changesOfABatch = 12 // names that come and go
	for range 1 + round*7%changesOfABatch {
		<-changes.Events
	}
	if err := syscall.Kill(status.Daemon.PID, syscall.SIGKILL); err != nil {
		w.t.Error(err)
	}
}
