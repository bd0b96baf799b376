package gitdiff

import (
	"context"
	"fmt"
	"strings"
)

// Status of a file.
type Status string

// What became of a file since the base.
const (
	Modified Status = "modified"
	Added    Status = "added"
	Deleted  Status = "deleted"
	Renamed  Status = "renamed"
)

// File is what differs in one file. Paths are relative to the root that was asked about.
type File struct {
	Path           string
	Old            string // its path in the base, "" for an added file
	Status         Status
	Binary         bool
	Added, Removed int // lines
	Hunks          []Hunk
}

// Hunk is lines that changed: Count lines from Line on in the work tree stand for
// Removed lines of the base. Count 0 is a removal between Line and the line after it.
type Hunk struct {
	Line, Count, Removed int
}

// Diff is what the work tree has different from a commit.
type Diff struct {
	Base  string // the commit, abbreviated; "" before the first commit
	Files []File
}

// Changes returns what differs between the work tree and a base, untracked files
// included. The base is a branch, tag or commit, and what counts is where it and HEAD
// parted; "" is HEAD: what is not committed. Without git the error is ErrNoGit.
func Changes(ctx context.Context, root, base string) (*Diff, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, deadline, fmt.Errorf("it took longer than %s", deadline))
	defer cancel()
	g, err := open(ctx, root)
	if err != nil {
		return nil, err
	}
	commit, err := g.base(ctx, base)
	if err != nil {
		return nil, err
	}
	out, err := g.run(ctx, "diff", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all", "--unified=0", "--inter-hunk-context=0",
		"--find-renames", "-O/dev/null", "--src-prefix=a/", "--dst-prefix=b/", "--relative", "--end-of-options", commit, "--")
	if err != nil {
		return nil, err
	}
	d := &Diff{Files: parse(string(out))}
	if short, err := g.run(ctx, "rev-parse", "--short", "--verify", "--quiet", "--end-of-options", commit+"^{commit}"); err == nil {
		d.Base = strings.TrimSpace(string(short))
	}
	untracked, err := g.run(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for path := range strings.SplitSeq(string(untracked), "\x00") {
		if path != "" && !strings.HasSuffix(path, "/") {
			d.Files = append(d.Files, File{Path: path, Status: Added})
		}
	}
	return d, nil
}

// base returns the commit to compare with; before the first one, the empty tree.
func (g *git) base(ctx context.Context, base string) (string, error) {
	if base == "" {
		if head, err := g.commit(ctx, "HEAD"); err == nil {
			return head, nil
		}
		tree, err := g.run(ctx, "hash-object", "-t", "tree", "/dev/null")
		return strings.TrimSpace(string(tree)), err
	}
	commit, err := g.commit(ctx, base)
	if err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		return "", &UnknownBaseError{Base: base, Known: g.branches(ctx)}
	}
	if fork, err := g.run(ctx, "merge-base", commit, "HEAD"); err == nil {
		return strings.TrimSpace(string(fork)), nil
	}
	return commit, nil // nothing in common: the commit itself
}

func (g *git) commit(ctx context.Context, name string) (string, error) {
	out, err := g.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	return strings.TrimSpace(string(out)), err
}

func (g *git) branches(ctx context.Context) []string {
	out, err := g.run(ctx, "for-each-ref", "--sort=-committerdate", "--count=10", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags")
	if err != nil {
		return nil
	}
	return strings.Fields(string(out))
}

// UnknownBaseError is a base that names no commit.
type UnknownBaseError struct {
	Base  string
	Known []string // some branches and tags
}

func (e *UnknownBaseError) Error() string { return fmt.Sprintf("no commit is called %q", e.Base) }
