package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/gortexhq/gortex/internal/spell"
)

// entry is one key of a file with its value and place.
type entry struct {
	key          string // dotted
	value        any
	line, column int
}

type place struct{ line, column int }

// parseTOML reads a file into entries, in the order of their lines. The values
// come from the decoder; the parser below it knows where each key stands.
func parseTOML(src []byte) ([]entry, *Problem) {
	var values map[string]any
	if err := toml.Unmarshal(src, &values); err != nil {
		p := &Problem{Text: strings.TrimPrefix(err.Error(), "toml: ")}
		var at *toml.DecodeError
		if errors.As(err, &at) {
			p.Line, p.Column = at.Position()
		}
		return nil, p
	}
	return flatten(values, tomlPlaces(src)), nil
}

func tomlPlaces(src []byte) map[string]place {
	places := map[string]place{}
	var p unstable.Parser
	p.Reset(src)
	prefix := ""
	for p.NextExpression() {
		node := p.Expression()
		key, at := dotted(&p, node.Key())
		switch node.Kind {
		case unstable.Table, unstable.ArrayTable:
			prefix = key + "."
			places[key] = at
		case unstable.KeyValue:
			places[prefix+key] = at
		}
	}
	return places
}

func dotted(p *unstable.Parser, it unstable.Iterator) (string, place) {
	var parts []string
	var at place
	for it.Next() {
		n := it.Node()
		if len(parts) == 0 && n.Raw.Length > 0 {
			start := p.Shape(n.Raw).Start
			at = place{start.Line, start.Column}
		}
		parts = append(parts, string(n.Data))
	}
	return strings.Join(parts, "."), at
}

// parseJSON reads the file of the earlier extension: the same keys, nested or dotted.
func parseJSON(src []byte) ([]entry, *Problem) {
	var values map[string]any
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	if err := dec.Decode(&values); err != nil {
		p := &Problem{Text: fmt.Sprintf("no valid JSON object: %v", err)}
		offset := int64(len(src))
		var syntax *json.SyntaxError
		var typed *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			offset = syntax.Offset
		case errors.As(err, &typed):
			offset = typed.Offset
		}
		before := src[:min(int(offset), len(src))]
		p.Line = bytes.Count(before, []byte("\n")) + 1
		p.Column = max(1, len(before)-bytes.LastIndexByte(before, '\n')-1) // the offset is behind the byte at fault
		return nil, p
	}
	return flatten(values, jsonPlaces(src)), nil
}

// jsonPlaces finds keys by their text: the decoder does not say where they stand.
func jsonPlaces(src []byte) map[string]place {
	places := map[string]place{}
	for i, line := range strings.Split(string(src), "\n") {
		for rest, at := line, 0; ; {
			open := strings.IndexByte(rest, '"')
			if open < 0 {
				break
			}
			end := strings.IndexByte(rest[open+1:], '"')
			if end < 0 {
				break
			}
			name := rest[open+1 : open+1+end]
			rest, at = rest[open+end+2:], at+open+end+2
			if _, seen := places[name]; !seen && strings.HasPrefix(strings.TrimLeft(rest, " \t"), ":") {
				places[name] = place{i + 1, at - end - 1}
			}
		}
	}
	return places
}

// flatten turns nested tables into dotted keys, in the order of their places.
func flatten(values map[string]any, places map[string]place) []entry {
	var entries []entry
	var walk func(prefix string, at place, m map[string]any)
	walk = func(prefix string, at place, m map[string]any) {
		for name, v := range m {
			key := prefix + name
			here, known := places[key]
			if !known {
				if here, known = places[name]; !known || prefix == "" {
					here = at
				}
			}
			if table, nested := v.(map[string]any); nested {
				walk(key+".", here, table)
				continue
			}
			entries = append(entries, entry{key, plain(v), here.line, here.column})
		}
	}
	walk("", place{}, values)
	sort.Slice(entries, func(i, j int) bool {
		a, b := entries[i], entries[j]
		if a.line != b.line {
			return a.line < b.line
		}
		return a.key < b.key
	})
	return entries
}

// plain turns JSON's numbers into those of TOML.
func plain(v any) any {
	n, ok := v.(json.Number)
	if !ok {
		return v
	}
	if i, err := n.Int64(); err == nil {
		return i
	}
	f, _ := n.Float64()
	return f
}

// nearest returns the known key that was meant, or "". A key given without its
// table is taken for the one that ends with it.
func nearest(key string) string {
	keys, last := make([]string, len(table)), make([]string, len(table))
	for i, r := range table {
		keys[i], last[i] = r.Key, r.Key[strings.LastIndexByte(r.Key, '.')+1:]
	}
	if end := spell.Nearest(key, last, 1); end != "" {
		return keys[slices.Index(last, end)]
	}
	return spell.Nearest(key, keys, 3)
}
