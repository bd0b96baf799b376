package engine

import (
	"os"
	"path/filepath"
	"time"

	"github.com/gortexhq/gortex/internal/atomicfile"
)

// partAge is how old an unfinished file must be to be nobody's any more.
const partAge = time.Hour

// sweep removes stored indexes of what is not tracked any more, and what a killed
// engine left unfinished: the folder holds one index for each tracked repository.
func (e *Engine) sweep() {
	var stored []string
	for _, pattern := range []string{"*.index*", atomicfile.Beside} {
		found, err := filepath.Glob(filepath.Join(e.options.CacheDir, pattern))
		if err != nil {
			return
		}
		stored = append(stored, found...)
	}
	for _, file := range stored {
		part := filepath.Ext(file) == ".part"
		info, err := os.Lstat(file)
		if err != nil || !info.Mode().IsRegular() || e.owns(file) || part && time.Since(info.ModTime()) < partAge {
			continue
		}
		if err := os.Remove(file); err != nil {
			e.log.Warn("an old index was not removed", "file", file, "error", err)
			continue
		}
		e.log.Info("an old index was removed", "file", file)
	}
}

// owns says whether a file is where a tracked repository's index is stored.
func (e *Engine) owns(file string) bool {
	for _, r := range e.Repositories() {
		if r.indexFile() == file {
			return true
		}
	}
	return false
}
