// Package edit writes files for agents: guards, exact replacements, atomic
// writes, and what changed. It knows no tool and no protocol, and of the engine
// only the three questions of Workspace.
//
// A call goes through these steps, and writes nothing before the last:
//
//	resolve symlinks → guards (root, .git, ignored, regular, writable, text) → stale?
//	  → match and splice → stage beside the targets → nobody wrote meanwhile? → rename
package edit

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/keylock"
)

// Workspace is what the guards need to know.
type Workspace interface {
	// Root returns the tracked root that contains file (absolute, symlinks resolved), or "".
	Root(file string) string
	Ignored(file string) bool
	// Written tells that these files have been written; it returns when the index has them.
	Written(ctx context.Context, files []string) error
}

// Editor edits files of a workspace. It may be used from several goroutines at
// once: calls that share a file follow one another.
type Editor struct {
	workspace Workspace
	locks     keylock.Locks
	hooks     hooks
	journal   string // folder of the records of what is under way; "": none
}

// New returns an editor.
func New(w Workspace) *Editor { return &Editor{workspace: w, hooks: realHooks} }

// NewJournaled returns an editor that writes down what it is about to do in a folder, so
// that Recover can bring it in order after a kill.
func NewJournaled(w Workspace, journal string) *Editor {
	e := New(w)
	e.journal = journal
	return e
}

// Replacement is one exact replacement. Old must be there once, unless All.
// Line ends in Old match those of the file whatever they are.
type Replacement struct {
	Old string `json:"old"`
	New string `json:"new"`
	All bool   `json:"all,omitempty"`
}

// Change is one file's: Edits, or Content (the whole file), or a byte range (a
// symbol's body) replaced by Content. Several changes of one file in a call are
// all matched against the file as it is, and must not overlap.
type Change struct {
	File         string // absolute, or relative to Apply's dir
	Edits        []Replacement
	Content      *string
	Create       bool // a file that is not there is made
	Start, End   int  // with Range: bytes of the file whose hash is ExpectSHA256
	Range        bool
	ExpectSHA256 string // "" or the hex of the present content
	Force        bool   // also ignored folders
}

// FileResult says what happened to a file.
type FileResult struct {
	Path    string `json:"path"`          // relative to its root, with slashes
	Before  string `json:"sha256_before"` // "" for a new file
	After   string `json:"sha256_after"`
	Added   int    `json:"added"`   // lines
	Removed int    `json:"removed"` // lines
}

// Refusal is an error for the model: what is wrong and what mends it. Nothing was written.
type Refusal struct {
	Text    string
	Path    string
	Current string // sha256 of the present content when the write was stale
}

func (r *Refusal) Error() string { return r.Text }

func refuse(path, format string, args ...any) *Refusal {
	return &Refusal{Path: path, Text: Sentence("%s "+format, append([]any{path}, args...)...)}
}

// errRaced: somebody else wrote a file between our reading and our renaming.
var errRaced = errors.New("changed while it was being edited")

// Apply does all changes or none; dir is what relative paths are relative to.
// The error is a *Refusal where the caller can mend something. There is one
// result for each file, in the order in which the files were first named.
func (e *Editor) Apply(ctx context.Context, dir string, changes []Change) ([]FileResult, error) {
	targets, err := e.resolve(dir, changes)
	if err != nil {
		return nil, err
	}
	plans, err := e.locked(ctx, targets)
	if err != nil {
		return nil, err
	}
	results := make([]FileResult, len(plans))
	var written []string
	for i, p := range plans {
		results[i] = p.result()
		if p.changed() {
			written = append(written, p.file)
		}
	}
	if len(written) > 0 {
		// The files are written, whatever becomes of the index: that an index is
		// behind shows in its answers, and must not look like a failed edit.
		_ = e.workspace.Written(ctx, written)
	}
	return results, nil
}

// locked plans and commits with the files' locks held.
func (e *Editor) locked(ctx context.Context, targets []*target) ([]*plan, error) {
	files := make([]string, len(targets))
	for i, t := range targets {
		files[i] = t.file
	}
	unlock, err := e.locks.Lock(ctx, files)
	if err != nil {
		return nil, err
	}
	defer unlock()
	for again := false; ; again = true {
		plans, err := e.plan(targets)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err = e.commit(plans)
		if errors.Is(err, errRaced) && !again {
			continue
		}
		return plans, racedTwice(err)
	}
}

// racedTwice makes a refusal of a race that was lost again.
func racedTwice(err error) error {
	raced, ok := errors.AsType[*race](err)
	if !ok {
		return err
	}
	r := refuse(raced.path, "%v by something else, twice; nothing was written: read it again and repeat the edit", errRaced)
	r.Current = raced.current
	return r
}

func (e *Editor) plan(targets []*target) ([]*plan, error) {
	var plans []*plan
	for _, t := range targets {
		p, err := t.plan()
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// resolve finds the file behind each change, guards it, and gathers the changes of one file.
func (e *Editor) resolve(dir string, changes []Change) ([]*target, error) {
	if len(changes) == 0 {
		return nil, &Refusal{Text: "nothing to do: name a file and its edits"}
	}
	var targets []*target
	for _, c := range changes {
		if c.File == "" {
			return nil, &Refusal{Text: "which file? name it, absolute or relative to the session's folder"}
		}
		file := filepath.FromSlash(c.File)
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		t, err := e.guard(c.File, file, c.Force)
		if err != nil {
			return nil, err
		}
		same := func(other *target) bool { return other.file == t.file }
		if i := slices.IndexFunc(targets, same); i >= 0 {
			t = targets[i]
		} else {
			targets = append(targets, t)
		}
		c.ExpectSHA256 = strings.ToLower(c.ExpectSHA256)
		t.changes = append(t.changes, c)
	}
	return targets, nil
}
