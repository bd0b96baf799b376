// Package editdiff writes what Pi's own edit tool shows of an edit: a numbered
// diff, a patch and the first changed line, byte for byte, or a note of one line
// where a diff would be wrong, unreadable or too costly. It reads no file and
// knows nothing of calls and locks: whoever holds the two texts asks.
package editdiff

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Details is the shape of the details of Pi's edit tool.
type Details struct {
	Diff             string `json:"diff"`
	Patch            string `json:"patch"`
	FirstChangedLine int    `json:"firstChangedLine,omitempty"`
}

// Result has either Details or a Note that stands in for them, and neither when
// nothing changed that Pi would show.
type Result struct {
	Details *Details
	Note    string
}

// DefaultMaxBytes is the size of a file up to which the Pi extension shows diffs.
const DefaultMaxBytes = 1 << 20

// Compute compares two contents of the file at path. A content above maxBytes
// (0: DefaultMaxBytes), one that is no text and a change too large to compare
// line by line give a note. As in Pi's edit tool a byte order mark and the kind
// of line ends are no part of the comparison.
func Compute(old, new []byte, path string, maxBytes int64) Result {
	if maxBytes <= 0 {
		maxBytes = DefaultMaxBytes
	}
	size := int64(max(len(old), len(new)))
	switch {
	case bytes.Equal(old, new):
		return Result{}
	case size > maxBytes:
		return Result{Note: fmt.Sprintf("%s changed; no diff: the file has %d bytes, diffs are shown up to %d", path, size, maxBytes)}
	case !text(old) || !text(new):
		return Result{Note: path + " changed; no diff: the file is binary"}
	}
	before, after := normalize(old), normalize(new)
	if before == after {
		return Result{}
	}
	details, ok := Make(before, after, path)
	if !ok {
		return Result{Note: path + " changed; no diff: too many lines changed"}
	}
	return Result{Details: &details}
}

func text(b []byte) bool { return bytes.IndexByte(b, 0) < 0 && utf8.Valid(b) }

var lineFeeds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// normalize does what Pi's edit tool does before it compares.
func normalize(b []byte) string {
	return lineFeeds.Replace(strings.TrimPrefix(string(b), "\ufeff"))
}

// Make compares two texts as Pi's generators do, without normalizing them. It
// returns false when the comparison would cost more than the budget.
func Make(oldText, newText, path string) (Details, bool) {
	c, ok := compare(oldText, newText)
	if !ok {
		return Details{}, false
	}
	d := Details{Diff: c.numbered(), Patch: c.patch(path)}
	if len(c.changes) > 0 {
		d.FirstChangedLine = c.changes[0].newAt + 1
	}
	return d, true
}
