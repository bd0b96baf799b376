package walk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// gitTimeout bounds one run of git: a listing of 80,000 files takes well under a
// second, and a .gitignore that is a pipe would hold git for ever.
const gitTimeout = time.Minute

// safe are the settings under which git starts nothing that a repository's own
// configuration names: no file-system monitor, no hook, no fetch of missing objects.
var safe = []string{
	"--no-pager",
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat",
	"-c", "core.sshCommand=false", "-c", "credential.helper=", "-c", "submodule.recurse=false", "-c", "protocol.allow=never",
}

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
	// The work tree is named because core.worktree could point git elsewhere.
	cmd := exec.CommandContext(ctx, "git", append(append(append([]string{}, safe...), "--work-tree="+t.top), args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = t.dir, environment(os.Environ()), time.Second
	if stdin != nil {
		cmd.Stdin = bytes.NewReader(stdin)
	}
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == fine {
		err = nil
	}
	switch {
	case err != nil && context.Cause(ctx) != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("git was not found in PATH")
	case err != nil:
		return nil, fmt.Errorf("git %s: %w: %s", args[0], err, firstLine(complaint.String()))
	}
	return strings.FieldsFunc(out.String(), func(r rune) bool { return r == 0 }), nil
}

// environment drops everything that would point git at another repository, index
// or configuration, or have it run or ask something.
func environment(inherited []string) []string {
	env := make([]string, 0, len(inherited)+6)
	for _, v := range inherited {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "LC_ALL=") {
			env = append(env, v)
		}
	}
	return append(env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_ATTR_NOSYSTEM=1", "GIT_ASKPASS=false", "LC_ALL=C")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
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
