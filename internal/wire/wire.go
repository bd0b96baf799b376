// Package wire is the compact text form of row data, GCX1: how sections are
// written and read back. It knows no tool and no engine; which rows there are and
// how many of them are shown is for whoever writes them.
//
// A payload is one section after another:
//
//	GCX1 tool=search fields=path,line,text operation=text total=2
//	internal/store/store.go<TAB>39<TAB>func (s *Store) Get(k string) string {
//	cmd/app/main.go<TAB>12<TAB>return store.Get(k)
//	# all shown
//
// The header names the columns; after tool and fields come further keys, sorted.
// A line that starts with # is a remark. In cells a backslash, a tab, a line feed and
// a carriage return are written \\, \t, \n and \r; in the header's values a space
// is \s as well. A backslash before any other character stands for that character,
// which is how a first cell that looks like a remark or a header is kept apart.
package wire

import (
	"slices"
	"strings"
)

const magic = "GCX1"

// Section is one table.
type Section struct {
	Tool   string
	Fields []string
	Keys   map[string]string // further keys of the header, "total" and the like
	Rows   [][]string        // as many cells each as there are fields
}

// Append writes the whole section.
func Append(dst []byte, s Section) []byte {
	dst = AppendHeader(dst, s)
	for _, row := range s.Rows {
		dst = AppendRow(dst, row)
	}
	return dst
}

// AppendHeader writes the first line of a section; its rows are the caller's.
func AppendHeader(dst []byte, s Section) []byte {
	dst = append(dst, magic+" tool="...)
	dst = appendWord(dst, s.Tool)
	dst = append(dst, " fields="...)
	for i, f := range s.Fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendWord(dst, f)
	}
	for _, key := range sorted(s.Keys) {
		dst = append(dst, ' ')
		dst = appendWord(dst, key)
		dst = append(dst, '=')
		dst = appendWord(dst, s.Keys[key])
	}
	return append(dst, '\n')
}

func sorted(keys map[string]string) []string {
	names := make([]string, 0, len(keys))
	for name := range keys {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// AppendRow writes one row.
func AppendRow(dst []byte, cells []string) []byte {
	for i, cell := range cells {
		if i > 0 {
			dst = append(dst, '\t')
		} else if strings.HasPrefix(cell, "#") || strings.HasPrefix(cell, magic+" ") {
			dst = append(dst, '\\')
		}
		dst = appendEscaped(dst, cell, false)
	}
	return append(dst, '\n')
}

// AppendRemark writes a line for the reader that is no row.
func AppendRemark(dst []byte, text string) []byte {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		dst = append(dst, '#', ' ')
		dst = append(dst, line...)
		dst = append(dst, '\n')
	}
	return dst
}

// appendWord writes a word of the header, in which spaces, = and commas separate.
func appendWord(dst []byte, s string) []byte { return appendEscaped(dst, s, true) }

func appendEscaped(dst []byte, s string, word bool) []byte {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			dst = append(dst, '\\', '\\')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == ' ' && word:
			dst = append(dst, '\\', 's')
		case (c == '=' || c == ',') && word:
			dst = append(dst, '\\', c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
