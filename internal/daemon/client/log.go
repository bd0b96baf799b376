package client

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/gortexhq/gortex/internal/home"
)

// maxLogBytes is how large a log may be when a daemon starts; a larger one becomes
// the old log, of which there is one.
const maxLogBytes = 5 << 20

// LogFile returns the path of the daemon's log.
func LogFile(d home.Dirs) string { return filepath.Join(d.State, "daemon.log") }

// OpenLog opens the daemon's log for appending, after moving a large one to
// daemon.log.1. The caller closes it.
func OpenLog(d home.Dirs) (*os.File, error) {
	if err := home.MakePrivate(d.State); err != nil {
		return nil, err
	}
	path := LogFile(d)
	if info, err := os.Stat(path); err == nil && info.Size() > maxLogBytes {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, fmt.Errorf("rotate the log: %w", err)
		}
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the log: %w", err)
	}
	return f, nil
}
