// Package editdiff writes what Pi's own edit tool shows of an edit: a numbered
// diff, a patch and the first changed line, byte for byte, or a note of one line
// where a diff would be wrong, unreadable or too costly. It reads no file and
// knows nothing of calls and locks: whoever holds the two texts asks.
package editdiff

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/wire"
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

// DefaultTime is how long a comparison may take: Pi waits for it.
const DefaultTime = 50 * time.Millisecond

// Budget is what a comparison may cost; zero fields are the defaults.
type Budget struct {
	Bytes int64 // of each content
	Time  time.Duration
	// Raw compares as Pi's generators alone do: byte order marks, line ends and NUL are
	// text, and files that are the same have details too, with an empty diff.
	Raw bool
}

// Compute is Budget.Compute in the default time.
func Compute(old, new []byte, path string, maxBytes int64) Result {
	return Budget{Bytes: maxBytes}.Compute(old, new, path)
}

// Compute compares two contents of the file at path. A content above the budget,
// one that is no text and a change that is too large or too slow to compare line
// by line give a note. As in Pi's edit tool a byte order mark and the kind of line
// ends are no part of the comparison.
func (b Budget) Compute(old, new []byte, path string) Result {
	if b.Bytes <= 0 {
		b.Bytes = DefaultMaxBytes
	}
	if b.Time <= 0 {
		b.Time = DefaultTime
	}
	deadline := time.Now().Add(b.Time)
	size := int64(max(len(old), len(new)))
	switch {
	case !b.Raw && bytes.Equal(old, new):
		return Result{}
	case size > b.Bytes:
		return noted(path, fmt.Sprintf("the file has %d bytes, diffs are shown up to %d", size, b.Bytes))
	case !b.text(old) || !b.text(new):
		return noted(path, "the file is binary")
	}
	before, after := string(old), string(new)
	if !b.Raw {
		if before, after = normalize(old), normalize(new); before == after {
			return Result{}
		}
	}
	details, why := within(before, after, path, deadline)
	switch why {
	case tooMany:
		return noted(path, "too many lines changed")
	case tooSlow:
		return noted(path, fmt.Sprintf("comparing it would take longer than %v", b.Time))
	}
	return Result{Details: &details}
}

// noted stands in for a diff, in one line whatever the path is.
func noted(path, why string) Result {
	return Result{Note: OneLine(path) + " changed; no diff: " + why}
}

// OneLine writes a path that has characters in it which end a line or move what stands
// around it, as file names may, with their codes instead.
func OneLine(path string) string {
	var b strings.Builder
	for _, r := range path {
		if wire.Steers(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (b Budget) text(content []byte) bool {
	return utf8.Valid(content) && (b.Raw || bytes.IndexByte(content, 0) < 0)
}

var lineFeeds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// normalize does what Pi's edit tool does before it compares.
func normalize(b []byte) string {
	return lineFeeds.Replace(strings.TrimPrefix(string(b), "\ufeff"))
}

// Make compares two texts as Pi's generators do, without normalizing them and however
// long it takes. It returns false when too many lines changed.
func Make(oldText, newText, path string) (Details, bool) {
	d, why := within(oldText, newText, path, time.Time{})
	return d, why == found
}

func within(oldText, newText, path string, deadline time.Time) (Details, failure) {
	c, why := compare(oldText, newText, deadline)
	if why != found {
		return Details{}, why
	}
	d := Details{Diff: c.numbered(), Patch: c.patch(path)}
	if len(c.changes) > 0 {
		d.FirstChangedLine = c.changes[0].newAt + 1
	}
	return d, found
}
