//go:build unix

package edit

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// likeOriginal gives a staged file the owner and the mode of the one it
// replaces. The owner first: changing it clears the set-id bits.
func likeOriginal(f *os.File, info fs.FileInfo) error {
	if want, ok := info.Sys().(*syscall.Stat_t); ok {
		have, err := f.Stat()
		if err != nil {
			return err
		}
		is, ok := have.Sys().(*syscall.Stat_t)
		if ok && (is.Uid != want.Uid || is.Gid != want.Gid) {
			if f.Chown(int(want.Uid), int(want.Gid)) != nil {
				return errors.New("it belongs to another user or group, which replacing it would change")
			}
		}
	}
	return f.Chmod(info.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky))
}

// mayWrite asks the system: a file of somebody else may be read-only for us alone, and one
// that is immutable for everybody.
func mayWrite(file string) error { return unix.Access(file, unix.W_OK) }
