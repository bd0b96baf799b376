package extracttest

import (
	"errors"
	"path"
)

// Files is a repository in memory for a resolver to look at: path → content.
type Files map[string]string

// Exists implements lang.Files.
func (f Files) Exists(p string) bool {
	_, ok := f[p]
	return ok && path.Ext(p) != ".json"
}

// Dir implements lang.Files.
func (f Files) Dir(dir string) (names []string) {
	for p := range f {
		if d := path.Dir(p); d == dir || d == "." && dir == "" {
			names = append(names, path.Base(p))
		}
	}
	return names
}

// Read implements lang.Files.
func (f Files) Read(p string) ([]byte, error) {
	if text, ok := f[p]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("no such file")
}

// Named implements lang.Files.
func (f Files) Named(base string) (paths []string) {
	for p := range f {
		if path.Base(p) == base {
			paths = append(paths, p)
		}
	}
	return paths
}
