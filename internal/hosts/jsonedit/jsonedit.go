// Package jsonedit changes single values of a JSON file that belongs to someone else:
// every byte that a change does not concern stays as it is, order, indentation, line
// ends, numbers and duplicate keys included. Files with comments are refused, since a
// comment that names what is changed would be wrong afterwards.
//
// A document is parsed into nodes that know where they stand; an edit is one splice of
// bytes, after which the result is parsed anew.
package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ErrNotPlain: the text is no JSON that can be changed.
var ErrNotPlain = errors.New("it is no plain JSON")

// Doc is a document that is being edited. A path names members by their keys and elements
// by their numbers.
type Doc struct {
	src  []byte
	root *node
	bom  bool
}

var mark = []byte("\xef\xbb\xbf")

// Parse reads a document. An empty one counts as {}. The error is ErrNotPlain, with the
// line and column of what is none.
func Parse(src []byte) (*Doc, error) {
	text, bom := bytes.CutPrefix(src, mark)
	d := &Doc{src: text, bom: bom}
	if len(bytes.TrimSpace(text)) == 0 {
		d.src = []byte("{}\n")
	}
	return d, d.parse()
}

func (d *Doc) parse() error {
	var v any
	if err := json.Unmarshal(d.src, &v); err != nil {
		at := len(d.src)
		if s, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = max(0, min(int(s.Offset)-1, len(d.src)))
		}
		before := d.src[:at]
		hint := ""
		if rest := d.src[at:]; len(rest) > 0 && (rest[0] == '/' || rest[0] == '#') {
			hint = ", a comment perhaps"
		}
		return fmt.Errorf("%w (line %d, column %d%s: %w)", ErrNotPlain, bytes.Count(before, []byte("\n"))+1, at-bytes.LastIndexByte(before, '\n'), hint, err)
	}
	p := parser{src: d.src}
	d.root = p.value()
	return nil
}

// Bytes is the document as it stands.
func (d *Doc) Bytes() []byte {
	if d.bom {
		return append(bytes.Clone(mark), d.src...)
	}
	return bytes.Clone(d.src)
}

// Get decodes the value at path into v, and says whether there is one that fits.
func (d *Doc) Get(v any, path ...string) bool {
	n := d.find(path)
	return n != nil && json.Unmarshal(d.src[n.from:n.to], v) == nil
}

func (d *Doc) find(path []string) *node {
	n := d.root
	for _, key := range path {
		if n = n.member(key); n == nil {
			return nil
		}
	}
	return n
}

// Set gives the member at path a value, and makes the objects on the way to it. It fails
// where something on the way is there and no object.
func (d *Doc) Set(value any, path ...string) error {
	parent := d.root
	for i, key := range path {
		child := parent.member(key)
		if child == nil && parent.open != '{' {
			return fmt.Errorf("%s is no object", name(path[:i]))
		}
		if child == nil {
			for rest := len(path) - 1; rest > i; rest-- {
				value = object{{path[rest], value}}
			}
			return d.insert(parent, key, value)
		}
		if i == len(path)-1 {
			return d.splice(child.from, child.to, d.render(value, d.indentOf(child.from), parent.inline(d.src)))
		}
		parent = child
	}
	return errors.New("no path")
}

// Append adds an element to the array at path, which is made where there is none.
func (d *Doc) Append(value any, path ...string) error {
	n := d.find(path)
	switch {
	case n == nil:
		return d.Set([]any{value}, path...)
	case n.open != '[':
		return fmt.Errorf("%s is no list", name(path))
	}
	return d.insert(n, "", value)
}

// Remove takes the member or element at path away, or does nothing where there is none.
func (d *Doc) Remove(path ...string) error {
	parent := d.find(path[:len(path)-1])
	if i := parent.index(path[len(path)-1]); i >= 0 {
		return d.cut(parent, i)
	}
	return nil
}

// Len is how many members or elements the value at path has; -1 where there is none.
func (d *Doc) Len(path ...string) int {
	n := d.find(path)
	if n == nil || n.open == 0 {
		return -1
	}
	return len(n.items)
}

func name(path []string) string {
	if len(path) == 0 {
		return "the file's value"
	}
	return strings.Join(path, ".")
}
