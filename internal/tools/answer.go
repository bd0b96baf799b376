package tools

import (
	"strconv"
	"strings"

	gojson "github.com/goccy/go-json"
)

// answer is the facts of one call. It is rendered twice: see render.go.
type answer struct {
	tool, operation string
	asked           arguments
	head            object   // members of the structured form that stand before the lists
	parts           []part   // in the order to show them
	remarks         []string // what the reader must know about the answer
	behind          []string // files that have changed since they were read
	promote         []string // deferred tools that this answer names
	withdraw        []string // tools to put away
}

// part is a list or a group of sources.
type part interface {
	name() string
	items() int
}

// list is rows of one kind.
type list struct {
	key    string   // its name in the structured form
	fields []string // columns in the compact form
	keys   map[string]string
	total  int // how many there are in all
	offset int // how many were left out before the first
	main   bool
	rows   []row
}

// row is one fact in both forms.
type row struct {
	cells []string
	value any
}

func (l *list) name() string { return l.key }
func (l *list) items() int   { return len(l.rows) }
func (l *list) add(value any, cells ...string) {
	l.rows = append(l.rows, row{cells: cells, value: value})
}

// sources are pieces of files, shown as plain text below a line path:first-last.
type sources struct {
	pieces  []piece
	ranked  bool // whole pieces from the first on, rather than a part of each
	dropped int  // pieces that the budget had no room for
}

func (*sources) name() string { return "sources" }
func (s *sources) items() int { return len(s.pieces) }

// piece of a file: Text is whole lines, First to Last of the Lines there are.
type piece struct {
	Path   string `json:"path"`
	Symbol string `json:"symbol,omitempty"`
	First  int    `json:"first"`
	Last   int    `json:"last"`
	Lines  int    `json:"lines"`
	SHA256 string `json:"sha256"`
	Text   string `json:"text"`
	Cut    string `json:"cut,omitempty"` // how to see the rest, where this is not all that was asked for
}

// window cuts rows to a page: the answer keeps how many there were.
func window[T any](all []T, limit, offset int) []T {
	if offset >= len(all) {
		return nil
	}
	return all[offset:min(len(all), offset+limit)]
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

func (o *object) add(name string, value any) { *o = append(*o, member{name, value}) }

// json marshals the object; what can't be marshaled is null.
func (o object) json() []byte {
	dst := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(dst, marshal(m.name)...), ':')
		dst = append(dst, marshal(m.value)...)
	}
	return append(dst, '}')
}

// marshal does not escape HTML: source is full of it.
func marshal(v any) []byte {
	if raw, ok := v.(gojson.RawMessage); ok {
		return raw
	}
	b, err := gojson.MarshalWithOption(v, gojson.DisableHTMLEscape())
	if err != nil {
		return []byte("null")
	}
	return b
}

func itoa(n int) string { return strconv.Itoa(n) }

// count says a number of things: "1 file", "3 files".
func count(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "y"):
		return itoa(n) + " " + strings.TrimSuffix(thing, "y") + "ies"
	}
	return itoa(n) + " " + thing + "s"
}
