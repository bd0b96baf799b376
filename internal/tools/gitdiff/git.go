// Package gitdiff asks git what differs between a work tree and a commit, by lines, and
// which commits have changed lines. How git is run, so that a repository chooses nothing
// that runs, is the engine's; no symbol and no graph lives here.
package gitdiff

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	safely "github.com/gortexhq/gortex/internal/engine/git"
	"github.com/gortexhq/gortex/internal/engine/walk"
)

const (
	deadline  = 20 * time.Second
	maxOutput = 64 << 20 // bytes of a diff; above it, what is there is taken
)

// ErrNoGit: git is not installed, or the folder is in no git work tree.
var ErrNoGit = errors.New("no git work tree")

// git runs in a repository.
type git struct{ command safely.Command }

func open(ctx context.Context, root string) (*git, error) {
	g := &git{safely.Command{Dir: root, Most: maxOutput}}
	if top, ok := walk.Root(root); ok {
		g.command.WorkTree = top
	}
	if _, err := g.run(ctx, "rev-parse", "--is-inside-work-tree"); err != nil {
		switch {
		case errors.Is(err, safely.ErrNotInstalled):
			return nil, fmt.Errorf("%w: git is not installed", ErrNoGit)
		case ctx.Err() == nil && strings.Contains(err.Error(), "not a git repository"):
			return nil, fmt.Errorf("%w at %s", ErrNoGit, root)
		}
		return nil, err
	}
	var err error
	g.command, err = g.command.WithoutFilters(ctx)
	return g, err
}

func (g *git) run(ctx context.Context, args ...string) ([]byte, error) {
	out, err := g.command.Run(ctx, args...)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}
