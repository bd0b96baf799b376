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
// survive: what C does wrong ends the process, and all sessions with it. word is how long
// the word is that stands at the beginning of what follows "<<".
func HereDocuments(word func(src []byte) int) func(src []byte) (why string) {
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
			n := word(src[at:min(len(src), at+2*mostPending)])
			if n == 0 {
				continue
			}
			if pending += n + perWord; n > longestWord || pending > mostPending {
				return fmt.Sprintf("line %d begins here-documents with more words than are read", 1+bytes.Count(src[:at], []byte{'\n'}))
			}
		}
	}
}

// RubyWord is how Ruby's scanner reads it: at once, after a dash or a tilde.
func RubyWord(src []byte) (n int) {
	if len(src) > 0 && (src[0] == '-' || src[0] == '~') {
		src = src[1:]
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
	for n < len(src) && (src[n] == '_' || src[n] >= 0x80 || '0' <= src[n] && src[n] <= '9' || 'a' <= src[n]|0x20 && src[n]|0x20 <= 'z') {
		n++
	}
	return n
}

// BashWord is how Bash's scanner reads it: after any white space, up to the next or to the
// end of what is quoted; a backslash takes what follows it.
func BashWord(src []byte) (n int) {
	if len(src) > 0 && src[0] == '-' {
		src = src[1:]
	}
	src = bytes.TrimLeft(src, " \t\r\n\v\f")
	if len(src) == 0 || src[0] == '<' || src[0] == '=' {
		return 0
	}
	ends := " \t\r\n\v\f"
	if src[0] == '"' || src[0] == '\'' {
		ends = string(src[0]) + "\r\n"
		src = src[1:]
	}
	for i := 0; i < len(src) && bytes.IndexByte([]byte(ends), src[i]) < 0; i++ {
		if src[i] == '\\' {
			i++
		}
		n++
	}
	return n
}
