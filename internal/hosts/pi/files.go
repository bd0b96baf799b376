package pi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// content is a file at one moment; a file that is not there has no bytes and no sum.
type content struct {
	bytes    []byte
	sum      string
	tooLarge bool
}

// readContent never waits, as opening a pipe does until somebody writes to it.
func readContent(path string, max int64) content {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return content{tooLarge: !errors.Is(err, fs.ErrNotExist)}
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > max {
		return content{tooLarge: true}
	}
	b, err := io.ReadAll(io.LimitReader(f, max+1))
	if err != nil || int64(len(b)) > max {
		return content{tooLarge: true}
	}
	sum := sha256.Sum256(b)
	return content{bytes: b, sum: hex.EncodeToString(sum[:])}
}

// named are the files that an edit's arguments may mean, absolute and sorted: a path may
// be relative to the session's folder or to a repository above it, and a symbol's id
// starts with one.
func (d *differ) named(ctx context.Context, arguments json.RawMessage) []string {
	return d.namedBy(ctx, arguments, d.locate)
}

// namedBy finds the files of a symbol that is named alone by locate; nil: not at all.
func (d *differ) namedBy(ctx context.Context, arguments json.RawMessage, locate func(context.Context, string) []string) []string {
	var a editArguments
	if json.Unmarshal(arguments, &a) != nil {
		return nil
	}
	var paths []string
	for _, name := range a.files(ctx, locate) {
		for _, place := range d.places(name) {
			paths = append(paths, realPath(place)) // one lock, by whatever name
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

type editArguments struct {
	File    string          `json:"file"`
	Symbol  string          `json:"symbol"`
	Changes []editArguments `json:"changes"`
}

func (a editArguments) files(ctx context.Context, locate func(context.Context, string) []string) []string {
	var names []string
	if a.File != "" {
		names = append(names, a.File)
	}
	switch path, ok := symbolFile(a.Symbol); {
	case ok:
		names = append(names, path)
	case a.Symbol != "" && locate != nil:
		names = append(names, locate(ctx, a.Symbol)...)
	}
	for _, c := range a.Changes {
		names = append(names, c.files(ctx, locate)...)
	}
	return names
}

// symbolFile is the file in a symbol's id, or in file:line.
func symbolFile(symbol string) (string, bool) {
	if path, _, ok := strings.Cut(symbol, "::"); ok {
		return path, true
	}
	if i := strings.LastIndexByte(symbol, ':'); i > 0 {
		return symbol[:i], true
	}
	return "", false
}

// places are where a path can point: itself, or below the session's folder or one of
// the folders above it up to the repository's root, with and without the repository's
// name in front. The first is kept also when there is no file yet.
func (d *differ) places(name string) []string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return []string{filepath.Clean(name)}
	}
	spellings := []string{name}
	if _, rest, ok := strings.Cut(name, string(filepath.Separator)); ok {
		spellings = append(spellings, rest)
	}
	var found []string
	for dir := d.cwd; ; dir = filepath.Dir(dir) {
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		root := err == nil
		for i, s := range spellings {
			path := filepath.Join(dir, s)
			if _, err := os.Stat(path); err == nil || i == 0 && (root || dir == d.cwd) {
				found = append(found, path)
			}
		}
		if root || dir == filepath.Dir(dir) {
			return found
		}
	}
}
