package hosts

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// Write puts the file in place: beside it first, then renamed, so that a reader
// sees the old one or the new one. What its user changed is left alone, with
// ErrChanged, unless force is set.
func (f File) Write(force bool) (Action, error) {
	old, err := os.ReadFile(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Wrote, f.write()
	case err != nil:
		return "", err
	case bytes.Equal(old, f.Content):
		return Current, nil
	case f.Ours(old):
		return Updated, f.write()
	case force:
		return Wrote, f.write()
	}
	return Kept, fmt.Errorf("%s: %w", f.Path, ErrChanged)
}

func (f File) write() error {
	dir := filepath.Dir(f.Path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	beside, err := os.CreateTemp(dir, ".gortex-*") // a name that no host takes for an extension
	if err != nil {
		return err
	}
	defer os.Remove(beside.Name()) // gone already when all went well
	_, err = beside.Write(f.Content)
	if err == nil {
		err = beside.Chmod(0o644)
	}
	if err == nil {
		err = beside.Sync()
	}
	if closed := beside.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(beside.Name(), f.Path)
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
