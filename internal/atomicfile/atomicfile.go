// Package atomicfile replaces files whole: the new content is written beside the file
// and renamed into its place, so that no reader and no crash sees half of it.
package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Beside is the pattern of the names that content has before it is in its place; what
// matches and is old was left behind by a process that was killed. No program takes
// such a file for one of its own.
const Beside = ".gortex-*.part"

// Private is the mode of files that are their user's alone.
const Private fs.FileMode = 0o600

// Write replaces file, whose folder must be there, by content, given in pieces. It is
// on the disk when Write returns.
func Write(file string, mode fs.FileMode, content ...[]byte) error {
	return write(file, mode, (*os.File).Sync, content)
}

// WriteCache is Write for what can be made again: after a crash of the machine the file
// may hold anything, and who reads it must be able to tell.
func WriteCache(file string, mode fs.FileMode, content ...[]byte) error {
	return write(file, mode, func(*os.File) error { return nil }, content)
}

func write(file string, mode fs.FileMode, settle func(*os.File) error, content [][]byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(file), Beside)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	for _, piece := range content {
		if _, err := f.Write(piece); err != nil {
			return err
		}
	}
	if mode != Private { // CreateTemp's
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	if err := settle(f); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
