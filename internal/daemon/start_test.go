package daemon_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/version"
)

func TestTwentyFirstCallsGetOneDaemonAndTwentyAnswers(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	const calls = 20
	var group sync.WaitGroup
	pids := make([]int, calls)
	for i := range calls {
		group.Go(func() {
			c, err := client.Dial(t.Context(), p.Options)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			raw, err := c.Status(t.Context())
			if err != nil {
				t.Errorf("status: %v", err)
				return
			}
			var s struct{ Daemon struct{ PID int } }
			if err := json.Unmarshal(raw, &s); err != nil {
				t.Error(err)
			}
			pids[i] = s.Daemon.PID
		})
	}
	group.Wait()
	for _, pid := range pids {
		if pid == 0 || pid != pids[0] {
			t.Fatalf("answers of several daemons, or of none: %v", pids)
		}
	}
	if n := p.started(); n != 1 {
		t.Errorf("%d daemons came up:\n%s", n, p.log())
	}
}

func TestADaemonThatLosesTheLockEndsQuietly(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.dial(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.StartProcess(exe, []string{exe, "daemon", "run"}, &os.ProcAttr{Env: p.Env})
	if err != nil {
		t.Fatal(err)
	}
	if state, err := second.Wait(); err != nil || !state.Success() {
		t.Errorf("the second daemon: %v, %v", state, err)
	}
	if n := p.started(); n != 1 {
		t.Errorf("%d daemons came up", n)
	}
}

func TestWithoutStartNothingIsStarted(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	if _, err := client.Dial(t.Context(), p.running()); !errors.Is(err, client.ErrNotRunning) {
		t.Errorf("got %v, want ErrNotRunning", err)
	}
	if _, err := os.Stat(p.home); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the home was made: %v", err)
	}
}

func TestWhatACrashLeavesIsNoObstacle(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	if err := os.MkdirAll(p.home, 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", p.Dirs.Socket)
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	if err := os.WriteFile(p.Dirs.Lock, []byte("4194304999"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.dial(t)
}

func TestAfterKillTheNextCallStartsAnother(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	first := p.dial(t)
	if err := syscall.Kill(first.Daemon().PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	select {
	case <-first.Done():
	case <-time.After(patience):
		t.Fatal("the client does not hear that the daemon is gone")
	}
	if second := p.dial(t); second.Daemon().PID == first.Daemon().PID {
		t.Error("the killed daemon answers")
	}
}

func TestAHomeWithAPathTooLongForASocketServes(t *testing.T) {
	t.Parallel()
	p := placeAt(t, filepath.Join(t.TempDir(), strings.Repeat("long/", 30)+"home"))
	if len(p.Dirs.Socket) > 103 {
		t.Fatalf("the socket's path has %d bytes", len(p.Dirs.Socket))
	}
	p.dial(t)
}

func TestTheSocketIsTheUsersAlone(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.dial(t)
	for path, want := range map[string]os.FileMode{p.Dirs.Socket: 0o600, filepath.Dir(p.Dirs.Socket): 0o700, p.Dirs.State: 0o700, client.LogFile(p.Dirs): 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", path, got, want)
		}
	}
}

// The starter may be the child of a host that waits for its pipes, and be killed
// with its whole process group.
func TestTheDaemonSharesNothingWithItsStarter(t *testing.T) {
	p := newPlace(t) // not parallel: the pipe below would go to other tests' processes
	var ends [2]int
	if err := syscall.Pipe(ends[:]); err != nil { // without close-on-exec, as one that was inherited
		t.Fatal(err)
	}
	reader := os.NewFile(uintptr(ends[0]), "reader")
	defer reader.Close()
	c := p.dial(t)
	syscall.Close(ends[1])
	ended := make(chan error, 1)
	go func() {
		_, err := io.ReadAll(reader)
		ended <- err
	}()
	select {
	case <-ended:
	case <-time.After(patience):
		t.Error("the daemon holds a pipe of its starter")
		reader.Close()
	}
	pid := c.Daemon().PID
	if sid, err := unix.Getsid(pid); err != nil || sid != pid {
		t.Errorf("the daemon %d is in session %d (%v), want one of its own", pid, sid, err)
	}
	if cwd, err := os.Readlink("/proc/" + itoa(pid) + "/cwd"); err == nil && cwd != "/" {
		t.Errorf("its working folder is %s: it would keep that from being unmounted", cwd)
	}
}

func TestADaemonThatCannotStartSaysWhy(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	if err := os.MkdirAll(p.home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.Dirs.Socket, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(p.Dirs.Socket) })
	_, err := client.Dial(t.Context(), p.Options)
	if err == nil || !strings.Contains(err.Error(), "is no socket; remove it") {
		t.Errorf("got %v", err)
	}
}

func TestDialEndsWithItsContext(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.Bin = "/bin/true" // ends at once with success, as a daemon does that finds another one
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := client.Dial(ctx, p.Options); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "daemon.log") {
		t.Errorf("got %v, want the deadline and the log's path", err)
	}
}

func TestADaemonOfAnotherProtocolNamesTheMend(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	serveHello(t, p.Dirs.Socket, `{"jsonrpc":"2.0","id":0,"result":{"version":"9.9.9","protocol":99,"pid":1}}`)
	_, err := client.Dial(t.Context(), p.Options)
	if !errors.Is(err, client.ErrSkew) || !strings.Contains(err.Error(), "gortex daemon restart") || !strings.Contains(err.Error(), "(it is version 9.9.9 with protocol 99, this is "+version.Version) {
		t.Errorf("got %v", err)
	}
	opts := p.Options
	opts.AnyProtocol = true
	c, err := client.Dial(t.Context(), opts)
	if err != nil {
		t.Fatalf("to stop it: %v", err)
	}
	defer c.Close()
	if got := c.Daemon(); got.Version != "9.9.9" || got.Version == version.Version {
		t.Errorf("it says %+v", got)
	}
}

func TestWhatIsNoDaemonIsSaid(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	if err := os.MkdirAll(filepath.Dir(p.Dirs.Socket), 0o700); err != nil {
		t.Fatal(err)
	}
	other, err := net.ListenPacket("unixgram", p.Dirs.Socket)
	if err != nil {
		t.Skip(err)
	}
	defer os.Remove(p.Dirs.Socket)
	defer other.Close()
	if _, err := client.Dial(t.Context(), p.Options); err == nil || !strings.Contains(err.Error(), "connect to the daemon: ") {
		t.Errorf("got %v", err)
	}
}

// serveHello is a daemon that can say but one line.
func serveHello(t *testing.T, socket, line string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(socket), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	group.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			group.Go(func() {
				defer conn.Close()
				io.WriteString(conn, line+"\n")
				io.Copy(io.Discard, conn)
			})
		}
	})
	t.Cleanup(group.Wait)
	t.Cleanup(func() { l.Close() })
}
