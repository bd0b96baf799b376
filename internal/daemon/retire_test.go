package daemon_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"testing"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/daemon/client/handshake"
	"github.com/gortexhq/gortex/internal/version"
)

func TestADaemonOfAnOlderVersionRetiresWhenItsSessionsAreDone(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	own, hello, err := client.Session(t.Context(), client.SessionOptions{Options: p.Options, CWD: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	newcomer := p.greet(t, "99.0.0")
	newcomer.Close()
	if got := p.retiring(t); got != "99.0.0" {
		t.Errorf("status says %q of the version that is about, want 99.0.0", got)
	}
	if now := p.greet(t, "0.0.1"); now == nil {
		t.Fatal("the session that is open keeps it alive for others too")
	} else {
		now.Close()
	}
	own.Close()
	eventually(t, "it is gone", func() bool {
		c, err := client.Dial(t.Context(), client.Options{Dirs: p.Dirs})
		if err != nil {
			return true
		}
		defer c.Close()
		return c.Daemon().PID != hello.PID
	})
}

// greet opens a session as a gortex of another version would.
func (p place) greet(t *testing.T, v string) io.ReadWriteCloser {
	t.Helper()
	conn, err := net.Dial("unix", p.Dirs.Socket)
	if err != nil {
		t.Fatal(err)
	}
	stream, _, err := handshake.Greet(t.Context(), conn, handshake.Params{Version: v, Protocol: version.DaemonProtocol, Kind: handshake.MCP, CWD: os.TempDir(), PID: os.Getpid()})
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

func (p place) retiring(t *testing.T) string {
	t.Helper()
	c, err := client.Dial(context.Background(), client.Options{Dirs: p.Dirs})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	raw, err := c.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var s struct{ Daemon struct{ Retiring string } }
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	return s.Daemon.Retiring
}
