package gitdiff

import (
	"strconv"
	"strings"
)

// parse reads a unified diff without context. The lines of a hunk are counted, not
// looked at: one that is removed may read "-- a/x" and look like a header.
func parse(text string) []File {
	var files []File
	var f *File
	skip := 0
	for line := range strings.Lines(text) {
		if skip > 0 {
			if !strings.HasPrefix(line, `\`) {
				skip--
			}
			continue
		}
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "diff --git "); ok {
			files = append(files, File{Status: Modified})
			f = &files[len(files)-1]
			f.Old, f.Path = sameName(rest)
			continue
		}
		if f == nil {
			continue
		}
		if h, ok := parseHunk(line); ok {
			f.Hunks = append(f.Hunks, h)
			f.Added, f.Removed = f.Added+h.Count, f.Removed+h.Removed
			skip = h.Count + h.Removed
			continue
		}
		f.header(line)
	}
	for i := range files {
		if files[i].Status == Added {
			files[i].Old = ""
		}
	}
	return files
}

// header reads one of the lines between "diff --git" and the first hunk.
func (f *File) header(line string) {
	for start, read := range map[string]func(string){
		"new file mode ":     func(string) { f.Status = Added },
		"deleted file mode ": func(string) { f.Status = Deleted },
		"rename from ":       func(s string) { f.Status, f.Old = Renamed, unquote(s) },
		"rename to ":         func(s string) { f.Path = unquote(s) },
		"Binary files ":      func(string) { f.Binary = true },
		"--- ": func(s string) {
			if s = unquote(s); s != "/dev/null" {
				f.Old = strings.TrimPrefix(s, "a/")
			}
		},
		"+++ ": func(s string) {
			if s = unquote(s); s != "/dev/null" {
				f.Path = strings.TrimPrefix(s, "b/")
			}
		},
	} {
		if rest, ok := strings.CutPrefix(line, start); ok {
			read(rest)
			return
		}
	}
}

// sameName reads "a/x b/x", where both are one name: what is left for a file that has
// neither hunks nor a rename (a mode, a binary, an empty file).
func sameName(rest string) (before, after string) {
	if strings.HasPrefix(rest, `"`) {
		if end := quoteEnd(rest); end > 0 {
			name := strings.TrimPrefix(unquote(rest[:end]), "a/")
			return name, name
		}
	}
	half := len(rest) / 2
	if len(rest)%2 == 1 && rest[half] == ' ' {
		name := strings.TrimPrefix(rest[:half], "a/")
		return name, name
	}
	return "", ""
}

// parseHunk reads "@@ -a,b +c,d @@ …".
func parseHunk(line string) (Hunk, bool) {
	rest, ok := strings.CutPrefix(line, "@@ -")
	if !ok {
		return Hunk{}, false
	}
	old, rest, ok := strings.Cut(rest, " +")
	if !ok {
		return Hunk{}, false
	}
	now, _, ok := strings.Cut(rest, " @@")
	if !ok {
		return Hunk{}, false
	}
	_, removed, ok := span(old)
	line0, count, ok2 := span(now)
	return Hunk{Line: line0, Count: count, Removed: removed}, ok && ok2
}

func span(s string) (from, count int, ok bool) {
	first, rest, several := strings.Cut(s, ",")
	from, err := strconv.Atoi(first)
	if err != nil {
		return 0, 0, false
	}
	if !several {
		return from, 1, true
	}
	count, err = strconv.Atoi(rest)
	return from, count, err == nil && count >= 0
}

func quoteEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// unquote reads a name that git has quoted as C does; others end at a tab, if any.
func unquote(s string) string {
	if !strings.HasPrefix(s, `"`) {
		name, _, _ := strings.Cut(s, "\t")
		return name
	}
	end := quoteEnd(s)
	if end < 0 {
		return s
	}
	s = s[1 : end-1]
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if n, err := strconv.ParseUint(s[i:min(len(s), i+3)], 8, 8); err == nil && i+3 <= len(s) {
			b.WriteByte(byte(n))
			i += 2
			continue
		}
		b.WriteByte(escaped(s[i]))
	}
	return b.String()
}

func escaped(c byte) byte {
	if i := strings.IndexByte("abtnvfr", c); i >= 0 {
		return "\a\b\t\n\v\f\r"[i]
	}
	return c
}
