package edit

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
		r.Files = append(r.Files, recorded{s.root, s.rel, s.draft.temp, s.hash, sum(s.after)})
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

// Recover brings in order what the editors of a killed process left half done: a batch
// of which a file is in its place already is finished, everything else is taken back, so
// that it is all or none. Nobody may edit with this journal meanwhile.
func Recover(journal string) error {
	records, err := os.ReadDir(journal)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, entry := range records {
		file := filepath.Join(journal, entry.Name())
		var r record
		if b, err := os.ReadFile(file); err == nil && json.Unmarshal(b, &r) == nil { // a torn record: nothing was staged yet
			errs = append(errs, r.settle())
		}
		errs = append(errs, os.Remove(file))
	}
	return errors.Join(errs...)
}

func (r record) settle() error {
	begun, whole := false, true
	for _, f := range r.Files {
		switch target := f.hash(f.File); {
		case target == f.After:
			begun = true
		case target != f.Before || f.hash(f.Temp) != f.After:
			whole = false
		}
	}
	var errs []error
	for _, f := range r.Files {
		errs = append(errs, f.settle(begun && whole))
	}
	return errors.Join(errs...)
}

// hash is that of a file now, "" where there is none that could be read.
func (f recorded) hash(rel string) string {
	root, err := os.OpenRoot(f.Root)
	if err != nil {
		return ""
	}
	defer root.Close()
	b, err := readFile(root, rel)
	if err != nil {
		return ""
	}
	return sum(b)
}

func (f recorded) settle(finish bool) error {
	if base := filepath.Base(f.Temp); !strings.HasPrefix(base, tempPrefix) || !strings.HasSuffix(base, tempSuffix) {
		return nil // never ours
	}
	root, err := os.OpenRoot(f.Root)
	if err != nil {
		return nil //nolint:nilerr // the repository has gone, and what was left in it
	}
	defer root.Close()
	if finish && f.hash(f.File) != f.After {
		return root.Rename(f.Temp, f.File)
	}
	if err := root.Remove(f.Temp); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
