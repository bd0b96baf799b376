package outline

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// markdown has headings with # before them or a line under them, outside of fenced code.
func markdown(lines [][]byte, add func(line, level int, kind, name string)) {
	var fence []byte
	for i, line := range lines {
		text := bytes.TrimLeft(line, " ")
		if mark := fenceOf(text); mark != nil {
			switch {
			case fence == nil:
				fence = mark
			case bytes.HasPrefix(mark, fence) && len(bytes.TrimSpace(text[len(mark):])) == 0:
				fence = nil
			}
			continue
		}
		if fence != nil || len(line)-len(text) > 3 {
			continue
		}
		if level := len(text) - len(bytes.TrimLeft(text, "#")); level > 0 && level <= 6 && len(text) > level && text[level] == ' ' {
			add(i, level, "heading", strings.TrimSpace(strings.TrimRight(string(text[level:]), "# ")))
			continue
		}
		if level := underline(text); level > 0 && i > 0 && paragraph(lines[i-1]) {
			add(i-1, level, "heading", string(bytes.TrimSpace(lines[i-1])))
		}
	}
}

// fenceOf returns the back-quotes or tildes that open or close a block of code, or nil.
func fenceOf(text []byte) []byte {
	for _, c := range []byte("`~") {
		if n := len(text) - len(bytes.TrimLeft(text, string(c))); n >= 3 {
			return text[:n]
		}
	}
	return nil
}

func underline(text []byte) int {
	switch {
	case len(text) < 2:
		return 0
	case len(bytes.Trim(text, "=")) == 0:
		return 1
	case len(bytes.Trim(text, "-")) == 0:
		return 2
	}
	return 0
}

// paragraph says whether a line is text that an underline makes a heading.
func paragraph(line []byte) bool {
	return len(bytes.TrimSpace(line)) > 0 && !bytes.ContainsAny(line[:1], " \t|>-*+#=")
}

// json has the keys of its two outer levels.
func json(lines [][]byte, add func(line, level int, kind, name string)) {
	depth, key, from := 0, "", 0
	inString, escaped, comment := false, false, false
	var name []byte
	for i, line := range lines {
		for at := 0; at < len(line); at++ {
			c := line[at]
			switch {
			case comment:
				if c == '*' && at+1 < len(line) && line[at+1] == '/' {
					comment = false
					at++
				}
			case inString:
				switch {
				case escaped:
					escaped = false
				case c == '\\':
					escaped = true
				case c == '"':
					inString, key = false, string(name)
					continue
				}
				name = append(name, c)
			case c == '"':
				inString, from, name = true, i, name[:0]
			case c == '/' && at+1 < len(line) && line[at+1] == '/':
				at = len(line)
			case c == '/' && at+1 < len(line) && line[at+1] == '*':
				comment = true
			case c == ':':
				if depth == 1 || depth == 2 {
					add(from, depth, "key", key)
				}
				key = ""
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				depth--
			}
		}
	}
}

var yamlKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^( *)(?:- +)?("[^"]*"|'[^']*'|[^\s#:'"\[\]{},&*!|>%@-][^:#]*|-[^\s:#][^:#]*):(?:\s|$)`)
})

// yaml has the keys of its two outer levels, without what stands in blocks of text.
func yaml(lines [][]byte, add func(line, level int, kind, name string)) {
	text, second := -1, 0 // the indentation whose block of text goes on, or -1
	for i, line := range lines {
		indent := len(line) - len(bytes.TrimLeft(line, " "))
		switch {
		case len(line) == indent:
			continue
		case text >= 0 && indent > text:
			continue
		}
		text = -1
		if m := yamlKey().FindSubmatch(line); m != nil {
			switch name := strings.Trim(string(m[2]), `"'`); {
			case indent == 0 && line[0] != '-':
				add(i, 1, "key", name)
				second = 0
			case second == 0 && indent > 0 || indent == second && indent > 0:
				add(i, 2, "key", name)
				second = indent
			}
		}
		if rest := bytes.TrimRight(line, "+-0123456789"); bytes.HasSuffix(rest, []byte("|")) || bytes.HasSuffix(rest, []byte(": >")) {
			text = indent
		}
	}
}

var tomlKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z0-9_."'-]+)\s*=`) })

// toml has its tables, and the keys before the first of them.
func toml(lines [][]byte, add func(line, level int, kind, name string)) {
	tables, text := false, ""
	for i, line := range lines {
		line := string(line)
		if text != "" {
			if strings.Contains(line, text) {
				text = ""
			}
			continue
		}
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "["):
			if end := strings.IndexByte(trimmed, ']'); end > 0 && !strings.HasPrefix(line, " ") {
				tables = true
				name := strings.Trim(trimmed[:end], "[ ")
				add(i, 1+strings.Count(name, "."), "table", name)
			}
		case !tables:
			if m := tomlKey().FindStringSubmatch(line); m != nil {
				add(i, 1, "key", m[1])
			}
		}
		for _, quotes := range []string{`"""`, `'''`} {
			if strings.Count(line, quotes)%2 == 1 {
				text = quotes
			}
		}
	}
}

var (
	htmlHeading = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)<(h([1-6])|title)\b[^>]*>(.*?)(?:</|$)`) })
	htmlID      = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)<([a-z][\w-]*)\b[^>]*?\sid\s*=\s*["']?([\w:.-]+)`)
	})
	htmlTag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<[^>]*>`) })
)

// html has its title, headings, and the elements with an id.
func html(lines [][]byte, add func(line, level int, kind, name string)) {
	for i, line := range lines {
		for _, m := range htmlHeading().FindAllSubmatch(line, -1) {
			level := 1
			if len(m[2]) == 1 {
				level = int(m[2][0] - '0')
			}
			add(i, level, "heading", strings.TrimSpace(htmlTag().ReplaceAllString(string(m[3]), "")))
		}
		for _, m := range htmlID().FindAllSubmatch(line, -1) {
			add(i, 7, "element", string(m[1])+"#"+string(m[2]))
		}
	}
}

// css has its selectors and at-rules, those inside a rule one level deeper.
func css(lines [][]byte, add func(line, level int, kind, name string)) {
	depth, comment, from := 0, false, -1
	var text []byte
	for i, line := range lines {
		for at := 0; at < len(line); at++ {
			c := line[at]
			switch {
			case comment:
				if c == '*' && at+1 < len(line) && line[at+1] == '/' {
					comment = false
					at++
				}
				continue
			case c == '/' && at+1 < len(line) && line[at+1] == '*':
				comment = true
				at++
				continue
			case c == '{':
				if from >= 0 && depth < 2 {
					add(from, depth+1, "rule", strings.Join(strings.Fields(string(text)), " "))
				}
				depth++
			case c == '}':
				depth = max(0, depth-1)
			case c == ';':
			default:
				if from < 0 && c != ' ' && c != '\t' {
					from = i
				}
				text = append(text, c)
				continue
			}
			text, from = text[:0], -1
		}
		text = append(text, ' ')
	}
}

var sqlStatement = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?i)^\\s*(create|alter)\\s+(?:or\\s+replace\\s+)?(?:(?:temp|temporary|unique|materialized|unlogged|virtual)\\s+)*" +
		"(table|view|index|function|procedure|trigger|type|schema|sequence|database|role|policy)\\s+(?:concurrently\\s+)?(?:if\\s+(?:not\\s+)?exists\\s+)?([\\w.\"`\\[\\]]+)")
})

// sql has what its statements create or alter.
func sql(lines [][]byte, add func(line, level int, kind, name string)) {
	for i, line := range lines {
		if m := sqlStatement().FindSubmatch(line); m != nil {
			add(i, 1, "statement", strings.ToLower(string(m[1])+" "+string(m[2]))+" "+strings.Trim(string(m[3]), "\"`[]"))
		}
	}
}
