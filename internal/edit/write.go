package edit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
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

func (r *race) Error() string { return OneLine(r.path) + " " + errRaced.Error() }
func (r *race) Unwrap() error { return errRaced }

// commit writes all plans or none. Everything is staged beside its target and
// on the disk before the first rename, so that what can still fail is a rename;
// then the files that were renamed are put back.
//
// All is done in the open folder of each file, which was reached without a symlink and
// still is where it was right before the rename: a folder that is swapped between the
// guards and the write leads nowhere.
func (e *Editor) commit(plans []*plan) (err error) {
	var staged []*stage
	done := func() {}
	defer func() {
		for _, s := range staged {
			s.clear(err != nil)
		}
		done()
	}()
	for _, p := range plans {
		if !p.changed() {
			continue
		}
		s := &stage{plan: p, hooks: e.hooks}
		s.draft = draft{temp: tempName(), info: p.info, content: p.after}
		staged = append(staged, s)
	}
	noted, err := e.note(staged)
	if err != nil {
		return fmt.Errorf("write down what is to be written: %w", err)
	}
	done = noted
	for _, s := range staged {
		if err := s.prepare(); err != nil {
			return err
		}
	}
	for _, s := range staged {
		if err := s.unraced(); err != nil {
			return err
		}
	}
	for _, s := range staged {
		if err := s.draft.name(); err != nil {
			return s.unwritable(err)
		}
	}
	for i, s := range staged {
		if err := s.rename(); err != nil {
			return takenBack(err, rollBack(staged[:i]))
		}
	}
	for _, s := range staged {
		s.syncFolder()
	}
	return nil
}

// takenBack is why a commit was taken back. Where that left files that could not be put
// back it is no race any more: tried again, it would take those for what it began with.
func takenBack(err, lost error) error {
	if lost != nil {
		return fmt.Errorf("%v; every file is as it was but these, look at them: %w", err, lost) //nolint:errorlint // see above
	}
	if r, ok := errors.AsType[*Refusal](err); ok {
		r.Text += "; nothing was written"
	}
	return err
}

// rollBack restores what was renamed, the last one first.
func rollBack(done []*stage) error {
	var errs []error
	for i := len(done) - 1; i >= 0; i-- {
		if err := done[i].restore(); err != nil {
			errs = append(errs, fmt.Errorf("%s could not be put back: %w", OneLine(done[i].path), err))
		}
	}
	return errors.Join(errs...)
}

// stage is a plan on its way to the disk.
type stage struct {
	*plan
	hooks hooks
	top   *os.Root // the tracked root
	at    *os.Root // the file's folder
	draft draft
	made  []string // folders that were made for it, the outermost first
}

func (s *stage) prepare() (err error) {
	if s.top, err = os.OpenRoot(s.root); err != nil {
		return err
	}
	if s.info == nil {
		if err := s.makeFolders(s.dir()); err != nil {
			return refuse(s.path, "cannot be made, its folder neither (%v): %s", err, mend(err))
		}
	}
	if s.at, err = openFolder(s.top, s.dir()); err != nil {
		return s.unreachable(err)
	}
	s.draft.at = s.at
	if err := s.draft.write(); err != nil {
		return s.unwritable(err)
	}
	return nil
}

func (s *stage) unwritable(err error) error {
	return refuse(s.path, "cannot be written (%v): %s", err, mend(err))
}

// mend says what may be done where the system does not let a file be written.
func mend(err error) string {
	switch {
	case errors.Is(err, syscall.EROFS):
		return "its file system is mounted read-only, mount it writable first"
	case errors.Is(err, syscall.EPERM):
		return "it or its folder is immutable or append-only, which lsattr shows and chattr -i or -a undoes, or belongs to somebody else"
	case errors.Is(err, syscall.EACCES):
		return "its folder is not writable, chmod u+w the folder first"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "the disk is full, make space first"
	}
	return "see to its folder's permissions and the space on the disk"
}

func (s *stage) makeFolders(dir string) error {
	if dir == "." {
		return nil
	}
	if _, err := s.top.Stat(dir); err == nil {
		return nil
	}
	if err := s.makeFolders(filepath.Dir(dir)); err != nil {
		return err
	}
	switch err := s.top.Mkdir(dir, 0o777); {
	case err == nil:
		s.made = append(s.made, dir)
	case !errors.Is(err, fs.ErrExist): // another call may have made it just now
		return err
	}
	return nil
}

// unraced makes sure that the file is still what the plan rests on, and where it was.
func (s *stage) unraced() error {
	if err := inPlace(s.top, s.dir(), s.at); err != nil {
		return s.unreachable(err)
	}
	now, err := readFile(s.at, s.base())
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
		err := s.at.Link(s.draft.temp, s.base())
		if err == nil {
			return nil // clear takes the other name away
		}
		if errors.Is(err, fs.ErrExist) {
			return &race{path: s.path}
		}
	}
	if err := s.hooks.rename(s.at, s.draft.temp, s.base()); err != nil {
		return refuse(s.path, "cannot be replaced (%v): %s", err, mend(err))
	}
	s.draft.named = false
	return nil
}

// restore puts the old content back, the same way, unless the file has become somebody
// else's: a formatter, say, that runs as soon as a file is saved.
func (s *stage) restore() error {
	if s.info == nil {
		err := s.stillOurs()
		if err == nil {
			err = s.at.Remove(s.base())
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil // as it was
		}
		return err
	}
	old := draft{at: s.at, temp: tempName(), info: s.info, content: s.before}
	defer old.drop()
	if err := errors.Join(old.write(), old.name()); err != nil {
		return err
	}
	if err := s.stillOurs(); err != nil { // last, so that little time is left for others
		return err
	}
	if err := s.at.Rename(old.temp, s.base()); err != nil {
		return err
	}
	old.named = false
	return nil
}

// stillOurs makes sure that the file is what this commit made of it.
func (s *stage) stillOurs() error {
	switch now, err := readFile(s.at, s.base()); {
	case err != nil:
		return err
	case sum(now) != sum(s.after):
		return errors.New("something else has written it since")
	}
	return nil
}

// clear leaves nothing behind but the file.
func (s *stage) clear(failed bool) {
	if s.top == nil {
		return
	}
	s.draft.drop()
	if s.at != nil {
		_ = s.at.Close()
	}
	if failed {
		for i := len(s.made) - 1; i >= 0; i-- {
			_ = s.top.Remove(s.made[i]) // unless somebody has put something there
		}
	}
	_ = s.top.Close()
}

// syncFolder makes the rename itself durable, where the system can.
func (s *stage) syncFolder() {
	if dir, err := s.at.Open("."); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
}
