package edit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"
)

// maxFileBytes is where a file is no longer something that one edits by exact replacement.
const maxFileBytes = 64 << 20

// plan is what a file has and what it is to have.
type plan struct {
	*target
	info          fs.FileInfo // nil: a new file
	before, after []byte
	hash          string // of before
}

func (p *plan) changed() bool { return p.info == nil || !bytes.Equal(p.before, p.after) }

func (p *plan) result() FileResult {
	added, removed := countLines(p.before, p.after)
	return FileResult{Path: p.path, Before: p.hash, After: sum(p.after), Added: added, Removed: removed}
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// plan reads the file, judges what it is, and works out its new content.
func (t *target) plan() (*plan, error) {
	p := &plan{target: t}
	if err := p.read(); err != nil {
		return nil, err
	}
	if err := p.fresh(); err != nil {
		return nil, err
	}
	if err := p.compose(); err != nil {
		return nil, err
	}
	if !isText(p.after) {
		return nil, refuse(t.path, "would not be text any more (a NUL byte, or broken UTF-8): give the new text as plain text")
	}
	return p, nil
}

func (p *plan) read() error {
	root, err := os.OpenRoot(p.root)
	if err != nil {
		return err
	}
	defer root.Close()
	at, err := openFolder(root, p.dir())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p.missing()
	case err != nil:
		return p.unreachable(err)
	}
	defer at.Close()
	info, err := at.Lstat(p.base())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p.missing()
	case err != nil:
		return refuse(p.path, "cannot be read: %v", err)
	}
	if err := writable(p.target, info); err != nil {
		return err
	}
	before, err := readFile(at, p.base())
	if err != nil {
		return refuse(p.path, "cannot be read: %v", err)
	}
	if !isText(before) {
		return refuse(p.path, "is not UTF-8 text, so it is left alone: change it with the program that made it")
	}
	p.info, p.before, p.hash = info, before, sum(before)
	return nil
}

func (p *plan) missing() error {
	for _, c := range p.changes {
		if c.Content == nil || c.Range {
			return refuse(p.path, "does not exist: name a file that does, or write it whole with create")
		}
		if !c.Create {
			return refuse(p.path, "does not exist: pass create to make it")
		}
	}
	return nil
}

func writable(t *target, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return refuse(t.path, "is a folder: name a file in it")
	case !info.Mode().IsRegular():
		return refuse(t.path, "is no regular file (%v): only those are edited", info.Mode().Type())
	case info.Mode().Perm()&0o200 == 0:
		return refuse(t.path, "is read-only (%v): make it writable first, chmod u+w %s", info.Mode().Perm(), t.path)
	case info.Size() > maxFileBytes:
		return refuse(t.path, "has %d bytes, files are edited up to %d", info.Size(), maxFileBytes)
	}
	switch err := mayWrite(t.file); {
	case errors.Is(err, fs.ErrNotExist): // it has gone just now: reading it says so
		return nil
	case errors.Is(err, syscall.EACCES):
		return refuse(t.path, "is somebody else's, and read-only for this user (%v): its owner can make it writable, chmod o+w %s", info.Mode().Perm(), t.path)
	case err != nil:
		return refuse(t.path, "is read-only (%v): %s", err, mend(err))
	}
	return nil
}

// errIrregular: a pipe, a device, a folder or a symlink has come in a file's place.
var errIrregular = errors.New("it is no regular file")

// readFile reads a file of a folder. It never waits, as opening a pipe does until somebody
// writes to it, and follows no symlink.
func readFile(folder *os.Root, name string) ([]byte, error) {
	f, err := folder.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	entry, err := folder.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || entry.Mode()&fs.ModeSymlink != 0:
		return nil, errIrregular
	}
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead)
	_, err = b.ReadFrom(f)
	return b.Bytes(), err
}

func isText(b []byte) bool { return bytes.IndexByte(b, 0) < 0 && utf8.Valid(b) }

// fresh refuses what was meant for another content.
func (p *plan) fresh() error {
	for _, c := range p.changes {
		if c.ExpectSHA256 != "" && c.ExpectSHA256 != p.hash {
			r := refuse(p.path, "has changed since it was read: read it again; its sha256 is now %s", orNone(p.hash))
			r.Current = p.hash
			return r
		}
		if c.Range && c.ExpectSHA256 == "" {
			return refuse(p.path, "is to be edited by position: expect_sha256 must say of which content")
		}
	}
	return nil
}

func orNone(hash string) string {
	if hash == "" {
		return "none: it does not exist"
	}
	return hash
}

// compose makes the new content of all changes, each matched against the old one.
func (p *plan) compose() error {
	view := newView(p.before)
	var spans []span
	for _, c := range p.changes {
		switch {
		case c.Range:
			if c.Content == nil || c.Start < 0 || c.Start > c.End || c.End > len(p.before) {
				return refuse(p.path, "has %d bytes, and no range from %d to %d to replace", len(p.before), c.Start, c.End)
			}
			spans = append(spans, view.between(c.Start, c.End, *c.Content))
		case c.Content != nil:
			if len(p.changes) > 1 || len(c.Edits) > 0 {
				return refuse(p.path, "is to be written whole and edited too: do one of the two")
			}
			p.after = view.whole(*c.Content)
			return nil
		default:
			found, err := view.matches(p.path, c.Edits)
			if err != nil {
				return err
			}
			spans = append(spans, found...)
		}
	}
	return p.splice(spans)
}

// span is a range of the old content and what comes in its place. The claim is
// what the edit spoke of, the cut what really changes.
type span struct {
	claimStart, claimEnd int
	start, end           int
	text                 string
}

func (p *plan) splice(spans []span) error {
	slices.SortStableFunc(spans, func(a, b span) int { return a.claimStart - b.claimStart })
	var out []byte
	at := 0
	for i, s := range spans {
		if i > 0 && s.claimStart < spans[i-1].claimEnd {
			return refuse(p.path, "has two edits that overlap at line %d: join them to one", lineAt(p.before, s.claimStart))
		}
		out = append(append(out, p.before[at:s.start]...), s.text...)
		at = s.end
	}
	p.after = append(out, p.before[at:]...)
	return nil
}

const bom = "\ufeff"

// whole is a content that is written as a whole: over a file that is there, its byte order
// mark and its line ends are kept. Where those are mixed, a content that has CRLF itself
// is taken as it is: its writer knows of ends.
func (v *view) whole(content string) []byte {
	if bytes.HasPrefix(v.raw, []byte(bom)) && !strings.HasPrefix(content, bom) {
		content = bom + content
	}
	switch lf := strings.Count(v.text, "\n"); {
	case lf == 0, len(v.ends) > 0 && len(v.ends) < lf && strings.Contains(content, "\r\n"):
		return []byte(content)
	}
	s := v.replace(0, v.text, withEnds(content, "\n"))
	return slices.Concat(v.raw[:s.start], []byte(s.text), v.raw[s.end:])
}

func withEnds(text, end string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if end != "\n" {
		text = strings.ReplaceAll(text, "\n", end)
	}
	return text
}

// lineAt is the number of the line that offset is in.
func lineAt(content []byte, offset int) int {
	return bytes.Count(content[:offset], []byte("\n")) + 1
}
