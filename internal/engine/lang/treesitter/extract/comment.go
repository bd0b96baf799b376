package extract

import "bytes"

// Comments says which comments before a definition are its doc.
type Comments struct {
	Block []string // "/**"; the doc ends in "*/"
	Line  []string // "///", "#": each line of it begins so
	Over  []string // lines that begin so may stand between: attributes, decorators
}

// Doc returns the first sentence of the comment right before offset, or "".
func (c *Comments) Doc(src []byte, offset uint32) string {
	before := bytes.TrimRight(src[:offset], " \t\r")
	if n := len(before); n > 0 && before[n-1] != '\n' {
		return "" // something else begins the line
	}
	before = c.over(before)
	if bytes.HasSuffix(before, []byte("*/")) {
		return c.block(before)
	}
	return c.lines(before)
}

// over steps back over one line end and the lines that may stand between.
func (c *Comments) over(before []byte) []byte {
	for {
		before = bytes.TrimRight(bytes.TrimSuffix(before, []byte{'\n'}), " \t\r")
		line := bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])
		if len(line) == 0 || !begins(line, c.Over) {
			return before
		}
		before = before[:max(bytes.LastIndexByte(before, '\n'), 0)]
	}
}

func (c *Comments) block(before []byte) string {
	before = before[max(0, len(before)-16<<10) : len(before)-2]
	open := bytes.LastIndex(before, []byte("/*"))
	if open < 0 || !begins(before[open:], c.Block) {
		return ""
	}
	return Sentence(plain(bytes.TrimLeft(before[open+2:], "*!")))
}

// maxDocLines bounds how far up a doc of lines is followed.
const maxDocLines = 100

func (c *Comments) lines(before []byte) string {
	var lines [][]byte
	for range maxDocLines {
		at := bytes.LastIndexByte(before, '\n')
		line := bytes.TrimSpace(before[at+1:])
		if !begins(line, c.Line) || bytes.HasPrefix(line, []byte("#!")) {
			break
		}
		lines = append(lines, bytes.TrimLeft(line, "/#!"))
		if at < 0 {
			break
		}
		before = before[:at]
	}
	if len(lines) == 0 {
		return ""
	}
	var text []byte
	for i := len(lines) - 1; i >= 0; i-- {
		text = append(append(text, lines[i]...), '\n')
	}
	return Sentence(plain(text))
}

func begins(line []byte, with []string) bool {
	for _, w := range with {
		if bytes.HasPrefix(line, []byte(w)) {
			return true
		}
	}
	return false
}

// plain drops the tags of XML and HTML: <summary>, <p>.
func plain(text []byte) []byte {
	if bytes.IndexByte(text, '<') < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		open := bytes.IndexByte(text, '<')
		end := -1
		if open >= 0 {
			end = bytes.IndexAny(text[open:], ">\n")
		}
		if open < 0 || end < 0 || text[open+end] == '\n' || open+1 < len(text) && !letter(text[open+1]) && text[open+1] != '/' {
			n := len(text)
			if open >= 0 {
				n = open + 1
			}
			out, text = append(out, text[:n]...), text[n:]
			continue
		}
		out, text = append(out, text[:open]...), text[open+end+1:]
	}
	return out
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
