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

	"github.com/gortexhq/gortex/internal/tools/catalog"
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
	var paths []string
	for _, name := range namesIn(arguments, 0).files(ctx, locate) {
		for _, place := range d.places(name) {
			paths = append(paths, realPath(place)) // one lock, by whatever name
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// editNames are the files and symbols that an edit's arguments name. One too many costs a
// reading, one that is missed a diff.
type editNames struct{ file, symbol []string }

// The tool takes these names for its arguments, in any case, and a list as a text too.
var (
	fileArguments   = spellings("file")
	symbolArguments = spellings("symbol")
	listArguments   = append(spellings("changes"), spellings("edits")...)
)

func spellings(argument string) []string {
	return append([]string{argument}, catalog.Synonyms[argument]...)
}

func namesIn(arguments json.RawMessage, depth int) (n editNames) {
	const deepest = 4 // a batch of edits as a text
	var object map[string]json.RawMessage
	var list []json.RawMessage
	var text string
	switch {
	case depth > deepest:
	case json.Unmarshal(arguments, &object) == nil:
		for name, value := range object {
			name = strings.ToLower(name)
			switch {
			case slices.Contains(listArguments, name):
				n.add(namesIn(value, depth+1))
			case json.Unmarshal(value, &text) != nil || text == "":
			case slices.Contains(fileArguments, name):
				n.file = append(n.file, text)
			case slices.Contains(symbolArguments, name):
				n.symbol = append(n.symbol, text)
			}
		}
	case json.Unmarshal(arguments, &list) == nil:
		for _, one := range list {
			n.add(namesIn(one, depth+1))
		}
	case json.Unmarshal(arguments, &text) == nil:
		return namesIn(json.RawMessage(text), depth+1)
	}
	return n
}

func (n *editNames) add(more editNames) {
	n.file, n.symbol = append(n.file, more.file...), append(n.symbol, more.symbol...)
}

func (n editNames) files(ctx context.Context, locate func(context.Context, string) []string) []string {
	names := n.file
	for _, symbol := range n.symbol {
		switch path, ok := symbolFile(symbol); {
		case ok:
			names = append(names, path)
		case locate != nil:
			names = append(names, locate(ctx, symbol)...)
		}
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
