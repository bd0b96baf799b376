package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/daemon"
	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/flock"
)

func daemonCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "daemon", Usage: "the process that all sessions of this user share",
		Subcommands: []*cli.Command{
			{
				Name: "run", Usage: "run it in the foreground; Ctrl-C ends it",
				Action: func(c *cli.Context) error { return daemonRun(c, t) },
			},
			{
				Name: "start", Usage: "start it in the background, unless it runs",
				Flags:  []cli.Flag{quietFlag(), jsonFlag()},
				Action: func(c *cli.Context) error { return daemonStart(c, t) },
			},
			{
				Name: "stop", Usage: "end it, and wait until it is gone",
				Flags: []cli.Flag{quietFlag(), jsonFlag()},
				Action: func(c *cli.Context) error {
					was, err := daemonStop(c, t)
					if err != nil {
						return err
					}
					return tellDaemon(c, t, was)
				},
			},
			{
				Name: "restart", Usage: "stop it and start it: after an upgrade, say",
				Flags: []cli.Flag{quietFlag(), jsonFlag()},
				Action: func(c *cli.Context) error {
					was, err := daemonStop(c, t)
					if err == nil && !c.Bool("json") { // which is one object
						err = tellDaemon(c, t, was)
					}
					if err != nil {
						return err
					}
					return daemonStart(c, t)
				},
			},
			{
				Name: "status", Usage: "say whether it runs",
				Flags:  []cli.Flag{jsonFlag()},
				Action: func(c *cli.Context) error { return daemonStatus(c, t) },
			},
			daemonDoctorCommand(t, "check what the daemon needs; exits with 1 where a link does not hold"),
			{
				Name: "logs", Usage: "print the end of its log",
				Flags: []cli.Flag{
					&cli.IntFlag{Name: "lines", Aliases: []string{"n"}, Value: logLines, Usage: "how many lines"},
					&cli.BoolFlag{Name: "path", Usage: "print where the log is instead"}, jsonFlag(),
				},
				Action: func(c *cli.Context) error { return daemonLogs(c, t) },
			},
		},
	}
}

func daemonRun(c *cli.Context, t terminal) error {
	if err := noArgs(c); err != nil {
		return err
	}
	dirs, _, err := settings(t)
	if err != nil {
		return err
	}
	var log *slog.Logger // nil: the daemon keeps its log itself
	if !client.IsLog(t.err, dirs) {
		log = slog.New(slog.NewTextHandler(t.err, nil))
	}
	live := config.Follow(t.getenv, settingsFiles(dirs))
	err = daemon.Run(c.Context, daemon.Options{Dirs: dirs, Live: live, Log: log})
	if errors.Is(err, daemon.ErrAlreadyRunning) {
		fmt.Fprintln(t.err, "gortex: a daemon is already running; gortex daemon status says which")
		return nil
	}
	return err
}

func daemonStart(c *cli.Context, t terminal) error {
	if err := noArgs(c); err != nil {
		return err
	}
	what := "already running"
	d, err := dial(c.Context, t, false)
	if errors.Is(err, client.ErrNotRunning) {
		what = "running"
		d, err = dial(c.Context, t, true)
	}
	if err != nil {
		return err
	}
	defer d.Close()
	return tellDaemon(c, t, daemonNow{what, true, d.Daemon().Version, d.Daemon().PID})
}

// daemonNow is what became of the daemon.
type daemonNow struct {
	State   string `json:"state"` // running, already running, stopped, not running
	Running bool   `json:"running"`
	Version string `json:"version,omitempty"`
	PID     int    `json:"pid,omitempty"`
}

func tellDaemon(c *cli.Context, t terminal, d daemonNow) error {
	switch {
	case c.Bool("json"):
		return printJSON(t, d)
	case !d.Running:
		return say(c, t, "daemon: %s\n", d.State)
	}
	return say(c, t, "daemon: %s, version %s, pid %d\n", d.State, d.Version, d.PID)
}

func daemonStop(c *cli.Context, t terminal) (daemonNow, error) {
	if err := noArgs(c); err != nil {
		return daemonNow{}, err
	}
	d, err := connect(c.Context, t, client.Options{AnyProtocol: true}) // one left by another version is what restart is for
	if errors.Is(err, client.ErrNotRunning) {
		return daemonNow{State: "not running"}, nil
	}
	if errors.Is(err, client.ErrNoAnswer) {
		return daemonNow{State: "stopped"}, killDaemon(c.Context, t, err)
	}
	if err != nil {
		return daemonNow{}, err
	}
	defer d.Close()
	return daemonNow{State: "stopped"}, d.Stop(c.Context)
}

// killDaemon ends a daemon that cannot be told to: the one that has the lock of the single
// instance. silent is how it was found not to answer.
func killDaemon(ctx context.Context, t terminal, silent error) error {
	dirs, _, err := settings(t)
	if err != nil {
		return err
	}
	lock, err := flock.Try(dirs.Lock)
	if err == nil { // it has ended meanwhile
		lock.Unlock()
		return nil
	}
	pid := flock.Holder(dirs.Lock)
	if !errors.Is(err, flock.ErrLocked) || pid == 0 {
		return errors.Join(silent, err)
	}
	process, err := os.FindProcess(pid)
	if err == nil {
		err = process.Kill()
	}
	if err != nil {
		return fmt.Errorf("end the daemon (pid %d), which does not answer: %w", pid, err)
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	return flock.WaitFor(ctx, dirs.Lock, pid)
}

func daemonStatus(c *cli.Context, t terminal) error {
	if err := noArgs(c); err != nil {
		return err
	}
	_, s, err := readStatus(c, t)
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return printJSON(t, s.Daemon)
	case !s.Daemon.Running:
		return say(c, t, "daemon: not running\n")
	}
	return say(c, t, "daemon: running, version %s, pid %d\n", s.Daemon.Version, s.Daemon.PID)
}

// logLines is how much of the log's end is printed where nothing else is asked for.
const logLines = 100

func daemonLogs(c *cli.Context, t terminal) error {
	if err := noArgs(c); err != nil {
		return err
	}
	most := c.Int("lines")
	if most <= 0 {
		return usagef(c, "--lines is how many lines there are to be, 1 at least, not %d", most)
	}
	dirs, _, err := settings(t)
	if err != nil {
		return err
	}
	path := client.LogFile(dirs)
	if c.Bool("path") && !c.Bool("json") {
		return say(c, t, "%s\n", path)
	}
	lines, err := lastLines(most, client.OldLogFile(dirs), path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no log yet at %s; a daemon that was started in the background writes it", path)
	}
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(t, struct {
			Path  string   `json:"path"`
			Lines []string `json:"lines"`
		}{path, lines})
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(t.out, line); err != nil {
			return err
		}
	}
	return nil
}

// lastLines returns the last lines of a log that goes on where an older one ends, which
// need not be there.
func lastLines(most int, older, newer string) ([]string, error) {
	now, err := os.ReadFile(newer)
	if err != nil {
		return nil, err
	}
	lines := slices.Collect(strings.Lines(string(now)))
	if len(lines) < most {
		if old, err := os.ReadFile(older); err == nil {
			lines = append(slices.Collect(strings.Lines(string(old))), lines...)
		}
	}
	lines = lines[max(0, len(lines)-most):]
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r\n")
	}
	return lines, nil
}

// say prints unless --quiet was given.
func say(c *cli.Context, t terminal, format string, args ...any) error {
	if c.Bool("quiet") {
		return nil
	}
	_, err := fmt.Fprintf(t.out, format, args...)
	return err
}
