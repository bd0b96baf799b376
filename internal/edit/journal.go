package edit

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// A record says what a commit is about to do, and is gone once that is done: what a
// process that was killed has left can be finished or taken back by it.
type record struct {
	Files []recorded `json:"files"`
}

type recorded struct {
	Root   string `json:"root"`
	File   string `json:"file"` // relative to Root, as Temp is
	Temp   string `json:"temp"`
	Before string `json:"before"` // "": there was no file
	After  string `json:"after"`
}

// note writes down what is to be staged; done forgets it. Without a journal it does nothing.
func (e *Editor) note(staged []*stage) (done func(), err error) {
	if e.journal == "" || len(staged) == 0 {
		return func() {}, nil
	}
	var r record
	for _, s := range staged {
		r.Files = append(r.Files, recorded{s.root, s.rel, filepath.Join(s.dir(), s.draft.temp), s.hash, sum(s.after)})
	}
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(e.journal, 0o700); err != nil {
		return nil, err
	}
	file := filepath.Join(e.journal, rand.Text()+".json")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		return nil, err
	}
	return func() { _ = os.Remove(file) }, nil
}

// Recover brings in order what the editors of a killed process left half done: a batch of
// which a file is in its place already is finished, everything else is taken back, so that
// it is all or none. One exception is told by the error: where another program has changed
// a file of a batch that is half in its place, that file stays as it is, and so the batch.
// A record is deleted once nothing more can be done for it; what failed (no permission, no
// space) keeps it for the next time. Nobody may edit with this journal meanwhile.
func Recover(journal string) error {
	records, err := os.ReadDir(journal)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, entry := range records {
		errs = append(errs, recoverRecord(filepath.Join(journal, entry.Name())))
	}
	return errors.Join(errs...)
}

func recoverRecord(file string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var r record
	if json.Unmarshal(b, &r) != nil {
		return os.Remove(file) // torn: nothing was staged yet
	}
	settled, err := r.settle()
	if !settled {
		return fmt.Errorf("%w: it is tried again at the next start, unless %s is removed", err, file)
	}
	return errors.Join(err, os.Remove(file))
}

// settle finishes a batch or takes it back. settled: there is nothing more to do for it.
func (r record) settle() (settled bool, err error) {
	var written, left []string // files with their new content, and without it
	whole := true
	for _, f := range r.Files {
		if !f.ours() {
			continue
		}
		target, err := f.hash(f.File)
		if err != nil {
			return false, err
		}
		if target == f.After {
			written = append(written, f.path())
			continue
		}
		left = append(left, f.path())
		temp, err := f.hash(f.Temp)
		if err != nil {
			return false, err
		}
		whole = whole && target == f.Before && temp == f.After
	}
	var errs []error
	for _, f := range r.Files {
		errs = append(errs, f.settle(len(written) > 0 && whole))
	}
	if err := errors.Join(errs...); err != nil {
		return false, err
	}
	if len(written) > 0 && !whole {
		return true, fmt.Errorf("a batch of edits stays half done, since something else has changed its files meanwhile: %s written, %s not; compare them",
			strings.Join(written, ", "), strings.Join(left, ", "))
	}
	return true, nil
}

func (f recorded) path() string { return OneLine(filepath.Join(f.Root, f.File)) }

// ours says that the draft has a name as the editor gives them.
func (f recorded) ours() bool {
	base := filepath.Base(f.Temp)
	return strings.HasPrefix(base, tempPrefix) && strings.HasSuffix(base, tempSuffix)
}

// hash is that of a file now: "" where there is none, and nobody's where what is there is no file.
func (f recorded) hash(rel string) (string, error) {
	root, err := os.OpenRoot(f.Root)
	if gone(err) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	defer root.Close()
	b, err := readFile(root, rel)
	switch {
	case gone(err):
		return "", nil
	case errors.Is(err, errIrregular):
		return "irregular", nil
	case err != nil:
		return "", fmt.Errorf("%s: %w", f.path(), err)
	}
	return sum(b), nil
}

// gone: it is not there, or what was a folder above it is none any more.
func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) }

func (f recorded) settle(finish bool) error {
	if !f.ours() {
		return nil
	}
	root, err := os.OpenRoot(f.Root)
	if gone(err) {
		return nil // the repository has gone, and what was left in it
	} else if err != nil {
		return err
	}
	defer root.Close()
	if finish {
		switch now, err := f.hash(f.File); {
		case err != nil:
			return err
		case now != f.After:
			return root.Rename(f.Temp, f.File)
		}
	}
	if err := root.Remove(f.Temp); !gone(err) {
		return err
	}
	return nil
}
