package table

import (
	"bytes"
	"fmt"
)

const (
	// longestWord is what the scanner of Ruby's grammar counts to: it forgets how long a
	// longer word is, notices, and ends the process.
	longestWord = 255
	// mostPending is what the here-documents that a line begins may take together: the
	// scanners of Ruby and Bash write a few bytes more than the kilobyte they look for.
	mostPending = 900
	perWord     = 7 // what is kept beside a word
)

// HereDocuments refuses a source with a here-document that the grammar's scanner does not
// survive: what C does wrong ends the process, and all sessions with it. spaces says that
// they may stand before the word.
func HereDocuments(spaces bool) func(src []byte) (why string) {
	return func(src []byte) string {
		pending := 0
		for at := 0; ; {
			i := bytes.Index(src[at:], []byte("<<"))
			if i < 0 {
				return ""
			}
			if bytes.IndexByte(src[at:at+i], '\n') >= 0 {
				pending = 0
			}
			at += i + len("<<")
			if at > len("<<") && at < len(src) && src[at] == src[at-len("<<")-1] {
				continue // the operator's name, in quotes
			}
			n := wordLength(src[at:], spaces)
			if n == 0 {
				continue
			}
			if pending += n + perWord; n > longestWord || pending > mostPending {
				return fmt.Sprintf("line %d begins here-documents with more words than are read", 1+bytes.Count(src[:at], []byte{'\n'}))
			}
		}
	}
}

// wordLength is how long the word is that a here-document ends with, to a little above what
// is refused; 0 where none begins.
func wordLength(src []byte, spaces bool) (n int) {
	src = src[:min(len(src), 2*mostPending)]
	if len(src) > 0 && (src[0] == '-' || src[0] == '~') {
		src = src[1:]
	}
	if spaces {
		src = bytes.TrimLeft(src, " \t")
	}
	if len(src) == 0 {
		return 0
	}
	if quote := src[0]; quote == '"' || quote == '\'' || quote == '`' {
		if end := bytes.IndexByte(src[1:], quote); end >= 0 {
			return end
		}
		return len(src)
	}
	for n < len(src) && (src[n] == '_' || src[n] >= 0x80 || '0' <= src[n] && src[n] <= '9' || 'a' <= src[n]|0x20 && src[n]|0x20 <= 'z' || spaces && !bytes.ContainsRune([]byte(" \t\r\n;|&<>()"), rune(src[n]))) {
		n++
	}
	return n
}
