package daemon

import (
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/gortexhq/gortex/internal/daemon/client/handshake"
	"github.com/gortexhq/gortex/internal/home"
)

func TestAnotherUserIsNotServed(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "gx")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	dirs := home.Dirs{State: dir, Cache: dir, Socket: filepath.Join(dir, "s"), Lock: filepath.Join(dir, "l")}
	l, err := listen(dirs.Socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	d := newDaemon(Options{Dirs: dirs, Log: slog.New(slog.DiscardHandler)})
	defer d.idle.end()
	d.user++ // whoever connects is somebody else now
	d.connections.Go(func() {
		conn, err := l.Accept()
		if err != nil {
			t.Error(err)
			return
		}
		d.serve(t.Context(), conn)
	})
	conn, err := net.Dial("unix", dirs.Socket)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := handshake.Greet(t.Context(), conn, handshake.Params{Kind: handshake.Control}); err == nil {
		t.Error("another user was greeted")
	}
	d.connections.Wait()
}

func TestOnlyOneListens(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "gx")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "s")
	first, err := listen(path)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			conn, err := first.Accept()
			if err != nil {
				return
			}
			io.Copy(io.Discard, conn)
			conn.Close()
		}
	}()
	if _, err := listen(path); err != ErrAlreadyRunning {
		t.Errorf("beside one that answers: %v, want ErrAlreadyRunning", err)
	}
	first.Close()
	second, err := listen(path)
	if err != nil {
		t.Fatalf("after it has ended: %v", err)
	}
	second.Close()
}
