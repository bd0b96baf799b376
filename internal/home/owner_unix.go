//go:build unix

package home

import (
	"io/fs"
	"os"
	"syscall"
)

// shortTemp is where a socket goes whose own place is too long; os.TempDir may
// be long itself (macOS), so it is not asked.
const shortTemp = "/tmp"

func ownedByUs(info fs.FileInfo) error {
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Getuid() {
		return errOtherOwner
	}
	return nil
}
