package pi

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// unicodeSpaces are the ones that Pi takes for a plain space in a path.
var unicodeSpaces = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("[\u00A0\u2000-\u200A\u202F\u205F\u3000]") })

// resolvePath resolves a path as Pi's tools do before they use it: Unicode spaces
// become plain ones, one leading @ is dropped, ~ and file:// are expanded, and the rest
// is relative to cwd.
func resolvePath(path, cwd, userHome string) string {
	path = unicodeSpaces().ReplaceAllString(path, " ")
	path = normalizePath(strings.TrimPrefix(path, "@"), userHome)
	if !filepath.IsAbs(path) {
		path = filepath.Join(cwd, path)
	}
	return filepath.Clean(path)
}

func normalizePath(path, userHome string) string {
	switch {
	case path == "~":
		return userHome
	case strings.HasPrefix(path, "~/"):
		return filepath.Join(userHome, path[2:])
	case strings.HasPrefix(path, "file://"):
		if u, err := url.Parse(path); err == nil && u.Path != "" {
			return filepath.FromSlash(u.Path)
		}
	}
	return path
}

var beforeMeridiem = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i) (AM|PM)\.`) })

// resolveReadPath is resolvePath, and where nothing is found there, the spellings that
// macOS gives to screenshots: a narrow space before AM and PM, a curly apostrophe. (Pi
// also tries the decomposed form; no file that the graph knows is reached by that alone.)
func resolveReadPath(path, cwd, userHome string) string {
	plain := resolvePath(path, cwd, userHome)
	narrow := beforeMeridiem().ReplaceAllString(plain, "\u202F$1.")
	for _, spelling := range []string{plain, narrow, strings.ReplaceAll(plain, "'", "\u2019")} {
		if _, err := os.Lstat(spelling); err == nil {
			return spelling
		}
	}
	return plain
}
