//go:build unix

package doctor

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// writable asks the system rather than the mode: a volume may be mounted read-only.
func writable(dir string) error {
	if err := unix.Access(dir, unix.W_OK|unix.X_OK); err != nil {
		return &fs.PathError{Op: "write to", Path: dir, Err: os.NewSyscallError("access", err)}
	}
	return nil
}
