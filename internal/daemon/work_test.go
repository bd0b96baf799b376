package daemon_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/daemon"
	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/mcp"
)

const storeGo = `package store

// OpenStore opens it.
func OpenStore(path string) error { return nil }

func use() { _ = OpenStore("x") }
`

// write makes a file and the folders it is in.
func write(t testing.TB, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// working is a daemon in this process, a client of it, and a repository that it tracks.
func working(t testing.TB) (p place, c *client.Client, repo string) {
	t.Helper()
	p = newPlace(t)
	inProcess(t, p, func(o *daemon.Options) { o.Config.Hook.Posture = "deny" })
	c, err := client.Dial(t.Context(), p.running())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	repo = filepath.Join(filepath.Dir(p.home), "repo")
	write(t, filepath.Join(repo, "store.go"), storeGo)
	found, err := c.Track(t.Context(), repo, nil)
	if err != nil {
		t.Fatalf("track: %v", err)
	}
	found.Millis, found.Edges = 0, 0 // the machine's, and the linker's, to say
	want := client.TrackResult{Root: repo, Files: 1, Symbols: 2, Languages: map[string]int{"go": 1}}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Fatalf("tracked (-want +got):\n%s", diff)
	}
	return p, c, repo
}

func TestStatusShowsWhatIsTracked(t *testing.T) {
	t.Parallel()
	p, c, repo := working(t)
	raw, err := c.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Daemon struct {
			Running  bool
			PID      int
			Socket   string
			Version  string
			IdleExit string `json:"idle_exit"`
			Started  time.Time
		}
		Repositories []struct {
			Root, State    string
			Files, Symbols int
			Languages      map[string]int
		}
		Sessions []any
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if d := got.Daemon; !d.Running || d.PID != os.Getpid() || d.Socket != p.Dirs.Socket || d.Version == "" || d.IdleExit != "0s" || d.Started.IsZero() {
		t.Errorf("the daemon: %+v", d)
	}
	if r := got.Repositories; len(r) != 1 || r[0].Root != repo || r[0].State != "ready" || r[0].Files != 1 || r[0].Symbols != 2 || r[0].Languages["go"] != 1 {
		t.Errorf("the repositories: %+v", r)
	}
	if got.Sessions == nil {
		t.Error("no session is no list")
	}
}

func TestTrackReportsItsProgress(t *testing.T) {
	t.Parallel()
	_, c, repo := working(t)
	for i := range 20 {
		write(t, filepath.Join(repo, fmt.Sprintf("more%d.go", i)), "package store\n")
	}
	heard := 0
	if _, err := c.Track(t.Context(), repo, func(p mcp.Progress) { heard++ }); err != nil {
		t.Fatal(err)
	}
	if heard == 0 {
		t.Error("nothing was heard")
	}
}

func TestWhatIsNotTrackedCannotBeUntracked(t *testing.T) {
	t.Parallel()
	_, c, repo := working(t)
	if root, err := c.Untrack(t.Context(), filepath.Join(repo, "store")); err != nil || root != repo {
		t.Fatal(root, err)
	}
	if _, err := c.Untrack(t.Context(), repo); err == nil || !strings.Contains(err.Error(), "not tracked") {
		t.Errorf("got %v", err)
	}
}

func bash(cwd, command string) client.HookRequest {
	input, _ := json.Marshal(map[string]string{"command": command})
	return client.HookRequest{Envelope: hooks.Envelope{Event: "pre_tool", ToolName: "Bash", ToolInput: input, CWD: cwd}}
}

func readFile(file string) client.HookRequest {
	input, _ := json.Marshal(map[string]string{"file_path": file})
	return client.HookRequest{Envelope: hooks.Envelope{Event: "pre_tool", ToolName: "Read", ToolInput: input, CWD: filepath.Dir(file)}}
}

