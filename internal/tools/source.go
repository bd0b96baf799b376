package tools

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
)

// source is a file's text, with where its lines start.
type source struct {
	path   string // as the answer prints it
	text   []byte
	starts []int
	sha256 string
}

// source reads a file that is indexed; when the disk has moved on, the index is brought up to date first.
func (r *repository) source(ctx context.Context, path string) (*source, error) {
	text, fresh, err := r.snap.Source(path)
	if err == nil && !fresh && r.reread(ctx, []string{path}) {
		text, _, err = r.snap.Source(path)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	sum := sha256.Sum256(text)
	s := &source{path: r.show(path), text: text, sha256: hex.EncodeToString(sum[:])}
	for i := 0; i < len(text); {
		s.starts = append(s.starts, i)
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
	}
	return s, nil
}

func (s *source) lines() int { return len(s.starts) }

// last is the last line that a call names; 0 leaves the end open.
func (s *source) last(n int) int {
	if n == 0 {
		return s.lines()
	}
	return min(n, s.lines())
}

// line is one line without its end; 1-based, "" outside the file.
func (s *source) line(n int) string {
	if n < 1 || n > len(s.starts) {
		return ""
	}
	return strings.TrimRight(string(s.text[s.starts[n-1]:s.end(n)]), "\r\n")
}

// end is the offset behind a line's end.
func (s *source) end(n int) int {
	if n < len(s.starts) {
		return s.starts[n]
	}
	return len(s.text)
}

// piece cuts out whole lines, held to the file's.
func (s *source) piece(first, last int, numbers bool) piece {
	first = max(1, first)
	last = min(last, s.lines())
	p := piece{Path: s.path, First: first, Last: max(last, first-1), Lines: s.lines(), SHA256: s.sha256}
	if last < first {
		return p
	}
	text := valid(string(s.text[s.starts[first-1]:s.end(last)]))
	if numbers {
		text = numbered(text, first)
	}
	p.Text = text
	return p
}

func numbered(text string, first int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "%d\t%s", first, line)
		first++
	}
	return b.String()
}

// of is the lines of a symbol, with the comment and the decorators right above it.
func (s *source) of(sym engine.Symbol) (first, last int) {
	return s.above(sym.StartLine), sym.EndLine
}

// above is the first line of the comment or the decorators that stand right above a line.
func (s *source) above(line int) int {
	inBlock := false
	for line > 1 {
		text := strings.TrimSpace(s.line(line - 1))
		switch {
		case inBlock:
			inBlock = !strings.HasPrefix(text, "/*")
		case strings.HasSuffix(text, "*/"):
			inBlock = !strings.HasPrefix(text, "/*")
		case text == "" || !attached(text):
			return line
		}
		line--
	}
	return line
}

// attached says whether a line is a comment or a decorator: an attribute of what follows it.
func attached(text string) bool {
	for _, start := range []string{"//", "@", "# ", "#:", "#[", "--"} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return text == "#"
}
