package daemon

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"time"

	"github.com/gortexhq/gortex/internal/flock"
	"github.com/gortexhq/gortex/internal/home"
)

// claimTime is how long a new daemon waits for one that has the lock but does not
// answer: it is starting, or ending, which takes at most a second.
const claimTime = 3 * time.Second

// claim takes the lock of the single instance.
func claim(ctx context.Context, dirs home.Dirs) (*flock.Lock, error) {
	ctx, cancel := context.WithTimeout(ctx, claimTime)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		lock, err := flock.Try(dirs.Lock)
		if !errors.Is(err, flock.ErrLocked) {
			return lock, err
		}
		if answers(dirs.Socket) {
			return nil, ErrAlreadyRunning
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: pid %d has the lock and does not answer", ErrAlreadyRunning, flock.Holder(dirs.Lock))
		case <-tick.C:
		}
	}
}

// socket is the listening end and the file that stands for it.
type socket struct {
	net.Listener
	path string
	file fs.FileInfo
}

// listen makes the socket. Only who has the lock may call it: a socket file that
// nobody answers on is removed, and without the lock it could be one that is just
// being made.
func listen(path string) (*socket, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("the daemon's socket: %w", err)
	case info.Mode()&fs.ModeSocket == 0:
		return nil, fmt.Errorf("%s is no socket; remove it, or set GORTEX_SOCKET to another path", path)
	case answers(path): // someone removed the lock file under a running daemon
		return nil, ErrAlreadyRunning
	default:
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("remove the stale socket: %w", err)
		}
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("the daemon's socket: %w", err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false) // it may be another daemon's file by then
	s := &socket{Listener: l, path: path}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, fmt.Errorf("the daemon's socket: %w", err)
	}
	if s.file, err = os.Lstat(path); err != nil {
		l.Close()
		return nil, fmt.Errorf("the daemon's socket: %w", err)
	}
	return s, nil
}

// ours says that the file is still the one that was made here: nobody has removed
// or replaced it.
func (s *socket) ours() bool {
	now, err := os.Lstat(s.path)
	return err == nil && os.SameFile(s.file, now)
}

func (s *socket) Close() error {
	if s.ours() {
		os.Remove(s.path)
	}
	return s.Listener.Close()
}

func answers(path string) bool {
	conn, err := net.DialTimeout("unix", path, time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
