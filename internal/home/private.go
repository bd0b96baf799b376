package home

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// MakePrivate creates dir and its parents, dir itself with mode 0700. A folder
// that is there already loses the rights of others; one that is a link, no
// folder, or belongs to someone else is refused, since whoever owns it decides
// who may talk to the daemon.
func MakePrivate(dir string) error {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("create %s: %w", dir, err)
		}
		info, err = os.Lstat(dir)
	}
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a link; gortex keeps its sockets and state in real folders only: remove it, or set GORTEX_HOME", dir)
	case !info.IsDir():
		return fmt.Errorf("%s is no folder: remove it, or set GORTEX_HOME", dir)
	}
	if err := ownedByUs(info); err != nil {
		return fmt.Errorf("%s %w: remove it, or set GORTEX_HOME to a folder of your own", dir, err)
	}
	if info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return fmt.Errorf("others can reach %s, and its mode cannot be changed: %w", dir, err)
	}
	return nil
}

var errOtherOwner = errors.New("belongs to another user")
