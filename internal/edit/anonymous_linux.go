package edit

import (
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// anonymous opens a file without a name in a folder.
func anonymous(folder *os.Root, mode fs.FileMode) (*os.File, error) {
	return folder.OpenFile(".", os.O_WRONLY|unix.O_TMPFILE, mode)
}

// linkAnonymous gives it one.
func linkAnonymous(f *os.File, folder *os.Root, name string) error {
	dir, err := folder.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", f.Fd()), int(dir.Fd()), name, unix.AT_SYMLINK_FOLLOW)
}
