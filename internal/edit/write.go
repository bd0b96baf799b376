package edit

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// hooks are where a test may step between; nothing else replaces them.
type hooks struct {
	beforeRename func(file string)
	rename       func(root *os.Root, from, to string) error
}

var realHooks = hooks{
	beforeRename: func(string) {},
	rename:       func(root *os.Root, from, to string) error { return root.Rename(from, to) },
}

// race is errRaced with what is there now.
type race struct{ path, current string }

func (r *race) Error() string { return r.path + " " + errRaced.Error() }
func (r *race) Unwrap() error { return errRaced }

// commit writes all plans or none. Everything is staged beside its target and
// on the disk before the first rename, so that what can still fail is a rename;
// then the files that were renamed are put back.
//
// All goes through os.Root: a folder that is swapped for a symlink between the
// guards and the write leads nowhere.
func (e *Editor) commit(plans []*plan) (err error) {
	var staged []*stage
	defer func() {
		for _, s := range staged {
			s.clear(err != nil)
		}
	}()
	for _, p := range plans {
		if !p.changed() {
			continue
		}
		s := &stage{plan: p, hooks: e.hooks}
		staged = append(staged, s)
		if err := s.prepare(); err != nil {
			return err
		}
	}
	for _, s := range staged {
		if err := s.unraced(); err != nil {
			return err
		}
	}
	for i, s := range staged {
		if err := s.rename(); err != nil {
			if lost := rollBack(staged[:i]); lost != nil {
				return fmt.Errorf("%v, and %w", err, lost) // no race any more: never tried again
			}
			return err
		}
	}
	for _, s := range staged {
		s.syncFolder()
	}
	return nil
}

// rollBack restores what was renamed, the last one first.
func rollBack(done []*stage) error {
	var errs []error
	for i := len(done) - 1; i >= 0; i-- {
		if err := done[i].restore(); err != nil {
			errs = append(errs, fmt.Errorf("%s could not be put back: %w", done[i].path, err))
		}
	}
	return errors.Join(errs...)
}

// stage is a plan on its way to the disk.
type stage struct {
	*plan
	hooks hooks
	at    *os.Root
	temp  string   // relative to the root; "" when there is none (any more)
	made  []string // folders that were made for it, the outermost first
}

func (s *stage) prepare() (err error) {
	if s.at, err = os.OpenRoot(s.root); err != nil {
		return err
	}
	if s.info == nil {
		if err := s.makeFolders(filepath.Dir(s.rel)); err != nil {
			return refuse(s.path, "cannot be made, its folder neither: %v", err)
		}
	}
	if s.temp, err = s.stageContent(s.after); err != nil {
		return refuse(s.path, "cannot be written (%v): see to its folder's permissions and the space on the disk", err)
	}
	return nil
}

func (s *stage) makeFolders(dir string) error {
	if dir == "." {
		return nil
	}
	if _, err := s.at.Stat(dir); err == nil {
		return nil
	}
	if err := s.makeFolders(filepath.Dir(dir)); err != nil {
		return err
	}
	switch err := s.at.Mkdir(dir, 0o777); {
	case err == nil:
		s.made = append(s.made, dir)
	case !errors.Is(err, fs.ErrExist): // another call may have made it just now
		return err
	}
	return nil
}

// stageContent writes content beside the target, with its owner and mode.
func (s *stage) stageContent(content []byte) (temp string, err error) {
	temp = filepath.Join(filepath.Dir(s.rel), ".gortex-"+rand.Text()+".tmp")
	mode := fs.FileMode(0o600)
	if s.info == nil {
		mode = 0o666 // what the user's umask leaves of it
	}
	f, err := s.at.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	if err == nil && s.info != nil {
		err = likeOriginal(f, s.info)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		_ = s.at.Remove(temp)
		return "", err
	}
	return temp, nil
}

// unraced makes sure that the file is still what the plan rests on.
func (s *stage) unraced() error {
	now, err := readFile(s.at, s.rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if s.info == nil {
			return nil
		}
		return &race{path: s.path}
	case err != nil:
		return refuse(s.path, "cannot be read: %v", err)
	case s.info == nil || sum(now) != s.hash:
		return &race{path: s.path, current: sum(now)}
	}
	return nil
}

func (s *stage) rename() error {
	s.hooks.beforeRename(s.file)
	if err := s.unraced(); err != nil {
		return err
	}
	if s.info == nil {
		// A link, unlike a rename, never replaces what came in the meantime.
		err := s.at.Link(s.temp, s.rel)
		if err == nil {
			return nil // clear takes the other name away
		}
		if errors.Is(err, fs.ErrExist) {
			return &race{path: s.path}
		}
	}
	if err := s.hooks.rename(s.at, s.temp, s.rel); err != nil {
		return refuse(s.path, "cannot be replaced: %v; nothing was written", err)
	}
	s.temp = ""
	return nil
}

// restore puts the old content back, the same way.
func (s *stage) restore() error {
	if s.info == nil {
		return s.at.Remove(s.rel)
	}
	temp, err := s.stageContent(s.before)
	if err != nil {
		return err
	}
	return s.at.Rename(temp, s.rel)
}

// clear leaves nothing behind but the file.
func (s *stage) clear(failed bool) {
	if s.at == nil {
		return
	}
	if s.temp != "" {
		_ = s.at.Remove(s.temp)
	}
	if failed {
		for i := len(s.made) - 1; i >= 0; i-- {
			_ = s.at.Remove(s.made[i]) // unless somebody has put something there
		}
	}
	_ = s.at.Close()
}

// syncFolder makes the rename itself durable, where the system can.
func (s *stage) syncFolder() {
	if dir, err := s.at.Open(filepath.Dir(s.rel)); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
}
