package walk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	safely "github.com/gortexhq/gortex/internal/engine/git"
)

// gitTimeout bounds one run of git: a listing of 80,000 files takes well under a
// second, and a .gitignore that is a pipe would hold git for ever.
const gitTimeout = time.Minute

// tree is a folder in a git work tree, from which git is run.
type tree struct {
	dir string // absolute; the paths that git takes and gives are relative to it
	top string // the work tree's root
}

// git runs a git command in t and returns its output split at zero bytes. The
// exit code fine is no error.
func (t tree) git(ctx context.Context, stdin []byte, fine int, args ...string) ([]string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, gitTimeout, fmt.Errorf("git took longer than %s", gitTimeout))
	defer cancel()
	out, err := safely.Command{Dir: t.dir, WorkTree: t.top, Stdin: stdin}.Run(ctx, args...)
	if failure, ok := errors.AsType[*safely.Failure](err); ok && failure.Code == fine {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), nil
}

// maxPathspecs is where git is asked for everything and the answer filtered: it
// compares each of its files with each pathspec.
const maxPathspecs = 100

// list returns the tracked and the untracked files that git's rules let in, at or
// below paths, relative to dir. A path with a slash at its end is a nested repository.
func (t tree) list(ctx context.Context, paths []string) ([]string, error) {
	args := []string{"--literal-pathspecs", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"}
	under := prefixes(paths)
	whole := under[""] || len(paths) > maxPathspecs
	if !whole {
		args = append(args, paths...)
	}
	all, err := t.git(ctx, nil, 0, args...)
	if err != nil || !whole || under[""] {
		return all, err
	}
	kept := all[:0]
	for _, p := range all {
		if under.covers(strings.TrimSuffix(p, "/")) {
			kept = append(kept, p)
		}
	}
	return kept, nil
}

// ignored returns those of paths, relative to dir, that git's rules leave out.
func (t tree) ignored(ctx context.Context, paths []string) (map[string]bool, error) {
	set := map[string]bool{}
	if len(paths) == 0 {
		return set, nil
	}
	var in strings.Builder
	for _, p := range paths {
		if strings.HasPrefix(p, ":") {
			in.WriteString("./") // or git takes it for pathspec magic
		}
		in.WriteString(p)
		in.WriteByte(0)
	}
	out, err := t.git(ctx, []byte(in.String()), 1, "check-ignore", "-z", "--stdin")
	for _, p := range out {
		set[strings.TrimPrefix(p, "./")] = true
	}
	return set, err
}

// pathSet is a set of files and folders; it covers what is at or below them.
type pathSet map[string]bool

func prefixes(paths []string) pathSet {
	s := make(pathSet, len(paths))
	for _, p := range paths {
		s[p] = true
	}
	return s
}

func (s pathSet) covers(p string) bool {
	for ; p != ""; p = parent(p) {
		if s[p] {
			return true
		}
	}
	return s[""]
}