func TestADecisionRestsOnTheGraph(t *testing.T) {
	t.Parallel()
	p, c, repo := working(t)
	outside := filepath.Join(filepath.Dir(repo), "outside")
	write(t, filepath.Join(outside, "store.go"), storeGo)
	below := filepath.Join(repo, "below")
	if err := os.Mkdir(below, 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(filepath.Dir(repo), "link")
	if err := os.Symlink(repo, link); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		ask   client.HookRequest
		block bool
	}{
		{"a search for a definition is answered", bash(repo, "grep -rn OpenStore ."), true},
		{"a name that the graph does not have passes", bash(repo, "grep -rn NothingHere ."), false},
		{"a folder that is not tracked is silent", bash(outside, "grep -rn OpenStore ."), false},
		{"a repository behind a link is the repository", bash(link, "grep -rn OpenStore ."), true},
		{"a whole source file is answered", readFile(filepath.Join(repo, "store.go")), true},
		{"a file behind a link too", readFile(filepath.Join(link, "store.go")), true},
		{"a file that is not there is silent", readFile(filepath.Join(repo, "none.go")), false},
		{"without a folder nothing is said", from("", readFile(filepath.Join(repo, "store.go"))), false},
		{"nor from one that is gone", from(filepath.Join(repo, "gone"), readFile(filepath.Join(repo, "store.go"))), false},
		{"but from a subfolder", from(below, readFile(filepath.Join(repo, "store.go"))), true},
	} {
		d := p.decide(t, c, tt.ask)
		if d.Block != tt.block {
			t.Errorf("%s: %+v", tt.name, d)
		}
		if d.Block && !strings.Contains(d.Reason, "store.go") {
			t.Errorf("%s: the reason does not name the place: %s", tt.name, d.Reason)
		}
	}
	soft := bash(repo, "grep -rn OpenStore .")
	soft.Posture = "enrich"
	if d := p.decide(t, c, soft); d.Block || d.AdditionalContext == "" {
		t.Errorf("under enrich: %+v", d)
	}
}

func from(dir string, ask client.HookRequest) client.HookRequest {
	ask.Envelope.CWD = dir
	return ask
}

