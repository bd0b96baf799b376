package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// object keeps the order of its members when it is rendered.
type object []member

type member struct {
	key   string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		v, err := marshal(m.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s:%s", quoted(m.key), v)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// insert adds a last item to a container.
func (d *Doc) insert(n *node, key string, value any) error {
	inline := n.inline(d.src)
	if len(n.items) == 0 { // "{}", or what stands between is only space
		outer := d.indentOf(n.from)
		if inline = len(d.src) > 4 && !bytes.ContainsRune(d.src, '\n'); inline {
			return d.splice(n.from+1, n.to-1, d.item(key, value, "", true))
		}
		inner := outer + d.indent()
		return d.splice(n.from+1, n.to-1, d.eol()+inner+d.item(key, value, inner, false)+d.eol()+outer)
	}
	last := n.items[len(n.items)-1]
	if inline {
		return d.splice(last.to, last.to, ", "+d.item(key, value, d.indentOf(n.from), true))
	}
	inner := d.indentOf(n.items[0].from)
	return d.splice(last.to, last.to, ","+d.eol()+inner+d.item(key, value, inner, false))
}

// cut takes an item away with the comma and the space that belong to it.
func (d *Doc) cut(n *node, i int) error {
	switch {
	case len(n.items) == 1:
		return d.splice(n.from+1, n.to-1, "")
	case i == len(n.items)-1:
		return d.splice(n.items[i-1].to, n.items[i].to, "")
	}
	return d.splice(n.items[i].from, n.items[i+1].from, "")
}

func (d *Doc) splice(from, to int, text string) error {
	out := make([]byte, 0, len(d.src)+len(text))
	out = append(append(append(out, d.src[:from]...), text...), d.src[to:]...)
	d.src = out
	return d.parse()
}

func (d *Doc) item(key string, value any, indent string, inline bool) string {
	text := d.render(value, indent, inline)
	if key == "" {
		return text
	}
	return quoted(key) + ": " + text
}

// render writes a value as it would stand at that indentation.
func (d *Doc) render(value any, indent string, inline bool) string {
	b, err := marshal(value)
	if err != nil {
		return "null" // of values that are ours there is none that cannot be written
	}
	if inline {
		return string(b)
	}
	var out bytes.Buffer
	if json.Indent(&out, b, indent, d.indent()) != nil {
		return string(b)
	}
	return strings.ReplaceAll(out.String(), "\n", d.eol())
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

func quoted(key string) string {
	b, err := marshal(key)
	if err != nil {
		return `""`
	}
	return string(b)
}

func (d *Doc) eol() string {
	if bytes.Contains(d.src, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// indent is one step of the file's indentation, two blanks where it shows none.
func (d *Doc) indent() string {
	if d.root.open != 0 && len(d.root.items) > 0 {
		if own := d.indentOf(d.root.items[0].from); own != "" && !d.root.inline(d.src) {
			return own
		}
	}
	return "  "
}

// indentOf is the space that the line of an offset begins with.
func (d *Doc) indentOf(at int) string {
	line := d.src[bytes.LastIndexByte(d.src[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}
