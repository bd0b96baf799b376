package daemon

import (
	"crypto/sha256"
	"io"
	"os"

	"github.com/gortexhq/gortex/internal/engine"
)

// maxHashed is the largest file whose content is compared when its time says that
// it may have changed: about a millisecond.
const maxHashed = 2 << 20

// fresh says that a file on disk is what was indexed: by what the engine has heard
// of, then by size, then by time, and where that leaves a doubt by content. The
// watcher's news can be a moment late; a denial over a changed file would be wrong. info
// is what the same decision has seen of the file, nil if nothing.
func (v *view) fresh(file string, info os.FileInfo, f engine.File) bool {
	if v.repo.IsBehind(f.Path) {
		return false
	}
	if info == nil {
		info, _ = os.Stat(file)
	}
	if info == nil || !info.Mode().IsRegular() || info.Size() != f.Size {
		return false
	}
	if info.ModTime().UnixNano() == f.ModTime {
		return true
	}
	return f.Size <= maxHashed && sameContent(file, f)
}

func sameContent(name string, f engine.File) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(file, f.Size+1)); err != nil {
		return false
	}
	return [32]byte(h.Sum(nil)) == f.Hash
}