func TestABriefingKnowsThePlace(t *testing.T) {
	t.Parallel()
	_, c, repo := working(t)
	other := t.TempDir()
	if err := os.MkdirAll(filepath.Join(other, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ cwd, says, untracked string }{
		"the root":                      {repo, repo, ""},
		"not covered":                   {filepath.Dir(repo) + "/nowhere", "gortex", ""},
		"not even there":                {"", "gortex", ""},
		"a repository, but not tracked": {filepath.Join(other, "below"), "gortex", other},
	} {
		b, err := c.Brief(t.Context(), client.BriefRequest{CWD: tt.cwd})
		if err != nil || !strings.Contains(b.Text, tt.says) || len(b.Text) > 2000 || b.Untracked != tt.untracked {
			t.Errorf("%s: %+v, %v", name, b, err)
		}
	}
}

func TestAnMCPSessionReadsTheGraph(t *testing.T) {
	t.Parallel()
	p, c, repo := working(t)
	stream, hello, err := client.Session(t.Context(), client.SessionOptions{Options: p.running(), CWD: repo, Agent: "pi"})
	if err != nil {
		t.Fatal(err)
	}
	if hello.PID != os.Getpid() {
		t.Errorf("hello: %+v", hello)
	}
	peer, err := mcp.Connect(t.Context(), stream, mcp.ClientOptions{Info: mcp.Implementation{Name: "test", Version: "1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer peer.Close()
	tools, err := peer.ListTools(t.Context())
	if err != nil || len(tools) == 0 {
		t.Fatalf("tools: %v, %v", tools, err)
	}
	result, err := peer.CallTool(t.Context(), "search", json.RawMessage(`{"query":"OpenStore"}`), nil)
	if err != nil || result.IsError || !strings.Contains(result.Content[0].Text, "store.go") {
		t.Errorf("search: %+v, %v", result, err)
	}
	raw, err := c.Status(t.Context())
	if err != nil || !strings.Contains(string(raw), `"agent":"pi"`) {
		t.Errorf("status does not show the session: %s, %v", raw, err)
	}
	peer.Close()
	eventually(t, "the session is gone from the status", func() bool {
		raw, err := c.Status(t.Context())
		return err == nil && strings.Contains(string(raw), `"sessions":[]`)
	})
}

func TestControlMethodsAreNotThereInAnMCPSession(t *testing.T) {
	t.Parallel()
	p, _, repo := working(t)
	stream, _, err := client.Session(t.Context(), client.SessionOptions{Options: p.running(), CWD: repo})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	io.WriteString(stream, `{"jsonrpc":"2.0","id":1,"method":"gortex/stop"}`+"\n")
	frame, err := mcp.NewFrameReader(stream, 0).Next()
	if err != nil || !strings.Contains(string(frame), "-32601") {
		t.Errorf("got %s, %v", frame, err)
	}
}

func TestStatusAndStopAnswerWhileALargeRepositoryIsIndexed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	repo := filepath.Join(filepath.Dir(p.home), "large")
	for i := range 1500 {
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n", i%50)
		for j := range 60 {
			fmt.Fprintf(&b, "func F%dx%d(a, b int) int { return F%dx%d(b, a) + len([]int{a, b, a}) }\n", i, j, i, (j+1)%60)
		}
		write(t, filepath.Join(repo, fmt.Sprintf("p%d/f%d.go", i%50, i)), b.String())
	}
	tracking, watching := p.dial(t), p.dial(t)
	begun, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		var once bool
		_, err := tracking.Track(t.Context(), repo, func(p mcp.Progress) {
			if p.Message == "extract" && !once {
				once = true
				close(begun)
			}
		})
		ended <- err
	}()
	select {
	case <-begun:
	case err := <-ended:
		t.Fatalf("tracked before anything could be seen of it: %v", err)
	}
	if raw, err := watching.Status(t.Context()); err != nil || !strings.Contains(string(raw), `"state":"indexing"`) {
		t.Errorf("status, which waits for no index: %s, %v\n%s", raw, err, p.log())
	}
	if err := watching.Stop(t.Context()); err != nil {
		t.Errorf("stop: %v\n%s", err, p.log())
	}
	if err := <-ended; err == nil {
		t.Error("indexing went on to its end")
	}
}

// Two worktrees of one repository are two repositories: what tells them apart is
// the root, never the name.
func TestEachWorktreeAnswersFromItsOwnFiles(t *testing.T) {
	t.Parallel()
	p, c, first := working(t)
	second := filepath.Join(filepath.Dir(first), "elsewhere", filepath.Base(first))
	write(t, filepath.Join(second, "moved.go"), storeGo)
	if _, err := c.Track(t.Context(), second, nil); err != nil {
		t.Fatal(err)
	}
	for repo, file := range map[string]string{first: "store.go:4", second: "moved.go:4"} {
		if d := p.decide(t, c, bash(repo, "grep -rn OpenStore .")); !strings.Contains(d.Reason, file) {
			t.Errorf("in %s: %+v; want %s", repo, d, file)
		}
	}
}

// One decision as a host's adapter gets it: over the socket, with an open connection.
func BenchmarkDecide(b *testing.B) {
	_, c, repo := working(b)
	ask := bash(repo, "grep -rn OpenStore .")
	for b.Loop() {
		if d, err := c.Decide(b.Context(), ask); err != nil || !d.Block {
			b.Fatalf("%+v, %v", d, err)
		}
	}
}

// What a process pays that has no connection yet.
func BenchmarkDialAndDecide(b *testing.B) {
	p, _, repo := working(b)
	ask := bash(repo, "grep -rn OpenStore .")
	for b.Loop() {
		c, err := client.Dial(b.Context(), p.running())
		if err != nil {
			b.Fatal(err)
		}
		if d, err := c.Decide(b.Context(), ask); err != nil || !d.Block {
			b.Fatalf("%+v, %v", d, err)
		}
		c.Close()
	}
}
