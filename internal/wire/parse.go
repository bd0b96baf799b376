package wire

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Parse reads a payload back. Rows get as many cells as there are fields: missing
// ones are empty, further ones are dropped. Keys it does not know are kept as they are.
func Parse(text string) ([]Section, error) {
	var all []Section
	n, grouped := 0, false
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, magic+" "):
			s, is, err := parseHeader(line[len(magic)+1:])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			all, grouped = append(all, s), is
		case len(all) == 0:
			if line != "" {
				return nil, fmt.Errorf("line %d: a row before the first header, which starts with %q", n, magic+" ")
			}
		default:
			s := &all[len(all)-1]
			// An empty line is a row only where one empty cell makes one.
			if line != "" || len(s.Fields) == 1 {
				s.Rows = append(s.Rows, parseRow(line, len(s.Fields)))
				if last := len(s.Rows) - 1; grouped && last > 0 && s.Rows[last][0] == "" {
					s.Rows[last][0] = s.Rows[last-1][0]
				}
			}
		}
	}
	return all, nil
}

// parseHeader also says whether rows leave out a first cell that they share with the one above.
func parseHeader(line string) (s Section, grouped bool, err error) {
	var by []string
	tool, fields := false, false
	for _, word := range split(line, ' ') {
		if word == "" {
			continue
		}
		parts := split(word, '=')
		if len(parts) != 2 {
			return s, false, fmt.Errorf("%q in the header is no key=value", word)
		}
		key, value := unescape(parts[0]), parts[1]
		switch {
		case key == "tool" && !tool:
			s.Tool, tool = unescape(value), true
		case key == "fields" && !fields:
			for _, f := range split(value, ',') {
				s.Fields = append(s.Fields, unescape(f))
			}
			fields = true
		case key == group:
			by = append(by, unescape(value))
		default:
			if s.Keys == nil {
				s.Keys = map[string]string{}
			}
			s.Keys[key] = unescape(value)
		}
	}
	if !tool || !fields {
		return s, false, fmt.Errorf("the header lacks tool= or fields=")
	}
	return s, len(s.Fields) > 1 && slices.Contains(by, s.Fields[0]), nil
}

func parseRow(line string, fields int) []string {
	row := make([]string, fields)
	for i, cell := range split(line, '\t') {
		if i < fields {
			row[i] = unescape(cell)
		}
	}
	return row
}

// split cuts at every separator that no backslash stands before.
func split(s string, sep byte) []string {
	var parts []string
	from := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case sep:
			parts = append(parts, s[from:i])
			from = i + 1
		}
	}
	return append(parts, s[from:])
}

func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			switch c = s[i]; c {
			case 't':
				c = '\t'
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			case 's':
				c = ' '
			case 'u':
				if r, err := strconv.ParseUint(s[i+1:min(len(s), i+5)], 16, 16); err == nil && i+5 <= len(s) && Steers(rune(r)) {
					b.WriteRune(rune(r))
					i += 4
					continue
				}
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}
