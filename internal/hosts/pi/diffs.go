package pi

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/hosts/pi/editdiff"
	"github.com/gortexhq/gortex/internal/keylock"
)

// diffKey is where an edit's diff travels in structuredContent, from whoever stands in
// the call's path to the details of Pi's session. The model never reads it.
const diffKey = "gortex_diff"

// editTool is the daemon's name of the tool that writes files.
const editTool = "edit"

// diffDetails has the shape of Pi's own edit details; a note stands in where a diff
// could mislead. Several files have one diff after the other in Diff, each under its
// name, and one by one in Files.
type diffDetails struct {
	Diff             string     `json:"diff,omitempty"`
	Patch            string     `json:"patch,omitempty"`
	FirstChangedLine int        `json:"firstChangedLine,omitempty"`
	Note             string     `json:"note,omitempty"`
	Files            []fileDiff `json:"files,omitempty"`
}

type fileDiff struct {
	Path             string `json:"path"`
	Diff             string `json:"diff,omitempty"`
	Patch            string `json:"patch,omitempty"`
	FirstChangedLine int    `json:"firstChangedLine,omitempty"`
	Note             string `json:"note,omitempty"`
}

// differ reads the files that an edit names before and after the call. Whoever holds
// one stands in the call's path, so a lock per file spans the call, and the hashes in
// the edit's own answer tell whether anything else wrote in between: a diff is exact, or
// it is a note.
type differ struct {
	cwd      string
	maxBytes int64
	off      bool
	locate   func(ctx context.Context, symbol string) []string // files that define a symbol named without one; may be nil
	locks    keylock.Locks
}

// callFunc makes the call and returns the result's bytes.
type callFunc func() (json.RawMessage, error)

// around makes an edit call, and puts its diff into the result's structuredContent.
func (d *differ) around(ctx context.Context, arguments json.RawMessage, call callFunc) (json.RawMessage, error) {
	if d.off {
		return call()
	}
	paths := d.named(ctx, arguments)
	unlock, err := d.locks.Lock(ctx, paths)
	if err != nil {
		return nil, err
	}
	defer unlock()
	before := make(map[string]content, len(paths))
	for _, p := range paths {
		before[p] = readContent(p, d.maxBytes)
	}
	result, err := call()
	if err != nil {
		return result, err
	}
	return d.attach(d.settle(result, before), before), nil
}

// settle looks at the files of a write whose answer never came: what the daemon did not
// live to say, the disk does.
func (d *differ) settle(result json.RawMessage, before map[string]content) json.RawMessage {
	if len(before) == 0 || !bytes.Contains(result, []byte(lostWrite)) {
		return result
	}
	var changed []string
	for p, was := range before {
		if readContent(p, d.maxBytes).sum != was.sum {
			changed = append(changed, editdiff.OneLine(filepath.Base(p)))
		}
	}
	slices.Sort(changed)
	said := "and the change was not made: the files are as they were. Try again"
	if len(changed) > 0 {
		said = "but the change was made: " + strings.Join(changed, ", ") + " has changed. Read it before the next edit"
	}
	text, err := json.Marshal(said) // it goes into a JSON text, and a file may be called anything
	if err != nil {
		return result
	}
	return bytes.Replace(result, []byte(lostWrite), text[1:len(text)-1], 1)
}

// attach compares what was with what is, for each file that the answer says was written.
func (d *differ) attach(result json.RawMessage, before map[string]content) json.RawMessage {
	var r map[string]json.RawMessage
	if json.Unmarshal(result, &r) != nil {
		return result
	}
	var answer struct {
		Files []written `json:"files"`
	}
	structured := map[string]json.RawMessage{}
	if json.Unmarshal(r["structuredContent"], &structured) != nil || json.Unmarshal(r["structuredContent"], &answer) != nil {
		return result
	}
	var diffs []fileDiff
	for _, w := range answer.Files {
		if w.Before != w.After {
			diffs = append(diffs, d.compare(w, before))
		}
	}
	if len(diffs) == 0 {
		return result
	}
	var err error
	if structured[diffKey], err = json.Marshal(joined(diffs)); err != nil {
		return result
	}
	if r["structuredContent"], err = json.Marshal(structured); err != nil {
		return result
	}
	whole, err := json.Marshal(r)
	if err != nil {
		return result
	}
	return whole
}

// written is what an edit says of one file.
type written struct {
	Path   string `json:"path"`
	Before string `json:"sha256_before"`
	After  string `json:"sha256_after"`
}

func (d *differ) compare(w written, before map[string]content) fileDiff {
	out := fileDiff{Path: w.Path}
	name := editdiff.OneLine(w.Path)
	path, ok := match(w, before)
	if !ok {
		out.Note = "no diff: " + name + " had been changed by something else just before the edit, or the call did not name it"
		return out
	}
	was, is := before[path], readContent(path, d.maxBytes)
	switch {
	case was.tooLarge || is.tooLarge:
		out.Note = "no diff: " + name + " is larger than diff.max_file_bytes"
	case is.sum != w.After:
		out.Note = "no diff: " + name + " was changed again by something else right after the edit"
	default:
		r := editdiff.Compute(was.bytes, is.bytes, w.Path, d.maxBytes)
		if r.Details == nil {
			out.Note = r.Note
			return out
		}
		out.Diff, out.Patch, out.FirstChangedLine = r.Details.Diff, r.Details.Patch, r.Details.FirstChangedLine
	}
	return out
}

// match finds the file on disk that an edit speaks of by its path in the repository: it
// had the content from before. Of several such the name decides, and then what they have now.
func match(w written, before map[string]content) (string, bool) {
	var named, other []string
	for path, c := range before {
		switch known := c.sum == w.Before; {
		case ends(path, w.Path) && (known || c.tooLarge):
			named = append(named, path)
		case known:
			other = append(other, path)
		}
	}
	if len(named) == 0 {
		named = other
	}
	if len(named) == 0 {
		return "", false
	}
	slices.Sort(named)
	if len(named) > 1 {
		is := func(path string) bool {
			return readContent(path, int64(len(before[path].bytes))+maxGrowth).sum == w.After
		}
		if i := slices.IndexFunc(named, is); i >= 0 {
			return named[i], true
		}
	}
	return named[0], true
}

// maxGrowth is by how much an edit may make a file longer for match to tell it from others.
const maxGrowth = 1 << 20

func ends(path, tail string) bool {
	return path == tail || strings.HasSuffix(path, string(filepath.Separator)+filepath.FromSlash(tail))
}

// joined is Pi's one diff for one file, and one after the other for several.
func joined(all []fileDiff) diffDetails {
	if len(all) == 1 {
		f := all[0]
		return diffDetails{Diff: f.Diff, Patch: f.Patch, FirstChangedLine: f.FirstChangedLine, Note: f.Note}
	}
	out := diffDetails{Files: all}
	var diffs, patches, notes []string
	for _, f := range all {
		if f.Note != "" {
			notes = append(notes, f.Note)
			continue
		}
		diffs = append(diffs, editdiff.OneLine(f.Path)+"\n"+f.Diff)
		patches = append(patches, f.Patch)
		if out.FirstChangedLine == 0 {
			out.FirstChangedLine = f.FirstChangedLine
		}
	}
	out.Diff, out.Patch, out.Note = strings.Join(diffs, "\n"), strings.Join(patches, ""), strings.Join(notes, "; ")
	return out
}
