package daemon_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/daemon"
	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/home"
	"github.com/gortexhq/gortex/internal/mcp"
)

// TestMain lets this binary stand in for gortex: as `… daemon run` it is the daemon.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "daemon" && os.Args[2] == "run" {
		os.Exit(runDaemon())
	}
	goleak.VerifyTestMain(m)
}

func runDaemon() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	dirs, err := home.Resolve(os.Getenv)
	if err == nil {
		live := config.Follow(os.Getenv, []config.Layer{{File: filepath.Join(dirs.Config, "config.toml")}})
		err = daemon.Run(ctx, daemon.Options{Dirs: dirs, Live: live})
	}
	if err != nil && !errors.Is(err, daemon.ErrAlreadyRunning) {
		fmt.Fprintln(os.Stderr, "gortex:", err)
		return 1
	}
	return 0
}

// patience is far above what anything here takes: it ends what hangs.
const patience = time.Minute

// place is a home of its own, whose daemons end with the test.
type place struct {
	client.Options
	home string
}

// newPlace makes one below a short folder: a socket's path is limited.
func newPlace(t testing.TB) place {
	t.Helper()
	dir, err := os.MkdirTemp("", "gx")
	if err != nil {
		t.Fatal(err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return placeAt(t, filepath.Join(dir, "home"))
}

func placeAt(t testing.TB, root string) place {
	t.Helper()
	getenv := func(key string) string {
		if key == "GORTEX_HOME" {
			return root
		}
		return ""
	}
	dirs, err := home.Resolve(getenv)
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "GORTEX_HOME="+root, "GORACE=atexit_sleep_ms=0")
	p := place{client.Options{Dirs: dirs, Start: true, Env: env}, root}
	t.Cleanup(func() { p.stop(t) })
	return p
}

// running gives the options that start no daemon.
func (p place) running() client.Options {
	o := p.Options
	o.Start = false
	return o
}

func (p place) dial(t testing.TB) *client.Client {
	t.Helper()
	c, err := client.Dial(t.Context(), p.Options)
	if err != nil {
		t.Fatalf("dial: %v\n%s", err, p.log())
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// stop ends the daemon where one runs.
func (p place) stop(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	opts := p.running()
	opts.AnyProtocol = true
	c, err := client.Dial(ctx, opts)
	if errors.Is(err, client.ErrNotRunning) {
		return
	}
	if err != nil {
		t.Errorf("dial to stop: %v", err)
		return
	}
	defer c.Close()
	if err := c.Stop(ctx); err != nil {
		t.Errorf("stop: %v\n%s", err, p.log())
	}
}

// session opens an MCP session in a folder; the caller closes it.
func (p place) session(t testing.TB, cwd string) *mcp.Client {
	t.Helper()
	stream, _, err := client.Session(t.Context(), client.SessionOptions{Options: p.running(), CWD: cwd, Agent: "pi"})
	if err != nil {
		t.Fatal(err)
	}
	peer, err := mcp.Connect(t.Context(), stream, mcp.ClientOptions{Info: mcp.Implementation{Name: "test", Version: "1"}})
	if err != nil {
		t.Fatal(err)
	}
	return peer
}

func (p place) log() string {
	b, _ := os.ReadFile(client.LogFile(p.Dirs))
	return string(b)
}

// started counts the daemons that came up in this home.
func (p place) started() int { return strings.Count(p.log(), `msg="daemon started"`) }

// eventually polls until ok.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("not in %v: %s", patience, what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// alive says that the process exists, and is no zombie that is only to be waited for.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !errors.Is(err, os.ErrNotExist) || !hasProc()
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

func hasProc() bool {
	_, err := os.Stat("/proc/self/stat")
	return err == nil
}
