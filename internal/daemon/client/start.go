package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client/handshake"
	"github.com/gortexhq/gortex/internal/flock"
	"github.com/gortexhq/gortex/internal/home"
)

const (
	retryEvery = 15 * time.Millisecond  // between attempts to connect while a daemon starts
	respawn    = 500 * time.Millisecond // after a spawned one made way for another that then did not answer
)

// start gets a daemon to run and connects to it. Of many callers at once, the one
// that has the start lock spawns; the others only try to connect. The lock saves
// processes, it decides nothing: the single instance is the daemon's own lock, and
// whoever loses that ends quietly.
func start(ctx context.Context, opts Options, p handshake.Params) (io.ReadWriteCloser, Hello, error) {
	if err := home.MakePrivate(filepath.Dir(opts.Dirs.Socket)); err != nil {
		return nil, Hello{}, err
	}
	s := starter{opts: opts}
	defer s.release()
	tick := time.NewTicker(retryEvery)
	defer tick.Stop()
	for {
		stream, hello, err := connect(ctx, opts.Dirs.Socket, p)
		if err == nil || !errors.Is(err, ErrNotRunning) && ctx.Err() == nil {
			return stream, hello, err
		}
		if err := s.step(time.Now()); err != nil {
			return nil, Hello{}, err
		}
		select {
		case <-ctx.Done():
			return nil, Hello{}, fmt.Errorf("the daemon does not answer on %s (%w); its log is %s", opts.Dirs.Socket, context.Cause(ctx), LogFile(opts.Dirs))
		case <-tick.C:
		}
	}
}

// starter is what one caller of start holds.
type starter struct {
	opts  Options
	lock  *flock.Lock // nil while another caller has it
	child *child      // the one that was spawned, nil before
	again time.Time   // when to spawn another, once child has ended
}

// step does what is to be done after an attempt to connect has failed.
func (s *starter) step(now time.Time) error {
	if s.lock == nil {
		lock, err := flock.Try(s.opts.Dirs.Lock + ".start")
		if errors.Is(err, flock.ErrLocked) {
			return nil
		}
		s.lock = lock
		return err // with the lock in hand, connecting is tried once more before anything is spawned
	}
	if s.child == nil {
		return s.spawn()
	}
	select {
	case <-s.child.ended:
	default:
		return nil
	}
	switch {
	case s.child.err != nil:
		return fmt.Errorf("the daemon ended as it started (%w): %s", s.child.err, s.child.lastWords())
	case s.again.IsZero(): // it found another one that is starting or ending
		s.again = now.Add(respawn)
	case now.After(s.again):
		s.again = time.Time{}
		return s.spawn()
	}
	return nil
}

func (s *starter) spawn() (err error) {
	s.child, err = spawn(s.opts)
	return err
}

func (s *starter) release() {
	if s.lock != nil {
		s.lock.Unlock()
	}
}

// child is a daemon that this process has spawned.
type child struct {
	ended chan struct{}
	err   error // how it ended; to be read once ended is closed
	log   string
	from  int64 // where its words begin in the log
}

// spawn starts `gortex daemon run` detached. What it writes before it has a log of
// its own, and should it crash, goes to the same file.
func spawn(opts Options) (*child, error) {
	bin := opts.Bin
	if bin == "" {
		var err error
		if bin, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("start the daemon: which program is this? %w", err)
		}
	}
	log, err := OpenLog(opts.Dirs)
	if err != nil {
		return nil, fmt.Errorf("start the daemon: %w", err)
	}
	defer log.Close()
	c := &child{ended: make(chan struct{}), log: LogFile(opts.Dirs), from: log.size}
	cmd := detached(bin, "daemon", "run")
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = rootDir(), absolute(opts.Env), log.file, log.file
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the daemon: %w", err)
	}
	// Waiting is all that keeps a zombie from standing in the process table of a
	// long-lived starter. It ends with the daemon or with this process.
	go func() {
		c.err = cmd.Wait()
		close(c.ended)
	}()
	return c, nil
}

// absolute returns an environment (nil: ours) whose paths mean the same from the
// folder that the daemon runs in, which is not ours.
func absolute(env []string) []string {
	if env == nil {
		env = os.Environ()
	}
	env = slices.Clone(env)
	for i, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		if name != "GORTEX_HOME" && name != "GORTEX_SOCKET" || value == "" {
			continue
		}
		if abs, err := filepath.Abs(value); err == nil {
			env[i] = name + "=" + abs
		}
	}
	return env
}

// lastWords returns the last line that a failed daemon wrote.
func (c *child) lastWords() string {
	f, err := os.Open(c.log)
	if err != nil {
		return "see " + c.log
	}
	defer f.Close()
	const most = 64 << 10
	b, err := io.ReadAll(io.NewSectionReader(f, c.from, most))
	b = bytes.TrimSpace(b)
	if err != nil || len(b) == 0 {
		return "see " + c.log
	}
	return string(b[bytes.LastIndexByte(b, '\n')+1:])
}

// rootDir is a folder that nobody wants to unmount or remove.
func rootDir() string { return filepath.VolumeName(os.TempDir()) + string(filepath.Separator) }
