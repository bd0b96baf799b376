package tools

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/gortexhq/gortex/internal/edit"
)

// symbolChange replaces a symbol's definition, or puts text before or after it.
func (c *call) symbolChange(ctx context.Context, a arguments, change edit.Change) (edit.Change, error) {
	if a.text("symbol") == "" || !a.has("body") {
		return change, a.misused("edit with operation symbol needs `symbol` and `body`.")
	}
	own := *c
	own.args = a
	f, err := own.target(ctx)
	if err != nil {
		return change, err
	}
	_, f, err = own.symbolPiece(ctx, f) // the symbol as the disk has it now
	if err != nil {
		return change, err
	}
	s, err := f.repo.source(ctx, f.sym.Path)
	if err != nil {
		return change, err
	}
	if f.sym.End > len(s.text) || f.sym.Start > f.sym.End {
		return change, refusef("%s has changed while it was read; try again.", s.path)
	}
	if change.ExpectSHA256 == "" {
		change.ExpectSHA256 = s.sha256
	}
	start, end, text := splice(s, f.sym.StartLine, f.sym.Start, f.sym.End, a.text("body"), a.text("position"))
	change.File = filepath.Join(f.repo.Root(), filepath.FromSlash(f.sym.Path))
	change.Range, change.Start, change.End, change.Content = true, start, end, &text
	return change, nil
}

// splice decides which bytes a new body stands for. What a model was shown of a symbol
// are whole lines with the comment above them, so a body that repeats what stands
// around the definition itself (export, a comment, a semicolon) replaces that too.
func splice(s *source, startLine, start, end int, body, position string) (from, to int, text string) {
	lineEnd := "\n"
	if strings.Contains(string(s.text), "\r\n") {
		lineEnd = "\r\n"
		body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\n", "\r\n")
	}
	lineStart := s.starts[startLine-1]
	switch position {
	case "before":
		at := s.starts[s.above(startLine)-1]
		return at, at, strings.TrimRight(body, "\r\n") + lineEnd + lineEnd
	case "after":
		return insertAfter(s, end, strings.Trim(body, "\r\n"), lineEnd)
	}
	if strings.TrimSpace(body) == "" {
		return removal(s, startLine, end)
	}
	body = strings.Trim(body, "\r\n")
	above := s.above(startLine)
	switch prefix := strings.TrimLeft(string(s.text[lineStart:start]), " \t"); {
	case above < startLine && attached(strings.TrimSpace(firstLine(body))) || above < startLine && strings.HasPrefix(strings.TrimSpace(body), "/*"):
		start = s.starts[above-1]
		start += indentation(s.text[start:])
	case prefix != "" && strings.HasPrefix(strings.TrimLeft(body, " \t"), prefix):
		start -= len(prefix)
	}
	if start < lineStart {
		body = strings.TrimLeft(body, " \t")
	} else if indent := string(s.text[lineStart:start]); strings.TrimSpace(indent) == "" {
		body = strings.TrimPrefix(body, indent)
	}
	for _, tail := range []string{";", ","} {
		if strings.HasPrefix(string(s.text[end:]), tail) && strings.HasSuffix(body, tail) {
			end += len(tail)
		}
	}
	return start, end, body
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(s, "\r\n"), "\n")
	return line
}

func indentation(text []byte) int {
	n := 0
	for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
		n++
	}
	return n
}

// insertAfter puts text behind the line on which a definition ends, a blank line between.
func insertAfter(s *source, end int, body, lineEnd string) (int, int, string) {
	for end < len(s.text) && s.text[end] != '\n' {
		end++
	}
	if end == len(s.text) { // no line end at the end of the file
		return end, end, lineEnd + lineEnd + body + lineEnd
	}
	return end + 1, end + 1, lineEnd + body + lineEnd
}

// removal takes a definition out with its comment and the blank line behind it.
func removal(s *source, startLine, end int) (int, int, string) {
	from := s.starts[s.above(startLine)-1]
	for end < len(s.text) && s.text[end] != '\n' {
		end++
	}
	end = min(end+1, len(s.text))
	rest := string(s.text[end:])
	if trimmed := strings.TrimPrefix(strings.TrimPrefix(rest, "\r"), "\n"); len(trimmed) < len(rest) && (from == 0 || s.text[from-1] == '\n') {
		end += len(rest) - len(trimmed)
	}
	return from, end, ""
}
