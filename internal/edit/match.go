package edit

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// view is a content with all its CRLF read as LF, and the way back: agents
// write \n, whatever the file has.
type view struct {
	raw  []byte
	text string
	ends []int // offsets in text of the LFs that are CRLFs in raw
}

func newView(raw []byte) *view {
	v := &view{raw: raw}
	if !bytes.Contains(raw, []byte("\r\n")) {
		v.text = string(raw)
		return v
	}
	var text strings.Builder
	text.Grow(len(raw))
	for rest := raw; len(rest) > 0; {
		i := bytes.Index(rest, []byte("\r\n"))
		if i < 0 {
			text.Write(rest)
			break
		}
		text.Write(rest[:i])
		v.ends = append(v.ends, text.Len())
		text.WriteByte('\n')
		rest = rest[i+2:]
	}
	v.text = text.String()
	return v
}

// offset is where a place in text is in raw; a CRLF counts as one character.
func (v *view) offset(at int) int { return at + sort.SearchInts(v.ends, at) }

// matches finds the edits' texts.
func (v *view) matches(path string, edits []Replacement) ([]span, error) {
	if len(edits) == 0 {
		return nil, refuse(path, "has no edits to make: give old and new")
	}
	var spans []span
	for i, e := range edits {
		found, err := v.match(path, e)
		if err != nil {
			if r, ok := err.(*Refusal); ok && len(edits) > 1 {
				r.Text = "edit " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(edits)) + ": " + r.Text
			}
			return nil, err
		}
		spans = append(spans, found...)
	}
	return spans, nil
}

func (v *view) match(path string, e Replacement) ([]span, error) {
	old, text := withEnds(e.Old, "\n"), withEnds(e.New, "\n")
	switch {
	case old == "":
		return nil, refuse(path, "cannot be searched for an empty old: give the text to replace, or write the whole file")
	case old == text:
		return nil, refuse(path, "would stay as it is: old and new are the same")
	}
	at := occurrences(v.text, old)
	if len(at) > 1 && !e.All {
		at = v.exactly(at, e.Old)
	}
	switch {
	case len(at) == 0:
		return nil, v.notThere(path, old)
	case len(at) > 1 && !e.All:
		return nil, refuse(path, "has this old %d times, at lines %s; nothing was written: add lines around it until it is there once, or set all", len(at), v.lines(at))
	}
	spans := make([]span, len(at))
	for i, a := range at {
		spans[i] = v.replace(a, old, text)
	}
	return spans, nil
}

// exactly keeps, of several places, the only one that has old's own line ends, if there is one.
func (v *view) exactly(at []int, old string) []int {
	var exact []int
	for _, a := range at {
		if bytes.HasPrefix(v.raw[v.offset(a):], []byte(old)) {
			exact = append(exact, a)
		}
	}
	if len(exact) == 1 {
		return exact
	}
	return at
}

func occurrences(text, old string) []int {
	var at []int
	for from := 0; ; {
		i := strings.Index(text[from:], old)
		if i < 0 {
			return at
		}
		at = append(at, from+i)
		from += i + len(old)
	}
}

// replace cuts what old and text have in common, so that line ends that stay
// are not even touched, and gives the new ones the kind that is used there.
func (v *view) replace(at int, old, text string) span {
	head := commonPrefix(old, text)
	tail := commonSuffix(old[head:], text[head:])
	start, end := at+head, at+len(old)-tail
	return span{
		claimStart: v.offset(at), claimEnd: v.offset(at + len(old)),
		start: v.offset(start), end: v.offset(end),
		text: v.dressed(text[head:len(text)-tail], start, end),
	}
}

// dressed gives the lines of text the ends of the lines that it replaces, one
// by one, and what it has more of them the last one's; see around for none.
func (v *view) dressed(text string, start, end int) string {
	kind := v.around(start, end)
	var out strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		if bare, ended := strings.CutSuffix(line, "\n"); ended {
			if i := strings.IndexByte(v.text[start:end], '\n'); i >= 0 {
				kind = v.kind(start + i)
				start += i + 1
			}
			line = bare + kind
		}
		out.WriteString(line)
	}
	return out.String()
}

// around is the end of the line that is changed. What is put between two lines has the one
// before it, and so has the last line, which has none.
func (v *view) around(start, end int) string {
	before, behind := strings.LastIndexByte(v.text[:start], '\n'), strings.IndexByte(v.text[start:], '\n')
	between := start == end && before == start-1
	switch {
	case behind >= 0 && (!between || before < 0):
		return v.kind(start + behind)
	case before >= 0:
		return v.kind(before)
	}
	return "\n"
}

// kind is the line end that raw has for the LF at this place of text.
func (v *view) kind(at int) string {
	if _, found := slices.BinarySearch(v.ends, at); found {
		return "\r\n"
	}
	return "\n"
}

// between replaces a range of raw. Lines that stay keep their ends, as in any replacement.
func (v *view) between(start, end int, text string) span {
	from, to := v.place(start), v.place(end)
	return v.replace(from, v.text[from:to], withEnds(text, "\n"))
}

// place is where an offset of raw is in text; the way back of offset.
func (v *view) place(offset int) int {
	return offset - sort.Search(len(v.ends), func(i int) bool { return v.ends[i]+i >= offset })
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

const maxNamedLines = 20

// lines names the lines of places, "4, 10, 22".
func (v *view) lines(at []int) string {
	var names []string
	for _, a := range at[:min(len(at), maxNamedLines)] {
		names = append(names, strconv.Itoa(1+strings.Count(v.text[:a], "\n")))
	}
	names = slices.Compact(names)
	if len(at) > maxNamedLines {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
