package edit

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// anonymous opens a file without a name in dir.
func anonymous(root *os.Root, dir string, mode fs.FileMode) (*os.File, error) {
	return root.OpenFile(dir, os.O_WRONLY|unix.O_TMPFILE, mode)
}

// linkAnonymous gives it one.
func linkAnonymous(f *os.File, root *os.Root, name string) error {
	dir, err := root.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer dir.Close()
	return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", f.Fd()), int(dir.Fd()), filepath.Base(name), unix.AT_SYMLINK_FOLLOW)
}
