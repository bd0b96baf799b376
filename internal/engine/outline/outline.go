// Package outline finds the headings and keys of files that no language reads symbols of:
// Markdown, JSON, YAML, TOML, HTML, CSS and SQL. It goes by lines and parses none of them
// whole. What it finds is shown and never stored: such a file stays text, for hooks too.
package outline

import (
	"bytes"
	"path"
	"strings"
)

// Entry is one heading, key, rule or statement.
type Entry struct {
	Name          string
	Kind          string // heading, key, table, element, rule, statement
	Level         int    // 1 is outermost
	Line, EndLine int    // 1-based; EndLine is the last line below it
}

// Most bounds the entries of one file.
const Most = 2000

// format reads one kind of file: each call of add is an entry, in the order of its lines.
type format func(lines [][]byte, add func(line, level int, kind, name string))

var formats = map[string]format{
	".md": markdown, ".markdown": markdown,
	".json": json, ".jsonc": json,
	".yaml": yaml, ".yml": yaml,
	".toml": toml, ".ini": toml,
	".html": html, ".htm": html,
	".css": css, ".scss": css, ".less": css,
	".sql": sql,
}

// Of returns the outline of a file; ok is false where its kind has none.
func Of(file string, src []byte) (entries []Entry, ok bool) {
	read := formats[strings.ToLower(path.Ext(file))]
	if read == nil {
		return nil, false
	}
	lines := bytes.Split(bytes.TrimSuffix(src, []byte{'\n'}), []byte{'\n'})
	for i := range lines {
		lines[i] = bytes.TrimRight(lines[i], " \t\r")
	}
	read(lines, func(line, level int, kind, name string) {
		if name = cut(name); name != "" && len(entries) < Most {
			entries = append(entries, Entry{Name: name, Kind: kind, Level: level, Line: line + 1})
		}
	})
	end(entries, len(lines))
	return entries, true
}

// end says how far each entry reaches: to the next one that is not inside it.
func end(entries []Entry, last int) {
	var open []int
	for i := range entries {
		for len(open) > 0 && entries[open[len(open)-1]].Level >= entries[i].Level {
			top := &entries[open[len(open)-1]]
			top.EndLine = max(top.Line, entries[i].Line-1)
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	for _, i := range open {
		entries[i].EndLine = max(entries[i].Line, last)
	}
}

// cut keeps a name short, at a character's edge.
func cut(name string) string {
	const most = 120
	if len(name) <= most {
		return strings.ToValidUTF8(name, "")
	}
	return strings.ToValidUTF8(name[:most], "")
}
