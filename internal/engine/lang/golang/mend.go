package golang

import (
	"bytes"
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
)

// A file with a syntax error is often one that an agent is in the middle of
// editing. The parser then takes what follows for a part of the broken definition,
// and the file's other definitions would be gone until the next edit. So each
// definition that does not parse by itself is made to, with what is broken in it
// blanked out, and the file is parsed again. No byte moves: every position stays true.

const (
	maxMendBytes  = 512 << 10 // of a file
	maxChunkBytes = 64 << 10  // of one definition
	maxMendTries  = 8
	maxHeadBraces = 4 // of parameters' types, before the body's
)

const packageClause = "package p\n"

// mend returns src with its broken definitions mended, or nil where none is broken.
func mend(src []byte) []byte {
	if len(src) > maxMendBytes {
		return nil
	}
	var out []byte
	starts := definitions(src)
	for i, from := range starts {
		to := len(src)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		if _, broken := firstError(src[from:to]); !broken {
			continue
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		mendChunk(out[from:to])
	}
	return out
}

var keywords = [][]byte{[]byte("func "), []byte("func("), []byte("type "), []byte("var "), []byte("const "), []byte("type("), []byte("var("), []byte("const(")}

// definitions returns the offsets of the lines that begin with a definition's
// keyword, which gofmt writes at the left edge and nowhere else.
func definitions(src []byte) (starts []int) {
	for at := 0; at < len(src); {
		for _, k := range keywords {
			if bytes.HasPrefix(src[at:], k) {
				starts = append(starts, at)
				break
			}
		}
		next := bytes.IndexByte(src[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return starts
}

// firstError returns where the parser first stumbles in a definition.
func firstError(chunk []byte) (offset int, broken bool) {
	src := append([]byte(packageClause), chunk...)
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err == nil {
		return 0, false
	}
	if list, ok := errors.AsType[scanner.ErrorList](err); ok && len(list) > 0 {
		offset = list[0].Pos.Offset - len(packageClause)
	}
	return min(max(offset, 0), len(chunk)), true
}

// mendChunk mends one definition in place: a line that is in the way is blanked, a
// missing end is put where a line ends, and where neither helps only the head is kept.
func mendChunk(chunk []byte) {
	code := chunk[:codeLen(chunk)]
	if len(code) > maxChunkBytes {
		blank(code)
		return
	}
	original := bytes.Clone(chunk)
	for range maxMendTries {
		offset, broken := firstError(chunk)
		if !broken {
			return
		}
		if offset >= len(code) {
			if len(chunk) == len(code) || chunk[len(code)] == '}' {
				break
			}
			chunk[len(code)] = '}'
		} else if !blankLine(code, offset) {
			break
		}
	}
	if _, broken := firstError(chunk); broken {
		copy(chunk, original)
		keepHead(chunk, code)
	}
}

// codeLen returns the length of a definition without the blank lines and the
// comments behind it, which are the next one's.
func codeLen(chunk []byte) int {
	for {
		chunk = bytes.TrimRight(chunk, " \t\r\n")
		at := bytes.LastIndexByte(chunk, '\n') + 1
		if at == 0 || !bytes.HasPrefix(chunk[at:], []byte("//")) {
			return len(chunk)
		}
		chunk = chunk[:at]
	}
}

// blankLine blanks the line at offset, or the nearest one above it that is not
// blank; not the first. It returns false when there is none.
func blankLine(code []byte, offset int) bool {
	for {
		from := bytes.LastIndexByte(code[:offset], '\n') + 1
		if from == 0 {
			return false
		}
		to := len(code)
		if n := bytes.IndexByte(code[from:], '\n'); n >= 0 {
			to = from + n
		}
		if len(bytes.TrimSpace(code[from:to])) > 0 {
			blank(code[from:to])
			return true
		}
		offset = from - 1
	}
}

// keepHead blanks a definition behind one of its opening braces, so that it parses.
func keepHead(chunk, code []byte) {
	original := bytes.Clone(code)
	braces := 0
	for at := 0; at < len(code) && braces < maxHeadBraces; at++ {
		if code[at] == '\n' && at > 0 && code[at-1] != ',' && code[at-1] != '(' {
			break
		}
		if original[at] != '{' || at+1 >= len(code) {
			continue
		}
		braces++
		blank(code[at+1:])
		for end := len(code) - 1; end > at; end-- {
			if code[end] != '\n' {
				code[end] = '}'
				break
			}
		}
		if _, broken := firstError(chunk); !broken {
			return
		}
		copy(code, original)
	}
	blank(code)
}

// blank overwrites with spaces, line ends kept.
func blank(b []byte) {
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
}
