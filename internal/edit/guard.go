package edit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// target is a file that may be written, as far as its place goes.
type target struct {
	file    string // absolute, symlinks resolved
	root    string
	rel     string // below root, in the system's spelling
	path    string // the same with slashes: its name in results and refusals
	changes []Change
}

func (t *target) dir() string  { return filepath.Dir(t.rel) }
func (t *target) base() string { return filepath.Base(t.rel) }

// guard judges where a file is: after symlinks, not by how it is named.
func (e *Editor) guard(named, file string, force bool) (*target, error) {
	if strings.HasSuffix(filepath.ToSlash(named), "/") {
		return nil, refuse(named, "names a folder: leave its last slash out if a file is meant")
	}
	resolved, err := resolveSymlinks(filepath.Clean(file))
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return nil, refuse(named, "is below a file, not in a folder: name another place")
	case err != nil:
		return nil, refuse(named, "cannot be reached (%v): name a file that is no broken symlink", err)
	}
	root := e.workspace.Root(resolved)
	if root == "" {
		return nil, refuse(named, "is outside the tracked repositories%s: edit files inside them, or track its folder with gortex track DIR", leadsTo(file, resolved))
	}
	rel, err := filepath.Rel(root, resolved)
	switch {
	case err != nil || !filepath.IsLocal(rel):
		return nil, refuse(named, "is outside the tracked repositories%s", leadsTo(file, resolved))
	case rel == ".":
		return nil, refuse(named, "is a folder: name a file in it")
	case insideGit(rel):
		return nil, refuse(named, "is git's own: use git to change it")
	case !force && e.workspace.Ignored(resolved):
		return nil, refuse(named, "is ignored by git or by the configuration: pass force if it must be edited all the same")
	}
	return &target{file: resolved, root: root, rel: rel, path: filepath.ToSlash(rel)}, nil
}

func leadsTo(file, resolved string) string {
	if filepath.Clean(file) == resolved {
		return ""
	}
	return " (it leads to " + resolved + ")"
}

// insideGit knows the spellings that file systems take for .git.
func insideGit(rel string) bool {
	for name := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		name = strings.TrimRight(name, ". ")
		if strings.EqualFold(name, ".git") || strings.EqualFold(name, "git~1") {
			return true
		}
	}
	return false
}

// resolveSymlinks resolves as much of a path as is there. What is not there yet
// is only named: a file to be created, in folders to be made.
func resolveSymlinks(file string) (string, error) {
	missing := ""
	for at := file; ; {
		resolved, err := filepath.EvalSymlinks(at)
		if err == nil {
			return filepath.Join(resolved, missing), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if info, err := os.Lstat(at); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", errors.New("a symlink that leads nowhere")
		}
		up := filepath.Dir(at)
		if up == at {
			return "", err
		}
		missing = filepath.Join(filepath.Base(at), missing)
		at = up
	}
}

// errMoved: what the guards have judged is not what is there now.
var errMoved = errors.New("a folder above it has been replaced meanwhile, or is a symlink now")

// openFolder opens a folder below root that no symlink leads to.
func openFolder(root *os.Root, dir string) (*os.Root, error) {
	at, err := root.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	if err := inPlace(root, dir, at); err != nil {
		return nil, errors.Join(err, at.Close())
	}
	return at, nil
}

// inPlace holds that an open folder is still the one of that name, and no symlink leads to it.
func inPlace(root *os.Root, dir string, at *os.Root) error {
	open, err := at.Stat(".")
	if err != nil {
		return err
	}
	for up := dir; up != "."; up = filepath.Dir(up) {
		info, err := root.Lstat(up)
		switch {
		case err != nil:
			return err
		case !info.IsDir() || up == dir && !os.SameFile(info, open):
			return errMoved
		}
	}
	return nil
}

// unreachable refuses a file whose folder cannot be opened, or is not what it was.
func (t *target) unreachable(err error) error {
	return refuse(t.path, "cannot be reached (%v): see what is there now, and repeat the edit", err)
}
