package hosts

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gortexhq/gortex/internal/atomicfile"
)

// Action is what became of an installed file.
type Action string

const (
	Wrote   Action = "wrote"
	Updated Action = "updated"
	Current Action = "already current"
	Removed Action = "removed"
	Kept    Action = "kept"    // its user changed it
	Nothing Action = "nothing" // there was none
)

// ErrChanged: the file is not as an install left it.
var ErrChanged = errors.New("the file was changed since it was installed")

// File is one file that a host's install owns.
type File struct {
	Path    string
	Content []byte
	// Ours says whether content is as some install left it, this version's or an
	// earlier one's: only that may be replaced or removed.
	Ours func(content []byte) bool
}

// Change is what became of a file.
type Change struct {
	Action Action
	Backup string // where what its user had changed is kept, "" where there was nothing to keep
}

// ChangedError is that of a file which its user changed. It is ErrChanged.
type ChangedError struct {
	Path         string
	Theirs, Ours []byte // what is there, and what an install would write
}

func (e *ChangedError) Error() string { return e.Path + ": " + ErrChanged.Error() }

// Is makes the error ErrChanged.
func (e *ChangedError) Is(target error) bool { return target == ErrChanged }

// Write puts the file in place: beside it first, then renamed, so that a reader
// sees the old one or the new one. What its user changed is left alone, with a
// *ChangedError, unless force is set: then it is kept as a backup beside it.
func (f File) Write(force bool) (Change, error) {
	old, err := os.ReadFile(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Change{Action: Wrote}, Replace(f.Path, f.Content)
	case err != nil:
		return Change{}, err
	case bytes.Equal(old, f.Content):
		return Change{Action: Current}, nil
	case f.Ours(old):
		return Change{Action: Updated}, Replace(f.Path, f.Content)
	case force:
		backup, err := keep(f.Path, old)
		if err != nil {
			return Change{}, fmt.Errorf("keep a backup: %w", err)
		}
		return Change{Wrote, backup}, Replace(f.Path, f.Content)
	}
	return Change{Action: Kept}, &ChangedError{f.Path, old, f.Content}
}

// keep writes old to the first name beside path that is free.
func keep(path string, old []byte) (string, error) {
	for n := 1; ; n++ {
		backup := path + ".backup"
		if n > 1 {
			backup += fmt.Sprintf(".%d", n)
		}
		f, err := os.OpenFile(backup, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(old)
		return backup, errors.Join(err, f.Close())
	}
}

// Backups returns what forced writes have kept of the user's, which is theirs to remove.
func (f File) Backups() (kept []string) {
	dir, base := filepath.Split(f.Path)
	beside, _ := os.ReadDir(dir) // a folder that is not there has none
	for _, e := range beside {
		if strings.HasPrefix(e.Name(), base+".backup") {
			kept = append(kept, filepath.Join(dir, e.Name()))
		}
	}
	return kept
}

// Replace writes a file whole: beside it first, then renamed. A file that is there
// keeps its mode; a link stays one, and what it points to is replaced.
func Replace(path string, content []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(path, mode, content)
}

// Remove takes the file away, and its folder when that is empty then.
func (f File) Remove() (Action, error) {
	old, err := os.ReadFile(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Nothing, nil
	case err != nil:
		return "", err
	case !f.Ours(old):
		return Kept, nil
	}
	if err := os.Remove(f.Path); err != nil {
		return "", err
	}
	_ = os.Remove(filepath.Dir(f.Path)) // fails, as it should, when there is more in it
	return Removed, nil
}
