// Package wire is the compact text form of row data, GCX1: how sections are
// written and read back. It knows no tool and no engine; which rows there are and
// how many of them are shown is for whoever writes them.
//
// A payload is one section after another:
//
//	GCX1 tool=search fields=path,line,text group=path total=3
//	internal/store/store.go<TAB>39<TAB>func (s *Store) Get(k string) string {
//	<TAB>52<TAB>return s.Get(k)
//	cmd/app/main.go<TAB>12<TAB>return store.Get(k)
//	# all shown
//
// The header names the columns; after tool and fields come further keys, sorted. With
// the key group an empty first cell is the one of the row above: rows about one file
// name it once. A line that starts with # is a remark.
//
// In cells a backslash, a tab, a line feed and a carriage return are written \\, \t, \n
// and \r, and what else steers a terminal or turns the reading order is written as
// \u202e is, with its number in four digits; in the header's values a space is \s as
// well. A backslash before any other character stands for that character, which is
// how a first cell that looks like a remark or a header is kept apart.
package wire

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	magic = "GCX1"
	group = "group" // the key that says which column is written once for rows that share it
)

// Section is one table.
type Section struct {
	Tool   string
	Fields []string
	Keys   map[string]string // further keys of the header, "total" and the like, but "group"
	Rows   [][]string        // as many cells each as there are fields
}

// Append writes the whole section.
func Append(dst []byte, s Section) []byte {
	for _, line := range Lines(s) {
		dst = append(dst, line...)
	}
	return dst
}

// Lines are the header and the rows, each with its line end. Whoever shows only the
// first of them still shows what Parse reads back.
func Lines(s Section) [][]byte {
	grouped := s.repeats()
	lines := make([][]byte, 0, len(s.Rows)+1)
	lines = append(lines, appendHeader(nil, s, grouped))
	for i, row := range s.Rows {
		if grouped && i > 0 && row[0] == s.Rows[i-1][0] {
			lines = append(lines, appendCells([]byte{'\t'}, row[1:]))
			continue
		}
		lines = append(lines, appendRow(nil, row))
	}
	return lines
}

// repeats says whether the first cell is worth writing once for rows that share it: it is
// never empty, further cells follow it, and what is spared is more than the key costs.
func (s Section) repeats() bool {
	spared := 0
	for i, row := range s.Rows {
		if len(row) < 2 || row[0] == "" {
			return false
		}
		if i > 0 && row[0] == s.Rows[i-1][0] {
			spared += len(row[0])
		}
	}
	return len(s.Fields) > 1 && spared > len(group)+1+len(s.Fields[0])
}

func appendHeader(dst []byte, s Section, grouped bool) []byte {
	dst = append(dst, magic+" tool="...)
	dst = appendWord(dst, s.Tool)
	dst = append(dst, " fields="...)
	for i, f := range s.Fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendWord(dst, f)
	}
	keys := slices.Collect(maps.Keys(s.Keys))
	if grouped {
		keys = append(keys, group)
	}
	slices.Sort(keys)
	for _, key := range keys {
		value := s.Keys[key]
		if key == group {
			value = s.Fields[0]
		}
		dst = append(dst, ' ')
		dst = appendWord(dst, key)
		dst = append(dst, '=')
		dst = appendWord(dst, value)
	}
	return append(dst, '\n')
}

func appendRow(dst []byte, cells []string) []byte {
	if len(cells) > 0 && (strings.HasPrefix(cells[0], "#") || strings.HasPrefix(cells[0], magic+" ")) {
		dst = append(dst, '\\')
	}
	return appendCells(dst, cells)
}

func appendCells(dst []byte, cells []string) []byte {
	for i, cell := range cells {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = appendEscaped(dst, cell, false)
	}
	return append(dst, '\n')
}

// AppendRemark writes a line for the reader that is no row.
func AppendRemark(dst []byte, text string) []byte {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		dst = append(dst, '#', ' ')
		dst = append(dst, Visible(line)...)
		dst = append(dst, '\n')
	}
	return dst
}

// appendWord writes a word of the header, in which spaces, = and commas separate.
func appendWord(dst []byte, s string) []byte { return appendEscaped(dst, s, true) }

func appendEscaped(dst []byte, s string, word bool) []byte {
	for i, r := range s {
		switch {
		case r == '\\':
			dst = append(dst, '\\', '\\')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r == ' ' && word:
			dst = append(dst, '\\', 's')
		case (r == '=' || r == ',') && word:
			dst = append(dst, '\\', byte(r))
		case Steers(r):
			dst = fmt.Appendf(dst, `\u%04x`, r)
		case r == utf8.RuneError: // perhaps a byte that is no UTF-8: as it is
			_, n := utf8.DecodeRuneInString(s[i:])
			dst = append(dst, s[i:i+n]...)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// Steers says that a character is no text but moves what is shown: it steers a terminal,
// ends a line or turns the reading order. All of them are below U+10000.
func Steers(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// Visible is text with every character that steers, but for tabs and line feeds, written
// as in a cell.
func Visible(text string) string {
	steers := func(r rune) bool { return Steers(r) && r != '\t' && r != '\n' }
	if !strings.ContainsFunc(text, steers) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if steers(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
