package watch

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// maxHeadBytes bounds what is read of HEAD and of a .git file: a line each.
const maxHeadBytes = 4 << 10

// findHead looks for the repository's own folder and notes what HEAD says.
// Callers hold mu.
func (w *Watcher) findHead() {
	w.git, w.head = gitFolder(w.root), ""
	if w.git == "" {
		return
	}
	w.head = firstBytes(filepath.Join(w.git, "HEAD"))
	if w.system == nil {
		return
	}
	// The folder, because git replaces the file.
	if err := w.system.add(w.git); err != nil {
		w.o.Log.Warn("branch switches are not noticed at once", "path", w.git, "error", err)
	}
}

func (w *Watcher) refindHead() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.findHead()
}

func (w *Watcher) isHead(file string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.git != "" && file == filepath.Join(w.git, "HEAD")
}

// headMoved says whether HEAD says something new: another branch or, detached,
// another commit. A commit on a branch leaves it alone.
func (w *Watcher) headMoved() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.git == "" { // polling: a repository may have been made here
		w.findHead()
		return w.git != ""
	}
	now := firstBytes(filepath.Join(w.git, "HEAD"))
	if now == "" || now == w.head {
		return false // between the old and the new file there may be none
	}
	w.head = now
	return true
}

// gitFolder returns where the work tree at root keeps its HEAD: .git, or the
// folder that a .git file names.
func gitFolder(root string) string {
	dot := filepath.Join(root, ".git")
	info, err := os.Stat(dot)
	switch {
	case err != nil:
		return ""
	case info.IsDir():
		return dot
	case !info.Mode().IsRegular():
		return ""
	}
	dir, ok := strings.CutPrefix(strings.TrimSpace(firstBytes(dot)), "gitdir: ")
	if !ok {
		return ""
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	return filepath.Clean(dir)
}

func firstBytes(file string) string {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	b, _ := io.ReadAll(io.LimitReader(f, maxHeadBytes))
	return string(b)
}
