//go:build linux || darwin

package peer_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/gortexhq/gortex/internal/daemon/client/peer"
)

func TestOnlyTheSameUserPasses(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "peer") // short: a socket's path is limited
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	near, err := net.Dial("unix", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	far, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	for name, end := range map[string]net.Conn{"the one who dialed": near, "the one who accepted": far} {
		if err := peer.Check(end, peer.Self()); err != nil {
			t.Errorf("%s refuses its own user: %v", name, err)
		}
		if err := peer.Check(end, peer.Self()+1); !errors.Is(err, peer.ErrOtherUser) {
			t.Errorf("%s: another user gives %v, want ErrOtherUser", name, err)
		}
	}
}

func TestAnEndWithoutDescriptorIsRefused(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	defer near.Close()
	defer far.Close()
	if peer.Check(near, peer.Self()) == nil {
		t.Error("a connection whose user cannot be asked for passes")
	}
}
