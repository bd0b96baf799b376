// Package daemon is the one process per user that holds the graph: its socket and
// lock, the connections to it and what they may ask. It joins the rooms (tools,
// hooks, editor, engine) and has no opinion of its own about any of their work.
package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/daemon/client/peer"
	"github.com/gortexhq/gortex/internal/home"
	"github.com/gortexhq/gortex/internal/version"
)

// ErrAlreadyRunning: another daemon serves this home. Whoever was only to see that
// one runs ends with success.
var ErrAlreadyRunning = errors.New("a daemon is already running")

// Options of a daemon.
type Options struct {
	Dirs   home.Dirs
	Config config.Config
	Live   *config.Live // settings that change with their file; nil: those of Config stay
	Log    *slog.Logger // nil: text into client.LogFile(Dirs)
}

// Causes of an end that is no failure.
var (
	errStopped = errors.New("asked to stop")
	errIdle    = errors.New("idle")
	errOrphan  = errors.New("nobody can reach it: its socket was taken away, or is to be elsewhere")
)

// Run is the daemon: it returns nil once it has ended because ctx did, because it
// was asked to stop, or because nobody was connected for Config.Daemon.IdleExit. It
// leaves within a second, whatever is being indexed.
func Run(ctx context.Context, o Options) error {
	for _, dir := range []string{filepath.Dir(o.Dirs.Socket), o.Dirs.State, o.Dirs.Cache} {
		if err := home.MakePrivate(dir); err != nil {
			return err
		}
	}
	lock, err := claim(ctx, o.Dirs)
	if err != nil {
		return err
	}
	defer lock.Unlock() // last: whoever gets the lock finds the socket gone
	if o.Log == nil {
		file, err := client.OpenLog(o.Dirs)
		if err != nil {
			return err
		}
		defer file.Close()
		o.Log = slog.New(slog.NewTextHandler(file, &slog.HandlerOptions{Level: slog.LevelInfo}))
	}
	respectMemoryLimit(os.Getenv, o.Log)
	socket, err := listen(o.Dirs.Socket)
	if err != nil {
		return err
	}
	return newDaemon(o).run(ctx, socket)
}

type daemon struct {
	Options
	settings   settings
	hello      client.Hello
	started    time.Time
	user       int // whose connections are taken
	idle       *idleWatch
	engine     *opening
	hooks      *decider
	guests     guests
	warming    warming
	retirement retirement
	stop       context.CancelCauseFunc // set by run

	connections sync.WaitGroup
}

func newDaemon(o Options) *daemon {
	if o.Live == nil {
		o.Live = config.Fixed(o.Config)
	}
	o.Config = *o.Live.Now() // as of the start
	return &daemon{
		Options:  o,
		settings: settings{walk: make(chan struct{}, 1)},
		hello:    client.Hello{Version: version.Version, Protocol: version.DaemonProtocol, PID: os.Getpid()},
		started:  time.Now(),
		user:     peer.Self(),
		idle:     newIdleWatch(o.Config.Daemon.IdleExit),
		engine:   newOpening(),
		hooks:    &decider{settings: o.Live, sessions: loadSessions(filepath.Join(o.Dirs.State, sessionsFile), o.Log)},
	}
}

// The end of a daemon, in order: no new connections, the old ones, the engine. What
// does not end in its time is left to the end of the process; stored indexes are
// renamed into place whole, so that nothing is torn.
const (
	connectionsEnd = 400 * time.Millisecond
	engineEnd      = 400 * time.Millisecond
)

func (d *daemon) run(ctx context.Context, socket *socket) error {
	d.Log.Info("daemon started", "version", d.hello.Version, "pid", d.hello.PID, "socket", socket.path)
	ctx, d.stop = context.WithCancelCause(ctx)
	defer d.stop(nil)

	var group sync.WaitGroup
	group.Go(func() { d.engine.open(d.Options) })
	group.Go(func() { d.hooks.sessions.keep(ctx) })
	group.Go(func() { d.watchIdle(ctx, socket) })
	group.Go(func() { d.walkAgain(ctx) })
	group.Go(func() { d.accept(ctx, socket) })

	<-ctx.Done()
	socket.Close()
	if !within(connectionsEnd, d.connections.Wait) {
		d.Log.Warn("a connection did not end in time", "limit", connectionsEnd)
	}
	if !within(engineEnd, func() { group.Wait(); d.engine.close(d.Log) }) {
		d.Log.Warn("the engine did not end in time", "limit", engineEnd)
	}
	d.Log.Info("daemon ended", "cause", context.Cause(ctx))
	return nil
}

// watchIdle ends the daemon when nobody needs it, or nobody can reach it any more.
func (d *daemon) watchIdle(ctx context.Context, s *socket) {
	const lookEvery = 15 * time.Second
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	defer d.idle.end()
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.idle.expired:
			d.stop(errIdle)
		case <-tick.C:
			d.takeUpSettings()
			if d.unreachable(s) && d.idle.close() {
				d.stop(errOrphan)
			}
		}
	}
}

// unreachable says that nobody who comes now would find this daemon.
func (d *daemon) unreachable(s *socket) bool {
	return !s.ours() || len(needRestart(&d.Config, d.Live.Now())) > 0
}

// accept takes connections until the socket is closed.
func (d *daemon) accept(ctx context.Context, s *socket) {
	for {
		conn, err := s.Accept()
		switch {
		case err == nil:
			d.connections.Go(func() { d.serve(ctx, conn) })
		case errors.Is(err, net.ErrClosed):
			return
		default: // out of descriptors, most likely: connections that end give some back
			d.Log.Error("accept", "error", err)
			select {
			case <-ctx.Done():
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
}

// within runs f and says whether it returned in time; if not it goes on alone, to
// end with the process.
func within(limit time.Duration, f func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

// caught turns a panic of work that is not a connection's handler into an error.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("internal error: %v", p)
	}
}
