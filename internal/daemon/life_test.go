package daemon_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/daemon"
	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hooks"
)

func itoa(n int) string { return strconv.Itoa(n) }

func TestStopReturnsOnceTheProcessIsGone(t *testing.T) {
	t.Parallel()
	promptly(t, func(p place, c *client.Client) {
		if err := c.Stop(t.Context()); err != nil {
			t.Fatalf("%v\n%s", err, p.log())
		}
		eventually(t, "the process is gone", func() bool { return !alive(c.Daemon().PID) })
		if _, err := os.Lstat(p.Dirs.Socket); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the socket is still there: %v", err)
		}
		if _, err := os.Lstat(p.Dirs.Lock); err != nil {
			t.Errorf("the lock file was removed: %v", err)
		}
	})
}

func TestTerminateEndsItAtOnce(t *testing.T) {
	t.Parallel()
	promptly(t, func(_ place, c *client.Client) {
		if err := syscall.Kill(c.Daemon().PID, syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		<-c.Done()
		eventually(t, "the process is gone", func() bool { return !alive(c.Daemon().PID) })
	})
}

// promptly sees a daemon that has a client end without a wait for anything: each of its
// limits shows in the log, or is longer than two starts. The best of some tries counts,
// since a limit may pass on a busy machine too.
func promptly(t *testing.T, end func(place, *client.Client)) {
	t.Helper()
	begun, ended := patience, patience
	for range 5 {
		p := newPlace(t)
		start := time.Now()
		c := p.dial(t)
		up := time.Now()
		end(p, c)
		begun, ended = min(begun, up.Sub(start)), min(ended, time.Since(up))
		if !strings.Contains(p.log(), "did not end in time") && ended < 2*begun {
			return
		}
		t.Logf("the start took %v, the end %v\n%s", begun, ended, p.log())
	}
	t.Error("it never ended at once")
}

// inProcess runs a daemon in the test's own process.
func inProcess(t testing.TB, p place, change func(*daemon.Options)) {
	t.Helper()
	o := daemon.Options{Dirs: p.Dirs}
	o.Config.Hook.Enabled = true
	if change != nil {
		change(&o)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- daemon.Run(ctx, o) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("run: %v", err)
		}
	})
	eventually(t, "the daemon answers", func() bool {
		conn, err := net.Dial("unix", p.Dirs.Socket)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
}

func TestNonsenseCostsOnlyItsOwnConnection(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	inProcess(t, p, nil)
	for name, say := range map[string]string{
		"no JSON":                "GET / HTTP/1.1\n",
		"half a line and an end": `{"jsonrpc":`,
		"a line of zeros":        strings.Repeat("\x00", 4096) + "\n",
		"a first line of 100 KB": strings.Repeat("x", 100<<10),
		"nonsense after the hello": `{"jsonrpc":"2.0","id":1,"method":"gortex/hello","params":{"protocol":1,"kind":"control"}}` + "\n[[[\n" +
			`{"jsonrpc":"2.0","id":2,"method":"gortex/hook","params":7}` + "\n" + `{"jsonrpc":"2.0","id":3,"method":"gortex/none"}` + "\n",
	} {
		conn, err := net.Dial("unix", p.Dirs.Socket)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		io.WriteString(conn, say) // it may hang up before it has read all
		conn.(*net.UnixConn).CloseWrite()
		conn.SetReadDeadline(time.Now().Add(patience))
		if _, err := io.ReadAll(conn); err != nil && errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: the connection stays open", name)
		}
		conn.Close()
	}
	c, err := client.Dial(t.Context(), p.running())
	if err != nil {
		t.Fatalf("afterwards: %v", err)
	}
	defer c.Close()
	if _, err := c.Status(t.Context()); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestAClientOfAnotherProtocolMayLookAndStop(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	inProcess(t, p, nil)
	conn, err := net.Dial("unix", p.Dirs.Socket)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	dec := json.NewDecoder(conn)
	ask := func(id int, method, params string) (answer struct {
		Result json.RawMessage
		Error  *struct{ Message string }
	}) {
		fmt.Fprintf(conn, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params)
		if err := dec.Decode(&answer); err != nil {
			t.Fatalf("%s: %v", method, err)
		}
		return answer
	}
	if a := ask(1, "gortex/hello", `{"version":"9.0.0","protocol":99,"kind":"control"}`); a.Result == nil {
		t.Fatal("no hello")
	}
	if a := ask(2, client.MethodBrief, `{}`); a.Error == nil || !strings.Contains(a.Error.Message, "gortex daemon restart") {
		t.Errorf("a briefing: %+v", a)
	}
	if a := ask(3, client.MethodStatus, `{}`); a.Error != nil || !strings.Contains(string(a.Result), `"running":true`) {
		t.Errorf("the status: %s %+v", a.Result, a.Error)
	}
	if a := ask(4, client.MethodStop, `{}`); a.Error != nil {
		t.Errorf("the stop: %+v", a.Error)
	}
}

func TestAnOrphanedSocketIsNotTakenFromItsNewOwner(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	c := p.dial(t)
	if err := os.Remove(p.Dirs.Socket); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", p.Dirs.Socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(p.Dirs.Socket); err != nil {
		t.Errorf("the socket of another was removed: %v", err)
	}
}

func TestPostureStateOutlivesTheDaemon(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	c := p.dial(t)
	graphCall := client.HookRequest{Envelope: hooks.Envelope{Event: "pre_tool", ToolName: "search", GraphCall: true, SessionID: "s1"}}
	if _, err := c.Decide(t.Context(), graphCall); err != nil {
		t.Fatal(err)
	}
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(p.Dirs.State, "sessions.json")
	b, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(b), `"s1"`) {
		t.Fatalf("saved: %s, %v", b, err)
	}
	p.dial(t)
	p.stop(t)
	if b, err := os.ReadFile(file); err != nil || !strings.Contains(string(b), `"s1"`) {
		t.Errorf("after the next daemon: %s, %v", b, err)
	}
}

func TestSpoiledPostureStateIsBegunAnew(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	if err := os.MkdirAll(p.Dirs.State, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.Dirs.State, "sessions.json"), []byte(`{"s1": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	p.dial(t)
	if log := p.log(); !strings.Contains(log, "begun anew") {
		t.Errorf("nothing is said of it:\n%s", log)
	}
}

func TestALargeLogIsMovedAtStart(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	if err := os.MkdirAll(p.Dirs.State, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(client.LogFile(p.Dirs), make([]byte, 6<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	p.dial(t)
	old, err := os.Stat(client.LogFile(p.Dirs) + ".1")
	if err != nil || old.Size() != 6<<20 {
		t.Errorf("the old log: %v, %v", old, err)
	}
	if n := p.started(); n != 1 {
		t.Errorf("the new log has %d starts", n)
	}
}

func TestARequestThatIsNoneIsAnswered(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	inProcess(t, p, nil)
	c, err := client.Dial(t.Context(), p.running())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Track(t.Context(), "relative/folder", nil); err == nil || !strings.Contains(err.Error(), "absolute") {
		t.Errorf("tracking a relative folder: %v", err)
	}
}
