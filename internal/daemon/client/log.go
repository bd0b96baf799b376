package client

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/gortexhq/gortex/internal/home"
)

// maxLogBytes is how large a log may grow; a larger one becomes the old log, of which
// there is one.
const maxLogBytes = 5 << 20

// LogFile returns the path of the daemon's log.
func LogFile(d home.Dirs) string { return filepath.Join(d.State, "daemon.log") }

// OldLogFile returns the path of what the log was before.
func OldLogFile(d home.Dirs) string { return LogFile(d) + ".1" }

// Log is the daemon's log, open for appending. It is turned over by copying it away and
// cutting it, not by renaming: the file is also what a daemon in the background has as
// its stderr, where a crash writes, and must stay the same one for that. Safe for use
// from several goroutines.
type Log struct {
	old   string
	limit int64

	mu   sync.Mutex // guards what is below
	file *os.File
	size int64 // at least; others may write too
}

// OpenLog opens the daemon's log. The caller closes it.
func OpenLog(d home.Dirs) (*Log, error) {
	if err := home.MakePrivate(d.State); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(LogFile(d), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the log: %w", err)
	}
	l := &Log{old: OldLogFile(d), limit: maxLogBytes, file: f}
	if err = l.measure(); err == nil {
		err = l.turnOver()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return l, nil
}

// IsLog says whether a file, a stderr most likely, is the daemon's log.
func IsLog(f *os.File, d home.Dirs) bool {
	one, err := f.Stat()
	log, err2 := os.Stat(LogFile(d))
	return err == nil && err2 == nil && os.SameFile(one, log)
}

// Write appends a whole line, which slog hands out as one.
func (l *Log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.file.Write(line)
	l.size += int64(n)
	if err == nil && l.size > l.limit {
		if err = l.measure(); err == nil {
			err = l.turnOver()
		}
	}
	return n, err
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

func (l *Log) measure() error {
	info, err := l.file.Stat()
	if err == nil {
		l.size = info.Size()
	}
	return err
}

// turnOver makes a log that is too large the old one. A log that cannot be copied is cut
// all the same: it must not fill the disk.
func (l *Log) turnOver() error {
	if l.size <= l.limit {
		return nil
	}
	_ = l.copyAway()
	if err := l.file.Truncate(0); err != nil {
		return fmt.Errorf("turn the log over: %w", err)
	}
	l.size = 0
	return nil
}

func (l *Log) copyAway() error {
	old, err := os.OpenFile(l.old, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(old, io.NewSectionReader(l.file, 0, l.size))
	if closed := old.Close(); err == nil {
		err = closed
	}
	return err
}
